// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_index.h"
#include "aclnnop/aclnn_index_put_impl.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::index_put {
namespace {

/// What the first dims of the table become that a list indexes.
Shape Selected(const Arguments& known, std::string_view table) {
  const Shape& self = known.ShapeOf(table);
  Shape shape;
  const auto found = known.tensors.find("indices");
  const size_t indexed = found == known.tensors.end() ? 0 : std::min(found->second.size(), self.size());
  for (size_t k = 0; k < indexed; ++k) {
    shape = Broadcast(shape, found->second[k].shape);
  }
  shape.insert(shape.end(), self.begin() + static_cast<std::ptrdiff_t>(indexed), self.end());
  return shape;
}

/// The least extent of the dims that are indexed: indices are below it, whichever dim is theirs.
int64_t LeastExtent(const Arguments& known, std::string_view table) {
  const Shape& self = known.ShapeOf(table);
  int64_t least = INT64_MAX;
  for (size_t k = 0; k < std::min(known.tensors.at("indices").size(), self.size()); ++k) {
    least = std::min(least, self[k]);
  }
  return least;
}

Argument IndexList(const char* table) {
  return {.name = "indices",
          .meaning = "where, for each of the first dimensions; a mask for several",
          .shapeText = "any; they broadcast together",
          .dtypes = {ACL_INT64, ACL_INT32},
          .others = {ACL_BOOL, ACL_UINT8},  // masks
          .optional = true,                 // each of them: a dimension as it is
          .holds = Meaning::kIndices,
          .bound = [table](const Arguments& known) { return LeastExtent(known, table); }};
}

/// A table, and a list of `indices` of these shapes.
Operator Listed(Operator op) {
  const std::string table = op.arguments.front().name;
  const bool puts = op.arguments.front().IsWritten();
  const auto fill = [table, puts](const Shape& shape, const std::vector<Shape>& indices, aclDataType dtype,
                                  aclDataType indexDtype) {
    Arguments all;
    all.tensors[table] = {{shape, dtype}};
    for (const Shape& index : indices) {
      all.tensors["indices"].push_back({index, indexDtype});
    }
    if (puts) {
      all.tensors["values"] = {{Selected(all, table), dtype}};
    }
    return all;
  };
  const auto add = [&](const char* name, const Shape& shape, const std::vector<Shape>& indices) {
    op.samples.push_back({.name = name,
                          .arguments = fill(shape, indices, ACL_DT_UNDEFINED, ACL_INT64),
                          .data = {{.name = table}, {.name = "indices"}}});
  };
  add("rows", {700, 33}, {{500}});
  add("elements", {70, 33}, {{3001}, {3001}});
  add("outer", {31, 40, 170}, {{20, 1}, {30}});
  op.draw = [fill](Choices& choices) {
    Shape shape = choices.AnyShape(4);
    while (shape.empty()) {
      shape.push_back(choices.Extent());
    }
    const Shape block = std::ranges::find(shape, 0) != shape.end() ? Shape{0} : choices.AnyShape(2);
    std::vector<Shape> indices{block};
    while (indices.size() < shape.size() && choices.Chance(100)) {
      indices.push_back(block);
    }
    return fill(shape, indices, choices.DType(Numbers()), choices.Chance(128) ? ACL_INT32 : ACL_INT64);
  };
  return op;
}

Operator Index() {
  Argument out = Movable(Output("out", Numbers(), SameAs("self")));
  out.anyDType = false;
  out.shapeText = "that of the indices broadcast together, then the dimensions that are not indexed";
  out.shape = [](const Arguments& known) { return Selected(known, "self"); };
  Operator op = MakeOperator({.phases = TwoPhases<&aclnnIndexGetWorkspaceSize, &aclnnIndex>("aclnnIndex"),
                              .summary = "what a list of index tensors selects",
                              .formula = {"out = self[indices]"},
                              .arguments = {Movable(Input("self", Numbers())), IndexList("self"), out},
                              .runExample = "--self x.npy --indices i.npy,j.npy -o y.npy",
                              .benchExample = "--self 4096x4096 --indices 1000000:int64,1000000:int64"});
  return Listed(std::move(op));
}

Operator IndexPutImpl() {
  Operator op = MakeOperator(
      {.phases = TwoPhases<&aclnnIndexPutImplGetWorkspaceSize, &aclnnIndexPutImpl>("aclnnIndexPutImpl"),
       .summary = "values put, or added, where a list of index tensors says",
       .formula = {"selfRef[indices] = values, or += values"},
       .arguments = {Movable(InPlace("selfRef", Numbers())), IndexList("selfRef"),
                     Movable(InputAs("values", Numbers(), "selfRef")), Flag("accumulate", "whether to add"),
                     Flag("unsafe", "ignored: indices are always checked")},
       .runExample =
           "--self-ref x.npy --indices i.npy,j.npy --values v.npy --accumulate --self-ref-result y.npy",
       .benchExample =
           "--self-ref 4096x4096 --indices '1000000:int64;1000000:int64' --values 1000000 --accumulate"});
  op = Listed(std::move(op));
  for (size_t k = 0; k < op.samples.size(); ++k) {
    op.samples[k].arguments.attributes["accumulate"] = int64_t{k != 0};
  }
  return op;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Index(),
      IndexPutImpl(),
  };
}

}  // namespace openaclnn::catalogue::indexing::index_put
