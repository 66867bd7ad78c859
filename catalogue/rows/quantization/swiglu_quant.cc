// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_dequant_swiglu_quant.h"
#include "aclnnop/aclnn_dequant_swiglu_quant_v2.h"
#include "aclnnop/aclnn_swi_glu_quant.h"
#include "aclnnop/aclnn_swi_glu_quant_v2.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::quantization::swiglu_quant {
namespace {

// Prototypes with a number for the mode; another one gives a name that no mode has.
std::string ModeText(int64_t mode) {
  constexpr std::array<const char*, 2> kNames{"dynamic", "static"};
  const auto index = static_cast<size_t>(mode);
  return index < kNames.size() ? kNames[index] : std::to_string(mode);
}

aclnnStatus Plain(const aclTensor* x, const aclTensor* smoothScalesOptional, const aclTensor* offsetsOptional,
                  bool activateLeft, int64_t quantMode, int64_t /*dstType*/, const aclTensor* yOut,
                  const aclTensor* scaleOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnSwiGluQuantGetWorkspaceSize(x, smoothScalesOptional, offsetsOptional, nullptr, activateLeft,
                                          ModeText(quantMode).data(), yOut, scaleOut, workspaceSize,
                                          executor);
}
aclnnStatus PlainV2(const aclTensor* x, const aclTensor* smoothScalesOptional,
                    const aclTensor* offsetsOptional, bool activateLeft, int64_t quantMode, int64_t dstType,
                    const aclTensor* yOut, const aclTensor* scaleOut, uint64_t* workspaceSize,
                    aclOpExecutor** executor) {
  return aclnnSwiGluQuantV2GetWorkspaceSize(x, smoothScalesOptional, offsetsOptional, nullptr, activateLeft,
                                            ModeText(quantMode).data(), 0, dstType, yOut, scaleOut,
                                            workspaceSize, executor);
}
aclnnStatus Dequant(const aclTensor* x, const aclTensor* weightScaleOptional,
                    const aclTensor* activationScaleOptional, const aclTensor* biasOptional,
                    const aclTensor* quantScaleOptional, bool activateLeft, int64_t /*dstType*/,
                    const aclTensor* yOut, const aclTensor* scaleOut, uint64_t* workspaceSize,
                    aclOpExecutor** executor) {
  return aclnnDequantSwigluQuantGetWorkspaceSize(
      x, weightScaleOptional, activationScaleOptional, biasOptional, quantScaleOptional, nullptr, nullptr,
      activateLeft, ModeText(0).data(), yOut, scaleOut, workspaceSize, executor);
}
aclnnStatus DequantV2(const aclTensor* x, const aclTensor* weightScaleOptional,
                      const aclTensor* activationScaleOptional, const aclTensor* biasOptional,
                      const aclTensor* quantScaleOptional, bool activateLeft, int64_t dstType,
                      int64_t swigluMode, double clampLimit, double gluAlpha, double gluBias,
                      const aclTensor* yOut, const aclTensor* scaleOut, uint64_t* workspaceSize,
                      aclOpExecutor** executor) {
  return aclnnDequantSwigluQuantV2GetWorkspaceSize(
      x, weightScaleOptional, activationScaleOptional, biasOptional, quantScaleOptional, nullptr, nullptr,
      activateLeft, ModeText(0).data(), dstType, nullptr, -1, swigluMode, clampLimit, gluAlpha, gluBias, yOut,
      scaleOut, workspaceSize, executor);
}

Shape Halved(const Arguments& known) {
  Shape shape = known.ShapeOf("x");
  if (!shape.empty()) {
    shape.back() /= 2;
  }
  return shape;
}

Argument Quantized() {
  return OutputWith(
      Tensor("yOut", "quantized activations",
             "that of x with half of its last dim; in INT32 an eighth of that", {ACL_INT8, ACL_INT32}),
      [](const Arguments& known) {
        return PackedShape(Halved(known), static_cast<aclDataType>(known.Integer("dstType")));
      },
      AsAttribute("dstType"));
}
Argument Scales() {
  Argument scale = OfRows("scaleOut", "scales of rows");
  scale.written = [](const Arguments& known) {
    const auto mode = known.attributes.find("quantMode");
    return mode == known.attributes.end() || known.Integer("quantMode") == 0;
  };
  return scale;
}

Arguments Given(const Shape& shape, const std::vector<std::string>& factors, aclDataType to,
                aclDataType dtype) {
  Arguments all{.tensors = {{"x", {{shape, dtype}}}}, .attributes = {{"dstType", static_cast<int64_t>(to)}}};
  for (const std::string& factor : factors) {
    const bool wide = factor == "weightScaleOptional" || factor == "biasOptional";
    all.tensors[factor] = {{{wide ? shape.back() : shape.back() / 2}, ACL_FLOAT}};
  }
  return all;
}

Operator Row(Operator row, const std::string& smooth, bool modes) {
  row.formula = {"yOut * scaleOut = silu(A) * B * " + smooth + ", with the halves A and B of the rows of x"};
  row.draw = [smooth, modes](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const bool packed = choices.Chance(64);
    Shape shape = DrawNumbers(choices, packed);
    shape.back() *= 2;
    std::vector<std::string> factors;
    if (choices.Chance(128)) {
      factors.push_back(smooth);
    }
    Arguments drawn = Given(shape, factors, packed ? ACL_INT32 : ACL_INT8, dtype);
    if (modes) {
      drawn.attributes["quantMode"] = static_cast<int64_t>(choices.Below(2));
    }
    return drawn;
  };
  row.samples = {
      {.name = "rows", .arguments = Given({33, 260}, {smooth}, ACL_INT8, ACL_DT_UNDEFINED)},
      {.name = "long_rows", .arguments = Given({3, 10022}, {}, ACL_INT8, ACL_DT_UNDEFINED)},
      {.name = "four_bits", .arguments = Given({5, 7, 1104}, {smooth}, ACL_INT32, ACL_DT_UNDEFINED)}};
  row.runExample = "--x x.npy --y-out y.npy --scale-out scale.npy";
  row.benchExample = "--x 4096x8192:float16";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument floats = Tensor("x", "gates and factors", "[.., 2 * n]", Floats());
  Argument numbers = floats;
  numbers.others = {ACL_INT32};
  const auto factor = [](std::string name, std::string meaning, std::string shape) {
    return OptionalInput(std::move(name), std::move(meaning), std::move(shape), {ACL_FLOAT});
  };
  const Argument smooth = factor("smoothScalesOptional", "factors of the activations", "[n]");
  const Argument offsets = factor("offsetsOptional", "added to the activations, in the mode static", "[n]");
  const Argument left = Flag("activateLeft", "whether the first half is the gate");
  const Argument mode = Mode("quantMode", "a scale for each row, or none", {{"dynamic", 0}, {"static", 1}});
  Argument bias = factor("biasOptional", "added to x", "[2 * n]");
  bias.dtypes = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32};
  const std::vector<Argument> dequant{numbers,
                                      factor("weightScaleOptional", "scales of columns, of INT32", "[2 * n]"),
                                      factor("activationScaleOptional", "scales of rows", "[rows]"),
                                      bias,
                                      factor("quantScaleOptional", "factors of the activations", "[n]"),
                                      left,
                                      QuantizedType("dstType")};
  std::vector<Argument> first = dequant;
  first.insert(first.end(), {Quantized(), Scales()});
  std::vector<Argument> second = dequant;
  second.insert(second.end(), {Mode("swigluMode", "which columns are gates",
                                    {{"halves", 0}, {"clamped_pairs", 1}, {"clamped_halves", 2}}),
                               Real("clampLimit", "bound of gates and factors", 7),
                               Real("gluAlpha", "factor of the gate", 1.702),
                               Real("gluBias", "added to factors", 1), Quantized(), Scales()});
  return {
      Row({.phases = TwoPhases<&Plain, &aclnnSwiGluQuant>("aclnnSwiGluQuant"),
           .summary = "gated activations, quantized",
           .arguments = {floats, smooth, offsets, left, mode, QuantizedType("dstType"), Quantized(),
                         Scales()}},
          "smoothScalesOptional", true),
      Row({.phases = TwoPhases<&PlainV2, &aclnnSwiGluQuantV2>("aclnnSwiGluQuantV2"),
           .summary = "gated activations, quantized, with kinds of groups",
           .arguments = {floats, smooth, offsets, left, mode, QuantizedType("dstType"), Quantized(),
                         Scales()}},
          "smoothScalesOptional", true),
      Row({.phases = TwoPhases<&Dequant, &aclnnDequantSwigluQuant>("aclnnDequantSwigluQuant"),
           .summary = "gated activations of quantized products, quantized again",
           .arguments = first},
          "quantScaleOptional", false),
      Row({.phases = TwoPhases<&DequantV2, &aclnnDequantSwigluQuantV2>("aclnnDequantSwigluQuantV2"),
           .summary = "gated activations of quantized products, with more kinds of gates",
           .arguments = second},
          "quantScaleOptional", false),
  };
}

}  // namespace openaclnn::catalogue::quantization::swiglu_quant
