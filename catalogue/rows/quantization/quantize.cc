// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_ascend_anti_quant.h"
#include "aclnnop/aclnn_ascend_quant.h"
#include "aclnnop/aclnn_ascend_quant_v3.h"
#include "aclnnop/aclnn_quantize.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::quantization::quantize {
namespace {

// Prototypes with a number for the mode; another one gives a name that no mode has.
std::string RoundModeText(int64_t mode) {
  constexpr std::array<const char*, 4> kNames{"round", "floor", "ceil", "trunc"};
  const auto index = static_cast<size_t>(mode);
  return index < kNames.size() ? kNames[index] : std::to_string(mode);
}
aclnnStatus Quant(const aclTensor* x, const aclTensor* scale, const aclTensor* offset, bool sqrtMode,
                  int64_t roundMode, int32_t dstType, const aclTensor* y, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  return aclnnAscendQuantGetWorkspaceSize(x, scale, offset, sqrtMode, RoundModeText(roundMode).c_str(),
                                          dstType, y, workspaceSize, executor);
}
aclnnStatus QuantV3(const aclTensor* x, const aclTensor* scale, const aclTensor* offset, bool sqrtMode,
                    int64_t roundMode, int32_t dstType, int32_t axis, const aclTensor* y,
                    uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnAscendQuantV3GetWorkspaceSize(x, scale, offset, sqrtMode, RoundModeText(roundMode).c_str(),
                                            dstType, axis, y, workspaceSize, executor);
}

Argument RoundModes() {
  return Mode("roundMode", "how numbers become whole; to nearest: ties to even",
              {{"round", 0}, {"floor", 1}, {"ceil", 2}, {"trunc", 3}});
}
Argument SqrtMode() {
  return Flag("sqrtMode", "whether scale counts twice");
}
Argument Scale(std::string name) {
  Argument scale = Tensor(std::move(name), "one scale, or those along the axis", "[1] or [size]", Floats());
  scale.holds = Meaning::kPositive;
  return scale;
}
Argument Offset(std::string name, DTypes dtypes) {
  return OptionalInput(std::move(name), "one offset, or those along the axis", "[1] or [size]",
                       std::move(dtypes));
}
/// The last dim, or its number from the end.
Argument Axis() {
  Argument axis = Dim("axis");
  axis.meaning = "dim along which scales go";
  return axis;
}

/// How a row's tensors are called, and what it has.
struct Names {
  std::string scale;
  std::string offset;
  std::string dtype;
  aclDataType offsetDtype;  // ACL_DT_UNDEFINED: x's
  bool packs;               // INT32 holds INT4
  bool hasAxis;
};

Arguments Given(const Names& names, const Shape& shape, int64_t along, aclDataType to,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  const int64_t count = along < 0 ? 1 : shape[static_cast<size_t>(along)];
  Arguments all{.tensors = {{"x", {{shape, dtype}}}, {names.scale, {{{count}, dtype}}}},
                .attributes = {{names.dtype, static_cast<int64_t>(to)}}};
  if (along >= 0) {
    const aclDataType other = names.offsetDtype == ACL_DT_UNDEFINED ? dtype : names.offsetDtype;
    all.tensors[names.offset] = {{{count}, other}};
  }
  if (names.hasAxis) {
    all.attributes["axis"] = along < 0 ? int64_t{-1} : along - static_cast<int64_t>(shape.size());
  }
  return all;
}

Operator Quantization(Operator row, const Names& names) {
  row.draw = [names](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const bool packed = names.packs && choices.Chance(64);
    const Shape shape = DrawNumbers(choices, packed);
    const auto rank = static_cast<int64_t>(shape.size());
    const int64_t any = names.hasAxis ? static_cast<int64_t>(choices.Below(shape.size())) : rank - 1;
    const int64_t along = choices.Chance(128) ? any : -1;
    return Given(names, shape, along, packed ? ACL_INT32 : ACL_INT8, dtype);
  };
  row.samples = {{.name = "one_scale", .arguments = Given(names, {33, 1301}, -1, ACL_INT8)},
                 {.name = "scales", .arguments = Given(names, {77, 5, 130}, 2, ACL_INT8)},
                 {.name = "wide", .arguments = Given(names, {9, 1096}, 1, ACL_INT32)}};
  row.samples[1].data = {{.name = "x", .specials = true}};
  row.runExample = "--x x.npy " + OptionName(names.scale) + " s.npy " +
                   (names.packs ? std::string("--y y.npy") : std::string("-o y.npy"));
  row.benchExample = "--x 4096x4096:float16 " + OptionName(names.scale) + " 4096:float16";
  return MakeOperator(std::move(row));
}

Operator Restored() {
  const auto given = [](const Shape& shape, bool spread, aclDataType from, aclDataType dtype) {
    const int64_t count = spread ? shape.back() : 1;
    Arguments all{.tensors = {{"x", {{PackedShape(shape, from), from}}}, {"scale", {{{count}, dtype}}}},
                  .attributes = {{"dstType", static_cast<int64_t>(dtype)}}};
    if (spread) {
      all.tensors["offset"] = {{{count}, dtype}};
    }
    return all;
  };
  Argument to = Type("dstType", "type of the result", Floats());
  to.defaultValue = int64_t{ACL_FLOAT16};
  return MakeOperator({
      .phases =
          TwoPhases<&aclnnAscendAntiQuantGetWorkspaceSize, &aclnnAscendAntiQuant>("aclnnAscendAntiQuant"),
      .summary = "numbers from quantized ones",
      .formula = {"y = (x + offset) * scale"},
      .arguments = {Tensor("x", "quantized numbers", "any; INT32 holds 8 INT4", {ACL_INT8, ACL_INT32}),
                    Scale("scale"), Offset("offset", Floats()), to, SqrtMode(),
                    OutputWith(
                        Tensor("y", "numbers", "that of x; for INT32 8 times its last dim", Floats()),
                        [](const Arguments& known) {
                          Shape shape = known.ShapeOf("x");
                          if (known.DTypeOf("x") == ACL_INT32 && !shape.empty()) {
                            shape.back() *= kPackedInWord;
                          }
                          return shape;
                        },
                        AsAttribute("dstType"))},
      .draw =
          [given](Choices& choices) {
            const bool packed = choices.Chance(64);
            const Shape shape = DrawNumbers(choices, packed);
            const bool spread = choices.Chance(128);
            return given(shape, spread, packed ? ACL_INT32 : ACL_INT8, choices.DType(Floats()));
          },
      .samples = {{.name = "one_scale",
                   .arguments = given({33, 1301}, false, ACL_INT8, ACL_FLOAT),
                   .dtypes = {ACL_INT8}},
                  {.name = "scales",
                   .arguments = given({77, 5, 130}, true, ACL_INT8, ACL_FLOAT16),
                   .dtypes = {ACL_INT8}},
                  {.name = "four_bits",
                   .arguments = given({9, 1096}, true, ACL_INT32, ACL_FLOAT),
                   .dtypes = {ACL_INT32}}},
      .runExample = "--x x.npy --scale s.npy --y y.npy",
      .benchExample = "--x 4096x4096:int8 --scale 4096:float16",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument x = Tensor("x", "numbers", "any", Floats());
  const Names quant{"scale", "offset", "dstType", ACL_DT_UNDEFINED, true, false};
  Names along = quant;
  along.hasAxis = true;
  const Names quantize{"scales", "zeroPoints", "dtype", ACL_INT32, false, true};
  const Argument y = QuantizedOutput("y", "x", "dstType");
  Argument integers =
      OutputWith(Tensor("out", "quantized numbers", "that of x", {ACL_INT8, ACL_UINT8, ACL_INT32}),
                 SameShapeAs("x"), AsAttribute("dtype"));
  return {
      Quantization({.phases = TwoPhases<&Quant, &aclnnAscendQuant>("aclnnAscendQuant"),
                    .summary = "quantization by scales and offsets",
                    .formula = {"y = x * scale + offset, rounded and saturated"},
                    .arguments = {x, Scale("scale"), Offset("offset", Floats()), SqrtMode(), RoundModes(),
                                  QuantizedType("dstType"), y}},
                   quant),
      Quantization({.phases = TwoPhases<&QuantV3, &aclnnAscendQuantV3>("aclnnAscendQuantV3"),
                    .summary = "quantization by scales and offsets along any dim",
                    .formula = {"y = x * scale + offset, rounded and saturated"},
                    .arguments = {x, Scale("scale"), Offset("offset", Floats()), SqrtMode(), RoundModes(),
                                  QuantizedType("dstType"), Axis(), y}},
                   along),
      Quantization({.phases = TwoPhases<&aclnnQuantizeGetWorkspaceSize, &aclnnQuantize>("aclnnQuantize"),
                    .summary = "quantization by scales and zero points",
                    .formula = {"out = x / scales + zeroPoints, rounded and saturated"},
                    .arguments = {x, Scale("scales"),
                                  Offset("zeroPoints",
                                         {ACL_INT32, ACL_INT8, ACL_UINT8, ACL_FLOAT, ACL_FLOAT16, ACL_BF16}),
                                  Mode("dtype", "type of the result",
                                       {{"int8", ACL_INT8}, {"uint8", ACL_UINT8}, {"int32", ACL_INT32}}),
                                  Axis(), integers}},
                   quantize),
      Restored(),
  };
}

}  // namespace openaclnn::catalogue::quantization::quantize
