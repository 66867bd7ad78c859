// SPDX-License-Identifier: Apache-2.0
//
// aclnnMaxUnpool2d, aclnnMaxUnpool3d and their gradients: the elements of a plane at the places that indices say, in
// a plane of zeros; and the elements at these places.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <string>

#include "aclnnop/aclnn_max_unpool2d.h"
#include "aclnnop/aclnn_max_unpool2d_backward.h"
#include "aclnnop/aclnn_max_unpool3d.h"
#include "aclnnop/aclnn_max_unpool3d_backward.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "executor/describe.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/element_size.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView small;  // pooled planes
  TensorView indices;
  TensorView large;
  TensorView reserved;  // what a gradient's call has besides
  int planeDims = 2;
};

// The planes of a tensor, which are its last dims.
class Planes {
 public:
  Planes(const TensorView& view, int planeDims)
      : view_(view), first_(static_cast<size_t>(view.rank - planeDims)) {
    int64_t expected = 1;
    for (size_t d = static_cast<size_t>(view.rank); d-- > first_;) {
      dense_ = dense_ && (view.dims[d] == 1 || view.strides[d] == expected);
      expected *= view.dims[d];
      size_ *= view.dims[d];
    }
    for (size_t d = 0; d < first_; ++d) {
      count_ *= view.dims[d];
    }
  }
  [[nodiscard]] int64_t Count() const { return count_; }
  [[nodiscard]] int64_t Size() const { return size_; }
  // Where a plane begins, and an element of it from there on, in elements.
  [[nodiscard]] int64_t Begin(int64_t plane) const { return Offset(plane, 0, first_); }
  [[nodiscard]] int64_t At(int64_t position) const {
    return dense_ ? position : Offset(position, first_, static_cast<size_t>(view_.rank));
  }

 private:
  [[nodiscard]] int64_t Offset(int64_t position, size_t begin, size_t end) const {
    int64_t offset = 0;
    for (size_t d = end; d-- > begin;) {
      offset += position % view_.dims[d] * view_.strides[d];
      position /= view_.dims[d];
    }
    return offset;
  }

  TensorView view_;
  size_t first_;
  bool dense_ = true;
  int64_t size_ = 1;
  int64_t count_ = 1;
};

struct State : Prepared {};

State Prepare(const Args& args) {
  State state;
  state.cost =
      static_cast<size_t>(args.large.NumElements() + 2 * args.small.NumElements()) * SizeOf(args.small.dtype);
  return state;
}

// Calls body(first position, indices) for the tiles of a plane.
template <class Body>
void ForEachTile(const IndexReader& reader, int64_t plane, int64_t size, const Body& body) {
  std::array<int64_t, kTileElements> indices;
  for (int64_t begin = 0; begin < size; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, size - begin);
    reader.Read(plane * size + begin, count, indices.data());
    body(begin, std::span<const int64_t>(indices.data(), static_cast<size_t>(count)));
  }
}

// Before anything is written.
Status CheckIndices(const Args& args, const backend::cpu::CpuContext& cpu) {
  const Planes small(args.small, args.planeDims);
  const Planes large(args.large, args.planeDims);
  const IndexReader reader(args.indices, -1);
  const int64_t elements = args.small.NumElements();
  std::atomic<int64_t> firstWrong = elements;
  cpu.ParallelFor(elements == 0 ? 0 : small.Count(), [&](int64_t plane) {
    ForEachTile(reader, plane, small.Size(), [&](int64_t begin, std::span<const int64_t> indices) {
      for (size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] < 0 || indices[i] >= large.Size()) {
          const int64_t at = plane * small.Size() + begin + static_cast<int64_t>(i);
          int64_t known = firstWrong;
          while (at < known && !firstWrong.compare_exchange_weak(known, at)) {
          }
          return;
        }
      }
    });
  });
  if (firstWrong == elements) {
    return Status::Ok();
  }
  return {code::kRtVectorCoreException, "indices: expected values in [0, " + std::to_string(large.Size()) +
                                            "), got " + reader.Text(firstWrong) + " at element " +
                                            std::to_string(firstWrong)};
}

