// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_all_finite.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction::all_finite {

std::vector<Operator> Rows() {
  Argument found = Tensor("isOverflow", "true if an element is an infinity or NaN, otherwise unchanged",
                          "one element", {ACL_BOOL});
  found.role = Role::kInPlace;
  found.single = true;
  found.shape = [](const Arguments&) { return Shape{}; };
  found.dtype = Always(ACL_BOOL);
  Operator row =
      MakeOperator({.phases = TwoPhases<&aclnnAllFiniteGetWorkspaceSize, &aclnnAllFinite>("aclnnAllFinite"),
                    .summary = "whether a gradient has an infinity or NaN",
                    .formula = {"isOverflow = isOverflow or any element of gradient is not finite"},
                    .arguments = {Input("gradient", Floats()), std::move(found)},
                    .runExample = "--gradient g.npy --is-overflow f.npy --is-overflow-result r.npy",
                    .benchExample = "--gradient 4096x4096"});
  const auto call = [](Shape shape, aclDataType dtype, const Shape& single) {
    Arguments all;
    all.tensors["gradient"] = {{std::move(shape), dtype}};
    all.tensors["isOverflow"] = {{single, ACL_BOOL}};
    return all;
  };
  const auto sample = [&](const char* name, Shape shape, bool specials) {
    row.samples.push_back({.name = name,
                           .arguments = call(std::move(shape), ACL_DT_UNDEFINED, {}),
                           .data = {{.name = "gradient", .specials = specials}}});
  };
  sample("finite", {3, 7, 31, 457}, false);
  sample("specials", {5, 601}, true);
  sample("one_element", {}, false);
  row.draw = [call](Choices& choices) {
    return call(choices.AnyShape(8), choices.DType(Floats()), Shape(choices.Below(2), 1));
  };
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::reduction::all_finite
