// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_gelu_quant.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::quantization::gelu_quant {
namespace {

constexpr std::array<const char*, 2> kForms{"none", "tanh"};
constexpr std::array<const char*, 2> kModes{"static", "dynamic"};
constexpr int64_t kDynamic = 1;

std::string TextOf(const std::array<const char*, 2>& names, int64_t number) {
  const auto index = static_cast<size_t>(number);
  return index < names.size() ? names[index] : std::to_string(number);
}

// The prototype with numbers for texts; another number gives a text that none has.
aclnnStatus PhaseOne(const aclTensor* self, const aclTensor* inputScaleOptional,
                     const aclTensor* inputOffsetOptional, int64_t approximate, int64_t quantMode,
                     const aclTensor* y, const aclTensor* outScaleOptional, uint64_t* workspaceSize,
                     aclOpExecutor** executor) {
  return aclnnGeluQuantGetWorkspaceSize(
      self, inputScaleOptional, inputOffsetOptional, TextOf(kForms, approximate).c_str(),
      TextOf(kModes, quantMode).c_str(), "rint", ACL_INT8, y, outScaleOptional, workspaceSize, executor);
}

bool IsDynamic(const Arguments& known) {
  return known.Integer("quantMode") == kDynamic;
}

Shape OfLast(const Arguments& known) {
  const Shape& self = known.ShapeOf("self");
  return self.empty() ? self : Shape{self.back()};
}

struct Factors {
  bool scale;
  bool offset;
  bool each;  // one for each column
};

Arguments Given(const Shape& shape, int64_t approximate, int64_t mode, const Factors& factors,
                aclDataType dtype = ACL_DT_UNDEFINED, aclDataType of = ACL_DT_UNDEFINED) {
  Arguments call{.tensors = {{"self", {{shape, dtype}}}},
                 .attributes = {{"approximate", approximate}, {"quantMode", mode}}};
  const Shape row{factors.each ? shape.back() : 1};
  if (factors.scale) {
    call.tensors["inputScaleOptional"] = {{row, of}};
  }
  if (factors.offset) {
    call.tensors["inputOffsetOptional"] = {{row, of}};
  }
  return call;
}

}  // namespace

std::vector<Operator> Rows() {
  const auto factor = [](const char* name, const char* meaning) {
    Argument argument = OptionalInput(name, meaning, "one element, or [the last extent of self]", Floats());
    argument.shape = OfLast;
    argument.dtype = SameAs("self");
    return argument;
  };
  Argument scale = factor("inputScaleOptional", "factors of the activations");
  scale.needed = [](const Arguments& known) { return !IsDynamic(known); };
  // Not made where it is not given: in the other mode it has no part.
  Argument offset = factor("inputOffsetOptional", "added to the products, in the mode static");
  offset.shape = {};
  Argument outScale = OutputWith(
      Tensor("outScaleOptional", "scales of rows", "one element a row", {ACL_FLOAT}),
      [](const Arguments& known) {
        Shape shape = known.ShapeOf("self");
        if (!shape.empty()) {
          shape.pop_back();
        }
        return shape;
      },
      Always(ACL_FLOAT));
  outScale.optional = true;
  outScale.needed = IsDynamic;
  outScale.written = IsDynamic;
  return {MakeOperator(
      {.phases = TwoPhases<&PhaseOne, &aclnnGeluQuant>("aclnnGeluQuant"),
       .summary = "GELU, quantized",
       .formula = {"static: y = gelu(self) * inputScale + inputOffset, rounded and saturated",
                   "dynamic: y * outScale = gelu(self) * inputScale, by rows"},
       .arguments = {Tensor("self", "input", "1 to 8 dimensions", Floats()), scale, offset,
                     Mode("approximate", "the form of GELU", {{kForms[0], 0}, {kForms[1], 1}}),
                     Mode("quantMode", "given scales, or those of rows",
                          {{kModes[0], 0}, {kModes[1], kDynamic}}),
                     OutputWith(Tensor("y", "the quantized activations", "that of self", {ACL_INT8}),
                                SameShapeAs("self"), Always(ACL_INT8)),
                     outScale},
       .draw =
           [](Choices& choices) {
             const auto mode = static_cast<int64_t>(choices.Below(2));
             const bool dynamic = mode == kDynamic;
             const aclDataType dtype = choices.DType(Floats());
             const Shape shape = DrawNumbers(choices, false);
             return Given(shape, static_cast<int64_t>(choices.Below(2)), mode,
                          {.scale = !dynamic || choices.Chance(128),
                           .offset = !dynamic && choices.Chance(128),
                           .each = choices.Chance(128)},
                          dtype, choices.Chance(128) ? ACL_FLOAT : dtype);
           },
       .samples =
           {{.name = "static",
             .arguments = Given({33, 260}, 0, 0, {.scale = true, .offset = true, .each = true})},
            {.name = "long_rows",
             .arguments = Given({3, 10022}, 1, 0, {.scale = true, .offset = false, .each = false})},
            {.name = "rows",
             .arguments = Given({5, 7, 1104}, 1, kDynamic, {.scale = true, .offset = false, .each = true})},
            {.name = "specials",
             .arguments = Given({65, 130}, 0, kDynamic, {.scale = false, .offset = false, .each = false}),
             .data = {{.name = "self", .specials = true}}}},
       .runExample = "--self x.npy --quant-mode dynamic --y y.npy --out-scale-optional s.npy",
       .benchExample = "--self 4096x4096:float16"})};
}

}  // namespace openaclnn::catalogue::quantization::gelu_quant
