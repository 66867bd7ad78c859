// SPDX-License-Identifier: Apache-2.0
//
// aclnnRotaryPositionEmbeddingGrad. The gradients of cosines and sines are sums over what they were broadcast
// to: of each of their rows, over rows of x in row-major order, in float64.
#include <algorithm>
#include <array>

#include "aclnnop/aclnn_rotary_position_embedding_grad.h"
#include "base/checked_math.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/rotary/rotary_checks.h"
#include "ops/rotary/rotated_rows.h"
#include "ops/rotary/rotation.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView gradient;
  TensorView cosines;
  TensorView sines;
  TensorView x;  // left out: no gradients of cosines and sines
  TensorView gradX;
  TensorView gradCosines;
  TensorView gradSines;
  RotaryMode mode = RotaryMode::kHalf;
};

struct State : Prepared {
  RotaryRows rows;
};

State Prepare(const Args& args) {
  State state;
  const auto last = static_cast<size_t>(args.gradient.rank - 1);
  state.rows = RotaryRows(args.mode, args.gradient.dims[last]);
  state.cost = static_cast<size_t>(4 * args.gradient.NumElements()) * SizeOf(args.gradient.dtype);
  return state;
}

// The rows of x that a row of cosines is broadcast to: dims that the cosines lack, and the strides of x's
// rows, in rows.
struct BroadcastRows {
  std::array<int64_t, kMaxRank> dims{};
  std::array<int64_t, kMaxRank> strides{};
  size_t rank = 0;
  int64_t count = 1;

  // Row `index` of them, from the first.
  [[nodiscard]] int64_t At(int64_t index) const {
    int64_t row = 0;
    for (size_t d = rank; d-- > 0;) {
      row += index % dims[d] * strides[d];
      index /= dims[d];
    }
    return row;
  }
};

void SumAngles(const Args& args, const State& state, const backend::cpu::CpuContext& cpu) {
  const TileReader gradients(args.gradient);
  const TileReader inputs(args.x);
  const TileWriter gradCosines(args.gradCosines);
  const TileWriter gradSines(args.gradSines);
  const auto rowDims = static_cast<size_t>(args.x.rank - 1);
  const int64_t elements = args.x.dims[rowDims];
  BroadcastRows own;       // rows of cosines, among those of x
  BroadcastRows repeated;  // what each is broadcast to
  std::array<int64_t, kMaxRank> strides{};
  int64_t stride = 1;
  for (size_t d = rowDims; d-- > 0;) {
    strides[d] = stride;
    stride *= args.x.dims[d];
  }
  for (size_t d = 0; d < rowDims; ++d) {
    BroadcastRows& rows = args.cosines.dims[d] == 1 ? repeated : own;
    rows.dims[rows.rank] = args.x.dims[d];
    rows.strides[rows.rank] = strides[d];
    ++rows.rank;
    rows.count *= args.x.dims[d];
  }
  const int64_t length = state.rows.Length();
  cpu.ParallelFor(own.count, [&](int64_t row) {
    TileBuffer gradientBuffer;
    TileBuffer inputBuffer;
    std::array<double, kMostRotated> cosines{};
    std::array<double, kMostRotated> sines{};
    const int64_t first = own.At(row);
    for (int64_t k = 0; k < repeated.count; ++k) {
      const int64_t begin = (first + repeated.At(k)) * elements;
      const float* gradient = gradients.Read(begin, elements, gradientBuffer);
      const float* input = inputs.Read(begin, elements, inputBuffer);
      for (int64_t i = 0; i < elements; i += length) {
        rotary::AddAngleGradients(state.rows, gradient + i, input + i, cosines.data() + i, sines.data() + i);
      }
    }
    gradCosines.Write(row * elements, elements, cosines.data());
    gradSines.Write(row * elements, elements, sines.data());
  });
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (!args.gradient.Empty()) {
    RotateRows<rotary::RotateBack>(state.rows, {args.gradient, args.cosines, args.sines, args.gradX}, cpu);
  }
  if (args.x.Defined() && !args.cosines.Empty()) {
    SumAngles(args, state, cpu);
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:rotate_back", Prepare);
constinit const KernelEntry<Args> kRotateBackCpu = Entry(kKernel);
constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kRotateBackCpu};
// The gradient and x are read for the sums when dx has been written.
constexpr std::array<TensorArgument<Args>, 7> kArguments{{{"dy", Role::kInput, &Args::gradient, false, true},
                                                          {"cos", Role::kInput, &Args::cosines},
                                                          {"sin", Role::kInput, &Args::sines},
                                                          {"xOptional", Role::kInput, &Args::x, false, true},
                                                          {"dx", Role::kOutput, &Args::gradX},
                                                          {"dcos", Role::kOutput, &Args::gradCosines},
                                                          {"dsin", Role::kOutput, &Args::gradSines}}};
constexpr Operator<Args> kRotaryPositionEmbeddingGrad{"aclnnRotaryPositionEmbeddingGrad", kArguments,
                                                      kKernels};

struct Tensors {
  NamedTensor gradient;
  NamedTensor cosines;
  NamedTensor sines;
  NamedTensor x;
  NamedTensor gradX;
  NamedTensor gradCosines;
  NamedTensor gradSines;
};

Status Bind(PhaseOneCall& call, const Tensors& given, int64_t mode) {
  const NamedTensor& gradient = given.gradient;
  const bool sums = given.x.tensor != nullptr;
  ArgumentChecks check;
  check.NotNull(gradient).NotNull(given.cosines).NotNull(given.sines).NotNull(given.gradX);
  if (sums) {
    check.NotNull(given.gradCosines).NotNull(given.gradSines);
  }
  check.LiveOrNull(given.x);
  check.DtypeIn(gradient, FloatDtypes()).SameDtype(given.cosines, gradient).SameDtype(given.sines, gradient);
  check.SameDtype(given.gradX, gradient);
  check.ValidView(gradient).ValidView(given.cosines).ValidView(given.sines).ValidOutputView(given.gradX);
  if (sums) {
    check.SameDtype(given.x, gradient).SameDtype(given.gradCosines, gradient);
    check.SameDtype(given.gradSines, gradient).ValidView(given.x);
    check.ValidOutputView(given.gradCosines).ValidOutputView(given.gradSines);
  }
  CheckRotaryMode(check, "mode", mode);
  CheckRotaryRank(check, gradient);
  CheckRotaryRows(check, gradient, static_cast<RotaryMode>(mode));
  CheckAngles(check, given.cosines, gradient);
  check.SameShape(given.sines, given.cosines).SameShape(given.gradX, gradient);
  if (sums) {
    check.SameShape(given.x, gradient).SameShape(given.gradCosines, given.cosines);
    check.SameShape(given.gradSines, given.cosines);
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.mode = static_cast<RotaryMode>(mode);
  return call.Bind(kRotaryPositionEmbeddingGrad, args,
                   {gradient.tensor,
                    given.cosines.tensor,
                    given.sines.tensor,
                    given.x.tensor,
                    given.gradX.tensor,
                    {given.gradCosines.tensor, sums},
                    {given.gradSines.tensor, sums}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRotaryPositionEmbeddingGrad,
               (const aclTensor* dy, const aclTensor* cos, const aclTensor* sin, const aclTensor* xOptional,
                int64_t mode, aclTensor* dx, aclTensor* dcos, aclTensor* dsin),
               Bind(call,
                    {{"dy", dy},
                     {"cos", cos},
                     {"sin", sin},
                     {"xOptional", xOptional},
                     {"dx", dx},
                     {"dcos", dcos},
                     {"dsin", dsin}},
                    mode))
