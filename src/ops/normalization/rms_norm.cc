// SPDX-License-Identifier: Apache-2.0
//
// aclnnRmsNorm and aclnnAddRmsNorm.
#include "aclnnop/aclnn_rms_norm.h"

#include <array>

#include "aclnnop/aclnn_add_rms_norm.h"
#include "executor/phases.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

using Args = RowNormArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<Args>, 4> kRmsNormArguments{{
    {"x", Role::kInput, &Args::input},
    {"gamma", Role::kInput, &Args::scale},
    {"yOut", Role::kOutput, &Args::out, true},
    {"rstdOut", Role::kOutput, &Args::rstd},
}};
constexpr std::array<TensorArgument<Args>, 6> kAddRmsNormArguments{{
    {"x1", Role::kInput, &Args::input},
    {"x2", Role::kInput, &Args::added},
    {"gamma", Role::kInput, &Args::scale},
    {"yOut", Role::kOutput, &Args::out, true},
    {"rstdOut", Role::kOutput, &Args::rstd},
    {"xOut", Role::kOutput, &Args::sum, true},
}};
constexpr Operator<Args> kRmsNorm{"aclnnRmsNorm", kRmsNormArguments, kKernels};
constexpr Operator<Args> kAddRmsNorm{"aclnnAddRmsNorm", kAddRmsNormArguments, kKernels};

constexpr std::array<DType, 1> kStatistics{DType::kFloat};

// Tensors like x, of its type and shape, and the others.
Status Check(const NamedTensor& x, std::initializer_list<NamedTensor> inputs, const NamedTensor& gamma,
             std::initializer_list<NamedTensor> outputs, const NamedTensor& rstd) {
  ArgumentChecks check;
  check.NotNull(x);
  for (const NamedTensor& input : inputs) {
    check.NotNull(input);
  }
  check.NotNull(gamma);
  for (const NamedTensor& output : outputs) {
    check.NotNull(output);
  }
  check.NotNull(rstd).DtypeIn(x, FloatDtypes());
  for (const NamedTensor& input : inputs) {
    check.SameDtype(input, x);
  }
  norms::CheckParameterDtypes(check, {gamma}, x);
  for (const NamedTensor& output : outputs) {
    check.SameDtype(output, x);
  }
  check.DtypeIn(rstd, kStatistics);
  norms::CheckViews(check, {x, gamma}, {rstd});
  norms::CheckViews(check, inputs, outputs);
  for (const NamedTensor& input : inputs) {
    check.SameShape(input, x);
  }
  check.Require(
      gamma.name, "the last dims of the input, at least one",
      [&] { return norms::EndsWith(*x.tensor, gamma.tensor->viewDims); },
      [&] { return ShapeText(gamma.tensor->viewDims) + " for " + ShapeText(x.tensor->viewDims); });
  for (const NamedTensor& output : outputs) {
    check.SameShape(output, x);
  }
  if (!check.Failed()) {
    check.NumElements(rstd, norms::RowsOf(*x.tensor, gamma.tensor->viewDims.size()),
                      "the product of the dims before gamma's");
  }
  return check.Result();
}

// The rows of tensors that passed the checks.
RowShape ShapeOf(const aclTensor* x, const aclTensor* gamma) {
  return {.rows = norms::RowsOf(*x, gamma->viewDims.size()).value_or(0), .channels = NumElements(*gamma)};
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const aclTensor* x, const aclTensor* gamma,
            double epsilon, const TensorsOfCall& tensors) {
  Args args;
  args.shape = ShapeOf(x, gamma);
  args.epsilon = epsilon;
  args.centred = false;
  return call.Bind(op, args, tensors);
}

}  // namespace
}  // namespace openaclnn

aclnnStatus aclnnRmsNormGetWorkspaceSize(const aclTensor* x, const aclTensor* gamma, double epsilon,
                                         aclTensor* yOut, aclTensor* rstdOut, uint64_t* workspaceSize,
                                         aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
    const Status status = Check({"x", x}, {}, {"gamma", gamma}, {{"yOut", yOut}}, {"rstdOut", rstdOut});
    return status.IsOk() ? Bind(call, kRmsNorm, x, gamma, epsilon, {x, gamma, yOut, rstdOut}) : status;
  });
}

OPENACLNN_PHASE_TWO(aclnnRmsNorm)

aclnnStatus aclnnAddRmsNormGetWorkspaceSize(const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma,
                                            double epsilon, aclTensor* yOut, aclTensor* rstdOut,
                                            aclTensor* xOut, uint64_t* workspaceSize,
                                            aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
    const Status status = Check({"x1", x1}, {{"x2", x2}}, {"gamma", gamma}, {{"yOut", yOut}, {"xOut", xOut}},
                                {"rstdOut", rstdOut});
    return status.IsOk() ? Bind(call, kAddRmsNorm, x1, gamma, epsilon, {x1, x2, gamma, yOut, rstdOut, xOut})
                         : status;
  });
}

OPENACLNN_PHASE_TWO(aclnnAddRmsNorm)
