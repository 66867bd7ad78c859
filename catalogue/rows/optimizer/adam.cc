// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_apply_adam.h"
#include "aclnnop/aclnn_apply_adam_w.h"
#include "aclnnop/aclnn_apply_adam_w_v2.h"
#include "aclnnop/aclnn_apply_fused_ema_adam.h"
#include "aclnnop/aclnn_fused_adam.h"
#include "aclnnop/aclnn_fused_adamw.h"
#include "catalogue/rows/optimizer/updates.h"

namespace openaclnn::catalogue::optimizer::adam {
namespace {

// Second moments are squares.
Argument Squares(Argument argument) {
  argument.holds = Meaning::kProbabilities;
  return argument;
}

Argument Rate() {
  return Real("lr", "learning rate", 0.001);
}
Argument Beta1() {
  return Real("beta1", "how much of the first moment stays", 0.9);
}
Argument Beta2() {
  return Real("beta2", "how much of the second moment stays", 0.999);
}
Argument Decay() {
  return Real("weightDecay", "how fast parameters shrink", 0.01);
}
Argument Epsilon() {
  return Real("eps", "added to the divisor", 1e-8);
}
Argument Amsgrad() {
  return Flag("amsgrad", "whether the largest second moment counts");
}
Argument Maximize() {
  return Flag("maximize", "whether parameters follow the gradients");
}
Argument Step(const char* name) {
  Argument step = One(name, "number of this step", {ACL_FLOAT, ACL_INT64, ACL_INT32});
  step.holds = Meaning::kOnes;
  return step;
}
DTypes Scalars() {
  return FloatsAndDouble();
}

Operator Fused(Phases phases, std::string summary) {
  Argument scale = One("gradScaleOptional", "divides the gradients", {ACL_FLOAT});
  scale.optional = true;
  scale.holds = Meaning::kOnes;
  Argument found = One("foundInfOptional", "whether nothing changes", {ACL_FLOAT});
  found.optional = true;
  Operator row{
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {"m = beta1 * m + (1 - beta1) * g", "v = beta2 * v + (1 - beta2) * g^2",
                  "p -= lr / (1 - beta1^step) * m / (sqrt(v / (1 - beta2^step)) + eps)"},
      .arguments = {Updated("paramsRef", "parameters", "paramsRef"), Read("grads", "gradients", "paramsRef"),
                    Updated("expAvgsRef", "first moments", "paramsRef"),
                    Squares(Updated("expAvgSqsRef", "second moments", "paramsRef")),
                    Squares(Updated("maxExpAvgSqsRef", "largest second moments", "paramsRef")),
                    Step("stateSteps"), std::move(scale), std::move(found), Rate(), Beta1(), Beta2(), Decay(),
                    Epsilon(), Amsgrad(), Maximize()},
      .runExample =
          "--params-ref p.npy --grads g.npy --exp-avgs-ref m.npy --exp-avg-sqs-ref v.npy --state-steps t.npy "
          "--params-ref-result p.npy",
      .benchExample =
          "--params-ref 1024x1024 --grads 1024x1024 --exp-avgs-ref 1024x1024 --exp-avg-sqs-ref 1024x1024 "
          "--state-steps 1"};
  // A sample's foundInf would say that nothing changes.
  Operator made = Update(std::move(row), "paramsRef", "amsgrad", {"maxExpAvgSqsRef"});
  for (Sample& sample : made.samples) {
    sample.arguments.tensors.erase("foundInfOptional");
  }
  made.draw = [draw = made.draw](Choices& choices) {
    Arguments drawn = draw(choices);
    if (choices.Chance(192)) {
      drawn.tensors.erase("foundInfOptional");
    }
    return drawn;
  };
  return made;
}

}  // namespace

std::vector<Operator> Rows() {
  const auto scalar = [](const char* name, const char* meaning) { return One(name, meaning, Scalars()); };
  const std::string tensors = "--grad g.npy ";
  return {
      Update({.phases = TwoPhases<&aclnnApplyAdamGetWorkspaceSize, &aclnnApplyAdam>("aclnnApplyAdam"),
              .summary = "a step of Adam",
              .formula = {"m = beta1 * m + (1 - beta1) * grad", "v = beta2 * v + (1 - beta2) * grad^2",
                          "var -= lr * sqrt(1 - beta2Power) / (1 - beta1Power) * m / (sqrt(v) + epsilon)"},
              .arguments = {Updated("var", "the parameter", "var"), Updated("m", "first moment", "var"),
                            Squares(Updated("v", "second moment", "var")), scalar("beta1Power", "beta1^step"),
                            scalar("beta2Power", "beta2^step"), scalar("lr", "learning rate"),
                            scalar("beta1", "how much of the first moment stays"),
                            scalar("beta2", "how much of the second moment stays"),
                            scalar("epsilon", "added to the divisor"), Read("grad", "gradient", "var"),
                            Flag("useLocking", "has no effect"),
                            Flag("useNesterov", "whether the step looks ahead")},
              .runExample =
                  tensors +
                  "--var p.npy --m m.npy --v v.npy --beta1-power p1.npy --beta2-power p2.npy --lr lr.npy "
                  "--beta1 b1.npy --beta2 b2.npy --epsilon e.npy --var-result p.npy",
              .benchExample = "--var 1024x1024 --m 1024x1024 --v 1024x1024 --grad 1024x1024 --beta1-power 1 "
                              "--beta2-power 1 --lr 1 --beta1 1 --beta2 1 --epsilon 1"},
             "var", "", {}),
      Update({.phases = TwoPhases<&aclnnApplyAdamWGetWorkspaceSize, &aclnnApplyAdamW>("aclnnApplyAdamW"),
              .summary = "a step of AdamW, with numbers in device memory",
              .formula = {"m = beta1 * m + (1 - beta1) * grad", "v = beta2 * v + (1 - beta2) * grad^2",
                          "var = var * (1 - lr * weightDecay) - lr * m / (1 - beta1^t) / (sqrt(v / (1 - "
                          "beta2^t)) + eps)"},
              .arguments = {Updated("varRef", "the parameter", "varRef"),
                            Updated("mRef", "first moment", "varRef"),
                            Squares(Updated("vRef", "second moment", "varRef")),
                            scalar("beta1Power", "beta1^(t - 1)"), scalar("beta2Power", "beta2^(t - 1)"),
                            scalar("lr", "learning rate"),
                            scalar("weightDecay", "how fast the parameter shrinks"),
                            scalar("beta1", "how much of the first moment stays"),
                            scalar("beta2", "how much of the second moment stays"),
                            scalar("eps", "added to the divisor"), Read("grad", "gradient", "varRef"),
                            Squares(Updated("maxGradNormOptional", "largest second moment", "varRef")),
                            Amsgrad(), Maximize()},
              .runExample =
                  tensors +
                  "--var-ref p.npy --m-ref m.npy --v-ref v.npy --beta1-power p1.npy --beta2-power p2.npy "
                  "--lr lr.npy --weight-decay w.npy --beta1 b1.npy --beta2 b2.npy --eps e.npy "
                  "--var-ref-result p.npy",
              .benchExample =
                  "--var-ref 1024x1024 --m-ref 1024x1024 --v-ref 1024x1024 --grad 1024x1024 "
                  "--beta1-power 1 --beta2-power 1 --lr 1 --weight-decay 1 --beta1 1 --beta2 1 --eps 1"},
             "varRef", "amsgrad", {"maxGradNormOptional"}),
      Update(
          {.phases = TwoPhases<&aclnnApplyAdamWV2GetWorkspaceSize, &aclnnApplyAdamWV2>("aclnnApplyAdamWV2"),
           .summary = "a step of AdamW",
           .formula = {"m = beta1 * m + (1 - beta1) * grad", "v = beta2 * v + (1 - beta2) * grad^2",
                       "var = var * (1 - lr * weightDecay) - lr * m / (1 - beta1^step) / (sqrt(v / (1 - "
                       "beta2^step)) "
                       "+ eps)"},
           .arguments = {Updated("varRef", "the parameter", "varRef"),
                         Updated("mRef", "first moment", "varRef"),
                         Squares(Updated("vRef", "second moment", "varRef")),
                         Squares(Updated("maxGradNormOptionalRef", "largest second moment", "varRef")),
                         Read("grad", "gradient", "varRef"), Step("step"), Rate(), Beta1(), Beta2(), Decay(),
                         Epsilon(), Amsgrad(), Maximize()},
           .runExample =
               tensors + "--var-ref p.npy --m-ref m.npy --v-ref v.npy --step t.npy --var-ref-result p.npy",
           .benchExample =
               "--var-ref 1024x1024 --m-ref 1024x1024 --v-ref 1024x1024 --grad 1024x1024 --step 1"},
          "varRef", "amsgrad", {"maxGradNormOptionalRef"}),
      Update({.phases = TwoPhases<&aclnnApplyFusedEmaAdamGetWorkspaceSize, &aclnnApplyFusedEmaAdam>(
                  "aclnnApplyFusedEmaAdam"),
              .summary = "a step of Adam, and the average of parameters",
              .formula = {"var -= lr * m / (1 - beta1^step) / (sqrt(v / (1 - beta2^step)) + eps)",
                          "s = emaDecay * s + (1 - emaDecay) * var"},
              .arguments = {Read("grad", "gradient", "varRef"), Updated("varRef", "the parameter", "varRef"),
                            Updated("mRef", "first moment", "varRef"),
                            Squares(Updated("vRef", "second moment", "varRef")),
                            Updated("sRef", "average of parameters", "varRef"), Step("step"), Rate(),
                            Real("emaDecay", "how much of the average stays", 0.999), Beta1(), Beta2(),
                            Epsilon(),
                            Mode("mode", "what weightDecay shrinks", {{"gradient", 0}, {"parameter", 1}}),
                            Flag("biasCorrection", "whether moments are divided by what they lack"), Decay()},
              .runExample = tensors + "--var-ref p.npy --m-ref m.npy --v-ref v.npy --s-ref s.npy --step "
                                      "t.npy --var-ref-result p.npy",
              .benchExample = "--grad 1024x1024 --var-ref 1024x1024 --m-ref 1024x1024 --v-ref 1024x1024 "
                              "--s-ref 1024x1024 --step 1"},
             "varRef", "", {}),
      Fused(TwoPhases<&aclnnFusedAdamGetWorkspaceSize, &aclnnFusedAdam>("aclnnFusedAdam"),
            "a step of Adam for lists of parameters"),
      Fused(TwoPhases<&aclnnFusedAdamwGetWorkspaceSize, &aclnnFusedAdamw>("aclnnFusedAdamw"),
            "a step of AdamW for lists of parameters"),
  };
}

}  // namespace openaclnn::catalogue::optimizer::adam
