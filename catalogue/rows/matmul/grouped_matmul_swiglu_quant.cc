// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul_swiglu_quant.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_v2.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_weight_nz.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_weight_nz_v2.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::matmul::grouped_matmul_swiglu_quant {
namespace {

/// The prototypes without tensors that are always null.
aclnnStatus Plain(const aclTensor* x, const aclTensor* weight, const aclTensor* weightScale,
                  const aclTensor* xScale, const aclTensor* groupList, aclTensor* output,
                  aclTensor* outputScale, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnGroupedMatmulSwigluQuantGetWorkspaceSize(x, weight, nullptr, nullptr, weightScale, xScale,
                                                       groupList, output, outputScale, nullptr, workspaceSize,
                                                       executor);
}
aclnnStatus WeightNZ(const aclTensor* x, const aclTensor* weight, const aclTensor* weightScale,
                     const aclTensor* xScale, const aclTensor* groupList, aclTensor* output,
                     aclTensor* outputScale, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnGroupedMatmulSwigluQuantWeightNZGetWorkspaceSize(x, weight, nullptr, nullptr, weightScale,
                                                               xScale, groupList, output, outputScale,
                                                               nullptr, workspaceSize, executor);
}

template <auto kPhaseOne>
aclnnStatus Second(const aclTensor* x, const aclTensorList* weight, const aclTensorList* weightScale,
                   const aclTensor* xScale, const aclTensor* smoothScale, const aclTensor* groupList,
                   int64_t groupListType, aclTensor* output, aclTensor* outputScale, uint64_t* workspaceSize,
                   aclOpExecutor** executor) {
  return kPhaseOne(x, weight, weightScale, nullptr, nullptr, xScale, smoothScale, groupList, 0, ACL_FLOAT, 0,
                   groupListType, nullptr, output, outputScale, workspaceSize, executor);
}

Arguments Given(int64_t groups, int64_t rows, int64_t depth, int64_t half) {
  return {.tensors = {{"x", {{{rows, depth}, ACL_INT8}}},
                      {"weight", {{{groups, depth, 2 * half}, ACL_INT8}}},
                      {"weightScale", {{{groups, 2 * half}, ACL_FLOAT}}},
                      {"xScale", {{{rows}, ACL_FLOAT}}},
                      {"groupList", {{{groups}, ACL_INT64}}}}};
}

Operator Row(Operator row, bool fractal, bool second = false) {
  Argument weight = Tensor("weight", "matrices of groups", "[groups, k, n]", {ACL_INT8});
  weight.mayBeFractal = fractal;
  Argument scale = Tensor("weightScale", "scales of columns", "[groups, n]", {ACL_FLOAT, ACL_BF16});
  scale.dtype = Always(ACL_FLOAT);
  scale.holds = Meaning::kPositive;
  scale.shape = [](const Arguments& known) {
    const Shape dims = known.ShapeOf("weight");
    return Shape{Extent(dims, 0), Extent(dims, 2)};
  };
  const ShapeRule rows = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("x"), 0)}; };
  Argument rowScale = Tensor("xScale", "scales of rows", "[m]", {ACL_FLOAT});
  rowScale.holds = Meaning::kPositive;
  rowScale.shape = rows;
  Argument groups = Tensor("groupList", second ? "where groups end, or their rows" : "where groups end",
                           "[groups]", {ACL_INT64});
  groups.holds = Meaning::kOnes;
  groups.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("weight"), 0)}; };
  row.formula = {"p = (x @ weight[g]) * weightScale[g] * xScale", "s = silu(half of p) * other half",
                 "output = s / outputScale, rounded"};
  row.arguments = {
      Tensor("x", "rows of all groups", "[m, k]", {ACL_INT8}),
      std::move(weight),
      std::move(scale),
      std::move(rowScale),
      std::move(groups),
      OutputWith(
          Tensor("output", "quantized rows", "[m, n / 2]", {ACL_INT8}),
          [](const Arguments& known) {
            return Shape{Extent(known.ShapeOf("x"), 0), Extent(known.ShapeOf("weight"), 2) / 2};
          },
          Always(ACL_INT8)),
      OutputWith(Tensor("outputScale", "scales of these", "[m]", {ACL_FLOAT}), rows, Always(ACL_FLOAT))};
  if (second) {
    Argument smooth = Tensor("smoothScale", "what rows are multiplied by before they are quantized",
                             "[groups, n / 2] or [groups]", {ACL_FLOAT});
    smooth.optional = true;
    smooth.holds = Meaning::kPositive;
    row.arguments.insert(row.arguments.begin() + 4, std::move(smooth));
    row.arguments.insert(row.arguments.begin() + 6,
                         Mode("groupListType", "what groupList is", {{"ends", 0}, {"counts", 1}}));
  }
  row.draw = [second](Choices& choices) {
    const int64_t count = choices.Extent();
    Arguments drawn = Given(count, count + choices.Extent(), choices.Extent(), choices.Extent());
    if (second) {
      drawn.attributes["groupListType"] = static_cast<int64_t>(choices.Below(2));
      const int64_t half = Extent(drawn.ShapeOf("weight"), 2) / 2;
      if (choices.Chance(128)) {
        drawn.tensors["smoothScale"] = {{{count, half}, ACL_FLOAT}};
      }
    }
    return drawn;
  };
  row.samples = {{.name = "groups", .arguments = Given(9, 12, 130, 65)},
                 {.name = "long_rows", .arguments = Given(3, 4, 40, 2050)},
                 {.name = "one_group", .arguments = Given(1, 1, 70, 300)}};
  row.runExample =
      "--x x.npy --weight w.npy --weight-scale s.npy --x-scale t.npy --group-list g.npy "
      "--output y.npy --output-scale u.npy";
  row.benchExample = "--x 64x1024:int8 --weight 64x1024x512:int8";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Row({.phases = TwoPhases<&Plain, &aclnnGroupedMatmulSwigluQuant>("aclnnGroupedMatmulSwigluQuant"),
           .summary = "products of quantized groups of rows, gated and quantized again"},
          false),
      Row({.phases = TwoPhases<&WeightNZ, &aclnnGroupedMatmulSwigluQuantWeightNZ>(
               "aclnnGroupedMatmulSwigluQuantWeightNZ"),
           .summary =
               "products of quantized groups of rows by weights in FRACTAL_NZ, gated and quantized again"},
          true),
      Row({.phases = TwoPhases<&Second<&aclnnGroupedMatmulSwigluQuantV2GetWorkspaceSize>,
                               &aclnnGroupedMatmulSwigluQuantV2>("aclnnGroupedMatmulSwigluQuantV2"),
           .summary = "products of quantized groups of rows, gated, smoothed and quantized again"},
          false, true),
      Row({.phases =
               TwoPhases<&Second<&aclnnGroupedMatmulSwigluQuantWeightNzV2GetWorkspaceSize>,
                         &aclnnGroupedMatmulSwigluQuantWeightNzV2>("aclnnGroupedMatmulSwigluQuantWeightNzV2"),
           .summary =
               "smoothed products of quantized groups of rows by weights in FRACTAL_NZ, quantized again"},
          true, true)};
}

}  // namespace openaclnn::catalogue::matmul::grouped_matmul_swiglu_quant
