// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul.h"
#include "aclnnop/aclnn_grouped_matmul_v2.h"
#include "aclnnop/aclnn_grouped_matmul_v3.h"
#include "aclnnop/aclnn_grouped_matmul_v4.h"
#include "aclnnop/aclnn_grouped_matmul_v5.h"
#include "aclnnop/aclnn_grouped_matmul_weight_nz.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::matmul::grouped_matmul {
namespace {

constexpr int64_t kMostGroups = int64_t{1} << 16;

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

aclnnStatus WeightNz(const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
                     const aclTensor* groupListOptional, aclTensorList* out, uint64_t* workspaceSize,
                     aclOpExecutor** executor) {
  return aclnnGroupedMatmulWeightNzGetWorkspaceSize(
      x, weight, biasOptional, nullptr, nullptr, nullptr, nullptr, nullptr, groupListOptional, nullptr,
      nullptr, nullptr, 3, 0, 1, 0, nullptr, 0, out, nullptr, nullptr, workspaceSize, executor);
}

aclnnStatus First(const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
                  const aclIntArray* groupListOptional, aclTensorList* y, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  return aclnnGroupedMatmulGetWorkspaceSize(x, weight, biasOptional, nullptr, nullptr, nullptr, nullptr,
                                            groupListOptional, 3, y, workspaceSize, executor);
}
aclnnStatus Second(const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
                   const aclIntArray* groupListOptional, aclTensorList* y, uint64_t* workspaceSize,
                   aclOpExecutor** executor) {
  return aclnnGroupedMatmulV2GetWorkspaceSize(x, weight, biasOptional, nullptr, nullptr, nullptr, nullptr,
                                              groupListOptional, 3, 0, y, workspaceSize, executor);
}
aclnnStatus Third(const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
                  const aclTensor* groupListOptional, aclTensorList* y, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  return aclnnGroupedMatmulV3GetWorkspaceSize(x, weight, biasOptional, nullptr, nullptr, nullptr, nullptr,
                                              groupListOptional, 3, 0, y, workspaceSize, executor);
}

/// How a version has its groups.
enum class Groups { kCounts, kEnds, kAttribute };

Arguments Given(Groups kind, int64_t groups, int64_t depth, int64_t columns, bool bias,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  // Ends are drawn as ones, so that all groups but the first are empty.
  Arguments all{
      .tensors = {{"x", {{{groups, depth}, dtype}}}, {"weight", {{{groups, depth, columns}, dtype}}}}};
  if (kind != Groups::kAttribute) {
    all.tensors["groupListOptional"] = {{{groups}, ACL_INT64}};
  }
  if (bias) {
    all.tensors["biasOptional"] = {{{groups, columns}, dtype}};
  }
  return all;
}

Argument GroupList(Groups kind, bool optional) {
  if (kind == Groups::kAttribute) {
    return {.name = "groupListOptional",
            .role = Role::kAttribute,
            .meaning = "where groups end",
            .optional = optional,
            .derive =
                [](const Arguments& known) {
                  // No more than a list holds, whatever a wrong call says.
                  Shape ends(static_cast<size_t>(
                      std::clamp<int64_t>(Extent(known.ShapeOf("weight"), 0), 0, kMostGroups)));
                  std::iota(ends.begin(), ends.end(), 1);
                  return Value(ends);
                },
            .derivation = "a row for each group"};
  }
  Argument groups =
      Tensor("groupListOptional", kind == Groups::kEnds ? "where groups end" : "how many rows each group has",
             "[groups]", {ACL_INT64});
  groups.holds = Meaning::kOnes;
  groups.dtype = Always(ACL_INT64);
  return groups;
}

Operator Row(Operator row, Groups kind, const std::string& result) {
  const DTypes types = Floats();
  Argument weight = Tensor("weight", "matrices of groups", "[groups, k, n]", types);
  weight.dtype = SameAs("x");
  weight.mayBeFractal = std::string_view(row.Function()) == "aclnnGroupedMatmulWeightNz";
  Argument bias = Tensor("biasOptional", "added to the columns of groups", "[groups, n]", types);
  bias.dtype = SameAs("x");
  bias.optional = true;
  const ShapeRule product = [](const Arguments& known) {
    return Shape{Extent(known.ShapeOf("x"), 0), Extent(known.ShapeOf("weight"), 2)};
  };
  Argument out = OutputWith(Tensor(result, "the products", "[m, n]", types), product, SameAs("x"));
  out.list = [product](const Arguments& known) {
    return std::vector<TensorSpec>{{product(known), known.DTypeOf("x")}};
  };
  row.formula = {result + "[rows of g] = x[rows of g] @ weight[g] + bias[g]"};
  row.arguments = {Tensor("x", "rows of all groups", "[m, k]", types), weight, bias,
                   GroupList(kind, std::string_view(row.Function()) == "aclnnGroupedMatmul"), out};
  row.bitsOfProcessor = true;
  row.draw = [kind](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    return Given(kind, choices.Extent(), choices.Extent(), choices.Extent(), choices.Chance(128), dtype);
  };
  row.samples = {{.name = "groups", .arguments = Given(kind, 9, 130, 65, true)},
                 {.name = "deep", .arguments = Given(kind, 3, 5000, 33, false)},
                 {.name = "one_group", .arguments = Given(kind, 1, 70, 300, false)}};
  row.runExample = "--x x.npy --weight w.npy ";
  row.benchExample = "--x 64x4096:float16 --weight 64x4096x1024:float16";
  if (kind != Groups::kAttribute) {
    row.runExample += "--group-list-optional g.npy ";
    row.benchExample += " --group-list-optional 64:int64";
  }
  row.runExample += result == "out" ? "-o y.npy" : "--y y.npy";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  const std::string summary = "products of groups of rows, each with its own weight";
  return {
      Row({.phases = TwoPhases<&First, &aclnnGroupedMatmul>("aclnnGroupedMatmul"),
           .summary = summary + ", by where groups end"},
          Groups::kAttribute, "y"),
      Row({.phases = TwoPhases<&Second, &aclnnGroupedMatmulV2>("aclnnGroupedMatmulV2"),
           .summary = summary + ", by where groups end, with kinds of groups"},
          Groups::kAttribute, "y"),
      Row({.phases = TwoPhases<&Third, &aclnnGroupedMatmulV3>("aclnnGroupedMatmulV3"),
           .summary = summary + ", by a tensor of where groups end"},
          Groups::kEnds, "y"),
      Row({.phases = TwoPhases<&Fourth, &aclnnGroupedMatmulV4>("aclnnGroupedMatmulV4"), .summary = summary},
          Groups::kCounts, "out"),
      Row({.phases = TwoPhases<&Fifth, &aclnnGroupedMatmulV5>("aclnnGroupedMatmulV5"),
           .summary = summary + ", with a hint for tuning"},
          Groups::kCounts, "out"),
      Row({.phases = TwoPhases<&WeightNz, &aclnnGroupedMatmulWeightNz>("aclnnGroupedMatmulWeightNz"),
           .summary = summary + ", which may be in FRACTAL_NZ"},
          Groups::kCounts, "out")};
}

}  // namespace openaclnn::catalogue::matmul::grouped_matmul
