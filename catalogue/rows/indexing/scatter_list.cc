// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_scatter_list.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::scatter_list {
namespace {

aclnnStatus List(const aclTensorList* varRef, const aclTensor* indice, const aclTensor* updates,
                 const aclTensor* mask, int64_t reduce, int64_t axis, uint64_t* workspaceSize,
                 aclOpExecutor** executor) {
  return aclnnScatterListGetWorkspaceSize(varRef, indice, updates, mask, reduce == 0 ? "update" : "add", axis,
                                          workspaceSize, executor);
}

Arguments Fill(const Shape& shape, int64_t tensors, int64_t length, aclDataType dtype, bool masked) {
  Arguments all;
  all.tensors["varRef"] = std::vector<TensorSpec>(static_cast<size_t>(tensors), {shape, dtype});
  all.tensors["indice"] = {{{tensors}, ACL_INT64}};
  Shape updates{tensors};
  updates.insert(updates.end(), shape.begin(), shape.end());
  updates[updates.size() - 2] = length;
  all.tensors["updates"] = {{updates, dtype}};
  if (masked) {
    all.tensors["mask"] = {{{tensors}, ACL_UINT8}};
  }
  return all;
}

}  // namespace

std::vector<Operator> Rows() {
  Argument tensors = Movable({.name = "varRef",
                              .role = Role::kInPlace,
                              .meaning = "tensors of one shape",
                              .shapeText = "any, a list of them",
                              .dtypes = Numbers()});
  Argument indices = Tensor("indice", "where the part of each tensor begins", "[B]", {ACL_INT64, ACL_INT32});
  indices.holds = Meaning::kIndices;
  indices.bound = [](const Arguments& known) {
    const Shape& updates = known.ShapeOf("updates");
    const size_t axis = Place(known.Integer("axis"), updates.size());
    return axis == 0 ? 1 : Extent(known.ShapeOf("varRef"), axis - 1) - Extent(updates, axis) + 1;
  };
  indices.dtype = Always(ACL_INT64);
  Argument mask = Tensor("mask", "0 where a tensor is left as it is", "[B]", Joined({ACL_UINT8}, Numbers()));
  mask.optional = true;
  Argument updates = Movable(InputAs("updates", Numbers(), "varRef"));
  updates.shapeText = "[B, ...]: the dims of the tensors, fewer elements along axis";
  Operator row = MakeOperator({
      .phases = TwoPhases<&List, &aclnnScatterList>("aclnnScatterList"),
      .summary = "a part of a dimension put at an index, in each tensor of a list",
      .formula = {"varRef[b][.., indice[b] + e, ..] = updates[b, .., e, ..] along axis"},
      .arguments = {std::move(tensors), std::move(indices), std::move(updates), std::move(mask),
                    Mode("reduce", "what becomes of the elements", {{"update", 0}}),
                    Argument{.name = "axis",
                             .role = Role::kAttribute,
                             .meaning = "the dimension of updates along which they are put",
                             .defaultValue = int64_t{-2}}},
      .draw =
          [](Choices& choices) {
            Shape shape = choices.AnyShape(3);
            shape.push_back(choices.Extent(false));
            shape.push_back(choices.Extent());
            const int64_t most = shape[shape.size() - 2];
            const auto length =
                static_cast<int64_t>(1 + choices.Below(static_cast<size_t>(std::min<int64_t>(most, 5))));
            const auto count = static_cast<int64_t>(1 + choices.Below(5));
            const aclDataType dtype = choices.DType(Numbers());
            return Fill(shape, count, length, dtype, choices.Chance(128));
          },
      .samples = {{.name = "one_row", .arguments = Fill({5, 70, 24}, 9, 1, ACL_DT_UNDEFINED, false)},
                  {.name = "rows", .arguments = Fill({130, 240}, 5, 99, ACL_DT_UNDEFINED, true)},
                  {.name = "whole", .arguments = Fill({13, 7}, 40, 13, ACL_DT_UNDEFINED, false)}},
      .runExample = "--var-ref a.npy,b.npy --indice i.npy --updates u.npy --var-ref-result result.npy",
      .benchExample = "--var-ref 8x4096x128,8x4096x128 --indice 2:int64 --updates 2x8x1x128",
  });
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::indexing::scatter_list
