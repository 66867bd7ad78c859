// SPDX-License-Identifier: Apache-2.0
//
// aclnnMaxPool2dWithMask and its gradient: which element of a window is the largest is a bit in a row for each
// place of a window, as wide as the planes of the output have elements.
#include <algorithm>
#include <array>
#include <bit>

#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "base/merged_dims.h"
#include "executor/phases.h"
#include "kernels/tiles/number_tiles.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/pooling/max_pool.h"
#include "ops/pooling/windows.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;
using pooling::WindowLists;

constexpr int64_t kMostSlots = 128;

// Bytes of a row of bits: more than there are bits, as clients have them.
constexpr int64_t RowBytes(int64_t places) {
  return (CeilDivide(places, 16) + 1) * 32;
}

struct Args {
  TensorView self;
  TensorView out;
  TensorView mask;  // [..., places of a window, RowBytes]
  std::array<PoolAxis, 3> axes;
};

struct State : Prepared {
  MaxPoolArgs pool;  // with indices in the workspace
  MaxPoolState forward;
  ScratchArray<int64_t> rowOf;  // as FindRows says
  size_t indicesBytes = 0;      // of these and of the indices
  int64_t planeBytes = 0;       // of the mask
  int64_t slots = 0;
};

State Prepare(const Args& args) {
  State state;
  if (args.out.Empty()) {
    return state;
  }
  const PoolAxis& height = args.axes[1];
  const PoolAxis& width = args.axes[2];
  state.pool = {args.self, args.out, args.out, args.axes};
  TensorView& indices = state.pool.indices;
  indices.dtype = DType::kInt32;
  int64_t step = 1;
  for (auto d = static_cast<size_t>(indices.rank); d-- > 0;) {
    indices.strides[d] = step;
    step *= indices.dims[d];
  }
  state.forward = PrepareMaxPool(state.pool);
  state.planeBytes = height.kernel * width.kernel * RowBytes(height.windows * width.windows);
  state.slots = std::min(state.forward.planes, kMostSlots);
  ScratchLayout layout;
  layout.Reserve(step, sizeof(int32_t));
  state.rowOf = layout.Book<int64_t>(height.kernel * width.extent);
  state.indicesBytes = layout.Bytes();
  ScratchLayout masks;
  masks.Reserve(state.slots, static_cast<size_t>(state.planeBytes));
  state.workspaceBytes = state.indicesBytes + std::max(state.forward.workspaceBytes, masks.Bytes());
  state.cost = state.forward.cost + static_cast<size_t>(args.mask.NumElements());
  return state;
}

// Of each element of as many rows of a plane as a window has: where the row of bits of that place begins, in the mask
// of a window whose first place is the first element.
void FindRows(const State& state, int64_t* rowOf) {
  const PoolAxis& width = state.pool.axes[2];
  const int64_t rowBytes = RowBytes(state.pool.axes[1].windows * width.windows);
  for (int64_t y = 0; y < state.pool.axes[1].kernel; ++y) {
    for (int64_t x = 0; x < width.extent; ++x) {
      *rowOf++ = (y * width.kernel + x) * rowBytes;
    }
  }
}

// Sets the bit of each element of a plane's output.
void SetBits(const State& state, const int64_t* rowOf, const int32_t* indices, uint8_t* rows) {
  const PoolAxis& height = state.pool.axes[1];
  const PoolAxis& width = state.pool.axes[2];
  const int64_t rowBytes = RowBytes(height.windows * width.windows);
  std::fill_n(rows, state.planeBytes, uint8_t{0});
  int64_t i = 0;
  for (int64_t y = 0; y < height.windows; ++y) {
    const int64_t top = y * height.stride - height.padding;
    const int64_t first = std::max(int64_t{0}, top);  // row of the plane
    // Where rows begin in the mask of a window that has its first place there.
    int64_t from = ((first - top) * width.kernel + width.padding) * rowBytes;
    for (int64_t x = 0; x < width.windows; ++x, ++i, from -= width.stride * rowBytes) {
      uint8_t& byte = rows[from + rowOf[indices[i] - first * width.extent] + i / 8];
      byte = static_cast<uint8_t>(byte | (1U << static_cast<unsigned>(i % 8)));
    }
  }
}

void Run(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  if (state.slots == 0) {
    return;
  }
  MaxPoolArgs pool = state.pool;
  pool.self.data = args.self.data;
  pool.out.data = args.out.data;
  pool.indices.data = workspace;
  std::byte* const scratch = workspace + state.indicesBytes;
  RunMaxPool(pool, state.forward, scratch, cpu);
  const int64_t places = args.axes[1].windows * args.axes[2].windows;
  const auto* const indices = reinterpret_cast<const int32_t*>(workspace);
  auto* const mask = reinterpret_cast<uint8_t*>(args.mask.data);
  const MergedDims dims(args.mask);
  int64_t* const rowOf = state.rowOf.In(workspace);
  FindRows(state, rowOf);
  ForEachTaskInSlots(cpu, state.forward.planes, state.slots, [&](int64_t plane, int64_t slot) {
    auto* rows = reinterpret_cast<uint8_t*>(scratch) + slot * state.planeBytes;
    SetBits(state, rowOf, indices + plane * places, rows);
    dims.ForEachRun(plane * state.planeBytes, state.planeBytes,
                    [&](int64_t offset, int64_t stride, int64_t count) {
                      for (int64_t i = 0; i < count; ++i) {
                        mask[offset + i * stride] = rows[i];
                      }
                      rows += count;
                    });
  });
}

