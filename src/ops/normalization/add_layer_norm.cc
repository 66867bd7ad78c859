// SPDX-License-Identifier: Apache-2.0
//
// aclnnAddLayerNorm and aclnnAddLayerNormGrad: layer normalization of a sum of tensors.
#include <array>
#include <initializer_list>

#include "aclnnop/aclnn_add_layer_norm.h"
#include "aclnnop/aclnn_add_layer_norm_grad.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

using Forward = RowNormArgs;
using Backward = RowNormBackwardArgs;

constexpr std::array<const KernelEntry<Forward>*, 1> kKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<Forward>, 9> kArguments{{
    {"x1", Role::kInput, &Forward::input},
    {"x2", Role::kInput, &Forward::added},
    {"gamma", Role::kInput, &Forward::scale},
    {"beta", Role::kInput, &Forward::shift},
    {"biasOptional", Role::kInput, &Forward::bias},
    {"yOut", Role::kOutput, &Forward::out, true},
    {"meanOut", Role::kOutput, &Forward::mean},
    {"rstdOut", Role::kOutput, &Forward::rstd},
    {"xOut", Role::kOutput, &Forward::sum, true},
}};
constexpr Operator<Forward> kAddLayerNorm{"aclnnAddLayerNorm", kArguments, kKernels};

constexpr std::array<const KernelEntry<Backward>*, 1> kBackwardKernels{&kRowNormBackwardCpu};
constexpr std::array<TensorArgument<Backward>, 10> kBackwardArguments{{
    {"dy", Role::kInput, &Backward::gradOut},
    {"x1", Role::kInput, &Backward::input},
    {"x2", Role::kInput, &Backward::added},
    {"rstd", Role::kInput, &Backward::rstd},
    {"mean", Role::kInput, &Backward::mean},
    {"gamma", Role::kInput, &Backward::scale},
    {"dsumOptional", Role::kInput, &Backward::passed, false, true},
    {"dxOut", Role::kOutput, &Backward::gradInput, true},
    {"dgammaOut", Role::kOutput, &Backward::gradScale},
    {"dbetaOut", Role::kOutput, &Backward::gradShift},
}};
constexpr Operator<Backward> kAddLayerNormGrad{"aclnnAddLayerNormGrad", kBackwardArguments, kBackwardKernels};

constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};

// gamma, and the rows that follow from it.
RowShape CheckRows(ArgumentChecks& check, const NamedTensor& x, const NamedTensor& gamma,
                   std::initializer_list<NamedTensor> statistics) {
  check.Require(
      gamma.name, "the last dims of x1, at least one",
      [&] { return norms::EndsWith(*x.tensor, gamma.tensor->viewDims); },
      [&] { return ShapeText(gamma.tensor->viewDims) + " for " + ShapeText(x.tensor->viewDims); });
  if (check.Failed()) {
    return {};
  }
  const auto rows = norms::RowsOf(*x.tensor, gamma.tensor->viewDims.size());
  for (const NamedTensor& tensor : statistics) {
    check.NumElements(tensor, rows, "the product of the dims before gamma's");
  }
  return {.rows = rows.value_or(0), .channels = NumElements(*gamma.tensor)};
}

// Tensors of one type; or x1 and x2 of two, of which one is FLOAT, and all others FLOAT.
void CheckDtypes(ArgumentChecks& check, const NamedTensor& x1, const NamedTensor& x2,
                 std::initializer_list<NamedTensor> parameters, std::initializer_list<NamedTensor> outputs) {
  check.DtypeIn(x1, FloatDtypes()).DtypeIn(x2, FloatDtypes());
  if (check.Failed()) {
    return;
  }
  const bool isMixed = x1.tensor->dtype != x2.tensor->dtype;
  const NamedTensor& wide = isMixed && x2.tensor->dtype == DType::kFloat ? x2 : x1;
  if (isMixed) {
    check.DtypeIn(wide, kFloatAlone);
  }
  norms::CheckParameterDtypes(check, parameters, wide);
  for (const NamedTensor& output : outputs) {
    check.SameDtype(output, wide);
  }
}

