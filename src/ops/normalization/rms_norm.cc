// SPDX-License-Identifier: Apache-2.0
//
// aclnnRmsNorm, aclnnGemmaRmsNorm, and these of sums: aclnnAddRmsNorm, aclnnInplaceAddRmsNorm and
// aclnnAddRmsNormCast.
#include "aclnnop/aclnn_rms_norm.h"

#include <array>

#include "aclnnop/aclnn_add_rms_norm.h"
#include "aclnnop/aclnn_add_rms_norm_cast.h"
#include "aclnnop/aclnn_gemma_rms_norm.h"
#include "aclnnop/aclnn_inplace_add_rms_norm.h"
#include "executor/phases.h"
#include "ops/common/entry.h"
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
constexpr std::array<TensorArgument<Args>, 6> kInplaceAddRmsNormArguments{{
    {"x1Ref", Role::kInput, &Args::input},
    {"x2Ref", Role::kInput, &Args::added},
    {"gamma", Role::kInput, &Args::scale},
    {"x1Ref", Role::kOutput, &Args::out, true},
    {"x2Ref", Role::kOutput, &Args::sum, true},
    {"rstdOut", Role::kOutput, &Args::rstd},
}};
constexpr std::array<TensorArgument<Args>, 7> kAddRmsNormCastArguments{{
    {"x1", Role::kInput, &Args::input},
    {"x2", Role::kInput, &Args::added},
    {"gamma", Role::kInput, &Args::scale},
    {"y1Out", Role::kOutput, &Args::out},
    {"y2Out", Role::kOutput, &Args::rounded, true},
    {"rstdOut", Role::kOutput, &Args::rstd},
    {"xOut", Role::kOutput, &Args::sum, true},
}};
constexpr Operator<Args> kGemmaRmsNorm{"aclnnGemmaRmsNorm", kRmsNormArguments, kKernels};
constexpr Operator<Args> kInplaceAddRmsNorm{"aclnnInplaceAddRmsNorm", kInplaceAddRmsNormArguments, kKernels};
constexpr Operator<Args> kAddRmsNormCast{"aclnnAddRmsNormCast", kAddRmsNormCastArguments, kKernels};
constexpr Operator<Args> kRmsNorm{"aclnnRmsNorm", kRmsNormArguments, kKernels};
constexpr Operator<Args> kAddRmsNorm{"aclnnAddRmsNorm", kAddRmsNormArguments, kKernels};

constexpr std::array<DType, 1> kStatistics{DType::kFloat};

// Tensors like x, of its type and shape, and the others; `wide`, if it is given, is FLOAT.
Status Check(const NamedTensor& x, std::initializer_list<NamedTensor> inputs, const NamedTensor& gamma,
             std::initializer_list<NamedTensor> outputs, const NamedTensor& rstd,
             const NamedTensor* wide = nullptr) {
  ArgumentChecks check;
  check.NotNull(x);
  for (const NamedTensor& input : inputs) {
    check.NotNull(input);
  }
  check.NotNull(gamma);
  if (wide != nullptr) {
    check.NotNull(*wide);
  }
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
  if (wide != nullptr) {
    check.DtypeIn(*wide, kStatistics).ValidOutputView(*wide);
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
  if (wide != nullptr) {
    check.SameShape(*wide, x);
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
            double epsilon, const TensorsOfCall& tensors, bool scaleByOne = false) {
  Args args;
  args.scaleByOne = scaleByOne;
  args.shape = ShapeOf(x, gamma);
  args.epsilon = epsilon;
  args.centred = false;
  return call.Bind(op, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(
    aclnnRmsNorm,
    (const aclTensor* x, const aclTensor* gamma, double epsilon, aclTensor* yOut, aclTensor* rstdOut), {
      return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
        const Status status = Check({"x", x}, {}, {"gamma", gamma}, {{"yOut", yOut}}, {"rstdOut", rstdOut});
        return status.IsOk() ? Bind(call, kRmsNorm, x, gamma, epsilon, {x, gamma, yOut, rstdOut}) : status;
      });
    })

OPENACLNN_ENTRY(aclnnAddRmsNorm,
                (const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, double epsilon,
                 aclTensor* yOut, aclTensor* rstdOut, aclTensor* xOut),
                {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
                    const Status status = Check({"x1", x1}, {{"x2", x2}}, {"gamma", gamma},
                                                {{"yOut", yOut}, {"xOut", xOut}}, {"rstdOut", rstdOut});
                    return status.IsOk() ? Bind(call, kAddRmsNorm, x1, gamma, epsilon,
                                                {x1, x2, gamma, yOut, rstdOut, xOut})
                                         : status;
                  });
                })

OPENACLNN_ENTRY(
    aclnnGemmaRmsNorm,
    (const aclTensor* x, const aclTensor* gamma, double epsilon, aclTensor* yOut, aclTensor* rstdOut), {
      return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
        const Status status = Check({"x", x}, {}, {"gamma", gamma}, {{"yOut", yOut}}, {"rstdOut", rstdOut});
        return status.IsOk() ? Bind(call, kGemmaRmsNorm, x, gamma, epsilon, {x, gamma, yOut, rstdOut}, true)
                             : status;
      });
    })

OPENACLNN_ENTRY(aclnnInplaceAddRmsNorm,
                (aclTensor * x1Ref, aclTensor* x2Ref, const aclTensor* gamma, double epsilon,
                 aclTensor* rstdOut),
                {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
                    const Status status = Check({"x1Ref", x1Ref}, {{"x2Ref", x2Ref}}, {"gamma", gamma},
                                                {{"x1Ref", x1Ref}, {"x2Ref", x2Ref}}, {"rstdOut", rstdOut});
                    return status.IsOk() ? Bind(call, kInplaceAddRmsNorm, x1Ref, gamma, epsilon,
                                                {x1Ref, x2Ref, gamma, x1Ref, x2Ref, rstdOut})
                                         : status;
                  });
                })

OPENACLNN_ENTRY(aclnnAddRmsNormCast,
                (const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, double epsilon,
                 aclTensor* y1Out, aclTensor* y2Out, aclTensor* rstdOut, aclTensor* xOut),
                {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
                    const NamedTensor wide{"y1Out", y1Out};
                    const Status status =
                        Check({"x1", x1}, {{"x2", x2}}, {"gamma", gamma}, {{"y2Out", y2Out}, {"xOut", xOut}},
                              {"rstdOut", rstdOut}, &wide);
                    return status.IsOk() ? Bind(call, kAddRmsNormCast, x1, gamma, epsilon,
                                                {x1, x2, gamma, y1Out, y2Out, rstdOut, xOut})
                                         : status;
                  });
                })
