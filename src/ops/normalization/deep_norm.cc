// SPDX-License-Identifier: Apache-2.0
//
// aclnnDeepNorm and aclnnDeepNormGrad: layer normalization of alpha * x + gx.
#include "aclnnop/aclnn_deep_norm.h"

#include <array>
#include <initializer_list>

#include "aclnnop/aclnn_deep_norm_grad.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

using Forward = RowNormArgs;
using Backward = RowNormBackwardArgs;

constexpr std::array<const KernelEntry<Forward>*, 1> kKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<Forward>, 7> kArguments{{
    {"x", Role::kInput, &Forward::input},
    {"gx", Role::kInput, &Forward::added},
    {"beta", Role::kInput, &Forward::shift},
    {"gamma", Role::kInput, &Forward::scale},
    {"meanOut", Role::kOutput, &Forward::mean},
    {"rstdOut", Role::kOutput, &Forward::rstd},
    {"yOut", Role::kOutput, &Forward::out, true},
}};
constexpr Operator<Forward> kDeepNorm{"aclnnDeepNorm", kArguments, kKernels};

constexpr std::array<const KernelEntry<Backward>*, 1> kBackwardKernels{&kRowNormBackwardCpu};
constexpr std::array<TensorArgument<Backward>, 10> kBackwardArguments{{
    {"dy", Role::kInput, &Backward::gradOut},
    {"x", Role::kInput, &Backward::input},
    {"gx", Role::kInput, &Backward::added},
    {"gamma", Role::kInput, &Backward::scale},
    {"mean", Role::kInput, &Backward::mean},
    {"rstd", Role::kInput, &Backward::rstd},
    {"dxOut", Role::kOutput, &Backward::gradFactored},
    {"dgxOut", Role::kOutput, &Backward::gradInput, true},
    {"dbetaOut", Role::kOutput, &Backward::gradShift},
    {"dgammaOut", Role::kOutput, &Backward::gradScale},
}};
constexpr Operator<Backward> kDeepNormGrad{"aclnnDeepNormGrad", kBackwardArguments, kBackwardKernels};

constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};

// The tensors of a call by what they have to be.
struct Kinds {
  NamedTensor x;
  NamedTensor gamma;
  std::initializer_list<NamedTensor> likeX;
  std::initializer_list<NamedTensor> likeXOut;
  std::initializer_list<NamedTensor> parameters;  // shape of gamma
  std::initializer_list<NamedTensor> sums;        // shape of gamma, FLOAT
  std::initializer_list<NamedTensor> statistics;
  bool statisticsAreOutputs;
};

void Check(ArgumentChecks& check, const Kinds& kinds) {
  const NamedTensor& x = kinds.x;
  const NamedTensor& gamma = kinds.gamma;
  check.DtypeIn(x, FloatDtypes());
  for (const auto& tensors : {kinds.likeX, kinds.likeXOut}) {
    for (const NamedTensor& tensor : tensors) {
      check.SameDtype(tensor, x);
    }
  }
  norms::CheckParameterDtypes(check, {gamma}, x);
  norms::CheckParameterDtypes(check, kinds.parameters, x);
  for (const auto& tensors : {kinds.sums, kinds.statistics}) {
    for (const NamedTensor& tensor : tensors) {
      check.DtypeIn(tensor, kFloatAlone);
    }
  }
  norms::CheckViews(check, {x, gamma}, kinds.likeXOut);
  norms::CheckViews(check, kinds.likeX, kinds.sums);
  norms::CheckViews(check, kinds.parameters, {});
  if (kinds.statisticsAreOutputs) {
    norms::CheckViews(check, {}, kinds.statistics);
  } else {
    norms::CheckViews(check, kinds.statistics, {});
  }
  for (const auto& tensors : {kinds.likeX, kinds.likeXOut}) {
    for (const NamedTensor& tensor : tensors) {
      check.SameShape(tensor, x);
    }
  }
  check.Require(
      gamma.name, "the last dims of x, at least one",
      [&] { return norms::EndsWith(*x.tensor, gamma.tensor->viewDims); },
      [&] { return ShapeText(gamma.tensor->viewDims) + " for " + ShapeText(x.tensor->viewDims); });
  for (const auto& tensors : {kinds.parameters, kinds.sums}) {
    for (const NamedTensor& tensor : tensors) {
      check.SameShape(tensor, gamma);
    }
  }
  for (const NamedTensor& tensor : kinds.statistics) {
    if (!check.Failed()) {
      check.NumElements(tensor, norms::RowsOf(*x.tensor, gamma.tensor->viewDims.size()),
                        "the product of the dims before gamma's");
    }
  }
}

// The rows of tensors that passed the checks.
RowShape ShapeOf(const NamedTensor& x, const NamedTensor& gamma) {
  return {.rows = norms::RowsOf(*x.tensor, gamma.tensor->viewDims.size()).value_or(0),
          .channels = NumElements(*gamma.tensor)};
}

Status Bind(PhaseOneCall& call, const Tensors<7>& given, double alpha, double epsilon) {
  const auto named = Named(kDeepNorm, given);
  const auto& [x, gx, beta, gamma, mean, rstd, out] = named;
  ArgumentChecks check;
  for (const NamedTensor& tensor : named) {
    check.NotNull(tensor);
  }
  Check(check, {x, gamma, {gx}, {out}, {beta}, {}, {mean, rstd}, true});
  if (check.Failed()) {
    return check.Result();
  }
  Forward args;
  args.shape = ShapeOf(x, gamma);
  args.epsilon = epsilon;
  args.inputFactor = static_cast<float>(alpha);
  args.roundsSum = false;
  return call.Bind(kDeepNorm, args, TensorsOf(given));
}

Status BindGradient(PhaseOneCall& call, const Tensors<10>& given, double alpha) {
  const auto named = Named(kDeepNormGrad, given);
  const auto& [gradOut, x, gx, gamma, mean, rstd, gradX, gradGx, gradBeta, gradGamma] = named;
  ArgumentChecks check;
  for (const NamedTensor& tensor : named) {
    check.NotNull(tensor);
  }
  Check(check, {x, gamma, {gradOut, gx}, {gradX, gradGx}, {}, {gradBeta, gradGamma}, {mean, rstd}, false});
  if (check.Failed()) {
    return check.Result();
  }
  Backward args;
  args.shape = ShapeOf(x, gamma);
  args.inputFactor = static_cast<float>(alpha);
  return call.Bind(kDeepNormGrad, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnDeepNorm,
               (const aclTensor* x, const aclTensor* gx, const aclTensor* beta, const aclTensor* gamma,
                double alpha, double epsilon, aclTensor* meanOut, aclTensor* rstdOut, aclTensor* yOut),
               Bind(call, {x, gx, beta, gamma, meanOut, rstdOut, yOut}, alpha, epsilon))

OPENACLNN_CALL(aclnnDeepNormGrad,
               (const aclTensor* dy, const aclTensor* x, const aclTensor* gx, const aclTensor* gamma,
                const aclTensor* mean, const aclTensor* rstd, double alpha, aclTensor* dxOut,
                aclTensor* dgxOut, aclTensor* dbetaOut, aclTensor* dgammaOut),
               BindGradient(call, {dy, x, gx, gamma, mean, rstd, dxOut, dgxOut, dbetaOut, dgammaOut}, alpha))
