// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_layer_norm.h"
#include "aclnnop/aclnn_layer_norm_backward.h"
#include "catalogue/rows/normalization/row_norm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::layer_norm {
namespace {

Argument MayBeNull(Argument argument) {
  argument.optional = true;
  return argument;
}

Shape RowsOfInput(const Arguments& known) {
  return OfRows(known.ShapeOf("input"), Normalized(known).size());
}

std::vector<Sample> LayerNormSamples(const std::vector<std::string>& tensors, const std::string& weight) {
  std::vector<Sample> samples{
      RowsSample("short_rows", tensors, {301, 24}, 1), RowsSample("rows_of_planes", tensors, {33, 31, 57}, 2),
      RowsSample("one_long_row", tensors, {1, 70001}, 1), RowsSample("few_long_rows", tensors, {5, 16389}, 1),
      RowsSample("specials", tensors, {65, 130}, 1, true)};
  for (Sample& sample : samples) {
    const Shape normalized = std::get<Shape>(sample.arguments.attributes["normalizedShape"]);
    sample.arguments.tensors[weight] = {{normalized}};
    sample.data.push_back({.name = weight, .pattern = Pattern::kNearOne});
  }
  return samples;
}

// Layer norm, whose prototypes differ in names.
struct Names {
  std::string weight;
  std::string bias;
  std::string mean;
  std::string rstd;
};
const Names kNames{"weight", "bias", "meanOut", "rstdOut"};
const Names kOptionalNames{"weightOptional", "biasOptional", "meanOutOptional", "rstdOutOptional"};

// The row as it is without arguments of a prototype alone.
Operator ForwardRow(Phases phases, const Names& names, std::string summary) {
  return {
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {"out = (input - mean) * rstd * " + names.weight + " + " + names.bias,
                  "mean and rstd = 1 / sqrt(variance + eps): those of the element's row"},
      .arguments = {Data("input", "forward input"), NormalizedShape(),
                    Parameter(names.weight, "scale; without it, ones", true),
                    Parameter(names.bias, "shift; without it, zeros", true), Epsilon("eps"),
                    Result("out", "input"), MayBeNull(Statistic(names.mean, "means", RowsOfInput)),
                    MayBeNull(Statistic(names.rstd, "reciprocal standard deviations", RowsOfInput))},
      .draw =
          [names](Choices& choices) {
            Drawn drawn = DrawRows(choices);
            drawn.arguments.tensors = {{"input", {Spec(drawn.shape, drawn.dtype)}}};
            for (const std::string& parameter : {names.weight, names.bias}) {
              if (!choices.Chance(64)) {
                drawn.arguments.tensors[parameter] = {
                    Spec(drawn.normalized, choices.Chance(64) ? ACL_FLOAT : drawn.dtype)};
              }
            }
            drawn.arguments.attributes = {{"normalizedShape", drawn.normalized}, {"eps", 1e-5}};
            return drawn.arguments;
          },
      .samples = LayerNormSamples({"input"}, names.weight),
      .runExample = "--input x.npy " + OptionName(names.weight) + " w.npy " + OptionName(names.bias) +
                    " b.npy -o y.npy",
      .benchExample = "--input 4096x1024",
  };
}
Operator LayerNorm(Phases phases, const Names& names, std::string summary) {
  return MakeOperator(ForwardRow(std::move(phases), names, std::move(summary)));
}

// With a mode: that of FLOAT16 goes with all inputs of that type.
Operator LayerNormWithImplMode() {
  Operator row =
      ForwardRow(TwoPhases<&aclnnLayerNormWithImplModeGetWorkspaceSize, &aclnnLayerNormWithImplMode>(
                     "aclnnLayerNormWithImplMode"),
                 kOptionalNames, "layer normalization, with a mode");
  row.arguments.push_back(
      Mode("implMode", "the arithmetic of the NPU", {{"precise", 0}, {"fast", 1}, {"half", 2}}));
  row.draw = [draw = row.draw](Choices& choices) {
    Arguments drawn = draw(choices);
    const bool half = std::ranges::all_of(
        drawn.tensors, [](const auto& tensor) { return tensor.second.front().dtype == ACL_FLOAT16; });
    drawn.attributes["implMode"] = static_cast<int64_t>(choices.Below(half ? 3 : 2));
    return drawn;
  };
  return MakeOperator(std::move(row));
}

Operator LayerNormBackward() {
  const auto gradient = [](std::string name, std::string meaning) {
    Argument argument = Parameter(std::move(name), std::move(meaning), false);
    argument.role = Role::kOutput;
    return argument;
  };
  const auto statistic = [](std::string name, std::string meaning, Meaning holds) {
    Argument argument = Statistic(std::move(name), std::move(meaning), RowsOfInput);
    argument.role = Role::kInput;
    argument.dtypes = Floats();
    argument.dtype = SameAs("input");
    argument.holds = holds;
    return argument;
  };
  Argument gradOut = Data("gradOut", "gradient of the forward output");
  gradOut.shape = SameShapeAs("input");
  gradOut.dtype = SameAs("input");
  std::vector<Sample> samples = LayerNormSamples({"gradOut", "input"}, "weight");
  for (Sample& sample : samples) {
    const Shape shape = sample.arguments.tensors["input"].front().shape;
    const Shape rows = OfRows(shape, std::get<Shape>(sample.arguments.attributes["normalizedShape"]).size());
    sample.arguments.tensors["mean"] = {{rows}};
    sample.arguments.tensors["rstd"] = {{rows}};
    sample.data.push_back({.name = "mean", .pattern = Pattern::kNearOne});
    sample.data.push_back({.name = "rstd", .pattern = Pattern::kNearOne});
  }
  return MakeOperator({
      .phases = TwoPhases<&aclnnLayerNormBackwardGetWorkspaceSize, &aclnnLayerNormBackward>(
          "aclnnLayerNormBackward"),
      .summary = "gradients of layer normalization for its input, scale and shift",
      .formula = {"xh            = (input - mean) * rstd",
                  "gradInputOut  = rstd * (g - average of g - xh * average of g * xh), g = gradOut * weight",
                  "gradWeightOut = sum of gradOut * xh over the rows",
                  "gradBiasOut   = sum of gradOut over the rows"},
      .arguments = {gradOut,
                    Data("input", "forward input"),
                    NormalizedShape(),
                    statistic("mean", "means of the rows", Meaning::kAnything),
                    statistic("rstd", "reciprocal standard deviations of the rows", Meaning::kPositive),
                    Parameter("weight", "scale; without it, ones", true),
                    Parameter("bias", "shift, which plays no part", true),
                    {.name = "outputMask", .role = Role::kOutputMask},
                    Result("gradInputOut", "input"),
                    gradient("gradWeightOut", "gradient for weight"),
                    gradient("gradBiasOut", "gradient for bias")},
      .outputsMayBeNull = true,
      .draw =
          [](Choices& choices) {
            Drawn drawn = DrawRows(choices);
            const Shape rows = OfRows(drawn.shape, drawn.normalized.size());
            drawn.arguments.tensors = {{"gradOut", {Spec(drawn.shape, drawn.dtype)}},
                                       {"input", {Spec(drawn.shape, drawn.dtype)}},
                                       {"mean", {Spec(rows, choices.Chance(64) ? ACL_FLOAT : drawn.dtype)}},
                                       {"rstd", {Spec(rows, choices.Chance(64) ? ACL_FLOAT : drawn.dtype)}}};
            if (!choices.Chance(64)) {
              drawn.arguments.tensors["weight"] = {Spec(drawn.normalized, drawn.dtype)};
            }
            for (const char* output : {"gradInputOut", "gradWeightOut", "gradBiasOut"}) {
              if (choices.Chance(40)) {
                drawn.arguments.leftOut.insert(output);
              }
            }
            drawn.arguments.attributes = {{"normalizedShape", drawn.normalized}};
            return drawn.arguments;
          },
      .samples = std::move(samples),
      .runExample = "--grad-out g.npy --input x.npy --mean m.npy --rstd r.npy --weight w.npy "
                    "--grad-input-out gx.npy --grad-weight-out gw.npy --grad-bias-out gb.npy",
      .benchExample = "--input 4096x1024",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      LayerNorm(TwoPhases<&aclnnLayerNormGetWorkspaceSize, &aclnnLayerNorm>("aclnnLayerNorm"), kNames,
                "layer normalization"),
      LayerNorm(TwoPhases<&aclnnFastLayerNormGetWorkspaceSize, &aclnnFastLayerNorm>("aclnnFastLayerNorm"),
                kOptionalNames, "layer normalization, as aclnnLayerNorm"),
      LayerNormWithImplMode(),
      LayerNormBackward(),
  };
}

}  // namespace openaclnn::catalogue::normalization::layer_norm
