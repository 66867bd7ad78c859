// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_convolution_backward.h"
#include "catalogue/rows/convolution/spatial.h"

namespace openaclnn::catalogue::convolution::convolution {
namespace {

using Integers64 = std::vector<int64_t>;

/// A call of the forward operator.
struct Geometry {
  Shape input;
  Shape weight;
  int64_t stride = 1;
  int64_t padding = 0;
  int64_t dilation = 1;
  int64_t groups = 1;
  bool transposed = false;
};

Shape OutputShape(const Arguments& known) {
  const Shape& input = known.ShapeOf("input");
  const Shape& weight = known.ShapeOf("weight");
  const bool transposed = known.Integer("transposed") != 0;
  Shape shape{Extent(input, 0), transposed ? Extent(weight, 1) * known.Integer("groups") : Extent(weight, 0)};
  for (size_t d = 0; d + 2 < input.size(); ++d) {
    const int64_t stride = std::max<int64_t>(ValueOfDim(known, "stride", d), 1);
    const int64_t pads = 2 * ValueOfDim(known, "padding", d);
    const int64_t reach = ValueOfDim(known, "dilation", d) * (Extent(weight, d + 2) - 1);
    const int64_t extent =
        transposed ? (input[d + 2] - 1) * stride - pads + reach + ValueOfDim(known, "outputPadding", d) + 1
                   : (input[d + 2] + pads - reach - 1) / stride + 1;
    shape.push_back(std::max<int64_t>(extent, 0));
  }
  return shape;
}

Shape BiasShape(const Arguments& known) {
  return {Extent(OutputShape(known), 1)};
}

Arguments MakeArguments(const Geometry& geometry, bool backward) {
  const size_t spatial = geometry.input.size() - 2;
  Arguments arguments;
  arguments.tensors = {{"input", {{geometry.input}}}, {"weight", {{geometry.weight}}}};
  arguments.attributes = {{"stride", Integers64(spatial, geometry.stride)},
                          {"padding", Integers64(spatial, geometry.padding)},
                          {"dilation", Integers64(spatial, geometry.dilation)},
                          {"transposed", int64_t{geometry.transposed ? 1 : 0}},
                          {"outputPadding", Integers64(spatial, 0)},
                          {"groups", geometry.groups}};
  if (backward) {
    arguments.tensors["gradOutput"] = {{OutputShape(arguments)}};
    arguments.attributes["biasSizes"] = Integers64();
  } else {
    arguments.tensors["bias"] = {{BiasShape(arguments)}};
  }
  return arguments;
}

Arguments Draw(Choices& choices, bool backward) {
  Geometry geometry;
  const aclDataType dtype = choices.DType(FloatsAndDouble());
  const size_t spatial = 1 + choices.Below(3);
  geometry.transposed = choices.Chance(64);
  geometry.groups = 1 + static_cast<int64_t>(choices.Below(3));
  geometry.stride = 1 + static_cast<int64_t>(choices.Below(3));
  geometry.dilation = 1 + static_cast<int64_t>(choices.Below(2));
  const auto inner = 1 + static_cast<int64_t>(choices.Below(4));
  const auto outer = geometry.groups * (1 + static_cast<int64_t>(choices.Below(4)));
  geometry.input = {choices.Extent(), geometry.transposed ? outer : geometry.groups * inner};
  geometry.weight = {outer, inner};
  for (size_t d = 0; d < spatial; ++d) {
    const auto taps = 1 + static_cast<int64_t>(choices.Below(3));
    geometry.weight.push_back(taps);
    // Never smaller than the kernel, nor padded away.
    geometry.input.push_back(choices.ExtentFor((taps - 1) * geometry.dilation + 1));
  }
  geometry.padding = geometry.transposed ? 0 : static_cast<int64_t>(choices.Below(3));
  Arguments drawn = MakeArguments(geometry, backward);
  for (auto& [name, tensors] : drawn.tensors) {
    tensors.front().dtype = dtype;
  }
  drawn.attributes["cubeMathType"] = static_cast<int64_t>(choices.Below(4));
  if (backward) {
    const size_t off = choices.Below(8);
    size_t bit = 1;
    for (const char* gradient : {"gradInput", "gradWeight", "gradBias"}) {
      if ((off & bit) != 0) {
        drawn.leftOut.insert(gradient);
      }
      bit *= 2;
    }
  } else if (choices.Chance(64)) {
    drawn.tensors.erase("bias");
  }
  return drawn;
}

std::vector<Sample> Samples(bool backward) {
  const std::vector<std::pair<std::string, Geometry>> geometries{
      {"same_size", {{2, 24, 30, 29}, {40, 24, 3, 3}, 1, 1}},
      {"strided", {{3, 3, 65, 64}, {16, 3, 7, 7}, 2, 3}},
      {"one_tap", {{5, 70, 14, 14}, {33, 70, 1, 1}}},
      {"depthwise", {{2, 20, 40, 41}, {20, 1, 3, 3}, 1, 1, 1, 20}},
      {"dilated_in_groups", {{2, 8, 33, 31}, {12, 2, 3, 3}, 2, 2, 3, 4}},
      {"transposed", {{2, 16, 13, 15}, {16, 10, 4, 4}, 2, 1, 1, 1, true}},
      {"line", {{3, 12, 501}, {20, 12, 5}, 1, 2}},
      {"volume", {{2, 4, 9, 10, 11}, {6, 4, 3, 3, 3}, 1, 1}},
  };
  std::vector<Sample> samples;
  for (const auto& [name, geometry] : geometries) {
    Sample sample{.name = name, .arguments = MakeArguments(geometry, backward)};
    for (const auto& [tensor, specs] : sample.arguments.tensors) {
      sample.data.push_back({.name = tensor, .pattern = Pattern::kSpread});
    }
    samples.push_back(std::move(sample));
  }
  Sample specials{.name = "specials", .arguments = MakeArguments(geometries.front().second, backward)};
  specials.data = {{.name = "input", .specials = true}, {.name = "weight"}};
  samples.push_back(std::move(specials));
  return samples;
}

Argument Gradient(std::string name, std::string of, ShapeRule shape) {
  Argument argument = Tensor(std::move(name), "gradient for " + of, "that of " + of, FloatsAndDouble());
  argument.role = Role::kOutput;
  argument.shape = std::move(shape);
  argument.dtype = Promoted({"gradOutput", "input", "weight"});
  return argument;
}

Argument Input() {
  return Tensor("input", "forward input", "[N, channels, spatial], 1 to 3 spatial dimensions",
                FloatsAndDouble());
}

Argument Weight() {
  Argument argument = Tensor("weight", "kernels", "[channels of output, channels of input / groups, spatial]",
                             FloatsAndDouble());
  argument.shape = [](const Arguments& known) {
    Shape shape = known.ShapeOf("input");
    std::fill(shape.begin(), shape.end(), 3);
    if (shape.size() > 1) {
      shape[0] = shape[1] = Extent(known.ShapeOf("input"), 1);
    }
    return shape;
  };
  argument.dtype = SameAs("input");
  return argument;
}

std::vector<Argument> Attributes() {
  Argument groups{.name = "groups",
                  .role = Role::kAttribute,
                  .meaning = "groups of channels",
                  .defaultValue = int64_t{1}};
  return {PerDim("stride", "distance of windows", 1),
          PerDim("padding", "zeros around the input", 0),
          PerDim("dilation", "distance of taps", 1),
          Flag("transposed", "the adjoint is computed"),
          PerDim("outputPadding", "added to a transposed convolution's output", 0),
          groups};
}

Argument CubeMathType() {
  return Mode("cubeMathType", "how FLOAT may be computed",
              {{"keep_dtype", 0}, {"allow_down_precision", 1}, {"use_fp16", 2}, {"use_hf32", 3}});
}

Operator Forward() {
  Argument bias = Tensor("bias", "added to each channel", "[channels of output]", FloatsAndDouble());
  bias.optional = true;
  bias.shape = BiasShape;
  bias.dtype = SameAs("input");
  Argument output = Tensor("output", "the result", "[N, channels of output, spatial]", FloatsAndDouble());
  output.role = Role::kOutput;
  output.shape = OutputShape;
  output.dtype = Promoted({"input", "weight"});
  Operator row{
      .phases = TwoPhases<&aclnnConvolutionGetWorkspaceSize, &aclnnConvolution>("aclnnConvolution"),
      .summary = "convolution of 1, 2 or 3 dimensions, grouped, dilated, transposed",
      .formula = {"output[n,co,o] = bias[co] + sum over ci, t of weight[co,ci,t] * input[n, ci, o * stride - "
                  "padding + t * dilation]"},
      .arguments = {Input(), Weight(), bias},
      .bitsOfProcessor = true,
      .draw = [](Choices& choices) { return Draw(choices, false); },
      .samples = Samples(false),
      .runExample = "--input x.npy --weight w.npy --bias b.npy --output y.npy",
      .benchExample = "--input 8x64x56x56"};
  for (Argument& attribute : Attributes()) {
    row.arguments.push_back(std::move(attribute));
  }
  row.arguments.push_back(std::move(output));
  row.arguments.push_back(CubeMathType());
  return MakeOperator(std::move(row));
}

Operator Backward() {
  Argument gradOutput =
      Tensor("gradOutput", "gradient of the output", "[N, channels of output, spatial]", FloatsAndDouble());
  gradOutput.shape = OutputShape;
  gradOutput.dtype = SameAs("input");
  Operator row{.phases = TwoPhases<&aclnnConvolutionBackwardGetWorkspaceSize, &aclnnConvolutionBackward>(
                   "aclnnConvolutionBackward"),
               .summary = "gradients of a convolution for input, weight and bias",
               .formula = {"gradInput, gradWeight, gradBias: derivatives of sum of gradOutput * output"},
               .arguments = {gradOutput, Input(), Weight()},
               .outputsMayBeNull = true,
               .bitsOfProcessor = true,
               .draw = [](Choices& choices) { return Draw(choices, true); },
               .samples = Samples(true),
               .runExample =
                   "--grad-output g.npy --input x.npy --weight w.npy --grad-input gx.npy --grad-weight "
                   "gw.npy --grad-bias gb.npy",
               .benchExample = "--grad-output 8x64x56x56 --input 8x64x56x56 --weight 64x64x1x1"};
  row.arguments.push_back({.name = "biasSizes",
                           .role = Role::kAttribute,
                           .meaning = "shape of the bias, or nothing",
                           .optional = true,
                           .defaultValue = Integers64()});
  for (Argument& attribute : Attributes()) {
    row.arguments.push_back(std::move(attribute));
  }
  row.arguments.push_back({.name = "outputMask", .role = Role::kOutputMask});
  row.arguments.push_back(CubeMathType());
  row.arguments.push_back(Gradient("gradInput", "input", SameShapeAs("input")));
  row.arguments.push_back(Gradient("gradWeight", "weight", SameShapeAs("weight")));
  row.arguments.push_back(
      Gradient("gradBias", "bias", [](const Arguments& known) { return BiasShape(known); }));
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Forward(), Backward()};
}

}  // namespace openaclnn::catalogue::convolution::convolution
