// SPDX-License-Identifier: Apache-2.0
//
// aclnnRmsNormGrad.
#include "aclnnop/aclnn_rms_norm_grad.h"

#include <array>

#include "executor/phases.h"
#include "ops/common/entry.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

using Args = RowNormBackwardArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kRowNormBackwardCpu};
constexpr std::array<TensorArgument<Args>, 6> kArguments{{
    {"dy", Role::kInput, &Args::gradOut},
    {"x", Role::kInput, &Args::input},
    {"rstd", Role::kInput, &Args::rstd},
    {"gamma", Role::kInput, &Args::scale},
    {"dxOut", Role::kOutput, &Args::gradInput, true},
    {"dgammaOut", Role::kOutput, &Args::gradScale},
}};
constexpr Operator<Args> kRmsNormGrad{"aclnnRmsNormGrad", kArguments, kKernels};
constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};

struct Tensors {
  NamedTensor gradOut;
  NamedTensor x;
  NamedTensor rstd;
  NamedTensor gamma;
  NamedTensor gradX;
  NamedTensor gradGamma;
};

Status Check(const Tensors& given) {
  const auto& [gradOut, x, rstd, gamma, gradX, gradGamma] = given;
  ArgumentChecks check;
  check.NotNull(gradOut).NotNull(x).NotNull(rstd).NotNull(gamma).NotNull(gradX).NotNull(gradGamma);
  check.SameDtype(gradOut, x, FloatDtypes()).DtypeIn(x, FloatDtypes()).DtypeIn(rstd, kFloatAlone);
  norms::CheckParameterDtypes(check, {gamma}, x);
  check.SameDtype(gradX, x).DtypeIn(gradGamma, kFloatAlone);
  norms::CheckViews(check, {gradOut, x, rstd, gamma}, {gradX, gradGamma});
  check.SameShape(gradOut, x);
  check.Require(
      gamma.name, "the last dims of x, at least one",
      [&tensor = x, &last = gamma] { return norms::EndsWith(*tensor.tensor, last.tensor->viewDims); },
      [&tensor = x, &last = gamma] {
        return ShapeText(last.tensor->viewDims) + " for " + ShapeText(tensor.tensor->viewDims);
      });
  check.SameShape(gradX, x).SameShape(gradGamma, gamma);
  if (!check.Failed()) {
    check.NumElements(rstd, norms::RowsOf(*x.tensor, gamma.tensor->viewDims.size()),
                      "the product of the dims before gamma's");
  }
  return check.Result();
}

Status Bind(PhaseOneCall& call, const Tensors& given) {
  if (Status status = Check(given); !status.IsOk()) {
    return status;
  }
  Args args;
  args.centred = false;
  args.shape = {.rows = norms::RowsOf(*given.x.tensor, given.gamma.tensor->viewDims.size()).value_or(0),
                .channels = NumElements(*given.gamma.tensor)};
  return call.Bind(kRmsNormGrad, args,
                   {given.gradOut.tensor, given.x.tensor, given.rstd.tensor, given.gamma.tensor,
                    given.gradX.tensor, given.gradGamma.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(
    aclnnRmsNormGrad,
    (const aclTensor* dy, const aclTensor* x, const aclTensor* rstd, const aclTensor* gamma, aclTensor* dxOut,
     aclTensor* dgammaOut),
    Bind(
        call,
        {{"dy", dy}, {"x", x}, {"rstd", rstd}, {"gamma", gamma}, {"dxOut", dxOut}, {"dgammaOut", dgammaOut}}))
