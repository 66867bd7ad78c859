// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_triu.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/shape/moving.h"

namespace openaclnn::catalogue::shape::triangles {
namespace {

DrawAttributes Diagonals() {
  return [](Choices& choices, const Shape& /*shape*/, Arguments* arguments) {
    arguments->attributes["diagonal"] = static_cast<int64_t>(choices.Below(20)) - 10;
  };
}

Operator Triangle(Phases phases, const char* summary, const char* condition) {
  return Moving({std::move(phases),
                 summary,
                 std::string("out[..., i, j] = self[..., i, j] where ") + condition + ", else 0",
                 {In("self"), Whole("diagonal", "which one: 0 the main one", 0),
                  Result("self", "that of self", SameShapeAs("self"))},
                 2,
                 Diagonals()});
}

Operator InplaceTriangle(Phases phases, const char* summary, const char* condition) {
  return Moving({std::move(phases),
                 summary,
                 std::string("selfRef[..., i, j] = 0 but where ") + condition,
                 {Storable(InPlace("selfRef", Numbers())), Whole("diagonal", "which one: 0 the main one", 0)},
                 2,
                 Diagonals()});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      InplaceTriangle(TwoPhases<&aclnnInplaceTrilGetWorkspaceSize, &aclnnInplaceTril>("aclnnInplaceTril"),
                      "zeros above a diagonal, in place", "j <= i + diagonal"),
      InplaceTriangle(TwoPhases<&aclnnInplaceTriuGetWorkspaceSize, &aclnnInplaceTriu>("aclnnInplaceTriu"),
                      "zeros below a diagonal, in place", "j >= i + diagonal"),
      Triangle(TwoPhases<&aclnnTrilGetWorkspaceSize, &aclnnTril>("aclnnTril"),
               "matrices with zeros above a diagonal", "j <= i + diagonal"),
      Triangle(TwoPhases<&aclnnTriuGetWorkspaceSize, &aclnnTriu>("aclnnTriu"),
               "matrices with zeros below a diagonal", "j >= i + diagonal"),
  };
}

}  // namespace openaclnn::catalogue::shape::triangles
