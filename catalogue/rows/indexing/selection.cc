// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_index_select.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::selection {
namespace {

Argument Table(std::string name, std::string shapeText) {
  Argument argument = Input(std::move(name), Numbers());
  argument.shapeText = std::move(shapeText);
  argument.others = {ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128};
  return argument;
}

Argument Result(const std::string& as, std::string shapeText, ShapeRule shape) {
  Argument argument = Output("out", Numbers(), SameAs(as));
  argument.shapeText = std::move(shapeText);
  argument.shape = std::move(shape);
  argument.others = {ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128};
  argument.anyDType = false;
  return argument;
}

Argument Indices(std::string name, std::string shapeText, std::function<int64_t(const Arguments&)> bound) {
  return {.name = std::move(name),
          .meaning = "slices to take",
          .shapeText = std::move(shapeText),
          .dtypes = {ACL_INT64, ACL_INT32},
          .holds = Meaning::kIndices,
          .bound = std::move(bound)};
}

Sample RowsSample(std::string name, const char* table, const Shape& shape, const char* indices,
                  const Shape& indexShape, std::map<std::string, Value, std::less<>> attributes = {}) {
  Sample sample{.name = std::move(name)};
  sample.arguments.tensors = {{table, {{shape}}}, {indices, {{indexShape, ACL_INT64}}}};
  sample.arguments.attributes = std::move(attributes);
  sample.data = {{.name = table}, {.name = indices}};
  return sample;
}

int64_t Rows(const Arguments& known) {
  const Shape& weight = known.ShapeOf("weight");
  return weight.empty() ? 0 : weight[0];
}

Operator TableLookup() {
  return MakeOperator({
      .phases = TwoPhases<&aclnnEmbeddingGetWorkspaceSize, &aclnnEmbedding>("aclnnEmbedding"),
      .summary = "rows of a table",
      .formula = {"out[i..., :] = weight[indices[i...], :]"},
      .arguments = {Table("weight", "[V, E]"), Indices("indices", "up to 7 dimensions", Rows),
                    Result("weight", "that of indices, then E",
                           [](const Arguments& known) {
                             Shape shape = known.ShapeOf("indices");
                             const Shape& weight = known.ShapeOf("weight");
                             shape.push_back(weight.size() < 2 ? 0 : weight[1]);
                             return shape;
                           })},
      .draw =
          [](Choices& choices) {
            Arguments drawn;
            const aclDataType dtype = choices.DType(Numbers());
            drawn.tensors = {{"weight", {{{choices.Extent(), choices.Extent()}, dtype}}},
                             {"indices", {{choices.AnyShape(3), choices.DType({ACL_INT64, ACL_INT32})}}}};
            return drawn;
          },
      .samples = {RowsSample("words", "weight", {1000, 64}, "indices", {37, 40}),
                  RowsSample("long_rows", "weight", {11, 3000}, "indices", {50}),
                  RowsSample("many_short_rows", "weight", {70001, 3}, "indices", {40009})},
      .runExample = "--weight w.npy --indices i.npy -o out.npy",
      .benchExample = "--weight 50000x256 --indices 65536:int32",
  });
}

size_t DimOf(const Arguments& known) {
  const auto rank = static_cast<int64_t>(std::max<size_t>(known.ShapeOf("self").size(), 1));
  const int64_t dim = known.Integer("dim");
  return static_cast<size_t>(std::clamp<int64_t>(dim < 0 ? dim + rank : dim, 0, rank - 1));
}

Operator IndexSelect() {
  return MakeOperator({
      .phases = TwoPhases<&aclnnIndexSelectGetWorkspaceSize, &aclnnIndexSelect>("aclnnIndexSelect"),
      .summary = "slices along a dimension",
      .formula = {"out[..., i, ...] = self[..., index[i], ...]"},
      .arguments =
          {Table("self", "any"),
           {.name = "dim", .role = Role::kAttribute, .meaning = "which one", .defaultValue = int64_t{0}},
           Indices("index", "up to 1 dimension",
                   [](const Arguments& known) {
                     const Shape& self = known.ShapeOf("self");
                     return self.empty() ? 1 : self[DimOf(known)];
                   }),
           Result("self", "that of self, with the number of indices in place of dim",
                  [](const Arguments& known) {
                    Shape shape = known.ShapeOf("self");
                    if (!shape.empty()) {
                      shape[DimOf(known)] = Product(known.ShapeOf("index"));
                    }
                    return shape;
                  })},
      .draw =
          [](Choices& choices) {
            Arguments drawn;
            const aclDataType dtype = choices.DType(Numbers());
            const Shape self = choices.AnyShape(4);
            const Shape index = self.empty() ? Shape{1} : Shape{choices.Extent()};
            drawn.tensors = {{"self", {{self, dtype}}},
                             {"index", {{index, choices.DType({ACL_INT64, ACL_INT32})}}}};
            const auto rank = static_cast<int64_t>(std::max<size_t>(self.size(), 1));
            drawn.attributes["dim"] =
                static_cast<int64_t>(choices.Below(static_cast<uint64_t>(2 * rank))) - rank;
            return drawn;
          },
      .samples = {RowsSample("columns", "self", {30, 50, 17}, "index", {70}, {{"dim", int64_t{1}}}),
                  RowsSample("elements", "self", {300, 40}, "index", {100}, {{"dim", int64_t{-1}}}),
                  RowsSample("rows", "self", {20, 3000}, "index", {33}, {{"dim", int64_t{0}}})},
      .runExample = "--self x.npy --index i.npy --dim 1 -o out.npy",
      .benchExample = "--self 4096x4096 --index 4096:int32",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {TableLookup(), IndexSelect()};
}

}  // namespace openaclnn::catalogue::indexing::selection
