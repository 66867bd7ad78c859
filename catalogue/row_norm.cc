// SPDX-License-Identifier: Apache-2.0
//
// Norms of rows.
#include <algorithm>

#include "aclnnop/aclnn_add_rms_norm.h"
#include "aclnnop/aclnn_group_norm.h"
#include "aclnnop/aclnn_layer_norm.h"
#include "aclnnop/aclnn_layer_norm_backward.h"
#include "aclnnop/aclnn_rms_norm.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

Shape Leading(const Shape& shape, size_t trailing) {
  return {shape.begin(), shape.end() - static_cast<ptrdiff_t>(std::min(trailing, shape.size()))};
}
Shape Trailing(const Shape& shape, size_t count) {
  return {shape.end() - static_cast<ptrdiff_t>(std::min(count, shape.size())), shape.end()};
}

// A shape with one element a row: the dims before the last `trailing` ones, and ones.
Shape OfRows(const Shape& shape, size_t trailing) {
  Shape rows = Leading(shape, trailing);
  rows.resize(shape.size(), 1);
  return rows;
}

const Shape& Normalized(const Arguments& known) {
  return known.Integers("normalizedShape");
}

Argument Data(std::string name, std::string meaning) {
  return {.name = std::move(name),
          .meaning = std::move(meaning),
          .shapeText = "1 to 8 dimensions",
          .dtypes = Floats()};
}
Argument NormalizedShape() {
  return {.name = "normalizedShape",
          .role = Role::kAttribute,
          .meaning = "the last extents of input: those of a row",
          .derive = [](const Arguments& known) { return Value(Trailing(known.ShapeOf("input"), 1)); },
          .derivation = "the last extent of input"};
}
Argument Parameter(std::string name, std::string meaning, bool optional) {
  return {.name = std::move(name),
          .meaning = std::move(meaning),
          .shapeText = "normalizedShape",
          .dtypes = Floats(),
          .optional = optional,
          .shape = [](const Arguments& known) { return Normalized(known); },
          .dtype = SameAs("input")};
}
Argument Epsilon(std::string name) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = "added before the root",
          .defaultValue = 1e-5};
}
Argument Result(std::string name, std::string as) {
  return {.name = std::move(name),
          .role = Role::kOutput,
          .meaning = "the result",
          .shapeText = "that of " + as,
          .dtypes = Floats(),
          .shape = SameShapeAs(as),
          .dtype = SameAs(as)};
}
Argument Statistic(std::string name, std::string meaning, ShapeRule shape) {
  return {.name = std::move(name),
          .role = Role::kOutput,
          .meaning = std::move(meaning),
          .shapeText = "one element a row",
          .dtypes = {ACL_FLOAT},
          .shape = std::move(shape),
          .dtype = Always(ACL_FLOAT)};
}

Argument MayBeNull(Argument argument) {
  argument.optional = true;
  return argument;
}

Shape RowsOfInput(const Arguments& known) {
  return OfRows(known.ShapeOf("input"), Normalized(known).size());
}

Sample RowsSample(std::string name, const std::vector<std::string>& tensors, const Shape& shape,
                  size_t trailing, bool specials = false) {
  Sample sample{.name = std::move(name)};
  for (const std::string& tensor : tensors) {
    sample.arguments.tensors[tensor] = {{shape}};
    sample.data.push_back(
        {.name = tensor, .pattern = specials ? Pattern::kUsual : Pattern::kSpread, .specials = specials});
  }
  sample.arguments.attributes = {{"normalizedShape", Trailing(shape, trailing)}};
  return sample;
}

std::vector<Sample> LayerNormSamples(const std::vector<std::string>& tensors, bool weight) {
  std::vector<Sample> samples{
      RowsSample("short_rows", tensors, {301, 24}, 1), RowsSample("rows_of_planes", tensors, {33, 31, 57}, 2),
      RowsSample("one_long_row", tensors, {1, 70001}, 1), RowsSample("few_long_rows", tensors, {5, 16389}, 1),
      RowsSample("specials", tensors, {65, 130}, 1, true)};
  for (Sample& sample : samples) {
    const Shape normalized = std::get<Shape>(sample.arguments.attributes["normalizedShape"]);
    if (weight) {
      sample.arguments.tensors["weight"] = {{normalized}};
      sample.data.push_back({.name = "weight", .pattern = Pattern::kNearOne});
    }
  }
  return samples;
}

struct Drawn {
  Arguments arguments;
  Shape shape;
  Shape normalized;
  aclDataType dtype;
};
Drawn DrawRows(Choices& choices) {
  Drawn drawn;
  drawn.dtype = choices.DType(Floats());
  drawn.shape = choices.AnyShape(6);
  drawn.shape.push_back(choices.Extent());
  drawn.normalized = Trailing(drawn.shape, 1 + choices.Below(drawn.shape.size()));
  return drawn;
}
TensorSpec Spec(const Shape& shape, aclDataType dtype) {
  return {shape, dtype};
}

