// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::embedding::embedding_dense_backward {
namespace {

DTypes IndexDTypes() {
  return {ACL_INT64, ACL_INT32, ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_BOOL};
}

struct Table {
  int64_t rows;
  int64_t rowLength;
  int64_t numWeights;
  Pattern indices = Pattern::kUsual;
  bool scale = false;
  int64_t paddingIdx = -1;
  aclDataType indexDType = ACL_INT64;
  bool specials = false;
};

Sample TableSample(std::string name, const Table& table) {
  Sample sample{.name = std::move(name)};
  sample.arguments.tensors = {{"grad", {{{table.rows, table.rowLength}}}},
                              {"indices", {{{table.rows}, table.indexDType}}}};
  sample.arguments.attributes = {{"numWeights", table.numWeights},
                                 {"paddingIdx", table.paddingIdx},
                                 {"scaleGradByFreq", int64_t{table.scale ? 1 : 0}}};
  const bool equal =
      table.indices == Pattern::kEqual;  // an input that is constant: stride 0 if the layout is to be so
  sample.data = {
      {.name = "grad",
       .pattern = Pattern::kSpread,
       .mirror = Mirror{table.rows, table.rowLength, 1, true},
       .specials = table.specials},
      {.name = "indices", .pattern = table.indices, .constant = equal},
  };
  if (!equal) {
    sample.data.back().mirror = Mirror{table.rows, 1, 1};
  }
  return sample;
}

Operator EmbeddingDenseBackward() {
  return MakeOperator({
      .phases = TwoPhases<&aclnnEmbeddingDenseBackwardGetWorkspaceSize, &aclnnEmbeddingDenseBackward>(
          "aclnnEmbeddingDenseBackward"),
      .summary = "gradient of an embedding lookup for its table",
      .formula = {"out[v,:] = sum over t with indices[t] == v of grad[t,:], 0 for v == paddingIdx",
                  "            divided by the number of such t if scaleGradByFreq"},
      .arguments =
          {
              {.name = "grad",
               .meaning = "gradient of the lookup's result",
               .shapeText = "[..., E], 1 to 8 dimensions",
               .dtypes = Floats()},
              {.name = "indices",
               .meaning = "rows that were looked up",
               .shapeText = "an element for each row of grad",
               .dtypes = IndexDTypes(),
               .holds = Meaning::kIndices,
               .bound = [](const Arguments& known) { return known.Integer("numWeights"); },
               .shape =
                   [](const Arguments& known) {
                     Shape shape = known.ShapeOf("grad");
                     if (!shape.empty()) {
                       shape.pop_back();
                     }
                     return shape;
                   }},
              {.name = "numWeights", .role = Role::kAttribute, .meaning = "rows of the table", .lowest = 0},
              {.name = "paddingIdx",
               .role = Role::kAttribute,
               .meaning = "row that gets no gradient; negative: none",
               .defaultValue = int64_t{-1}},
              {.name = "scaleGradByFreq",
               .role = Role::kAttribute,
               .meaning = "divide each row by how often its index occurs",
               .defaultValue = int64_t{0}},
              {.name = "out",
               .role = Role::kOutput,
               .meaning = "gradient for the table",
               .shapeText = "[numWeights, E]",
               .dtypes = Floats(),
               .shape =
                   [](const Arguments& known) {
                     const Shape& grad = known.ShapeOf("grad");
                     return Shape{known.Integer("numWeights"), grad.empty() ? 0 : grad.back()};
                   },
               .dtype = SameAs("grad"),
               .anyDType = true},
          },
      .draw =
          [](Choices& choices) {
            Arguments drawn;
            const aclDataType indexDType = choices.DType(IndexDTypes());
            const int64_t rowLength = choices.Extent();
            Shape grad = choices.AnyShape(4);
            const int64_t rows = Product(grad);
            grad.push_back(rowLength);
            const int64_t numWeights = choices.Extent();
            drawn.attributes["numWeights"] = numWeights;
            drawn.attributes["paddingIdx"] =
                choices.Chance(128) ? static_cast<int64_t>(choices.Below(8)) : choices.AnyInteger();
            drawn.attributes["scaleGradByFreq"] = int64_t{choices.Chance(128) ? 1 : 0};
            const Shape indices = rowLength == 0 ? choices.AnyShape(2) : choices.AnyShapeOf(rows);
            const aclDataType gradDType = choices.DType(Floats());
            drawn.tensors = {{"grad", {{grad, gradDType}}},
                             {"indices", {{indices, indexDType}}},
                             {"out", {{{numWeights, rowLength}, choices.DType(Floats())}}}};
            return drawn;
          },
      .samples =
          {
              TableSample("uniform", {20011, 16, 1000}),
              TableSample("uniform_scaled", {5003, 64, 300, Pattern::kUsual, true}),
              TableSample("equal", {20011, 16, 100, Pattern::kEqual}),
              TableSample("equal_scaled_int32", {3001, 64, 3, Pattern::kEqual, true, -1, ACL_INT32}),
              TableSample("skewed_padded", {30011, 8, 500, Pattern::kSkewed, true, 7}),
              TableSample("long_rows", {301, 1500, 40, Pattern::kSkewed, false, 3}),
              TableSample("large_sparse_table", {40009, 3, 70001, Pattern::kUsual, false, -1, ACL_INT32}),
              TableSample("specials", {9001, 24, 200, Pattern::kUsual, true, 5, ACL_INT64, true}),
          },
      .runExample = "--grad g.npy --indices i.npy --num-weights 1000 --padding-idx 0 -o out.npy",
      .benchExample = "--grad 65536x256 --indices 65536:int32 --num-weights 50000",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {EmbeddingDenseBackward()};
}

}  // namespace openaclnn::catalogue::embedding::embedding_dense_backward
