// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_weight_quant_batch_matmul_nz.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v2.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v3.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::matmul::weight_quant {
namespace {

/// The prototypes without what is not supported; the third one has a precision behind the group.
template <auto getWorkspaceSize, auto... precision>
aclnnStatus Plain(const aclTensor* x, const aclTensor* weight, const aclTensor* antiquantScale,
                  const aclTensor* antiquantOffsetOptional, const aclTensor* biasOptional,
                  int antiquantGroupSize, const aclTensor* y, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  return getWorkspaceSize(x, weight, antiquantScale, antiquantOffsetOptional, nullptr, nullptr, biasOptional,
                          antiquantGroupSize, precision..., y, workspaceSize, executor);
}

Arguments Given(int64_t m, int64_t k, int64_t n, int64_t group, bool all,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  const Shape scale = group > 0 ? Shape{(k + group - 1) / group, n} : Shape{n};
  Arguments given{.tensors = {{"x", {{{m, k}, dtype}}},
                              {"weight", {{{k, n}, ACL_INT8}}},
                              {"antiquantScale", {{scale, dtype}}}},
                  .attributes = {{"antiquantGroupSize", group}}};
  if (all) {
    given.tensors["antiquantOffsetOptional"] = {{scale, dtype}};
    given.tensors["biasOptional"] = {{{n}, dtype}};
  }
  return given;
}

Operator Row(Operator row, bool fractal = false) {
  Argument weight = Tensor("weight", "quantized weight", "[k, n]", {ACL_INT8});
  weight.others = {ACL_INT32, ACL_INT4};
  weight.dtype = Always(ACL_INT8);
  weight.mayBeFractal = fractal;
  Argument scale = Tensor("antiquantScale", "scales of the weight", "[1], [n] or [groups, n]", Floats());
  scale.dtype = SameAs("x");
  row.formula = {"y = x @ ((weight + antiquantOffset) * antiquantScale) + bias"};
  row.arguments = {Tensor("x", "first factor", "[m, k]", Floats()),
                   weight,
                   scale,
                   quantization::OptionalInput("antiquantOffsetOptional", "offsets of the weight",
                                               "that of antiquantScale", Floats()),
                   quantization::OptionalInput("biasOptional", "added to columns", "[n]", Floats()),
                   {.name = "antiquantGroupSize",
                    .role = Role::kAttribute,
                    .meaning = "rows of weight with the same scales; 0: all",
                    .defaultValue = int64_t{0},
                    .lowest = 0},
                   OutputWith(
                       Tensor("y", "the product", "[m, n]", Floats()),
                       [](const Arguments& known) {
                         return Shape{Extent(known.ShapeOf("x"), 0), Extent(known.ShapeOf("weight"), 1)};
                       },
                       SameAs("x"))};
  row.bitsOfProcessor = true;
  row.draw = [](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const int64_t group = choices.Chance(128) ? 1 + static_cast<int64_t>(choices.Below(9)) : 0;
    return Given(choices.Extent(), choices.Extent(), choices.Extent(), group, choices.Chance(128), dtype);
  };
  row.samples = {{.name = "channels", .arguments = Given(33, 515, 70, 0, true)},
                 {.name = "groups", .arguments = Given(5, 1000, 130, 32, true)},
                 {.name = "one_row", .arguments = Given(1, 4096, 65, 128, false)}};
  row.runExample = "--x x.npy --weight w.npy --antiquant-scale s.npy --y y.npy";
  row.benchExample = "--x 1x4096:float16 --weight 4096x4096:int8 --antiquant-scale 4096:float16";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Row({.phases = TwoPhases<&Plain<&aclnnWeightQuantBatchMatmulV2GetWorkspaceSize>,
                                   &aclnnWeightQuantBatchMatmulV2>("aclnnWeightQuantBatchMatmulV2"),
               .summary = "product with a quantized weight"}),
          Row({.phases = TwoPhases<&Plain<&aclnnWeightQuantBatchMatmulNzGetWorkspaceSize>,
                                   &aclnnWeightQuantBatchMatmulNz>("aclnnWeightQuantBatchMatmulNz"),
               .summary = "product with a quantized weight in FRACTAL_NZ"},
              true),
          Row({.phases = TwoPhases<&Plain<&aclnnWeightQuantBatchMatmulV3GetWorkspaceSize, 0>,
                                   &aclnnWeightQuantBatchMatmulV3>("aclnnWeightQuantBatchMatmulV3"),
               .summary = "product with a quantized weight, with a choice of precision"})};
}

}  // namespace openaclnn::catalogue::matmul::weight_quant