Operator LayerNorm() {
  return MakeOperator({
      .phases = TwoPhases<&aclnnLayerNormGetWorkspaceSize, &aclnnLayerNorm>("aclnnLayerNorm"),
      .summary = "layer normalization",
      .formula = {"out = (input - mean) * rstd * weight + bias",
                  "mean and rstd = 1 / sqrt(variance + eps): those of the element's row"},
      .arguments = {Data("input", "forward input"), NormalizedShape(),
                    Parameter("weight", "scale; without it, ones", true),
                    Parameter("bias", "shift; without it, zeros", true), Epsilon("eps"),
                    Result("out", "input"), MayBeNull(Statistic("meanOut", "means", RowsOfInput)),
                    MayBeNull(Statistic("rstdOut", "reciprocal standard deviations", RowsOfInput))},
      .draw =
          [](Choices& choices) {
            Drawn drawn = DrawRows(choices);
            drawn.arguments.tensors = {{"input", {Spec(drawn.shape, drawn.dtype)}}};
            for (const char* parameter : {"weight", "bias"}) {
              if (!choices.Chance(64)) {
                drawn.arguments.tensors[parameter] = {
                    Spec(drawn.normalized, choices.Chance(64) ? ACL_FLOAT : drawn.dtype)};
              }
            }
            drawn.arguments.attributes = {{"normalizedShape", drawn.normalized}, {"eps", 1e-5}};
            return drawn.arguments;
          },
      .samples = LayerNormSamples({"input"}, true),
      .runExample = "--input x.npy --weight w.npy --bias b.npy -o y.npy",
      .benchExample = "--input 4096x1024",
  });
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
  std::vector<Sample> samples = LayerNormSamples({"gradOut", "input"}, true);
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

Sample GroupsSample(std::string name, const Shape& shape, int64_t group, bool specials = false) {
  Sample sample{.name = std::move(name)};
  sample.arguments.tensors = {{"self", {{shape}}}, {"gamma", {{{shape[1]}}}}, {"beta", {{{shape[1]}}}}};
  sample.arguments.attributes = {
      {"N", shape[0]}, {"C", shape[1]}, {"HxW", Product(shape, 2)}, {"group", group}};
  sample.data = {
      {.name = "self", .pattern = specials ? Pattern::kUsual : Pattern::kSpread, .specials = specials}};
  return sample;
}

Shape OfGroups(const Arguments& known) {
  return {known.Integer("N"), known.Integer("group")};
}

Operator GroupNorm() {
  const auto extent = [](std::string name, std::string meaning, ValueRule derive, std::string derivation) {
    return Argument{.name = std::move(name),
                    .role = Role::kAttribute,
                    .meaning = std::move(meaning),
                    .derive = std::move(derive),
                    .derivation = std::move(derivation)};
  };
  const auto parameter = [](std::string name, std::string meaning) {
    return Argument{.name = std::move(name),
                    .meaning = std::move(meaning),
                    .shapeText = "[C]",
                    .dtypes = Floats(),
                    .optional = true,
                    .shape = [](const Arguments& known) { return Shape{known.Integer("C")}; },
                    .dtype = SameAs("self")};
  };
  const auto statistic = [](std::string name, std::string meaning) {
    Argument argument = Statistic(std::move(name), std::move(meaning), OfGroups);
    argument.shapeText = "N * group elements";
    argument.dtypes = Floats();
    argument.dtype = SameAs("self");
    return argument;
  };
  Argument self = Data("self", "forward input");
  self.shapeText = "N * C * HxW elements";
  return MakeOperator({
      .phases = TwoPhases<&aclnnGroupNormGetWorkspaceSize, &aclnnGroupNorm>("aclnnGroupNorm"),
      .summary = "group normalization",
      .formula = {"out = (self - mean) * rstd * gamma + beta",
                  "mean and rstd = 1 / sqrt(variance + eps): those of the element's sample and group"},
      .arguments = {self,
                    parameter("gamma", "scale; without it, ones"),
                    parameter("beta", "shift; without it, zeros"),
                    extent(
                        "N", "batch",
                        [](const Arguments& known) { return Value(Extent(known.ShapeOf("self"), 0)); },
                        "extent 0 of self"),
                    extent(
                        "C", "channels",
                        [](const Arguments& known) { return Value(Extent(known.ShapeOf("self"), 1)); },
                        "extent 1 of self"),
                    extent(
                        "HxW", "elements of one channel of one sample",
                        [](const Arguments& known) { return Value(Product(known.ShapeOf("self"), 2)); },
                        "product of the other extents of self"),
                    {.name = "group", .role = Role::kAttribute, .meaning = "groups, a divisor of C"},
                    Epsilon("eps"),
                    Result("out", "self"),
                    statistic("meanOut", "means of the groups"),
                    statistic("rstdOut", "reciprocal standard deviations of the groups")},
      .draw =
          [](Choices& choices) {
            Arguments drawn;
            const aclDataType dtype = choices.DType(Floats());
            const int64_t n = choices.Extent();
            const int64_t group = choices.Extent(false);
            const int64_t c = group * std::min(choices.Extent(), INT64_MAX / group);
            Shape shape{n, c};
            const Shape plane = choices.AnyShape(3);
            shape.insert(shape.end(), plane.begin(), plane.end());
            drawn.tensors = {{"self", {Spec(shape, dtype)}}};
            for (const char* name : {"gamma", "beta"}) {
              if (!choices.Chance(64)) {
                drawn.tensors[name] = {Spec({c}, dtype)};
              }
            }
            drawn.attributes = {{"N", n}, {"C", c}, {"HxW", Product(plane)}, {"group", group}, {"eps", 1e-5}};
            return drawn;
          },
      .samples = {GroupsSample("few_long_groups", {2, 2, 70001}, 1),
                  GroupsSample("small_groups", {65, 32, 7, 7}, 8),
                  GroupsSample("large_groups", {3, 8, 2309}, 4), GroupsSample("no_extent", {301, 512, 1}, 2),
                  GroupsSample("specials", {33, 32, 11, 11}, 8, true)},
      .runExample = "--self x.npy --gamma w.npy --beta b.npy --group 2 -o y.npy",
      .benchExample = "--self 8x64x56x56 --group 32",
  });
}

Operator RmsNorm(Phases phases, std::string summary, std::vector<std::string> formula,
                 const std::vector<std::string>& inputs, bool sum) {
  const std::string first = inputs.front();
  std::vector<Argument> arguments;
  for (const std::string& input : inputs) {
    arguments.push_back(Data(input, "input"));
    if (input != first) {
      arguments.back().shape = SameShapeAs(first);
      arguments.back().dtype = SameAs(first);
    }
  }
  arguments.push_back({.name = "gamma",
                       .meaning = "scale",
                       .shapeText = "the last extents of the input: those of a row",
                       .dtypes = Floats(),
                       .shape = [first](const Arguments& known) { return Trailing(known.ShapeOf(first), 1); },
                       .dtype = SameAs(first)});
  arguments.push_back(Epsilon("epsilon"));
  arguments.push_back(Result("yOut", first));
  arguments.push_back(
      Statistic("rstdOut", "reciprocal roots of the mean squares", [first](const Arguments& known) {
        return OfRows(known.ShapeOf(first), known.ShapeOf("gamma").size());
      }));
  if (sum) {
    arguments.push_back(Result("xOut", first));
  }
  const auto sample = [&](std::string name, const Shape& shape, size_t trailing, bool specials = false) {
    Sample made = RowsSample(std::move(name), inputs, shape, trailing, specials);
    made.arguments.attributes.clear();
    made.arguments.tensors["gamma"] = {{Trailing(shape, trailing)}};
    return made;
  };
  std::string files;
  for (const std::string& input : inputs) {
    files += OptionName(input) + " " + input + ".npy ";
  }
  return MakeOperator({
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = std::move(formula),
      .arguments = std::move(arguments),
      .draw =
          [inputs](Choices& choices) {
            Drawn drawn = DrawRows(choices);
            for (const std::string& input : inputs) {
              drawn.arguments.tensors[input] = {Spec(drawn.shape, drawn.dtype)};
            }
            drawn.arguments.tensors["gamma"] = {
                Spec(drawn.normalized, choices.Chance(64) ? ACL_FLOAT : drawn.dtype)};
            drawn.arguments.attributes = {{"epsilon", 1e-5}};
            return drawn.arguments;
          },
      .samples = {sample("short_rows", {301, 24}, 1), sample("rows_of_planes", {33, 31, 57}, 2),
                  sample("one_long_row", {1, 70001}, 1), sample("specials", {65, 130}, 1, true)},
      .runExample = files + "--gamma w.npy --y-out y.npy",
      .benchExample = OptionName(first) + " 4096x1024",
  });
}

}  // namespace

std::vector<Operator> RowNorms() {
  return {LayerNorm(), LayerNormBackward(), GroupNorm(),
          RmsNorm(TwoPhases<&aclnnRmsNormGetWorkspaceSize, &aclnnRmsNorm>("aclnnRmsNorm"),
                  "normalization by the root of the mean square",
                  {"yOut = x * rstd * gamma", "rstd = 1 / sqrt(mean of x * x over a row + epsilon)"}, {"x"},
                  false),
          RmsNorm(TwoPhases<&aclnnAddRmsNormGetWorkspaceSize, &aclnnAddRmsNorm>("aclnnAddRmsNorm"),
                  "a sum, and its normalization by the root of the mean square",
                  {"xOut = x1 + x2", "yOut = xOut * rstd * gamma",
                   "rstd = 1 / sqrt(mean of xOut * xOut over a row + epsilon)"},
                  {"x1", "x2"}, true)};
}

}  // namespace openaclnn::catalogue