// Moves each element of the pooled planes to its place, or from there.
template <bool kToPlace>
void Move(const Args& args, const backend::cpu::CpuContext& cpu) {
  const Planes small(args.small, args.planeDims);
  const Planes large(args.large, args.planeDims);
  const IndexReader reader(args.indices, -1);
  VisitElementSize(SizeOf(args.small.dtype), [&](auto size) {
    cpu.ParallelFor(small.Count(), [&](int64_t plane) {
      std::byte* const pooled = args.small.data + small.Begin(plane) * size;
      std::byte* const whole = args.large.data + large.Begin(plane) * size;
      for (int64_t at = 0; kToPlace && at < large.Size(); ++at) {
        std::memset(whole + large.At(at) * size, 0, static_cast<size_t>(size()));
      }
      ForEachTile(reader, plane, small.Size(), [&](int64_t begin, std::span<const int64_t> indices) {
        for (size_t i = 0; i < indices.size(); ++i) {
          std::byte* const here = pooled + small.At(begin + static_cast<int64_t>(i)) * size;
          std::byte* const there = whole + large.At(indices[i]) * size;
          std::memcpy(kToPlace ? there : here, kToPlace ? here : there, static_cast<size_t>(size()));
        }
      });
    });
  });
}

template <bool kToPlace>
Status Run(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  Status status = CheckIndices(args, cpu);
  const TensorView& out = kToPlace ? args.large : args.small;
  if (status.IsOk() && !out.Empty()) {
    Move<kToPlace>(args, cpu);
  }
  return status;
}

