// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_add_rms_norm_dynamic_quant.h"
#include "aclnnop/aclnn_add_rms_norm_dynamic_quant_v2.h"
#include "aclnnop/aclnn_add_rms_norm_quant.h"
#include "aclnnop/aclnn_add_rms_norm_quant_v2.h"
#include "aclnnop/aclnn_group_norm_silu_quant.h"
#include "aclnnop/aclnn_layer_norm_quant.h"
#include "aclnnop/aclnn_rms_norm_quant.h"
#include "catalogue/rows/normalization/quantized_rows.h"
#include "catalogue/rows/normalization/row_norm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::quantized_norms {
namespace {

/// Prototypes without what has one value, or is not written.
aclnnStatus Add(const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* scales1,
                const aclTensor* scales2Optional, const aclTensor* zeroPoints1Optional,
                const aclTensor* zeroPoints2Optional, double epsilon, bool divMode, aclTensor* y1Out,
                aclTensor* y2Out, aclTensor* xOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnAddRmsNormQuantGetWorkspaceSize(x1, x2, gamma, scales1, scales2Optional, zeroPoints1Optional,
                                              zeroPoints2Optional, -1, epsilon, divMode, y1Out, y2Out, xOut,
                                              workspaceSize, executor);
}
aclnnStatus AddV2(const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* scales1,
                  const aclTensor* scales2Optional, const aclTensor* zeroPoints1Optional,
                  const aclTensor* zeroPoints2Optional, const aclTensor* betaOptional, double epsilon,
                  bool divMode, aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut, aclTensor* rmsNormOut,
                  uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnAddRmsNormQuantV2GetWorkspaceSize(x1, x2, gamma, scales1, scales2Optional, zeroPoints1Optional,
                                                zeroPoints2Optional, betaOptional, -1, epsilon, divMode,
                                                y1Out, y2Out, xOut, rmsNormOut, workspaceSize, executor);
}
aclnnStatus DynamicV2(const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma,
                      const aclTensor* smoothScale1Optional, const aclTensor* smoothScale2Optional,
                      const aclTensor* betaOptional, double epsilon, aclTensor* y1Out, aclTensor* y2Out,
                      aclTensor* xOut, aclTensor* scale1Out, aclTensor* scale2Out, uint64_t* workspaceSize,
                      aclOpExecutor** executor) {
  return aclnnAddRmsNormDynamicQuantV2GetWorkspaceSize(
      x1, x2, gamma, smoothScale1Optional, smoothScale2Optional, betaOptional, epsilon, nullptr, y1Out, y2Out,
      xOut, scale1Out, scale2Out, workspaceSize, executor);
}
aclnnStatus Layer(const aclTensor* x, const aclTensor* gamma, const aclTensor* beta, const aclTensor* scale,
                  const aclTensor* zeroPointsOptional, double epsilon, aclTensor* res,
                  uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnLayerNormQuantGetWorkspaceSize(x, gamma, beta, scale, zeroPointsOptional, 0, epsilon, res,
                                             nullptr, workspaceSize, executor);
}
aclnnStatus Group(const aclTensor* self, const aclTensor* gamma, const aclTensor* beta,
                  const aclTensor* quantScale, int64_t group, double eps, aclTensor* out, aclTensor* meanOut,
                  aclTensor* rstdOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnGroupNormSiluQuantGetWorkspaceSize(self, gamma, beta, quantScale, group, eps, true, out,
                                                 meanOut, rstdOut, workspaceSize, executor);
}

Operator GroupNormSiluQuant() {
  const auto parameter = [](std::string name, std::string meaning, bool optional) {
    return Argument{.name = std::move(name),
                    .meaning = std::move(meaning),
                    .shapeText = "[C]",
                    .dtypes = Floats(),
                    .optional = optional,
                    .shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("self"), 1)}; },
                    .dtype = SameAs("self")};
  };
  const auto statistic = [](std::string name, std::string meaning) {
    Argument argument = Statistic(std::move(name), std::move(meaning), [](const Arguments& known) {
      return Shape{Extent(known.ShapeOf("self"), 0), known.Integer("group")};
    });
    argument.shapeText = "N * group elements";
    argument.dtypes = Floats();
    argument.dtype = SameAs("self");
    return argument;
  };
  const auto given = [](const Shape& shape, int64_t group, bool each, aclDataType dtype) {
    Arguments all{.tensors = {{"self", {{shape, dtype}}},
                              {"gamma", {{{shape[1]}, dtype}}},
                              {"beta", {{{shape[1]}, dtype}}},
                              {"quantScale", {{{each ? shape[1] : 1}, ACL_FLOAT}}}},
                  .attributes = {{"group", group}}};
    return all;
  };
  Argument self = Data("self", "input");
  self.shapeText = "[N, C, ...]";
  Argument scale = parameter("quantScale", "what the activation is divided by", false);
  scale.shapeText = "[C], or one element";
  scale.dtypes = {ACL_FLOAT};
  scale.dtype = Always(ACL_FLOAT);
  scale.holds = Meaning::kPositive;
  return MakeOperator({
      .phases = TwoPhases<&Group, &aclnnGroupNormSiluQuant>("aclnnGroupNormSiluQuant"),
      .summary = "group normalization and SiLU, quantized",
      .formula = {"out = silu(z) / quantScale, rounded and saturated",
                  "z = (self - mean) * rstd * gamma + beta"},
      .arguments = {self,
                    parameter("gamma", "scale; without it, ones", true),
                    parameter("beta", "shift; without it, zeros", true),
                    scale,
                    {.name = "group", .role = Role::kAttribute, .meaning = "groups, a divisor of C"},
                    Epsilon("eps"),
                    Whole("out", "self"),
                    statistic("meanOut", "means of the groups"),
                    statistic("rstdOut", "reciprocal standard deviations of the groups")},
      .draw =
          [given](Choices& choices) {
            const aclDataType dtype = choices.DType(Floats());
            const int64_t group = choices.Extent(false);
            Shape shape{choices.Extent(), group * std::min(choices.Extent(), INT64_MAX / group)};
            const Shape plane = choices.AnyShape(3);
            shape.insert(shape.end(), plane.begin(), plane.end());
            Arguments drawn = given(shape, group, choices.Chance(128), dtype);
            for (const char* name : {"gamma", "beta"}) {
              if (choices.Chance(64)) {
                drawn.tensors.erase(name);
              }
            }
            drawn.attributes["eps"] = 1e-5;
            return drawn;
          },
      .samples = {{.name = "small_groups", .arguments = given({33, 32, 7, 7}, 8, true, ACL_DT_UNDEFINED)},
                  {.name = "no_positions", .arguments = given({301, 512}, 2, true, ACL_DT_UNDEFINED)},
                  {.name = "large_groups", .arguments = given({3, 8, 2309}, 4, false, ACL_DT_UNDEFINED)}},
      .runExample = "--self x.npy --gamma w.npy --beta b.npy --quant-scale s.npy --group 8 -o y.npy",
      .benchExample = "--self 32x64x56x56 --group 8",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  const std::vector<std::string> sums{"x1", "x2"};
  const std::string rstd = "rstd = 1 / sqrt(mean of x * x over a row + epsilon), with x = x1 + x2";
  const Argument divides = [] {
    Argument flag = Flag("divMode", "whether scales divide the norm, or multiply it");
    flag.defaultValue = int64_t{1};
    return flag;
  }();
  const std::vector<Argument> factors{Scale("scales1", "x1", false), Scale("scales2Optional", "x1", true),
                                      ZeroPoint("zeroPoints1Optional", "x1", true),
                                      ZeroPoint("zeroPoints2Optional", "x1", true)};
  std::vector<Argument> add = factors;
  add.insert(add.end(), {Epsilon("epsilon"), divides, Whole("y1Out", "x1"),
                         Asked(Whole("y2Out", "x1"), {"scales2Optional"}), Result("xOut", "x1")});
  std::vector<Argument> addV2 = add;
  addV2.insert(addV2.begin() + static_cast<ptrdiff_t>(factors.size()), Beta("betaOptional", "x1", true));
  addV2.push_back(Result("rmsNormOut", "x1"));
  addV2.back().optional = true;
  const auto smooth = [](std::string name) {
    return Along(std::move(name), "factors of the norm", Floats(), "x1", true);
  };
  std::vector<Argument> dynamic{smooth("smoothScale1Optional"), smooth("smoothScale2Optional"),
                                Epsilon("epsilon")};
  const std::vector<std::string> both{"smoothScale1Optional", "smoothScale2Optional"};
  dynamic.insert(dynamic.end(),
                 {Whole("y1Out", "x1"), Asked(Whole("y2Out", "x1"), both), Result("xOut", "x1"),
                  RowScale("scale1Out"), Asked(RowScale("scale2Out"), both)});
  std::vector<Argument> dynamicV2 = dynamic;
  dynamicV2.insert(dynamicV2.begin() + 2, Beta("betaOptional", "x1", true));
  const std::vector<Argument> one{Beta("beta", "x", false), Scale("scale", "x", false)};
  std::vector<Argument> rms = one;
  rms.insert(rms.end(), {ZeroPoint("offset", "x", false), Epsilon("epsilon"), Whole("y", "x")});
  std::vector<Argument> layer = one;
  layer.insert(layer.end(),
               {ZeroPoint("zeroPointsOptional", "x", true), Epsilon("epsilon"), Whole("res", "x")});
  return {
      QuantizedRow(
          {.phases = TwoPhases<&Add, &aclnnAddRmsNormQuant>("aclnnAddRmsNormQuant"),
           .summary = "a sum and its normalization by the root of the mean square, quantized",
           .formula = {"y1Out = x * rstd * gamma / scales1 + zeroPoints1, rounded and saturated", rstd},
           .arguments = add},
          {sums, {"scales1"}, {"scales2Optional", "zeroPoints1Optional", "zeroPoints2Optional"}}),
      QuantizedRow(
          {.phases = TwoPhases<&AddV2, &aclnnAddRmsNormQuantV2>("aclnnAddRmsNormQuantV2"),
           .summary = "a sum and its normalization by the root of the mean square, shifted and quantized",
           .formula = {"y1Out = (x * rstd * gamma + beta) / scales1 + zeroPoints1, rounded and saturated",
                       rstd},
           .arguments = addV2},
          {sums,
           {"scales1"},
           {"scales2Optional", "zeroPoints1Optional", "zeroPoints2Optional", "betaOptional"}}),
      QuantizedRow(
          {.phases = TwoPhases<&aclnnAddRmsNormDynamicQuantGetWorkspaceSize, &aclnnAddRmsNormDynamicQuant>(
               "aclnnAddRmsNormDynamicQuant"),
           .summary =
               "a sum and its normalization by the root of the mean square, quantized by scales of rows",
           .formula = {"y1Out * scale1Out = x * rstd * gamma * smoothScale1", rstd},
           .arguments = dynamic},
          {sums, {}, both}),
      QuantizedRow(
          {.phases = TwoPhases<&DynamicV2, &aclnnAddRmsNormDynamicQuantV2>("aclnnAddRmsNormDynamicQuantV2"),
           .summary = "a sum and its normalization by the root of the mean square, shifted and quantized by "
                      "scales of rows",
           .formula = {"y1Out * scale1Out = (x * rstd * gamma + beta) * smoothScale1", rstd},
           .arguments = dynamicV2},
          {sums, {}, {both[0], both[1], "betaOptional"}}),
      QuantizedRow(
          {.phases = TwoPhases<&aclnnRmsNormQuantGetWorkspaceSize, &aclnnRmsNormQuant>("aclnnRmsNormQuant"),
           .summary = "normalization by the root of the mean square, quantized",
           .formula = {"y = (x * rstd * gamma + beta) / scale + offset, rounded and saturated"},
           .arguments = rms},
          {{"x"}, {"beta", "scale", "offset"}, {}}),
      QuantizedRow(
          {.phases = TwoPhases<&Layer, &aclnnLayerNormQuant>("aclnnLayerNormQuant"),
           .summary = "layer normalization, quantized",
           .formula =
               {"res = ((x - mean) * rstd * gamma + beta) / scale + zeroPoints, rounded and saturated"},
           .arguments = layer},
          {{"x"}, {"beta", "scale"}, {"zeroPointsOptional"}}),
      GroupNormSiluQuant(),
  };
}

}  // namespace openaclnn::catalogue::normalization::quantized_norms
