// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_dynamic_quant.h"
#include "aclnnop/aclnn_dynamic_quant_v2.h"
#include "aclnnop/aclnn_dynamic_quant_v3.h"
#include "aclnnop/aclnn_dynamic_quant_v4.h"
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

/// Prototypes with a number for the mode; another one gives a name that no mode has.
std::string ModeText(int64_t mode) {
  constexpr std::array<const char*, 3> kNames{"pertoken", "pertensor", "perchannel"};
  const auto index = static_cast<size_t>(mode);
  return index < kNames.size() ? kNames[index] : std::to_string(mode);
}
aclnnStatus Third(const aclTensor* x, const aclTensor* smoothScalesOptional, int64_t dstType,
                  int64_t quantMode, const aclTensor* y, const aclTensor* scale,
                  const aclTensor* offsetOptional, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnDynamicQuantV3GetWorkspaceSize(x, smoothScalesOptional, nullptr, dstType, false,
                                             ModeText(quantMode).c_str(), y, scale, offsetOptional,
                                             workspaceSize, executor);
}
aclnnStatus Fourth(const aclTensor* x, const aclTensor* smoothScalesOptional, int64_t dstType,
                   int64_t quantMode, const aclTensor* y, const aclTensor* scale,
                   const aclTensor* offsetOptional, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnDynamicQuantV4GetWorkspaceSize(x, smoothScalesOptional, nullptr, dstType, false,
                                             ModeText(quantMode).c_str(), 0, y, scale, offsetOptional,
                                             workspaceSize, executor);
}

/// What has one number for each of what has a scale.
Argument OfScaled(std::string name, std::string meaning) {
  return OutputWith(
      Tensor(std::move(name), std::move(meaning), "that of x without a dim, or [1]", {ACL_FLOAT}),
      [](const Arguments& known) {
        Shape shape = known.ShapeOf("x");
        const int64_t mode = known.Integer("quantMode");
        if (mode == 1) {
          return Shape{1};
        }
        if (const size_t back = mode == 2 ? 2 : 1; shape.size() >= back) {
          shape.erase(shape.end() - static_cast<ptrdiff_t>(back));
        }
        return shape;
      },
      Always(ACL_FLOAT));
}

Operator RowWithModes(Operator row) {
  const auto given = [](const Shape& shape, int64_t mode, bool smooth, aclDataType to,
                        aclDataType dtype = ACL_DT_UNDEFINED) {
    Arguments all = Given(shape, smooth, to, dtype);
    if (smooth && mode == 2) {
      all.tensors["smoothScalesOptional"] = {{{shape[shape.size() - 2]}, dtype}};
    }
    all.attributes["quantMode"] = mode;
    return all;
  };
  row.draw = [given](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const bool packed = choices.Chance(64);
    const auto mode = static_cast<int64_t>(choices.Below(3));
    Shape shape = DrawNumbers(choices, packed);
    shape.insert(shape.begin(), choices.Extent());
    return given(shape, mode, choices.Chance(128), packed ? ACL_INT32 : ACL_INT8, dtype);
  };
  row.samples = {{.name = "rows", .arguments = given({33, 130}, 0, true, ACL_INT8)},
                 {.name = "tensor", .arguments = given({9, 7, 130}, 1, true, ACL_INT8)},
                 {.name = "columns", .arguments = given({3, 33, 1301}, 2, true, ACL_INT8)},
                 {.name = "four_bits", .arguments = given({5, 7, 1096}, 2, false, ACL_INT32)}};
  row.formula = {"y = x / scale + offset, rounded"};
  row.runExample = "--x x.npy --quant-mode perchannel --y y.npy --scale scale.npy";
  row.benchExample = "--x 4096x4096:float16";
  return MakeOperator(std::move(row));
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
  Argument offsets = OfScaled("offsetOptional", "offsets; without them numbers are quantized symmetrically");
  offsets.optional = true;
  Argument smooth = Smooth();
  smooth.shapeText = "[last dim of x], or of columns the one before it";
  const std::vector<Argument> modes{
      x,
      smooth,
      QuantizedType("dstType"),
      Mode("quantMode", "what has a scale", {{"pertoken", 0}, {"pertensor", 1}, {"perchannel", 2}}),
      QuantizedOutput("y", "x", "dstType"),
      OfScaled("scale", "scales"),
      offsets};
  return {
      RowWithModes({.phases = TwoPhases<&Third, &aclnnDynamicQuantV3>("aclnnDynamicQuantV3"),
                    .summary = "numbers quantized by scales of rows, columns or the tensor",
                    .arguments = modes}),
      RowWithModes(
          {.phases = TwoPhases<&Fourth, &aclnnDynamicQuantV4>("aclnnDynamicQuantV4"),
           .summary = "numbers quantized by scales of rows, columns or the tensor, with a largest number",
           .arguments = modes}),
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
