// SPDX-License-Identifier: Apache-2.0
//
// aclnnRotaryPositionEmbeddingGrad. The gradients of cosines and sines are sums over what they were broadcast
// to: of each of their rows, over rows of x in row-major order, in float64.
#include <algorithm>
#include <array>

#include "aclnnop/aclnn_rotary_position_embedding_grad.h"
#include "base/checked_math.h"
#include "kernels/functions/rotation.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/rotary/rotary_checks.h"
#include "ops/rotary/rotated_rows.h"

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

RotationState Prepare(const Args& args) {
  return {args.mode, args.gradient, 4 * args.gradient.NumElements()};
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

void SumAngles(const Args& args, const RotationState& state, const backend::cpu::CpuContext& cpu) {
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

void Run(const Args& args, const RotationState& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (!args.gradient.Empty()) {
    RotateRows<rotary::RotateBack>(state.rows, {args.gradient, args.cosines, args.sines, args.gradX}, cpu);
  }
  if (args.x.Defined() && !args.cosines.Empty()) {
    SumAngles(args, state, cpu);
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:rotate_back", Prepare));
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

Status Bind(PhaseOneCall& call, const Tensors<7>& given, int64_t mode) {
  const auto [gradient, cosines, sines, x, gradX, gradCosines, gradSines] =
      Named(kRotaryPositionEmbeddingGrad, given);
  const bool sums = x.tensor != nullptr;
  ArgumentChecks check;
  check.NotNull(gradient).NotNull(cosines).NotNull(sines).NotNull(gradX);
  if (sums) {
    check.NotNull(gradCosines).NotNull(gradSines);
  }
  check.LiveOrNull(x);
  check.DtypeIn(gradient, FloatDtypes()).SameDtype(cosines, gradient).SameDtype(sines, gradient);
  check.SameDtype(gradX, gradient);
  check.ValidView(gradient).ValidView(cosines).ValidView(sines).ValidOutputView(gradX);
  if (sums) {
    check.SameDtype(x, gradient).SameDtype(gradCosines, gradient);
    check.SameDtype(gradSines, gradient).ValidView(x);
    check.ValidOutputView(gradCosines).ValidOutputView(gradSines);
  }
  CheckRotaryMode(check, "mode", mode);
  CheckRotaryRank(check, gradient);
  CheckRotaryRows(check, gradient, static_cast<RotaryMode>(mode));
  CheckAngles(check, cosines, gradient);
  check.SameShape(sines, cosines).SameShape(gradX, gradient);
  if (sums) {
    check.SameShape(x, gradient).SameShape(gradCosines, cosines);
    check.SameShape(gradSines, cosines);
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.mode = static_cast<RotaryMode>(mode);
  return call.Bind(kRotaryPositionEmbeddingGrad, args,
                   {gradient.tensor,
                    cosines.tensor,
                    sines.tensor,
                    x.tensor,
                    gradX.tensor,
                    {gradCosines.tensor, sums},
                    {gradSines.tensor, sums}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRotaryPositionEmbeddingGrad,
               (const aclTensor* dy, const aclTensor* cos, const aclTensor* sin, const aclTensor* xOptional,
                int64_t mode, aclTensor* dx, aclTensor* dcos, aclTensor* dsin),
               Bind(call, {dy, cos, sin, xOptional, dx, dcos, dsin}, mode))
