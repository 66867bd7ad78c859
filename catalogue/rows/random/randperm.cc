// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_randperm.h"
#include "catalogue/rows/random/seeded.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::random::randperm {

std::vector<Operator> Rows() {
  Argument out = Output("out", NumbersButBool(), Always(ACL_INT64));
  out.shapeText = "[n]";
  out.shape = [](const Arguments& known) { return Shape{std::max<int64_t>(known.Integer("n"), 0)}; };
  Operator row =
      MakeOperator({.phases = TwoPhases<&aclnnRandpermGetWorkspaceSize, &aclnnRandperm>("aclnnRandperm"),
                    .summary = "the numbers from 0 to n - 1 in random order",
                    .formula = {"out = a permutation of 0, ..., n - 1"},
                    .arguments = {{.name = "n",
                                   .role = Role::kAttribute,
                                   .meaning = "how many numbers",
                                   .defaultValue = int64_t{10},
                                   .lowest = 0},
                                  Seed(),
                                  Offset(),
                                  std::move(out)},
                    .runExample = "--n 10 -o order.npy",
                    .benchExample = "--n 1000000"});
  const auto call = [](int64_t n, aclDataType dtype) {
    Arguments all;
    all.attributes["n"] = n;
    all.tensors["out"] = {{{n}, dtype}};
    return all;
  };
  row.samples = {{.name = "few", .arguments = call(127, ACL_DT_UNDEFINED)},
                 {.name = "some", .arguments = call(3001, ACL_INT32)},
                 {.name = "many", .arguments = call(100003, ACL_INT64)}};
  row.draw = [call](Choices& choices) {
    // As many as the narrowest type holds.
    return call(static_cast<int64_t>(choices.Below(128)), choices.DType(NumbersButBool()));
  };
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::random::randperm