struct BackwardArgs {
  TensorView gradOutput;
  TensorView self;  // its shape alone is of interest
  TensorView mask;
  TensorView gradInput;
  std::array<PoolAxis, 3> axes;
};

struct BackwardState : Prepared {
  int64_t planes = 0;
  int64_t slots = 0;
  size_t slotBytes = 0;
};

BackwardState PrepareBackward(const BackwardArgs& args) {
  BackwardState state;
  if (args.gradInput.Empty()) {
    return state;
  }
  const PoolAxis& height = args.axes[1];
  const PoolAxis& width = args.axes[2];
  state.planes = args.gradInput.NumElements() / (height.extent * width.extent);
  ScratchLayout slot;
  slot.Reserve(height.extent * width.extent, sizeof(float));
  slot.Reserve(height.windows * width.windows, sizeof(float));
  state.slotBytes = slot.Bytes();
  state.slots = std::min(state.planes, kMostSlots);
  ScratchLayout workspace;
  workspace.Reserve(state.slots, state.slotBytes);
  state.workspaceBytes = workspace.Bytes();
  state.cost = static_cast<size_t>(args.gradInput.NumElements() * 8 + args.mask.NumElements());
  return state;
}

// Adds the gradients of a plane where bits are set, row by row of the mask; places outside take none.
void AddGradients(const BackwardArgs& args, int64_t plane, const float* gradOutput, float* sums) {
  const PoolAxis& height = args.axes[1];
  const PoolAxis& width = args.axes[2];
  const int64_t places = height.windows * width.windows;
  const int64_t rowBytes = RowBytes(places);
  const auto* const mask = reinterpret_cast<const uint8_t*>(args.mask.data);
  const MergedDims dims(args.mask);
  for (int64_t cell = 0; cell < height.kernel * width.kernel; ++cell) {
    const int64_t begin = (plane * height.kernel * width.kernel + cell) * rowBytes;
    const int64_t top = cell / width.kernel - height.padding;
    const int64_t left = cell % width.kernel - width.padding;
    int64_t first = 0;  // the element of the output that a byte's first bit is of
    dims.ForEachRun(begin, CeilDivide(places, 8), [&](int64_t offset, int64_t stride, int64_t count) {
      for (int64_t i = 0; i < count; ++i, first += 8) {
        for (unsigned bits = mask[offset + i * stride]; bits != 0; bits &= bits - 1) {
          const int64_t at = first + std::countr_zero(bits);
          const int64_t y = at / width.windows * height.stride + top;
          const int64_t x = at % width.windows * width.stride + left;
          if (at < places && y >= 0 && y < height.extent && x >= 0 && x < width.extent) {
            sums[y * width.extent + x] += gradOutput[at];
          }
        }
      }
    });
  }
}

void RunBackward(const BackwardArgs& args, const BackwardState& state, std::byte* workspace,
                 const CpuContext& cpu) {
  if (state.planes == 0) {
    return;
  }
  const int64_t plane = args.axes[1].extent * args.axes[2].extent;
  const int64_t places = args.axes[1].windows * args.axes[2].windows;
  const NumberReader<float> reader(args.gradOutput);
  const NumberWriter<float> writer(args.gradInput);
  ForEachTaskInSlots(cpu, state.planes, state.slots, [&](int64_t which, int64_t slot) {
    std::byte* scratch = workspace + static_cast<size_t>(slot) * state.slotBytes;
    ScratchLayout layout;
    auto* sums = reinterpret_cast<float*>(scratch + layout.Reserve(plane, sizeof(float)));
    auto* gradOutput = reinterpret_cast<float*>(scratch + layout.Reserve(places, sizeof(float)));
    reader.Copy(which * places, places, gradOutput);
    std::fill_n(sums, plane, 0.0F);
    AddGradients(args, which, gradOutput, sums);
    for (int64_t done = 0; done < plane; done += kTileElements) {
      writer.Write(which * plane + done, std::min(kTileElements, plane - done), sums + done);
    }
  });
}

constexpr OnlyKernel kForwardKernels(CpuKernel<Run>("cpu:rows", Prepare));
constexpr OnlyKernel kBackwardKernels(CpuKernel<RunBackward>("cpu:planes", PrepareBackward));

