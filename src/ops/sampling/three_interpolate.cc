// SPDX-License-Identifier: Apache-2.0
//
// aclnnThreeInterpolateBackward: the gradient of values that were interpolated from three points each, as
// point clouds are. Sums are those of float64, in the order of points.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_three_interpolate_backward.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kNeighbours = 3;
constexpr int64_t kMostSlots = 64;

struct Args {
  TensorView grad;     // [B, C, n]: of the interpolated values
  TensorView numbers;  // [B, n, 3]: of the points that each is made from
  TensorView weights;  // [B, n, 3]
  TensorView result;   // [B, C, m]
};

struct State : Prepared {
  int64_t batches = 0;
  int64_t channels = 0;
  int64_t values = 0;
  int64_t points = 0;
  int64_t slots = 1;
  ScratchArray<int64_t> numbers;  // of all batches
  ScratchArray<double> weights;
  ScratchArray<double> gradsOfSlots;
  ScratchArray<double> sumsOfSlots;
};

State Prepare(const Args& args) {
  State state;
  if (args.result.Empty()) {
    return state;
  }
  state.batches = args.result.dims[0];
  state.channels = args.result.dims[1];
  state.points = args.result.dims[2];
  state.values = args.grad.dims[2];
  state.slots = std::min(state.batches * state.channels, kMostSlots);
  const int64_t pairs = args.numbers.NumElements();
  ScratchLayout scratch;
  state.numbers = scratch.Book<int64_t>(pairs);
  state.weights = scratch.Book<double>(pairs);
  state.gradsOfSlots = scratch.Book<double>(state.slots * state.values);
  state.sumsOfSlots = scratch.Book<double>(state.slots * state.points);
  state.workspaceBytes = scratch.Bytes();
  state.cost =
      static_cast<size_t>(kNeighbours * args.grad.NumElements() + args.result.NumElements()) * sizeof(float);
  return state;
}

Status Run(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  int64_t* const numbers = state.numbers.In(workspace);
  double* const weights = state.weights.In(workspace);
  const int64_t ofBatch = kNeighbours * state.values;
  ReadConverted(args.numbers, 0, state.batches * ofBatch, numbers);
  for (int64_t i = 0; i < state.batches * ofBatch; ++i) {
    if (numbers[i] < 0 || numbers[i] >= state.points) {
      return {code::kRtVectorCoreException, "idx: expected values in [0, " + std::to_string(state.points) +
                                                "), got " + std::to_string(numbers[i]) + " at element " +
                                                std::to_string(i)};
    }
  }
  ReadConverted(args.weights, 0, state.batches * ofBatch, weights);
  ForEachTaskInSlots(cpu, state.batches * state.channels, state.slots, [&](int64_t task, int64_t slot) {
    double* const grads = state.gradsOfSlots.In(workspace) + slot * state.values;
    double* const sums = state.sumsOfSlots.In(workspace) + slot * state.points;
    ReadConverted(args.grad, task * state.values, state.values, grads);
    std::fill_n(sums, state.points, 0.0);
    const int64_t first = task / state.channels * ofBatch;
    for (int64_t i = 0; i < ofBatch; ++i) {
      sums[numbers[first + i]] += grads[i / kNeighbours] * weights[first + i];
    }
    std::transform(sums, sums + state.points, sums, WithQuietNan<double>);
    WriteConverted(args.result, task * state.points, state.points, sums);
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:three_interpolate_backward", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{{"gradX", Role::kInput, &Args::grad},
                                                          {"idx", Role::kInput, &Args::numbers},
                                                          {"weight", Role::kInput, &Args::weights},
                                                          {"gradY", Role::kOutput, &Args::result}}};
constexpr Operator<Args> kBackward{"aclnnThreeInterpolateBackward", kArguments, kKernel};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};

Status Bind(PhaseOneCall& call, const Tensors<4>& given, int32_t points) {
  const auto [grad, idx, weight, result] = Named(kBackward, given);
  ArgumentChecks check;
  check.NotNull(grad).NotNull(idx).NotNull(weight).NotNull(result);
  check.DtypeIn(grad, FloatDtypes())
      .DtypeIn(idx, kIndexDtypes)
      .SameDtype(weight, grad)
      .SameDtype(result, grad);
  check.ValidView(grad).ValidView(idx).ValidView(weight).ValidOutputView(result);
  check.InRange("m", points, 0, INT32_MAX, "points");
  const auto& dims = grad.tensor->viewDims;
  check.Require(
      grad.name, "[B, C, n] or [B, C, n, 1]",
      [&] { return dims.size() == 3 || (dims.size() == 4 && dims[3] == 1); },
      [&] { return ShapeText(dims); });
  if (check.Failed()) {
    return check.Result();
  }
  const Dims neighbours{dims[0], dims[2], kNeighbours};
  Dims expected{dims[0], dims[1], points};
  if (dims.size() == 4) {
    expected.push_back(1);
  }
  check.Shape(idx, neighbours, "[B, n, 3]").Shape(weight, neighbours, "[B, n, 3]");
  check.Shape(result, expected, "[B, C, m], and 1 if gradX has it");
  return check.Failed() ? check.Result() : call.Bind(kBackward, Args(), TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnThreeInterpolateBackward,
               (const aclTensor* gradX, const aclTensor* idx, const aclTensor* weight, int m,
                aclTensor* gradY),
               Bind(call, {gradX, idx, weight, gradY}, m))
