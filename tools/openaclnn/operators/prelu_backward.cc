// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_prelu_backward.h"

#include "operators.h"

namespace openaclnn::cli {
namespace {

Shape OfSelf(const Arguments& arguments) {
  return arguments.ShapeOf("self");
}

aclDataType TypeOfSelf(const Arguments& arguments) {
  return arguments.Input("self")->dtype;
}

// That of a single weight, else one extent for the channels.
Shape OfGradWeight(const Arguments& arguments) {
  const Shape& weight = arguments.ShapeOf("weight");
  const int64_t count = Product(weight);
  return count == 1 ? weight : Shape{count};
}

aclnnStatus PhaseOne(const BoundCall& call, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnPreluBackwardGetWorkspaceSize(call.Tensor("gradOutput"), call.Tensor("self"),
                                            call.Tensor("weight"), call.Tensor("gradInput"),
                                            call.Tensor("gradWeight"), workspaceSize, executor);
}

}  // namespace

const Operator& PreluBackward() {
  static const Operator description{
      .name = "prelu_backward",
      .function = "aclnnPreluBackward",
      .summary = "gradients of PReLU for its input and its weight",
      .formula = {"gradInput[i]  = self[i] > 0 ? gradOutput[i] : gradOutput[i] * weight of i's channel",
                  "gradWeight[c] = sum over i of channel c of (self[i] > 0 ? 0 : gradOutput[i] * self[i])"},
      .inputs =
          {
              {.name = "gradOutput",
               .shape = "that of self, or one that broadcasts to it",
               .meaning = "gradient of the forward output",
               .defaultShape = OfSelf},
              {.name = "self",
               .shape = "0 to 8 dimensions, channels along dimension 1",
               .meaning = "forward input"},
              {.name = "weight",
               .shape = "1 element, or as many as self has channels",
               .meaning = "slope for what is not positive",
               .defaultShape =
                   [](const Arguments& arguments) { return Shape{Extent(arguments.ShapeOf("self"), 1)}; }},
          },
      .attributes = {},
      .outputs =
          {
              {.name = "gradInput",
               .shapeText = "that of self",
               .meaning = "gradient for self",
               .shape = OfSelf,
               .dtype = TypeOfSelf},
              {.name = "gradWeight",
               .shapeText = "that of a single weight, else [channels]",
               .meaning = "gradient for weight",
               .shape = OfGradWeight,
               .dtype = TypeOfSelf},
          },
      .outputsMayBeNull = false,
      .runExample =
          "--grad-output g.npy --self x.npy --weight w.npy --grad-input gx.npy --grad-weight gw.npy",
      .benchExample = "--self 32x256x56x56",
      .phaseOne = PhaseOne,
      .phaseTwo = aclnnPreluBackward,
  };
  return description;
}

}  // namespace openaclnn::cli
