// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "aclnnop/aclnn_one_hot.h"
#include "catalogue/rows/indexing/filled.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::one_hot {
namespace {

// Beyond their number there is none, and no error.
Argument Classes() {
  Argument argument = IndicesBelow("self", "classes", [](const Arguments& known) {
    return std::max<int64_t>(known.Integer("numClasses"), 1);
  });
  argument.mayStray = true;
  return argument;
}

Argument OffValue() {
  Argument off = Movable(SingleInput("offValue", Numbers()));
  off.dtype = SameAs("onValue");
  return off;
}

Shape HotShape(const Arguments& known) {
  Shape shape = known.ShapeOf("self");
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t axis = known.Integer("axis");
  shape.insert(shape.begin() + std::clamp<int64_t>(axis < 0 ? axis + rank + 1 : axis, 0, rank),
               Whole(known, "numClasses"));
  return shape;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Filled(
          {.phases = TwoPhases<&aclnnOneHotGetWorkspaceSize, &aclnnOneHot>("aclnnOneHot"),
           .summary = "classes as vectors that are on in one place",
           .formula = {"out[..., c] = onValue if self[...] == c, else offValue; with c at axis"},
           .arguments = {Classes(),
                         {.name = "numClasses", .role = Role::kAttribute, .meaning = "how many there are"},
                         Movable(SingleInput("onValue", Numbers())),
                         OffValue(),
                         {.name = "axis",
                          .role = Role::kAttribute,
                          .meaning = "place of the classes in out",
                          .defaultValue = int64_t{-1}},
                         ResultAs("onValue", "that of self with numClasses at axis", HotShape)},
           .lead = "onValue",
           .runExample = "--self c.npy --num-classes 10 --on-value one.npy --off-value zero.npy -o hot.npy",
           .benchExample = "--self 65536:int64 --num-classes 100 --on-value 1 --off-value 1"},
          [](const Shape& shape, int64_t number, aclDataType dtype) {
            return Arguments{.tensors = {{"self", {{shape, ACL_INT64}}},
                                         {"onValue", {{{1}, dtype}}},
                                         {"offValue", {{{1}, dtype}}}},
                             .attributes = {{"numClasses", number % 50 + 1}, {"axis", -(number % 2)}}};
          }),
  };
}

}  // namespace openaclnn::catalogue::indexing::one_hot
