// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_linalg_cross.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::cross {

std::vector<Operator> Rows() {
  const auto vectors = [](Argument argument) {
    argument.shapeText = "3 along dim";
    return With(std::move(argument), {ACL_COMPLEX64, ACL_COMPLEX128});
  };
  Argument out = vectors(OutputOfThatType("out", NumbersButBool(), SameAs("self")));
  out.shapeText = "that of self and other broadcast together";
  out.shape = BroadcastOf({"self", "other"});
  Argument other = vectors(InputAs("other", NumbersButBool(), "self"));
  other.shape = SameShapeAs("self");
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnLinalgCrossGetWorkspaceSize, &aclnnLinalgCross>("aclnnLinalgCross"),
       .summary = "vector products along a dimension",
       .formula = {"out = self x other along dim"},
       .arguments = {vectors(Input("self", NumbersButBool())), std::move(other), Dim("dim"), std::move(out)},
       .runExample = "--self a.npy --other b.npy --dim -1 -o c.npy",
       .benchExample = "--self 1000000x3 --dim -1"});
  const auto call = [](const Shape& self, const Shape& other3, aclDataType dtype, int64_t dim) {
    Arguments all;
    all.tensors["self"] = {{self, dtype}};
    all.tensors["other"] = {{other3, dtype}};
    all.attributes["dim"] = dim;
    return all;
  };
  const auto sample = [&](const char* name, Shape self, Shape other3, int64_t dim) {
    row.samples.push_back({.name = name,
                           .arguments = call(std::move(self), std::move(other3), ACL_DT_UNDEFINED, dim),
                           .data = {{.name = "self"}, {.name = "other"}}});
  };
  sample("rows", {20011, 3}, {20011, 3}, -1);
  sample("columns", {3, 20011}, {3, 20011}, 0);
  sample("broadcast", {31, 3, 1, 17}, {1, 3, 20, 17}, 1);
  row.draw = [call](Choices& choices) {
    Shape self = choices.AnyShape(4);
    Shape other3 = choices.Narrowed(self);
    other3.insert(other3.begin(), self.size() - other3.size(), 1);
    const auto dim = static_cast<std::ptrdiff_t>(choices.Below(self.size() + 1));
    self.insert(self.begin() + dim, 3);
    other3.insert(other3.begin() + dim, 3);
    return call(self, other3, choices.DType(NumbersButBool()),
                choices.Chance(64) ? dim - static_cast<int64_t>(self.size()) : int64_t{dim});
  };
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::elementwise::cross
