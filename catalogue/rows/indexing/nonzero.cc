// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_masked_select.h"
#include "aclnnop/aclnn_nonzero.h"
#include "aclnnop/aclnn_nonzero_v2.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::nonzero {
namespace {

/// An operator on a tensor, of which some elements count: a mask says which, or they do.
Operator Finding(Operator row) {
  const bool masked = row.arguments[1].name == "mask";
  const auto fill = [masked](const Shape& shape, aclDataType dtype, const Shape& mask) {
    Arguments all;
    all.tensors["self"] = {{shape, dtype}};
    if (masked) {
      all.tensors["mask"] = {{mask, ACL_BOOL}};
    }
    return all;
  };
  for (const auto& [name, shape] : {std::pair{"row", Shape{100003}}, std::pair{"matrix", Shape{300, 170}},
                                    std::pair{"four_dims", Shape{5, 7, 31, 46}}}) {
    row.samples.push_back({.name = name,
                           .arguments = fill(shape, ACL_DT_UNDEFINED, shape),
                           .data = {{.name = "self", .specials = true}}});
  }
  row.draw = [fill](Choices& choices) {
    const Shape shape = choices.AnyShape(5);
    return fill(shape, choices.DType(Numbers()), choices.Chance(80) ? choices.Narrowed(shape) : shape);
  };
  return MakeOperator(std::move(row));
}

Argument Places(bool byDim) {
  Argument out = OutputOfThatType("out", {ACL_INT64}, Always(ACL_INT64));
  out.mayRunOut = true;
  out.shapeText = byDim ? "[dimensions of self, elements of self]; afterwards as many columns as were found"
                        : "[elements of self, dimensions of self]; afterwards as many rows as were found";
  out.shape = [byDim](const Arguments& known) {
    const Shape& self = known.ShapeOf("self");
    const auto rank = static_cast<int64_t>(self.size());
    return byDim ? Shape{rank, Product(self)} : Shape{Product(self), rank};
  };
  return out;
}

}  // namespace

std::vector<Operator> Rows() {
  Argument selected = Movable(Output("out", Numbers(), SameAs("self")));
  selected.anyDType = false;
  selected.mayRunOut = true;
  selected.shapeText = "[elements of self and mask broadcast together]; afterwards those selected";
  selected.shape = [](const Arguments& known) {
    return Shape{Product(Broadcast(known.ShapeOf("self"), known.ShapeOf("mask")))};
  };
  Argument mask = Condition("mask");
  mask.others = {ACL_UINT8};
  return {
      Finding(
          {.phases = TwoPhases<&aclnnMaskedSelectGetWorkspaceSize, &aclnnMaskedSelect>("aclnnMaskedSelect"),
           .summary = "the elements that a mask selects",
           .formula = {"out = self[mask], in row-major order"},
           .arguments = {Movable(Input("self", Numbers())), mask, selected},
           .runExample = "--self x.npy --mask m.npy -o y.npy",
           .benchExample = "--self 4096x4096 --mask 4096x4096"}),
      Finding({.phases = TwoPhases<&aclnnNonzeroGetWorkspaceSize, &aclnnNonzero>("aclnnNonzero"),
               .summary = "where a tensor is not zero, a row for each element",
               .formula = {"out[k] = indices of the k-th element that is not 0"},
               .arguments = {Movable(Input("self", Numbers())), Places(false)},
               .runExample = "--self x.npy -o places.npy",
               .benchExample = "--self 4096x4096:bool"}),
      Finding({.phases = TwoPhases<&aclnnNonzeroV2GetWorkspaceSize, &aclnnNonzeroV2>("aclnnNonzeroV2"),
               .summary = "where a tensor is not zero, a row for each dimension",
               .formula = {"out[d][k] = index in dim d of the k-th element that is not 0"},
               .arguments = {Movable(Input("self", Numbers())), Places(true)},
               .runExample = "--self x.npy -o places.npy",
               .benchExample = "--self 4096x4096:bool"}),
  };
}

}  // namespace openaclnn::catalogue::indexing::nonzero
