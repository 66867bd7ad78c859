// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_fast_gelu.h"
#include "aclnnop/aclnn_fast_gelu_backward.h"
#include "aclnnop/aclnn_logit.h"
#include "aclnnop/aclnn_logit_grad.h"
#include "aclnnop/aclnn_logsigmoid.h"
#include "aclnnop/aclnn_logsigmoid_backward.h"
#include "aclnnop/aclnn_mish.h"
#include "aclnnop/aclnn_mish_backward.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_silu_backward.h"
#include "aclnnop/aclnn_swish.h"
#include "aclnnop/aclnn_swish_backward.h"
#include "aclnnop/aclnn_tanh_backward.h"
#include "catalogue/rows/activation/operands.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::activation::smooth {
namespace {

Argument Beta() {
  Argument beta = Number("betaOptional", 1);
  beta.optional = true;
  return beta;
}

Argument Eps() {
  return Real("eps", "distance from 0 and 1; negative: no clamping", 0.125);
}

aclnnStatus LogSigmoidForward(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                              aclOpExecutor** executor) {
  return aclnnLogSigmoidForwardGetWorkspaceSize(self, out, nullptr, workspaceSize, executor);
}

aclnnStatus LogSigmoidBackward(const aclTensor* gradOutput, const aclTensor* self, aclTensor* gradInput,
                               uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnLogSigmoidBackwardGetWorkspaceSize(gradOutput, self, nullptr, gradInput, workspaceSize,
                                                 executor);
}

}  // namespace

std::vector<Operator> Rows() {
  const DTypes complex{ACL_COMPLEX64, ACL_COMPLEX128};
  return {
      Pointwise(TwoPhases<&aclnnLogSigmoidGetWorkspaceSize, &aclnnLogSigmoid>("aclnnLogSigmoid"),
                "logarithm of the logistic function", {"out = -log(1 + e^-self)"}, {In(), Out()}),
      Pointwise(TwoPhases<&LogSigmoidForward, &aclnnLogSigmoidForward>("aclnnLogSigmoidForward"),
                "logarithm of the logistic function", {"out = -log(1 + e^-self)"}, {In(), Out()}),
      Pointwise(TwoPhases<&LogSigmoidBackward, &aclnnLogSigmoidBackward>("aclnnLogSigmoidBackward"),
                "gradient of the logarithm of the logistic function",
                {"gradInput = gradOutput / (1 + e^self)"}, {In("gradOutput"), In(), GradInput()}),
      Pointwise(TwoPhases<&aclnnMishGetWorkspaceSize, &aclnnMish>("aclnnMish"), "Mish activation",
                {"out = self tanh(log(1 + e^self))"}, {In(), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceMishGetWorkspaceSize, &aclnnInplaceMish>("aclnnInplaceMish"),
                "Mish activation, in place", {"selfRef = selfRef tanh(log(1 + e^selfRef))"},
                {InPlace("selfRef", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnMishBackwardGetWorkspaceSize, &aclnnMishBackward>("aclnnMishBackward"),
                "gradient of the Mish activation", {"gradInput = gradOutput (t + self s (1 - t^2))"},
                {In("gradOutput"), In(), GradInput()}),
      Pointwise(
          TwoPhases<&aclnnSigmoidBackwardGetWorkspaceSize, &aclnnSigmoidBackward>("aclnnSigmoidBackward"),
          "gradient of the logistic function", {"gradInput = gradOutput output (1 - output)"},
          {With(In("gradOutput"), complex), With(In("output"), complex), With(GradInput(), complex)}),
      Pointwise(TwoPhases<&aclnnSiluGetWorkspaceSize, &aclnnSilu>("aclnnSilu"), "sigmoid linear unit",
                {"out = self / (1 + e^-self)"}, {In(), Out()}),
      Pointwise(TwoPhases<&aclnnSiluBackwardGetWorkspaceSize, &aclnnSiluBackward>("aclnnSiluBackward"),
                "gradient of the sigmoid linear unit", {"gradInput = gradOutput s (1 + self (1 - s))"},
                {In("gradOutput"), In(), GradInput()}),
      Pointwise(TwoPhases<&aclnnSwishGetWorkspaceSize, &aclnnSwish>("aclnnSwish"), "Swish activation",
                {"out = self / (1 + e^(-beta self))"}, {In(), Beta(), Out()}),
      Pointwise(TwoPhases<&aclnnSwishBackwardGetWorkspaceSize, &aclnnSwishBackward>("aclnnSwishBackward"),
                "gradient of the Swish activation", {"gradInput = gradOutput s (1 + beta self (1 - s))"},
                {In("gradOutput"), In(), Beta(), GradInput()}),
      Pointwise(TwoPhases<&aclnnFastGeluGetWorkspaceSize, &aclnnFastGelu>("aclnnFastGelu"),
                "Gaussian error linear unit, approximated", {"out = self / (1 + e^(-1.702 self))"},
                {In(), Out()}),
      Pointwise(
          TwoPhases<&aclnnFastGeluBackwardGetWorkspaceSize, &aclnnFastGeluBackward>("aclnnFastGeluBackward"),
          "gradient of the approximated Gaussian error linear unit",
          {"gradInput = gradOutput s (1 + 1.702 self (1 - s))"}, {In("gradOutput"), In(), GradInput()}),
      Pointwise(TwoPhases<&aclnnLogitGetWorkspaceSize, &aclnnLogit>("aclnnLogit"),
                "inverse of the logistic function",
                {"out = log(z / (1 - z)), z = clamp(input, eps, 1 - eps)"},
                {Input("input", Numbers()), Eps(),
                 Output("out", FloatsAndDouble(), PromotedToFloating({"input"}))}),
      Pointwise(TwoPhases<&aclnnLogitGradGetWorkspaceSize, &aclnnLogitGrad>("aclnnLogitGrad"),
                "gradient of the inverse of the logistic function",
                {"dx = dy / (x (1 - x)), 0 outside of [eps, 1 - eps]"},
                {In("x"), InputAs("dy", FloatsAndDouble(), "x"), Eps(), Out("dx")}),
      Pointwise(TwoPhases<&aclnnTanhBackwardGetWorkspaceSize, &aclnnTanhBackward>("aclnnTanhBackward"),
                "gradient of the hyperbolic tangent", {"gradInput = gradOutput (1 - output^2)"},
                {With(In("gradOutput"), complex), With(In("output"), complex), With(GradInput(), complex)}),
  };
}

}  // namespace openaclnn::catalogue::activation::smooth
