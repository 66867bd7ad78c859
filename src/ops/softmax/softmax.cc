// SPDX-License-Identifier: Apache-2.0
//
// Softmax and its logarithm, and their gradients.
#include <array>
#include <string>

#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "aclnnop/aclnn_softmax.h"
#include "aclnnop/aclnn_softmax_backward.h"
#include "kernels/layout/rows.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/softmax/softmax_loops.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView first;
  TensorView second;
  TensorView out;
  size_t dim = 0;
  RowLoops loops{};
};

struct State : Prepared {
  RowPlan plan;
  size_t inputs = 1;
};

State Prepare(const Args& args) {
  State state;
  state.inputs = args.second.Defined() ? 2 : 1;
  const std::array<TensorView, kMostRowInputs> inputs{args.first, args.second};
  state.plan = RowPlan(std::span(&args.out, 1), std::span(inputs).first(state.inputs), args.dim, args.loops);
  state.workspaceBytes = state.plan.WorkspaceBytes();
  // Exponentials take longer than memory does.
  constexpr size_t kArithmetic = 2;
  state.cost = state.plan.Cost() * kArithmetic;
  return state;
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const std::array<const std::byte*, kMostRowInputs> inputs{args.first.data, args.second.data};
  const std::array<std::byte*, 1> outputs{args.out.data};
  state.plan.Run(outputs, std::span(inputs).first(state.inputs), workspace, cpu);
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:softmax", Prepare));

constexpr std::array<TensorArgument<Args>, 2> kForward{
    {{"self", Role::kInput, &Args::first}, {"out", Role::kOutput, &Args::out, true}}};
constexpr std::array<TensorArgument<Args>, 3> kBackward{{{"gradOutput", Role::kInput, &Args::first},
                                                         {"output", Role::kInput, &Args::second},
                                                         {"out", Role::kOutput, &Args::out, true}}};

struct SoftmaxOperator {
  Operator<Args> op;
  softmax::Kind kind;
};
constexpr SoftmaxOperator kSoftmax{{"aclnnSoftmax", kForward, kKernels}, softmax::Kind::kSoftmax};
constexpr SoftmaxOperator kLogSoftmax{{"aclnnLogSoftmax", kForward, kKernels}, softmax::Kind::kLogSoftmax};
constexpr SoftmaxOperator kSoftmaxBackward{{"aclnnSoftmaxBackward", kBackward, kKernels},
                                           softmax::Kind::kSoftmaxGradient};
constexpr SoftmaxOperator kLogSoftmaxBackward{{"aclnnLogSoftmaxBackward", kBackward, kKernels},
                                              softmax::Kind::kLogSoftmaxGradient};

Status Bind(PhaseOneCall& call, const SoftmaxOperator& row, std::span<const aclTensor* const> inputs,
            int64_t dim, const aclTensor* out) {
  const bool gradient = inputs.size() == 2;
  const NamedTensor first{row.op.arguments[0].name, inputs[0]};
  const NamedTensor second{row.op.arguments[1].name, inputs.back()};
  const NamedTensor result{"out", out};
  ArgumentChecks check;
  check.NotNull(first);
  if (gradient) {
    check.NotNull(second);
  }
  check.NotNull(result).DtypeIn(first, kFloatingDtypes);
  if (gradient) {
    check.SameDtype(second, first);
  }
  check.DtypeIn(result, kFloatingDtypes).ValidView(first);
  if (gradient) {
    check.ValidView(second).SameShape(second, first);
  }
  check.ValidOutputView(result).SameShape(result, first);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t rank = std::max(int64_t{1}, static_cast<int64_t>(out->viewDims.size()));
  check.InRange("dim", dim, -rank, rank - 1, gradient ? "a dimension of gradOutput" : "a dimension of self");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.dim = static_cast<size_t>(dim < 0 ? dim + rank : dim);
  const bool wide = inputs[0]->dtype == DType::kDouble || out->dtype == DType::kDouble;
  // Tensors of two types meet in one that holds both.
  const DType common = wide ? DType::kDouble : DType::kFloat;
  const DType dtype = inputs[0]->dtype == out->dtype ? out->dtype : common;
  args.loops = softmax::FindRowLoops(row.kind, dtype);
  TensorsOfCall tensors = TensorsOf(inputs);
  tensors.push_back(out);
  return call.Bind(row.op, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnSoftmax, (const aclTensor* self, int64_t dim, aclTensor* out),
               Bind(call, kSoftmax, std::array{self}, dim, out))

OPENACLNN_CALL(aclnnLogSoftmax, (const aclTensor* self, int64_t dim, aclTensor* out),
               Bind(call, kLogSoftmax, std::array{self}, dim, out))

OPENACLNN_CALL(aclnnSoftmaxBackward,
               (const aclTensor* gradOutput, const aclTensor* output, int64_t dim, aclTensor* out),
               Bind(call, kSoftmaxBackward, std::array{gradOutput, output}, dim, out))

OPENACLNN_CALL(aclnnLogSoftmaxBackward,
               (const aclTensor* gradOutput, const aclTensor* output, int64_t dim, aclTensor* out),
               Bind(call, kLogSoftmaxBackward, std::array{gradOutput, output}, dim, out))
