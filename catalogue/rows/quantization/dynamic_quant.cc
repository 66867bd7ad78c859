// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_dynamic_quant.h"
#include "aclnnop/aclnn_dynamic_quant_v2.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::quantization::dynamic_quant {
namespace {

Argument Smooth() {
  return OptionalInput("smoothScalesOptional", "factors of x, before anything else",
                       "[last dim of x], or [groups, last dim of x]", Floats());
}

Arguments Given(const Shape& shape, bool smooth, aclDataType to, aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments all{.tensors = {{"x", {{shape, dtype}}}}, .attributes = {{"dstType", static_cast<int64_t>(to)}}};
  if (smooth) {
    all.tensors["smoothScalesOptional"] = {{{shape.back()}, dtype}};
  }
  return all;
}

/// The first version has no attribute: the type of y tells.
aclnnStatus First(const aclTensor* x, const aclTensor* smoothScalesOptional, int64_t /*dstType*/,
                  const aclTensor* y, const aclTensor* scale, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  return aclnnDynamicQuantGetWorkspaceSize(x, smoothScalesOptional, y, scale, workspaceSize, executor);
}

Operator Row(Operator row) {
  row.draw = [](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const bool packed = choices.Chance(64);
    return Given(DrawNumbers(choices, packed), choices.Chance(128), packed ? ACL_INT32 : ACL_INT8, dtype);
  };
  row.samples = {{.name = "rows", .arguments = Given({33, 130}, true, ACL_INT8)},
                 {.name = "long_rows", .arguments = Given({3, 20011}, false, ACL_INT8)},
                 {.name = "four_bits", .arguments = Given({5, 7, 1096}, true, ACL_INT32)},
                 {.name = "specials",
                  .arguments = Given({65, 130}, false, ACL_INT8),
                  .data = {{.name = "x", .specials = true}}}};
  row.benchExample = "--x 4096x4096:float16";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument x = Tensor("x", "numbers", "1 dim or more", Floats());
  Argument groups = OptionalInput("groupIndexOptional", "the row after the last one of each group",
                                  "[groups]", {ACL_INT64, ACL_INT32});
  Argument offset = OfRows("offsetOptional", "offsets of rows; without it they are quantized symmetrically");
  offset.optional = true;
  return {
      Row({.phases =
               TwoPhases<&aclnnDynamicQuantV2GetWorkspaceSize, &aclnnDynamicQuantV2>("aclnnDynamicQuantV2"),
           .summary = "rows quantized between their extremes",
           .formula = {"y = x / scale + offset, rounded"},
           .arguments = {x, Smooth(), groups, QuantizedType("dstType"), QuantizedOutput("y", "x", "dstType"),
                         OfRows("scale", "scales of rows"), offset},
           .runExample = "--x x.npy --y y.npy --scale scale.npy --offset-optional offset.npy"}),
      Row({.phases = TwoPhases<&First, &aclnnDynamicQuant>("aclnnDynamicQuant"),
           .summary = "rows quantized by their largest magnitude",
           .formula = {"y = x / scale, rounded", "scale = max |x| of a row / 127"},
           .arguments = {x, Smooth(), QuantizedType("dstType"), QuantizedOutput("y", "x", "dstType"),
                         OfRows("scale", "scales of rows")},
           .runExample = "--x x.npy --y y.npy --scale scale.npy"}),
  };
}

}  // namespace openaclnn::catalogue::quantization::dynamic_quant
