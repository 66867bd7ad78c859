// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_convolution_backward.h"
#include "aclnnop/aclnn_deformable_conv2d.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::convolution::deformable {
namespace {

struct Taken {
  Shape input;
  Shape weight;
  Shape stride{1, 1, 1, 1};
  Shape padding{0, 0, 0, 0};
  Shape dilation{1, 1, 1, 1};
  int64_t groups = 1;
  int64_t offsetGroups = 1;
  bool bias = true;
  bool samples = true;
};

int64_t ValueAt(const Arguments& known, const char* name, size_t place) {
  const Shape& values = known.Integers(name);
  return place < values.size() ? values[place] : 1;
}

/// N, then rows and columns of the output.
Shape Positions(const Arguments& known, const char* input) {
  Shape shape{Extent(known.ShapeOf(input), 0)};
  for (size_t axis = 0; axis < 2; ++axis) {
    const int64_t pads = ValueAt(known, "padding", 2 * axis) + ValueAt(known, "padding", 2 * axis + 1);
    const int64_t reach =
        ValueAt(known, "dilation", 2 + axis) * (Extent(known.ShapeOf("weight"), 2 + axis) - 1);
    const int64_t stride = std::max<int64_t>(ValueAt(known, "stride", 2 + axis), 1);
    const int64_t room = Extent(known.ShapeOf(input), 2 + axis) + pads - reach - 1;
    shape.push_back(room < 0 ? 0 : room / stride + 1);
  }
  return shape;
}

ShapeRule OutputShape(const char* input) {
  return [input](const Arguments& known) {
    const Shape at = Positions(known, input);
    return Shape{at[0], Extent(known.ShapeOf("weight"), 0), at[1], at[2]};
  };
}
ShapeRule OffsetShape(const char* input) {
  return [input](const Arguments& known) {
    const Shape at = Positions(known, input);
    const int64_t taps = Extent(known.ShapeOf("weight"), 2) * Extent(known.ShapeOf("weight"), 3);
    return Shape{at[0], 3 * known.Integer("deformableGroups") * taps, at[1], at[2]};
  };
}
ShapeRule SamplesShape(const char* input) {
  return [input](const Arguments& known) {
    const Shape at = Positions(known, input);
    return Shape{at[0], Extent(known.ShapeOf(input), 1), at[1] * Extent(known.ShapeOf("weight"), 2),
                 at[2] * Extent(known.ShapeOf("weight"), 3)};
  };
}
Shape BiasShape(const Arguments& known) {
  return {Extent(known.ShapeOf("weight"), 0)};
}

/// One whose type is the input's, and whose shape follows from it.
Argument As(const char* input, std::string name, std::string meaning, std::string shapeText,
            ShapeRule shape = {}) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), Floats());
  argument.dtype = SameAs(input);
  argument.shape = std::move(shape);
  return argument;
}
Argument Written(Argument argument) {
  argument.role = Role::kOutput;
  return argument;
}
Argument Optional(Argument argument) {
  argument.optional = true;
  return argument;
}

std::vector<Argument> Attributes() {
  const auto count = [](const char* name, const char* meaning) {
    return Argument{.name = name, .role = Role::kAttribute, .meaning = meaning, .defaultValue = int64_t{1}};
  };
  Argument kernel{
      .name = "kernelSize",
      .role = Role::kAttribute,
      .meaning = "rows and columns of weight",
      .derive =
          [](const Arguments& known) {
            return Value(Shape{Extent(known.ShapeOf("weight"), 2), Extent(known.ShapeOf("weight"), 3)});
          },
      .derivation = "those of weight"};
  return {std::move(kernel),
          IntegerList("stride", "1, 1, distances of windows", {1, 1, 1, 1}),
          IntegerList("padding", "zeros at the top, bottom, left and right", {1, 1, 1, 1}),
          IntegerList("dilation", "1, 1, distances of taps", {1, 1, 1, 1}),
          count("groups", "groups of channels"),
          count("deformableGroups", "groups of channels with separate offsets"),
          Flag("modulated", "true")};
}

Arguments Call(const Taken& taken, aclDataType dtype, bool backward) {
  const char* const input = backward ? "input" : "x";
  Arguments all;
  all.tensors = {{input, {{taken.input, dtype}}}, {"weight", {{taken.weight, dtype}}}};
  all.attributes = {{"kernelSize", Shape(taken.weight.begin() + 2, taken.weight.end())},
                    {"stride", taken.stride},
                    {"padding", taken.padding},
                    {"dilation", taken.dilation},
                    {"groups", taken.groups},
                    {"deformableGroups", taken.offsetGroups},
                    {"modulated", int64_t{1}}};
  all.tensors["offset"] = {{OffsetShape(input)(all), dtype}};
  if (backward) {
    all.tensors["gradOutput"] = {{OutputShape(input)(all), dtype}};
    all.tensors["offsetOut"] = {{SamplesShape(input)(all), dtype}};
  } else {
    if (taken.bias) {
      all.tensors["biasOptional"] = {{BiasShape(all), dtype}};
    }
    if (taken.samples) {
      all.tensors["deformOutOptional"] = {{SamplesShape(input)(all), dtype}};
    }
  }
  return all;
}

