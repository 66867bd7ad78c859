// SPDX-License-Identifier: Apache-2.0
//
// aclnnRmsNormGrad and aclnnRmsNormGradQuant, whose gradient of the input is whole numbers.
#include "aclnnop/aclnn_rms_norm_grad.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_rms_norm_grad_quant.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/quantized_norm_checks.h"
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
constexpr std::array<TensorArgument<Args>, 8> kQuantArguments{{
    kArguments[0],
    kArguments[1],
    kArguments[2],
    kArguments[3],
    {"scalesX", Role::kInput, &Args::factor, false, true},
    {"offsetXOptional", Role::kInput, &Args::zeroPoint, false, true},
    {"dxOut", Role::kOutput, &Args::quantized},
    kArguments[5],
}};
constexpr Operator<Args> kRmsNormGradQuant{"aclnnRmsNormGradQuant", kQuantArguments, kKernels};
constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};
constexpr std::array<DType, 1> kInt8Alone{DType::kInt8};

// The tensors that both have, of which only gradX may have another type.
struct Common {
  NamedTensor gradOut;
  NamedTensor x;
  NamedTensor rstd;
  NamedTensor gamma;
  NamedTensor gradX;
  NamedTensor gradGamma;
};

void CheckPointers(ArgumentChecks& check, const Common& of) {
  check.NotNull(of.gradOut).NotNull(of.x).NotNull(of.rstd).NotNull(of.gamma);
  check.NotNull(of.gradX).NotNull(of.gradGamma);
}

void CheckDtypes(ArgumentChecks& check, const Common& of) {
  check.SameDtype(of.gradOut, of.x, FloatDtypes()).DtypeIn(of.x, FloatDtypes()).DtypeIn(of.rstd, kFloatAlone);
  norms::CheckParameterDtypes(check, {of.gamma}, of.x);
}

// Views and shapes; the rows that follow from them.
RowShape CheckShapes(ArgumentChecks& check, const Common& of) {
  norms::CheckViews(check, {of.gradOut, of.x, of.rstd, of.gamma}, {of.gradX, of.gradGamma});
  check.SameShape(of.gradOut, of.x);
  check.Require(
      of.gamma.name, "the last dims of x, at least one",
      [&] { return norms::EndsWith(*of.x.tensor, of.gamma.tensor->viewDims); },
      [&] { return ShapeText(of.gamma.tensor->viewDims) + " for " + ShapeText(of.x.tensor->viewDims); });
  check.SameShape(of.gradX, of.x).SameShape(of.gradGamma, of.gamma);
  if (check.Failed()) {
    return {};
  }
  const std::optional<int64_t> rows = norms::RowsOf(*of.x.tensor, of.gamma.tensor->viewDims.size());
  check.NumElements(of.rstd, rows, "the product of the dims before gamma's");
  return {.rows = rows.value_or(0), .channels = NumElements(*of.gamma.tensor)};
}

Status Bind(PhaseOneCall& call, const Tensors<6>& given) {
  const auto [gradOut, x, rstd, gamma, gradX, gradGamma] = Named(kRmsNormGrad, given);
  const Common of{gradOut, x, rstd, gamma, gradX, gradGamma};
  ArgumentChecks check;
  CheckPointers(check, of);
  CheckDtypes(check, of);
  check.SameDtype(gradX, x).DtypeIn(gradGamma, kFloatAlone);
  Args args;
  args.centred = false;
  args.shape = CheckShapes(check, of);
  return check.Failed() ? check.Result() : call.Bind(kRmsNormGrad, args, TensorsOf(given));
}

Status BindQuant(PhaseOneCall& call, const Tensors<8>& given, const char* quantMode, bool divMode) {
  const auto [gradOut, x, rstd, gamma, scales, offset, gradX, gradGamma] = Named(kRmsNormGradQuant, given);
  const Common of{gradOut, x, rstd, gamma, gradX, gradGamma};
  ArgumentChecks check;
  CheckPointers(check, of);
  check.NotNull(scales).LiveOrNull(offset).NotNull("quantMode", quantMode);
  CheckDtypes(check, of);
  norms::CheckFactorDtypes(check, scales, offset);
  check.DtypeIn(gradX, kInt8Alone).DtypeIn(gradGamma, kFloatAlone);
  check.Require(
      "quantMode", "\"static\"", [&] { return std::string_view(quantMode) == "static"; },
      [&] { return '"' + std::string(quantMode) + '"'; });
  Args args;
  args.centred = false;
  args.divides = divMode;
  args.shape = CheckShapes(check, of);
  norms::CheckFactor(check, scales, gamma);
  norms::CheckFactor(check, offset, gamma);
  return check.Failed() ? check.Result() : call.Bind(kRmsNormGradQuant, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRmsNormGrad,
               (const aclTensor* dy, const aclTensor* x, const aclTensor* rstd, const aclTensor* gamma,
                aclTensor* dxOut, aclTensor* dgammaOut),
               Bind(call, {dy, x, rstd, gamma, dxOut, dgammaOut}))

OPENACLNN_CALL(aclnnRmsNormGradQuant,
               (const aclTensor* dy, const aclTensor* x, const aclTensor* rstd, const aclTensor* gamma,
                const aclTensor* scalesX, const aclTensor* offsetXOptional, const char* quantMode,
                bool divMode, aclTensor* dxOut, aclTensor* dgammaOut),
               BindQuant(call, {dy, x, rstd, gamma, scalesX, offsetXOptional, dxOut, dgammaOut}, quantMode,
                         divMode))
