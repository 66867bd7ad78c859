// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_add_layer_norm_quant.h"
#include "aclnnop/aclnn_add_layer_norm_quant_v2.h"
#include "catalogue/rows/normalization/quantized_rows.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::quantized_layer_norms {
namespace {

constexpr std::array<const char*, 2> kModes{"static", "dynamic"};
constexpr int64_t kDynamic = 1;

// Prototypes with a number for the mode; another one gives a name that no mode has.
std::string ModeText(int64_t mode) {
  const auto index = static_cast<size_t>(mode);
  return index < kModes.size() ? kModes[index] : std::to_string(mode);
}

aclnnStatus First(const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* beta,
                  const aclTensor* biasOptional, const aclTensor* scales1Optional,
                  const aclTensor* scales2Optional, const aclTensor* zeroPoints1Optional,
                  const aclTensor* zeroPoints2Optional, int64_t quantMode, double epsilon,
                  bool additionalOutput, bool divMode, aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut,
                  aclTensor* outScales1Out, aclTensor* outScales2Out, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  return aclnnAddLayerNormQuantGetWorkspaceSize(
      x1, x2, gamma, beta, biasOptional, scales1Optional, scales2Optional, zeroPoints1Optional,
      zeroPoints2Optional, ModeText(quantMode).c_str(), epsilon, additionalOutput, divMode, y1Out, y2Out,
      xOut, outScales1Out, outScales2Out, workspaceSize, executor);
}
aclnnStatus Second(const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* beta,
                   const aclTensor* biasOptional, const aclTensor* scales1Optional,
                   const aclTensor* scales2Optional, const aclTensor* zeroPoints1Optional,
                   const aclTensor* zeroPoints2Optional, int64_t quantMode, double epsilon,
                   bool additionalOutput, bool divMode, aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut,
                   aclTensor* layernormRes, aclTensor* outScales1Out, aclTensor* outScales2Out,
                   uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnAddLayerNormQuantV2GetWorkspaceSize(
      x1, x2, gamma, beta, biasOptional, scales1Optional, scales2Optional, zeroPoints1Optional,
      zeroPoints2Optional, ModeText(quantMode).c_str(), epsilon, additionalOutput, divMode, y1Out, y2Out,
      xOut, layernormRes, outScales1Out, outScales2Out, workspaceSize, executor);
}

bool IsDynamic(const Arguments& known) {
  return known.Integer("quantMode") == kDynamic;
}

Argument Where(Argument argument, CallRule rule) {
  argument.optional = true;
  argument.needed = rule;
  if (argument.role == Role::kOutput) {
    argument.written = std::move(rule);
  }
  return argument;
}

// Which of the optional inputs a call has.
struct Parts {
  int64_t mode;
  int64_t scales;  // 0, 1, 2
  bool zeroPoints;
  bool bias;
  bool sum;
};

Arguments Given(const Shape& shape, size_t trailing, const Parts& parts,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  const Shape row = Trailing(shape, trailing);
  Arguments call{.tensors = {{"x1", {{shape, dtype}}},
                             {"x2", {{shape, dtype}}},
                             {"gamma", {{row, dtype}}},
                             {"beta", {{row, dtype}}}},
                 .attributes = {{"quantMode", parts.mode}, {"additionalOutput", int64_t{parts.sum ? 1 : 0}}}};
  for (int64_t i = 1; i <= parts.scales; ++i) {
    const std::string number = std::to_string(i);
    call.tensors["scales" + number + "Optional"] = {{row, dtype}};
    if (parts.zeroPoints && parts.mode != kDynamic) {
      call.tensors["zeroPoints" + number + "Optional"] = {{row, dtype}};
    }
  }
  if (parts.bias) {
    call.tensors["biasOptional"] = {{row, dtype}};
  }
  return call;
}

Operator Row(Phases phases, std::string summary, bool result) {
  Argument bias = Beta("biasOptional", "x1", true);
  bias.meaning = "third summand; without it, zeros";
  const auto second = [](const Arguments& known) { return known.Find("scales2Optional") != nullptr; };
  // Not made where they are not given: in the mode "dynamic" they have no part.
  const auto zeroPoint = [](const char* name) {
    Argument argument = ZeroPoint(name, "x1", true);
    argument.shape = {};
    return argument;
  };
  Argument divides = Flag("divMode", "whether scales divide the norm, or multiply it");
  divides.defaultValue = int64_t{1};
  Operator row{
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {"static: y1Out = z / scales1 + zeroPoints1, rounded and saturated",
                  "dynamic: y1Out * outScales1Out = z * scales1",
                  "z = (x - mean) * rstd * gamma + beta, x = x1 + x2 + bias"},
      .arguments = {Summand("x1"), Summand("x2"), Gamma("x1"), Beta("beta", "x1", false), bias,
                    Where(Scale("scales1Optional", "x1", true),
                          [](const Arguments& known) { return !IsDynamic(known); }),
                    Scale("scales2Optional", "x1", true), zeroPoint("zeroPoints1Optional"),
                    zeroPoint("zeroPoints2Optional"),
                    Mode("quantMode", "given scales, or those of rows",
                         {{kModes[0], 0}, {kModes[1], kDynamic}}),
                    Epsilon("epsilon"), Flag("additionalOutput", "whether to write xOut"), divides,
                    Whole("y1Out", "x1"), Asked(Whole("y2Out", "x1"), {"scales2Optional"}),
                    Where(Result("xOut", "x1"),
                          [](const Arguments& known) { return known.Integer("additionalOutput") != 0; })},
      .draw =
          [](Choices& choices) {
            const Drawn drawn = DrawRows(choices);
            const auto mode = static_cast<int64_t>(choices.Below(2));
            const auto least = static_cast<uint64_t>(mode == kDynamic ? 0 : 1);
            const auto scales = static_cast<int64_t>(least + choices.Below(3 - least));
            Arguments call = Given(drawn.shape, drawn.normalized.size(),
                                   {.mode = mode,
                                    .scales = scales,
                                    .zeroPoints = choices.Chance(128),
                                    .bias = choices.Chance(128),
                                    .sum = choices.Chance(128)},
                                   drawn.dtype);
            call.attributes["epsilon"] = 1e-5;
            call.attributes["divMode"] = int64_t{choices.Chance(128) ? 1 : 0};
            if (choices.Chance(64)) {
              call.tensors["gamma"].front().dtype = ACL_FLOAT;
            }
            return call;
          },
      .runExample =
          "--x1 x.npy --x2 r.npy --gamma w.npy --beta b.npy --scales1-optional s.npy --y1-out y.npy",
      .benchExample = "--x1 4096x1024"};
  if (result) {
    row.arguments.push_back(Result("layernormRes", "x1"));
    row.arguments.back().optional = true;
  }
  row.arguments.push_back(Where(RowScale("outScales1Out"), IsDynamic));
  row.arguments.push_back(Where(RowScale("outScales2Out"), [second](const Arguments& known) {
    return IsDynamic(known) && second(known);
  }));
  const auto sample = [&](std::string name, const Shape& shape, size_t trailing, const Parts& parts,
                          bool specials = false) {
    Sample made = RowsSample(std::move(name), {"x1", "x2"}, shape, trailing, specials);
    made.arguments = Given(shape, trailing, parts);
    row.samples.push_back(std::move(made));
  };
  sample("short_rows", {301, 24}, 1, {.mode = 0, .scales = 2, .zeroPoints = true, .bias = true, .sum = true});
  sample("rows_of_planes", {33, 31, 57}, 2,
         {.mode = kDynamic, .scales = 1, .zeroPoints = false, .bias = false, .sum = true});
  sample("one_long_row", {1, 70001}, 1,
         {.mode = kDynamic, .scales = 2, .zeroPoints = false, .bias = true, .sum = false});
  sample("specials", {65, 130}, 1, {.mode = 0, .scales = 1, .zeroPoints = true, .bias = false, .sum = false},
         true);
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Row(TwoPhases<&First, &aclnnAddLayerNormQuant>("aclnnAddLayerNormQuant"),
              "layer normalization of a sum, quantized", false),
          Row(TwoPhases<&Second, &aclnnAddLayerNormQuantV2>("aclnnAddLayerNormQuantV2"),
              "layer normalization of a sum, quantized, and the norm itself", true)};
}

}  // namespace openaclnn::catalogue::normalization::quantized_layer_norms