Status Bind(PhaseOneCall& call, const Tensors<9>& given, double epsilon, bool additionalOutput) {
  auto [x1, x2, gamma, beta, bias, out, mean, rstd, sum] = Named(kAddLayerNorm, given);
  ArgumentChecks check;
  check.NotNull(x1).NotNull(x2).NotNull(gamma).NotNull(beta).NotNull(out).NotNull(mean).NotNull(rstd);
  if (additionalOutput) {
    check.NotNull(sum);
  } else {
    check.LiveOrNull(sum);
    sum.tensor = nullptr;  // nothing else of it is looked at
  }
  CheckDtypes(check, x1, x2, {gamma, beta, bias}, {out});
  if (additionalOutput) {
    check.SameDtype(sum, out);
  }
  check.DtypeIn(mean, kFloatAlone).DtypeIn(rstd, kFloatAlone);
  norms::CheckViews(check, {x1, x2, gamma, beta, bias}, {out, mean, rstd, sum});
  check.SameShape(x2, x1);
  Forward args;
  args.shape = CheckRows(check, x1, gamma, {mean, rstd});
  check.SameShape(beta, gamma);
  if (bias.tensor != nullptr) {
    check.Require(
        bias.name, "the shape of gamma or of x1",
        [&] {
          return bias.tensor->viewDims == gamma.tensor->viewDims ||
                 bias.tensor->viewDims == x1.tensor->viewDims;
        },
        [&] { return ShapeText(bias.tensor->viewDims) + " for " + ShapeText(x1.tensor->viewDims); });
  }
  check.SameShape(out, x1);
  if (additionalOutput) {
    check.SameShape(sum, x1);
  }
  if (check.Failed()) {
    return check.Result();
  }
  args.epsilon = epsilon;
  args.roundsSum = false;
  TensorsOfCall tensors = TensorsOf(std::span(given).first(8));
  tensors.push_back({given[8], additionalOutput});
  return call.Bind(kAddLayerNorm, args, tensors);
}

Status BindGradient(PhaseOneCall& call, const Tensors<10>& given) {
  const auto [gradOut, x1, x2, rstd, mean, gamma, passed, gradX, gradGamma, gradBeta] =
      Named(kAddLayerNormGrad, given);
  ArgumentChecks check;
  for (const NamedTensor* tensor :
       {&gradOut, &x1, &x2, &rstd, &mean, &gamma, &gradX, &gradGamma, &gradBeta}) {
    check.NotNull(*tensor);
  }
  check.LiveOrNull(passed).DtypeIn(gradOut, FloatDtypes());
  for (const NamedTensor* tensor : {&x1, &x2, &gamma, &gradX}) {
    check.SameDtype(*tensor, gradOut);
  }
  if (passed.tensor != nullptr) {
    check.SameDtype(passed, gradOut);
  }
  for (const NamedTensor* tensor : {&rstd, &mean, &gradGamma, &gradBeta}) {
    check.DtypeIn(*tensor, kFloatAlone);
  }
  norms::CheckViews(check, {gradOut, x1, x2, rstd, mean, gamma, passed}, {gradX, gradGamma, gradBeta});
  check.SameShape(gradOut, x1).SameShape(x2, x1);
  Backward args;
  args.shape = CheckRows(check, x1, gamma, {rstd, mean});
  if (passed.tensor != nullptr) {
    check.SameShape(passed, x1);
  }
  check.SameShape(gradX, x1).SameShape(gradGamma, gamma).SameShape(gradBeta, gamma);
  return check.Failed() ? check.Result() : call.Bind(kAddLayerNormGrad, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAddLayerNorm,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* beta,
                const aclTensor* biasOptional, double epsilon, bool additionalOutput, const aclTensor* yOut,
                const aclTensor* meanOut, const aclTensor* rstdOut, const aclTensor* xOut),
               Bind(call, {x1, x2, gamma, beta, biasOptional, yOut, meanOut, rstdOut, xOut}, epsilon,
                    additionalOutput))

OPENACLNN_CALL(aclnnAddLayerNormGrad,
               (const aclTensor* dy, const aclTensor* x1, const aclTensor* x2, const aclTensor* rstd,
                const aclTensor* mean, const aclTensor* gamma, const aclTensor* dsumOptional,
                const aclTensor* dxOut, const aclTensor* dgammaOut, const aclTensor* dbetaOut),
               BindGradient(call, {dy, x1, x2, rstd, mean, gamma, dsumOptional, dxOut, dgammaOut, dbetaOut}))