Operator Complete(Operator row, bool backward) {
  const auto sample = [&](const char* name, const Taken& taken) {
    row.samples.push_back({.name = name, .arguments = Call(taken, ACL_DT_UNDEFINED, backward)});
  };
  sample("same_size", {{2, 24, 20, 19}, {40, 24, 3, 3}, {1, 1, 1, 1}, {1, 1, 1, 1}});
  sample("groups_that_overlap",
         {{1, 18, 23, 17}, {6, 9, 2, 3}, {1, 1, 2, 1}, {0, 2, 1, 0}, {1, 1, 1, 3}, 2, 3, false});
  sample("each_channel",
         {{1, 7, 30, 31}, {3, 7, 1, 5}, {1, 1, 3, 2}, {2, 2, 4, 4}, {1, 1, 1, 1}, 1, 7, true, false});
  sample("many_blocks", {{1, 64, 40, 60}, {3, 64, 3, 3}, {1, 1, 1, 1}, {1, 1, 1, 1}});
  row.draw = [backward](Choices& choices) {
    const auto few = [&](size_t most) { return 1 + static_cast<int64_t>(choices.Below(most)); };
    Taken taken;
    const aclDataType dtype = choices.DType(Floats());
    taken.groups = few(3);
    taken.offsetGroups = few(2);
    const int64_t channels = taken.groups * taken.offsetGroups * few(3);
    taken.input = {choices.Extent(), channels};
    taken.weight = {taken.groups * few(3), channels / taken.groups};
    for (size_t axis = 0; axis < 2; ++axis) {
      const int64_t taps = few(3);
      taken.stride[2 + axis] = few(3);
      taken.dilation[2 + axis] = few(2);
      taken.padding[2 * axis] = few(3) - 1;
      taken.padding[2 * axis + 1] = few(3) - 1;
      taken.weight.push_back(taps);
      taken.input.push_back(choices.ExtentFor((taps - 1) * taken.dilation[2 + axis] + 1));
    }
    taken.bias = choices.Chance(160);
    taken.samples = choices.Chance(128);
    return Call(taken, dtype, backward);
  };
  return MakeOperator(std::move(row));
}

Operator Forward() {
  const char* const x = "x";
  Operator row{
      .phases =
          TwoPhases<&aclnnDeformableConv2dGetWorkspaceSize, &aclnnDeformableConv2d>("aclnnDeformableConv2d"),
      .summary = "2-D convolution whose taps are moved by offsets",
      .formula =
          {"out[n,co,h,w] = biasOptional[co] + sum over ci, t of weight[co,ci,t] * factor * x[n, ci, (h,w) "
           "* stride - padding + t * dilation + (dy,dx)]",
           "offset[n] = dx of all groups and taps, dy of them, factors of them"},
      .arguments = {Tensor(x, "images", "[N, C, H, W]", Floats()),
                    As(x, "weight", "kernels", "[Co, C / groups, kernel]"),
                    As(x, "offset", "offsets of x and y, and factors",
                       "[N, 3 * deformableGroups * taps, Ho, Wo]", OffsetShape(x)),
                    Optional(As(x, "biasOptional", "added to each channel", "[Co]", BiasShape))},
      .bitsOfProcessor = true,
      .runExample = "--x x.npy --weight w.npy --offset o.npy --modulated --out y.npy",
      .benchExample = "--x 2x64x56x56 --weight 64x64x3x3 --modulated"};
  for (Argument& attribute : Attributes()) {
    row.arguments.push_back(std::move(attribute));
  }
  row.arguments.push_back(Written(As(x, "out", "the result", "[N, Co, Ho, Wo]", OutputShape(x))));
  row.arguments.push_back(Optional(Written(
      As(x, "deformOutOptional", "what the taps read", "[N, C, Ho * rows, Wo * columns]", SamplesShape(x)))));
  return Complete(std::move(row), false);
}

Operator Backward() {
  const char* const input = "input";
  Operator row{
      .phases = TwoPhases<&aclnnDeformableConv2dBackwardGetWorkspaceSize, &aclnnDeformableConv2dBackward>(
          "aclnnDeformableConv2dBackward"),
      .summary = "gradients of a convolution whose taps are moved by offsets",
      .formula = {"gradInput, gradWeight, gradOffset, gradBias: derivatives of sum of gradOutput * out"},
      .arguments = {Tensor(input, "images", "[N, C, H, W]", Floats()),
                    As(input, "gradOutput", "gradient of out", "[N, Co, Ho, Wo]", OutputShape(input)),
                    As(input, "offsetOut", "what the taps read", "[N, C, Ho * rows, Wo * columns]",
                       SamplesShape(input)),
                    As(input, "weight", "kernels", "[Co, C / groups, kernel]"),
                    As(input, "offset", "offsets of x and y, and factors",
                       "[N, 3 * deformableGroups * taps, Ho, Wo]", OffsetShape(input))},
      .bitsOfProcessor = true,
      .runExample =
          "--input x.npy --grad-output g.npy --offset-out s.npy --weight w.npy --offset o.npy --modulated "
          "--grad-input gx.npy --grad-weight gw.npy --grad-offset go.npy --grad-bias gb.npy",
      .benchExample = "--input 2x64x56x56 --weight 64x64x3x3 --modulated"};
  for (Argument& attribute : Attributes()) {
    row.arguments.push_back(std::move(attribute));
  }
  const auto gradient = [&](const char* name, const char* of, ShapeRule shape) {
    row.arguments.push_back(Written(
        As(input, name, std::string("gradient of ") + of, std::string("that of ") + of, std::move(shape))));
  };
  gradient("gradInput", "input", SameShapeAs("input"));
  gradient("gradWeight", "weight", SameShapeAs("weight"));
  gradient("gradOffset", "offset", OffsetShape(input));
  gradient("gradBias", "bias", BiasShape);
  return Complete(std::move(row), true);
}

}  // namespace

std::vector<Operator> Rows() {
  return {Forward(), Backward()};
}

}  // namespace openaclnn::catalogue::convolution::deformable
