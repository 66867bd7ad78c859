// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_coalesce_sparse.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::coalesce_sparse {
namespace {

Arguments Fill(int64_t places, int64_t elements, int64_t depth, const Shape& rest, aclDataType dtype,
               aclDataType indexDtype) {
  Shape values{elements};
  values.insert(values.end(), rest.begin(), rest.end());
  return {.tensors = {{"uniqueLen", {{{places}, ACL_INT64}}},
                      {"uniqueIndices", {{{elements}, indexDtype}}},
                      {"indices", {{{elements, depth}, indexDtype}}},
                      {"values", {{values, dtype}}}}};
}

/// The shape of a tensor, with the number of places in front.
ShapeRule PlacesOf(const char* name) {
  return [name](const Arguments& known) {
    Shape shape = known.ShapeOf(name);
    if (!shape.empty()) {
      shape.front() = Extent(known.ShapeOf("uniqueLen"), 0);
    }
    return shape;
  };
}

}  // namespace

std::vector<Operator> Rows() {
  const DTypes types{ACL_INT32, ACL_INT64};
  Argument numbers = Tensor("uniqueIndices", "the place of each element", "[elements]", types);
  numbers.holds = Meaning::kIndices;
  numbers.bound = [](const Arguments& known) { return Extent(known.ShapeOf("uniqueLen"), 0); };
  Argument indices = Tensor("indices", "the indices of each element", "[elements, d]", types);
  indices.holds = Meaning::kIndices;
  indices.bound = [](const Arguments&) { return int64_t{1000}; };
  indices.mayStray = true;  // they are moved alone
  Argument values = WithComplex(Input("values", Numbers()));
  values.shapeText = "[elements, ...]";
  Argument newValues =
      WithComplex(OutputWith(Tensor("newValues", "sums of values", "[places, ...]", Numbers()),
                             PlacesOf("values"), SameAs("values")));
  Operator row = MakeOperator({
      .phases = TwoPhases<&aclnnCoalesceSparseGetWorkspaceSize, &aclnnCoalesceSparse>("aclnnCoalesceSparse"),
      .summary = "elements of a sparse tensor in one place added up",
      .formula = {"newIndices[uniqueIndices[i]] = indices[i]", "newValues[uniqueIndices[i]] += values[i]"},
      .arguments = {Tensor("uniqueLen", "its shape says how many places there are", "[places]", types),
                    std::move(numbers), std::move(indices), std::move(values),
                    OutputWith(Tensor("newIndices", "the indices of each place", "[places, d]", types),
                               PlacesOf("indices"), SameAs("indices")),
                    std::move(newValues)},
      .lead = "values",
      .draw =
          [types](Choices& choices) {
            const int64_t places = choices.Extent(false);
            const int64_t elements = choices.Extent();
            const Shape rest = choices.AnyShape(3);
            const aclDataType dtype = choices.DType(Numbers());
            return Fill(places, elements, static_cast<int64_t>(1 + choices.Below(3)), rest, dtype,
                        choices.DType(types));
          },
      .samples = {{.name = "elements", .arguments = Fill(700, 3001, 2, {}, ACL_DT_UNDEFINED, ACL_INT32)},
                  {.name = "rows", .arguments = Fill(40, 301, 1, {33}, ACL_DT_UNDEFINED, ACL_INT64)},
                  {.name = "planes", .arguments = Fill(7, 90, 3, {5, 40}, ACL_DT_UNDEFINED, ACL_INT32)}},
      .runExample = "--unique-len u.npy --unique-indices n.npy --indices i.npy --values v.npy "
                    "--new-indices a.npy --new-values b.npy",
      .benchExample = "--unique-len 4096:int64 --unique-indices 65536:int32 --indices 65536x2:int32 "
                      "--values 65536x64",
  });
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::indexing::coalesce_sparse
