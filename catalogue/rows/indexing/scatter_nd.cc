// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_scatter_nd.h"
#include "aclnnop/aclnn_scatter_nd_update.h"
#include "aclnnop/aclnn_scatter_update.h"
#include "aclnnop/aclnn_tf_scatter_add.h"
#include "catalogue/rows/indexing/indexed.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::scatter_nd {
namespace {

Operator Scattered(Phases phases, std::string summary, std::string formula, std::vector<Argument> arguments) {
  const std::string table = arguments.front().name;
  const auto fill = [table](const Shape& shape, const Shape& index, aclDataType dtype = ACL_DT_UNDEFINED,
                            aclDataType indexDtype = ACL_INT64) {
    Shape updates(index.begin(), index.end() - 1);
    updates.insert(updates.end(), shape.begin() + static_cast<std::ptrdiff_t>(index.back()), shape.end());
    return Arguments{.tensors = {{table, {{shape, dtype}}},
                                 {"indices", {{index, indexDtype}}},
                                 {"updates", {{updates, dtype}}}}};
  };
  const bool inPlace = arguments.front().role == Role::kInPlace;
  return MakeOperator({
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {std::move(formula)},
      .arguments = std::move(arguments),
      .draw =
          [fill](Choices& choices) {
            Shape shape{choices.Extent(false)};
            const Shape more = choices.AnyShape(3);
            shape.insert(shape.end(), more.begin(), more.end());
            Shape index = choices.AnyShape(2);
            index.push_back(1);
            return fill(shape, index, choices.DType(Numbers()), choices.Chance(128) ? ACL_INT32 : ACL_INT64);
          },
      .samples = {{.name = "rows", .arguments = fill({700, 33}, {500, 1})},
                  {.name = "elements", .arguments = fill({31, 17}, {3001, 2})},
                  {.name = "many_to_one",
                   .arguments = fill({40, 40, 7}, {2, 300, 2}),
                   .data = {{.name = "indices", .pattern = Pattern::kSkewed}}}},
      .runExample = (inPlace ? "--var-ref x.npy --indices i.npy --updates u.npy --var-ref-result"
                             : "--data x.npy --indices i.npy --updates u.npy -o") +
                    std::string(" result.npy"),
      .benchExample = std::string(inPlace ? "--var-ref" : "--data") +
                      " 65536x256 --indices 65536x1:int64 --updates 65536x256",
  });
}

/// The updated dim.
size_t Axis(const Arguments& known) {
  return Place(known.Integer("axis"), known.ShapeOf("data").size());
}

Operator Parts() {
  Argument index = Tensor("indices", "where the part of each batch begins", "[B]", {ACL_INT64, ACL_INT32});
  index.holds = Meaning::kIndices;
  index.bound = [](const Arguments& known) {
    const size_t axis = Axis(known);
    return Extent(known.ShapeOf("data"), axis) - Extent(known.ShapeOf("updates"), axis) + 1;
  };
  index.dtype = Always(ACL_INT64);
  Argument axis{.name = "axis",
                .role = Role::kAttribute,
                .meaning = "the dimension that is updated",
                .defaultValue = int64_t{-2}};
  const auto fill = [](const Shape& data, const Shape& updates, int64_t dim,
                       aclDataType dtype = ACL_DT_UNDEFINED, aclDataType indexDtype = ACL_INT64) {
    return Arguments{.tensors = {{"data", {{data, dtype}}},
                                 {"indices", {{{updates.front()}, indexDtype}}},
                                 {"updates", {{updates, dtype}}}},
                     .attributes = {{"axis", dim}}};
  };
  return MakeOperator({
      .phases = TwoPhases<&aclnnInplaceScatterUpdateGetWorkspaceSize, &aclnnInplaceScatterUpdate>(
          "aclnnInplaceScatterUpdate"),
      .summary = "a part of a dimension put at an index, for each batch, in place",
      .formula = {"data[b, .., indices[b] + e, ..] = updates[b, .., e, ..] along axis"},
      .arguments = {Movable(InPlace("data", Numbers())), index,
                    Movable(InputAs("updates", Numbers(), "data")), axis},
      .draw =
          [fill](Choices& choices) {
            Shape data{choices.Extent(false), choices.Extent(false)};
            const Shape more = choices.AnyShape(2);
            data.insert(data.end(), more.begin(), more.end());
            const size_t dim = 1 + choices.Below(data.size() - 1);
            Shape updates = data;
            updates[dim] -= updates[dim] == 0 ? 0
                                              : static_cast<int64_t>(choices.Below(
                                                    static_cast<size_t>(std::min<int64_t>(updates[dim], 4))));
            updates[0] -=
                static_cast<int64_t>(choices.Below(static_cast<size_t>(std::min<int64_t>(updates[0], 3))));
            return fill(data, updates, static_cast<int64_t>(dim), choices.DType(Numbers()),
                        choices.Chance(128) ? ACL_INT32 : ACL_INT64);
          },
      .samples = {{.name = "one_row", .arguments = fill({33, 5, 70, 24}, {33, 5, 1, 24}, -2)},
                  {.name = "rows", .arguments = fill({9, 130, 24}, {7, 17, 24}, 1)},
                  {.name = "columns", .arguments = fill({9, 4, 130}, {9, 4, 17}, -1)}},
      .runExample = "--data x.npy --indices i.npy --updates u.npy --data-result result.npy",
      .benchExample = "--data 32x8x4096x128 --indices 32:int64 --updates 32x8x1x128",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  const auto updates = [](const std::string& table) {
    Argument argument = Movable(InputAs("updates", Numbers(), table));
    argument.shapeText = "the dims of indices but the last one, then those that they do not index";
    return argument;
  };
  return {
      Scattered(TwoPhases<&aclnnScatterNdGetWorkspaceSize, &aclnnScatterNd>("aclnnScatterNd"),
                "slices put at the places that rows of indices name",
                "out = data; out[indices[r]] = updates[r]",
                {Movable(Input("data", Numbers())), RowsOfIndices("data"), updates("data"),
                 Movable(OutputWith(Tensor("out", "data with the updates", "that of data", Numbers()),
                                    SameShapeAs("data"), SameAs("data")))}),
      Scattered(
          TwoPhases<&aclnnScatterNdUpdateGetWorkspaceSize, &aclnnScatterNdUpdate>("aclnnScatterNdUpdate"),
          "slices put at the places that rows of indices name, in place", "varRef[indices[r]] = updates[r]",
          {Movable(InPlace("varRef", Numbers())), RowsOfIndices("varRef"), updates("varRef")}),
      Scattered(TwoPhases<&aclnnTfScatterAddGetWorkspaceSize, &aclnnTfScatterAdd>("aclnnTfScatterAdd"),
                "slices added at the places that indices, or rows of them, name",
                "varRef[indices[r]] += updates[r]",
                {Movable(InPlace("varRef", Numbers())), RowsOfIndices("varRef"), updates("varRef")}),
      Parts(),
  };
}

}  // namespace openaclnn::catalogue::indexing::scatter_nd