constexpr std::array<TensorArgument<Args>, 3> kForwardArguments{{
    {"self", Role::kInput, &Args::self},
    {"out", Role::kOutput, &Args::out},
    {"indices", Role::kOutput, &Args::mask},
}};
constexpr std::array<TensorArgument<BackwardArgs>, 4> kBackwardArguments{{
    {"gradOutput", Role::kInput, &BackwardArgs::gradOutput},
    {"self", Role::kInput, &BackwardArgs::self},
    {"indices", Role::kInput, &BackwardArgs::mask},
    {"gradInput", Role::kOutput, &BackwardArgs::gradInput},
}};
constexpr Operator<Args> kForward{"aclnnMaxPool2dWithMask", kForwardArguments, kForwardKernels};
constexpr Operator<BackwardArgs> kBackward{"aclnnMaxPool2dWithMaskBackward", kBackwardArguments,
                                           kBackwardKernels};
constexpr std::array<DType, 1> kBits{DType::kInt8};

struct Pooled {
  Dims shape;
  Dims mask;
  std::array<PoolAxis, 3> axes;
};

// The windows, whose places lie side by side.
Pooled CheckPool(ArgumentChecks& check, const WindowLists& lists, const NamedTensor& self, bool ceilMode) {
  const PoolWindow window = pooling::CheckWindow(check, lists, 2);
  check.Require(
      "dilation", "1 for each dim", [&] { return window.dilation == PoolWindow().dilation; },
      [&] { return ShapeText(lists.dilation->values); });
  Pooled pooled{pooling::CheckPooledShape(check, self, window, 2, ceilMode), {}, {}};
  if (check.Failed()) {
    return pooled;
  }
  const size_t rank = pooled.shape.size();
  for (const size_t d : {1U, 2U}) {
    const size_t dim = rank - 3 + d;
    pooled.axes[d] = {self.tensor->viewDims[dim], pooled.shape[dim], window.kernel[d], window.stride[d],
                      window.padding[d]};
  }
  pooled.mask = pooled.shape;
  pooled.mask[rank - 2] = window.kernel[1] * window.kernel[2];
  pooled.mask[rank - 1] = RowBytes(pooled.shape[rank - 2] * pooled.shape[rank - 1]);
  return pooled;
}

constexpr const char* kMaskShape = "[..., places of a window, (ceil(Ho * Wo / 16) + 1) * 32]";

Status BindForward(PhaseOneCall& call, const NamedTensor& self, const WindowLists& lists, bool ceilMode,
                   const NamedTensor& out, const NamedTensor& mask) {
  ArgumentChecks check;
  check.NotNull(self);
  pooling::CheckNotNull(check, lists);
  check.NotNull("dilation", lists.dilation).NotNull(out).NotNull(mask);
  check.DtypeIn(self, FloatDtypes()).SameDtype(out, self).DtypeIn(mask, kBits);
  check.ValidView(self).ValidOutputView(out).ValidOutputView(mask);
  if (check.Failed()) {
    return check.Result();
  }
  const Pooled pooled = CheckPool(check, lists, self, ceilMode);
  check.Shape(out, pooled.shape, "of the output").Shape(mask, pooled.mask, kMaskShape);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.axes = pooled.axes;
  return call.Bind(kForward, args, {self.tensor, out.tensor, mask.tensor});
}

Status BindBackward(PhaseOneCall& call, const NamedTensor& gradOutput, const NamedTensor& self,
                    const NamedTensor& mask, const WindowLists& lists, bool ceilMode,
                    const NamedTensor& gradInput) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(mask);
  pooling::CheckNotNull(check, lists);
  check.NotNull("dilation", lists.dilation).NotNull(gradInput);
  check.DtypeIn(gradOutput, FloatDtypes()).SameDtype(self, gradOutput).DtypeIn(mask, kBits);
  check.SameDtype(gradInput, gradOutput);
  check.ValidView(gradOutput).ValidView(self).ValidView(mask).ValidOutputView(gradInput);
  if (check.Failed()) {
    return check.Result();
  }
  const Pooled pooled = CheckPool(check, lists, self, ceilMode);
  check.Shape(gradOutput, pooled.shape, "of the output").Shape(mask, pooled.mask, kMaskShape);
  check.SameShape(gradInput, self);
  if (check.Failed()) {
    return check.Result();
  }
  BackwardArgs args;
  args.axes = pooled.axes;
  return call.Bind(kBackward, args, {gradOutput.tensor, self.tensor, mask.tensor, gradInput.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMaxPool2dWithMask,
               (const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
                const aclIntArray* padding, const aclIntArray* dilation, bool ceilMode, aclTensor* out,
                aclTensor* indices),
               BindForward(call, {"self", self}, {kernelSize, stride, padding, dilation}, ceilMode,
                           {"out", out}, {"indices", indices}))

OPENACLNN_CALL(aclnnMaxPool2dWithMaskBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
                const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
                const aclIntArray* dilation, bool ceilMode, aclTensor* gradInput),
               BindBackward(call, {"gradOutput", gradOutput}, {"self", self}, {"indices", indices},
                            {kernelSize, stride, padding, dilation}, ceilMode, {"gradInput", gradInput}))