constexpr OnlyKernel kForwardKernel(CpuKernel<Run<true>>("cpu:unpool", Prepare));
constexpr OnlyKernel kBackwardKernel(CpuKernel<Run<false>>("cpu:unpool_backward", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kForward{{{"self", Role::kInput, &Args::small},
                                                        {"indices", Role::kInput, &Args::indices},
                                                        {"out", Role::kOutput, &Args::large}}};
constexpr std::array<TensorArgument<Args>, 3> kForward3d{{{"self", Role::kInput, &Args::small},
                                                          {"indices", Role::kInput, &Args::indices},
                                                          {"outRef", Role::kOutput, &Args::large}}};
constexpr std::array<TensorArgument<Args>, 4> kBackward{{{"gradOutput", Role::kInput, &Args::large},
                                                         {"self", Role::kInput, &Args::reserved},
                                                         {"indices", Role::kInput, &Args::indices},
                                                         {"out", Role::kOutput, &Args::small}}};
constexpr Operator<Args> kMaxUnpool2d{"aclnnMaxUnpool2d", kForward, kForwardKernel};
constexpr Operator<Args> kMaxUnpool3d{"aclnnMaxUnpool3d", kForward3d, kForwardKernel};
constexpr Operator<Args> kMaxUnpool2dBackward{"aclnnMaxUnpool2dBackward", kBackward, kBackwardKernel};
constexpr Operator<Args> kMaxUnpool3dBackward{"aclnnMaxUnpool3dBackward", kBackward, kBackwardKernel};

constexpr std::array<DType, 2> kIndexDtypes{DType::kInt64, DType::kInt32};

// The arrays of a prototype; those of volumes have three.
struct Arrays {
  int planeDims;
  const aclIntArray* outputSize;
  const aclIntArray* stride = nullptr;
  const aclIntArray* padding = nullptr;
};

void CheckLength(ArgumentChecks& check, const char* name, const aclIntArray& array, int planeDims,
                 int64_t lowest) {
  check.Require(
      name, planeDims == 2 ? "2 numbers" : "3 numbers",
      [&] { return array.values.size() == static_cast<size_t>(planeDims); },
      [&] { return ShapeText(array.values); });
  check.Require(
      name, lowest == 1 ? "numbers above 0" : "numbers of 0 or more",
      [&] { return std::ranges::all_of(array.values, [&](int64_t value) { return value >= lowest; }); },
      [&] { return ShapeText(array.values); });
}

void CheckPointers(ArgumentChecks& check, const Arrays& arrays) {
  check.NotNull("outputSize", arrays.outputSize);
  if (arrays.planeDims == 3) {
    check.NotNull("stride", arrays.stride).NotNull("padding", arrays.padding);
  }
}

// Of the pooled planes, their indices, and the planes that outputSize says.
void CheckPlanes(ArgumentChecks& check, const Arrays& arrays, const NamedTensor& self,
                 const NamedTensor& indices, const NamedTensor& large) {
  check.DtypeIn(self, kRealDtypes).DtypeIn(indices, kIndexDtypes).SameDtype(large, self);
  check.ValidView(self).ValidView(indices);
  if (check.Failed()) {
    return;
  }
  const std::span<const int64_t> dims(self.tensor->viewDims);
  const auto planeDims = static_cast<size_t>(arrays.planeDims);
  check.Require(
      self.name,
      planeDims == 2 ? "3 or 4 dims, [C, H, W] or [N, C, H, W]"
                     : "4 or 5 dims, [C, D, H, W] or [N, C, D, H, W]",
      [&] { return dims.size() == planeDims + 1 || dims.size() == planeDims + 2; },
      [&] { return ShapeText(dims); });
  check.SameShape(indices, self);
  CheckLength(check, "outputSize", *arrays.outputSize, arrays.planeDims, 0);
  if (planeDims == 3) {
    CheckLength(check, "stride", *arrays.stride, 3, 1);
    CheckLength(check, "padding", *arrays.padding, 3, INT64_MIN);
  }
  if (check.Failed()) {
    return;
  }
  Dims shape(dims.first(dims.size() - planeDims));
  for (const int64_t extent : arrays.outputSize->values) {
    shape.push_back(extent);
  }
  check.Require(
      "outputSize", "as many elements as a plane of self, or more",
      [&] {
        const auto pooled = CheckedProduct(dims.last(planeDims));
        const auto whole = CheckedProduct(std::span<const int64_t>(arrays.outputSize->values));
        return pooled && whole && *whole >= *pooled;
      },
      [&] { return ShapeText(arrays.outputSize->values); });
  check.Shape(large, shape, "the planes of self as large as outputSize");
}

Args ArgsOf(const Arrays& arrays) {
  Args args;
  args.planeDims = arrays.planeDims;
  return args;
}

Status Forward(PhaseOneCall& call, const Operator<Args>& op, const NamedTensor& self,
               const NamedTensor& indices, const Arrays& arrays, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(indices);
  CheckPointers(check, arrays);
  check.NotNull(out);
  CheckPlanes(check, arrays, self, indices, out);
  check.ValidOutputView(out);
  return check.Failed() ? check.Result()
                        : call.Bind(op, ArgsOf(arrays), {self.tensor, indices.tensor, out.tensor});
}

Status Backward(PhaseOneCall& call, const Operator<Args>& op, const NamedTensor& gradOutput,
                const NamedTensor& self, const NamedTensor& indices, const Arrays& arrays,
                const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(indices);
  CheckPointers(check, arrays);
  check.NotNull(out);
  CheckPlanes(check, arrays, self, indices, gradOutput);
  check.ValidView(gradOutput).SameDtype(out, self).SameShape(out, self).ValidOutputView(out);
  return check.Failed() ? check.Result()
                        : call.Bind(op, ArgsOf(arrays),
                                    {gradOutput.tensor, {self.tensor, false}, indices.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMaxUnpool2d,
               (const aclTensor* self, const aclTensor* indices, const aclIntArray* outputSize,
                aclTensor* out),
               Forward(call, kMaxUnpool2d, {"self", self}, {"indices", indices}, {2, outputSize},
                       {"out", out}))

OPENACLNN_CALL(aclnnMaxUnpool3d,
               (const aclTensor* self, const aclTensor* indices, const aclIntArray* outputSize,
                const aclIntArray* stride, const aclIntArray* padding, aclTensor* outRef),
               Forward(call, kMaxUnpool3d, {"self", self}, {"indices", indices},
                       {3, outputSize, stride, padding}, {"outRef", outRef}))

OPENACLNN_CALL(aclnnMaxUnpool2dBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
                const aclIntArray* outputSize, aclTensor* out),
               Backward(call, kMaxUnpool2dBackward, {"gradOutput", gradOutput}, {"self", self},
                        {"indices", indices}, {2, outputSize}, {"out", out}))

OPENACLNN_CALL(aclnnMaxUnpool3dBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
                const aclIntArray* outputSize, const aclIntArray* stride, const aclIntArray* padding,
                aclTensor* out),
               Backward(call, kMaxUnpool3dBackward, {"gradOutput", gradOutput}, {"self", self},
                        {"indices", indices}, {3, outputSize, stride, padding}, {"out", out}))
