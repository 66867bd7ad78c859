// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_dequant_bias.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::quantization::dequant_bias {
namespace {

Arguments Given(int64_t rows, int64_t columns, bool rowScale, aclDataType bias, aclDataType to) {
  Arguments all{.tensors = {{"x", {{{rows, columns}, ACL_INT32}}},
                            {"weightScale", {{{columns}, to == ACL_BF16 ? ACL_BF16 : ACL_FLOAT}}}},
                .attributes = {{"outputDtype", static_cast<int64_t>(to)}}};
  if (rowScale) {
    all.tensors["activateScaleOptional"] = {{{rows}, ACL_FLOAT}};
  }
  if (bias != ACL_DT_UNDEFINED) {
    all.tensors["biasOptional"] = {{{columns}, bias}};
  }
  return all;
}

}  // namespace

std::vector<Operator> Rows() {
  Argument scale = Tensor("weightScale", "factors of columns", "[n]", {ACL_FLOAT, ACL_BF16});
  scale.dtype = Always(ACL_FLOAT);
  scale.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("x"), 1)}; };
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnDequantBiasGetWorkspaceSize, &aclnnDequantBias>("aclnnDequantBias"),
       .summary = "sums of an integer product as numbers, with a bias",
       .formula = {"out = x * weightScale * activateScale + bias",
                   "out = (x + bias) * weightScale * activateScale with an INT32 bias"},
       .arguments = {Tensor("x", "sums", "[m, n]", {ACL_INT32}), scale,
                     OptionalInput("activateScaleOptional", "factors of rows", "[m]", {ACL_FLOAT}),
                     OptionalInput("biasOptional", "added to columns", "[n]",
                                   {ACL_INT32, ACL_FLOAT, ACL_FLOAT16, ACL_BF16}),
                     Mode("outputDtype", "the type of the result",
                          {{"float16", ACL_FLOAT16}, {"bfloat16", ACL_BF16}}),
                     OutputWith(Tensor("out", "the result", "that of x", {ACL_FLOAT16, ACL_BF16}),
                                SameShapeAs("x"), AsAttribute("outputDtype"))},
       .draw =
           [](Choices& choices) {
             const aclDataType to = choices.DType({ACL_FLOAT16, ACL_BF16});
             const aclDataType bias = choices.DType({ACL_INT32, ACL_FLOAT, ACL_FLOAT16, ACL_FLOAT16});
             return Given(choices.Extent(), choices.Extent(), choices.Chance(192),
                          choices.Chance(192) ? bias : ACL_DT_UNDEFINED, to);
           },
       .samples = {{.name = "rows", .arguments = Given(65, 130, true, ACL_INT32, ACL_FLOAT16)},
                   {.name = "long_rows", .arguments = Given(3, 3011, true, ACL_FLOAT, ACL_FLOAT16)},
                   {.name = "columns", .arguments = Given(33, 17, false, ACL_DT_UNDEFINED, ACL_FLOAT16)}},
       .runExample = "--x x.npy --weight-scale s.npy --bias-optional b.npy -o y.npy",
       .benchExample = "--x 4096x4096:int32"});
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::quantization::dequant_bias
