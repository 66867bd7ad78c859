// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_mse_loss_backward.h"

#include "operators.h"

namespace openaclnn::cli {
namespace {

Shape OfSelf(const Arguments& arguments) {
  return arguments.ShapeOf("self");
}

aclnnStatus PhaseOne(const BoundCall& call, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnMseLossBackwardGetWorkspaceSize(call.Tensor("gradOutput"), call.Tensor("self"),
                                              call.Tensor("target"), call.Integer("reduction"),
                                              call.Tensor("out"), workspaceSize, executor);
}

}  // namespace

const Operator& MseLossBackward() {
  static const Operator description{
      .name = "mse_loss_backward",
      .function = "aclnnMseLossBackward",
      .summary = "gradient of the mean squared error for its first argument",
      .formula = {"out = k * (self - target) * gradOutput", "k = 2, for reduction mean 2 / numel(self)"},
      .inputs =
          {
              {.name = "gradOutput",
               .shape = "broadcasts with self and target",
               .meaning = "gradient of the loss",
               .defaultShape = OfSelf},
              {.name = "self", .shape = "0 to 8 dimensions", .meaning = "prediction"},
              {.name = "target",
               .shape = "broadcasts with self and gradOutput",
               .meaning = "target",
               .defaultShape = OfSelf},
          },
      .attributes =
          {
              {.name = "reduction",
               .kind = AttributeKind::kChoice,
               .meaning = "what the loss did with its elements",
               .defaultValue = 1,
               .choices = {{"none", 0}, {"mean", 1}, {"sum", 2}}},
          },
      .outputs =
          {
              {.name = "out",
               .shapeText = "that of the three inputs broadcast together",
               .meaning = "gradient for self",
               .shape =
                   [](const Arguments& arguments) {
                     return Broadcast(Broadcast(arguments.ShapeOf("gradOutput"), arguments.ShapeOf("self")),
                                      arguments.ShapeOf("target"));
                   },
               .dtype = [](const Arguments& arguments) { return arguments.Input("self")->dtype; },
               .anyType = true},
          },
      .outputsMayBeNull = false,
      .runExample = "--grad-output g.npy --self x.npy --target t.npy --reduction mean -o out.npy",
      .benchExample = "--self 4096x4096 --dtype fp16",
      .phaseOne = PhaseOne,
      .phaseTwo = aclnnMseLossBackward,
  };
  return description;
}

}  // namespace openaclnn::cli
