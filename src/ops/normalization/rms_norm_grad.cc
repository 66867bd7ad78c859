// SPDX-License-Identifier: Apache-2.0
//
// aclnnRmsNormGrad.
#include "aclnnop/aclnn_rms_norm_grad.h"

#include <array>
#include <optional>

#include "ops/common/entry.h"
#include "ops/common/named.h"
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

Status Bind(PhaseOneCall& call, const Tensors<6>& given) {
  const auto [gradOut, x, rstd, gamma, gradX, gradGamma] = Named(kRmsNormGrad, given);
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
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<int64_t> rows = norms::RowsOf(*x.tensor, gamma.tensor->viewDims.size());
  check.NumElements(rstd, rows, "the product of the dims before gamma's");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.centred = false;
  args.shape = {.rows = rows.value_or(0), .channels = NumElements(*gamma.tensor)};
  return call.Bind(kRmsNormGrad, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRmsNormGrad,
               (const aclTensor* dy, const aclTensor* x, const aclTensor* rstd, const aclTensor* gamma,
                aclTensor* dxOut, aclTensor* dgammaOut),
               Bind(call, {dy, x, rstd, gamma, dxOut, dgammaOut}))
