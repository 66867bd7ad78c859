// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul_add.h"
#include "aclnnop/aclnn_grouped_matmul_add_v2.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::matmul::grouped_matmul_add {
namespace {

/// The prototypes without arguments that have one value, or the usual one.
aclnnStatus First(const aclTensor* x, const aclTensor* weight, const aclTensor* groupList, aclTensor* yRef,
                  uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnGroupedMatmulAddGetWorkspaceSize(x, weight, groupList, yRef, true, false, 2, workspaceSize,
                                               executor);
}
aclnnStatus Second(const aclTensor* x, const aclTensor* weight, const aclTensor* groupList, aclTensor* yRef,
                   uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnGroupedMatmulAddV2GetWorkspaceSize(x, weight, groupList, yRef, true, false, 2, 1, workspaceSize,
                                                 executor);
}

struct Sizes {
  int64_t groups;
  int64_t depth;
  int64_t rows;
  int64_t columns;
};

Arguments Given(const Sizes& sizes, aclDataType dtype = ACL_DT_UNDEFINED) {
  return {.tensors = {{"x", {{{sizes.depth, sizes.rows}, dtype}}},
                      {"weight", {{{sizes.depth, sizes.columns}, dtype}}},
                      {"groupList", {{{sizes.groups}, ACL_INT64}}},
                      {"yRef", {{{sizes.groups, sizes.rows, sizes.columns}, ACL_FLOAT}}}}};
}

Operator Row(Operator row, const char* meaning) {
  Argument weight = Tensor("weight", "second factors", "[K, n]", Floats());
  weight.dtype = SameAs("x");
  Argument groups = Tensor("groupList", meaning, "[groups]", {ACL_INT64});
  groups.holds = Meaning::kOnes;
  groups.dtype = Always(ACL_INT64);
  Argument sums = InPlace("yRef", {ACL_FLOAT});
  sums.meaning = "matrices that products are added to";
  sums.shapeText = "[groups, m, n]";
  sums.dtype = Always(ACL_FLOAT);
  sums.shape = [](const Arguments& known) {
    return Shape{Extent(known.ShapeOf("groupList"), 0), Extent(known.ShapeOf("x"), 1),
                 Extent(known.ShapeOf("weight"), 1)};
  };
  row.formula = {"yRef[g] += transposed x[rows of g] @ weight[rows of g]"};
  row.arguments = {Tensor("x", "first factors", "[K, m]", Floats()), std::move(weight), std::move(groups),
                   std::move(sums)};
  row.bitsOfProcessor = true;
  row.draw = [](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const int64_t count = choices.Extent();
    return Given({count, count + choices.Extent(), choices.Extent(), choices.Extent()}, dtype);
  };
  row.samples = {{.name = "groups", .arguments = Given({9, 12, 65, 130})},
                 {.name = "small", .arguments = Given({5, 7, 9, 2})},
                 {.name = "one_group", .arguments = Given({1, 3, 300, 70})}};
  row.runExample = "--x x.npy --weight w.npy --group-list g.npy --y-ref y.npy --y-ref-result sums.npy";
  row.benchExample = "--x 64x1024:float16 --weight 64x1024:float16 --group-list 64:int64";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Row({.phases = TwoPhases<&First, &aclnnGroupedMatmulAdd>("aclnnGroupedMatmulAdd"),
           .summary = "products of groups of rows, added to a matrix of each group"},
          "where groups end"),
      Row({.phases = TwoPhases<&Second, &aclnnGroupedMatmulAddV2>("aclnnGroupedMatmulAddV2"),
           .summary = "products of groups of rows by their numbers of rows, added to a matrix of each group"},
          "how many rows each group has")};
}

}  // namespace openaclnn::catalogue::matmul::grouped_matmul_add
