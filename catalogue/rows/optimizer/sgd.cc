// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_fused_sgd.h"
#include "catalogue/rows/optimizer/updates.h"

namespace openaclnn::catalogue::optimizer::sgd {

std::vector<Operator> Rows() {
  Argument scale = One("gradScaleOptional", "divides the gradients", {ACL_FLOAT});
  scale.optional = true;
  scale.holds = Meaning::kOnes;
  Argument buffers = Updated("momentumBufferListOptionalRef", "buffers of momentum", "paramsRef");
  // A list that is given has no null element.
  buffers.needed = [](const Arguments& known) {
    return known.Find("momentumBufferListOptionalRef") != nullptr;
  };
  buffers.optional = true;
  return {Update(
      {.phases = TwoPhases<&aclnnFusedSgdGetWorkspaceSize, &aclnnFusedSgd>("aclnnFusedSgd"),
       .summary = "a step of gradient descent for lists of parameters",
       .formula = {"buffer = momentum * buffer + (1 - dampening) * grad", "p -= lr * buffer"},
       .arguments = {Updated("paramsRef", "parameters", "paramsRef"),
                     Updated("gradsRef", "gradients", "paramsRef"), buffers, scale,
                     Real("weightDecay", "the parameters' part in their gradients", 0.01),
                     Real("momentum", "how much of a buffer stays", 0.9), Real("lr", "learning rate", 0.1),
                     Real("dampening", "how much of a gradient does not get into the buffer", 0),
                     Flag("nesterov", "whether the step looks ahead"),
                     Flag("maximize", "whether parameters follow the gradients"),
                     Flag("isFirstStep", "whether the buffers hold nothing yet")},
       .runExample = "--params-ref p.npy --grads-ref g.npy --params-ref-result p.npy",
       .benchExample = "--params-ref 1024x1024 --grads-ref 1024x1024"},
      "paramsRef", "", {})};
}

}  // namespace openaclnn::catalogue::optimizer::sgd
