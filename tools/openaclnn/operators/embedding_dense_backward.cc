// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_embedding_dense_backward.h"

#include "operators.h"

namespace openaclnn::cli {
namespace {

aclnnStatus PhaseOne(const BoundCall& call, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnEmbeddingDenseBackwardGetWorkspaceSize(
      call.Tensor("grad"), call.Tensor("indices"), static_cast<uint64_t>(call.Integer("numWeights")),
      static_cast<uint64_t>(call.Integer("paddingIdx")), call.Flag("scaleGradByFreq"), call.Tensor("out"),
      workspaceSize, executor);
}

}  // namespace

const Operator& EmbeddingDenseBackward() {
  static const Operator description{
      .name = "embedding_dense_backward",
      .function = "aclnnEmbeddingDenseBackward",
      .summary = "gradient of an embedding lookup for its table",
      .formula = {"out[v,:] = sum over t with indices[t] == v of grad[t,:], 0 for v == paddingIdx",
                  "            divided by the number of such t if scaleGradByFreq"},
      .inputs =
          {
              {.name = "grad",
               .shape = "[..., E], 1 to 8 dimensions",
               .meaning = "gradient of the lookup's result"},
              {.name = "indices",
               .shape = "an element for each row of grad",
               .meaning = "rows that were looked up",
               .types = Types::kIndices,
               .values = Values::kIndices,
               .bound = "numWeights",
               .defaultShape =
                   [](const Arguments& arguments) {
                     Shape shape = arguments.ShapeOf("grad");
                     if (!shape.empty()) {
                       shape.pop_back();
                     }
                     return shape;
                   }},
          },
      .attributes =
          {
              {.name = "numWeights",
               .kind = AttributeKind::kInteger,
               .meaning = "rows of the table",
               .lowest = 0},
              {.name = "paddingIdx",
               .kind = AttributeKind::kInteger,
               .meaning = "row that gets no gradient; negative: none",
               .defaultValue = -1},
              {.name = "scaleGradByFreq",
               .kind = AttributeKind::kFlag,
               .meaning = "divide each row by how often its index occurs",
               .defaultValue = 0},
          },
      .outputs =
          {
              {.name = "out",
               .shapeText = "[numWeights, E]",
               .meaning = "gradient for the table",
               .shape =
                   [](const Arguments& arguments) {
                     const Shape& grad = arguments.ShapeOf("grad");
                     return Shape{arguments.Attribute("numWeights"), grad.empty() ? 0 : grad.back()};
                   },
               .dtype = [](const Arguments& arguments) { return arguments.Input("grad")->dtype; },
               .anyType = true},
          },
      .outputsMayBeNull = false,
      .runExample = "--grad g.npy --indices i.npy --num-weights 1000 --padding-idx 0 -o out.npy",
      .benchExample = "--grad 65536x256 --indices 65536:int32 --num-weights 50000",
      .phaseOne = PhaseOne,
      .phaseTwo = aclnnEmbeddingDenseBackward,
  };
  return description;
}

}  // namespace openaclnn::cli
