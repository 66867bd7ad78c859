// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul_v4.h"
#include "aclnnop/aclnn_grouped_matmul_v5.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::matmul::grouped_matmul {
namespace {

/// The prototypes without arguments that have one value: one tensor of rows, one of weights, numbers of rows.
aclnnStatus Fourth(const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
                   const aclTensor* groupListOptional, aclTensorList* out, uint64_t* workspaceSize,
                   aclOpExecutor** executor) {
  return aclnnGroupedMatmulV4GetWorkspaceSize(x, weight, biasOptional, nullptr, nullptr, nullptr, nullptr,
                                              nullptr, groupListOptional, nullptr, nullptr, nullptr, 3, 0, 1,
                                              0, out, nullptr, nullptr, workspaceSize, executor);
}
aclnnStatus Fifth(const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
                  const aclTensor* groupListOptional, aclTensorList* out, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  return aclnnGroupedMatmulV5GetWorkspaceSize(x, weight, biasOptional, nullptr, nullptr, nullptr, nullptr,
                                              nullptr, groupListOptional, nullptr, nullptr, nullptr, 3, 0, 1,
                                              0, nullptr, out, nullptr, nullptr, workspaceSize, executor);
}

/// A row for each group: how many rows groups have are ones.
Arguments Given(int64_t groups, int64_t depth, int64_t columns, bool bias,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments all{.tensors = {{"x", {{{groups, depth}, dtype}}},
                            {"weight", {{{groups, depth, columns}, dtype}}},
                            {"groupListOptional", {{{groups}, ACL_INT64}}}}};
  if (bias) {
    all.tensors["biasOptional"] = {{{groups, columns}, dtype}};
  }
  return all;
}

Operator Row(Operator row) {
  const DTypes types = Floats();
  Argument weight = Tensor("weight", "matrices of groups", "[groups, k, n]", types);
  weight.dtype = SameAs("x");
  Argument bias = Tensor("biasOptional", "added to the columns of groups", "[groups, n]", types);
  bias.dtype = SameAs("x");
  bias.optional = true;
  Argument groups = Tensor("groupListOptional", "how many rows each group has", "[groups]", {ACL_INT64});
  groups.holds = Meaning::kOnes;
  groups.dtype = Always(ACL_INT64);
  const ShapeRule product = [](const Arguments& known) {
    return Shape{Extent(known.ShapeOf("x"), 0), Extent(known.ShapeOf("weight"), 2)};
  };
  Argument out = OutputWith(Tensor("out", "the products", "[m, n]", types), product, SameAs("x"));
  out.list = [product](const Arguments& known) {
    return std::vector<TensorSpec>{{product(known), known.DTypeOf("x")}};
  };
  row.formula = {"out[rows of g] = x[rows of g] @ weight[g] + bias[g]"};
  row.arguments = {Tensor("x", "rows of all groups", "[m, k]", types), weight, bias, groups, out};
  row.bitsOfProcessor = true;
  row.draw = [](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    return Given(choices.Extent(), choices.Extent(), choices.Extent(), choices.Chance(128), dtype);
  };
  row.samples = {{.name = "groups", .arguments = Given(9, 130, 65, true)},
                 {.name = "deep", .arguments = Given(3, 5000, 33, false)},
                 {.name = "one_group", .arguments = Given(1, 70, 300, false)}};
  row.runExample = "--x x.npy --weight w.npy --group-list-optional g.npy -o y.npy";
  row.benchExample = "--x 64x4096:float16 --weight 64x4096x1024:float16 --group-list-optional 64:int64";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Row({.phases = TwoPhases<&Fourth, &aclnnGroupedMatmulV4>("aclnnGroupedMatmulV4"),
               .summary = "products of groups of rows, each with its own weight"}),
          Row({.phases = TwoPhases<&Fifth, &aclnnGroupedMatmulV5>("aclnnGroupedMatmulV5"),
               .summary = "products of groups of rows, each with its own weight, with a hint for tuning"})};
}

}  // namespace openaclnn::catalogue::matmul::grouped_matmul
