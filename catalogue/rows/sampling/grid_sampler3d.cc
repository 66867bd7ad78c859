// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grid_sampler3d.h"
#include "aclnnop/aclnn_grid_sampler3d_backward.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/sampling/grid.h"

namespace openaclnn::catalogue::sampling::grid_sampler3d {
namespace {

struct Volumes {
  Shape input;   // N, C, D, H, W
  Shape points;  // Do, Ho, Wo
  int64_t interpolation;
  int64_t padding;
  bool alignCorners;
  bool specials = false;
};

Shape Samples(const Arguments& known) {
  const Shape& input = known.ShapeOf("input");
  const Shape& points = known.ShapeOf("grid");
  return {Extent(input, 0), Extent(input, 1), Extent(points, 1), Extent(points, 2), Extent(points, 3)};
}

Arguments ArgumentsOf(const Volumes& volumes, bool backward, aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments all;
  const Shape& to = volumes.points;
  all.tensors = {{"input", {{volumes.input, dtype}}},
                 {"grid", {{{volumes.input[0], to[0], to[1], to[2], 3}, dtype}}}};
  if (backward) {
    all.tensors["gradOutput"] = {{Samples(all), dtype}};
  }
  all.attributes = {{"interpolationMode", volumes.interpolation},
                    {"paddingMode", volumes.padding},
                    {"alignCorners", int64_t{volumes.alignCorners ? 1 : 0}}};
  return all;
}

Sample SampleOf(std::string name, const Volumes& volumes, bool backward) {
  Sample sample{.name = std::move(name), .arguments = ArgumentsOf(volumes, backward)};
  sample.data = {{.name = "input", .pattern = Pattern::kSpread, .specials = volumes.specials},
                 {.name = "grid", .specials = volumes.specials}};
  if (backward) {
    sample.data.push_back({.name = "gradOutput", .pattern = Pattern::kSpread});
  }
  return sample;
}

Arguments Draw(Choices& choices, bool backward) {
  const aclDataType dtype = choices.DType(FloatsAndDouble());
  Volumes volumes{};
  volumes.input = {choices.Extent(), choices.Extent(), choices.Extent(false), choices.Extent(false),
                   choices.Extent(false)};
  volumes.points = {choices.Extent(), choices.Extent(), choices.Extent()};
  volumes.interpolation = static_cast<int64_t>(choices.Below(2));
  volumes.padding = static_cast<int64_t>(choices.Below(3));
  volumes.alignCorners = choices.Chance(128);
  Arguments drawn = ArgumentsOf(volumes, backward, dtype);
  if (backward) {
    const size_t off = choices.Below(8);
    if (off == 5 || off == 7) {
      drawn.leftOut.insert("inputGrad");
    }
    if (off == 6 || off == 7) {
      drawn.leftOut.insert("gridGrad");
    }
  }
  return drawn;
}

Argument Tensor(const char* name, const char* meaning, const char* shapeText, Role role = Role::kInput) {
  Argument tensor{
      .name = name, .role = role, .meaning = meaning, .shapeText = shapeText, .dtypes = FloatsAndDouble()};
  if (tensor.name != "input") {
    tensor.dtype = SameAs("input");
  }
  return tensor;
}
Argument Written(const char* name, const char* meaning, const char* shapeText, ShapeRule shape) {
  Argument tensor = Tensor(name, meaning, shapeText, Role::kOutput);
  tensor.shape = std::move(shape);
  return tensor;
}
Argument Points() {
  Argument points =
      Tensor("grid", "points (x, y, z); -1 and 1 are the edges of a volume", "[N, Do, Ho, Wo, 3]");
  points.holds = Meaning::kCoordinates;
  return points;
}

std::vector<Argument> ModeArguments() {
  return {Mode("interpolationMode", "how values between pixels are found",
               {{"bilinear", kBilinear}, {"nearest", kNearest}}),
          Mode("paddingMode", "what points outside the volume see",
               {{"zeros", kZeros}, {"border", kBorder}, {"reflection", kReflection}}),
          Flag("alignCorners", "-1 and 1 are the centres of the edge pixels, not their outer edges")};
}

std::vector<Sample> SamplesOf(bool backward) {
  const auto sample = [&](const char* name, const Volumes& volumes) {
    return SampleOf(name, volumes, backward);
  };
  return {sample("bilinear_zeros", {{2, 3, 9, 21, 17}, {7, 19, 23}, kBilinear, kZeros, false}),
          sample("bilinear_border", {{1, 13, 11, 8, 9}, {12, 11, 10}, kBilinear, kBorder, true}),
          sample("bilinear_reflection", {{1, 2, 30, 20, 25}, {2, 3, 5}, kBilinear, kReflection, false}),
          sample("nearest", {{2, 2, 10, 12, 9}, {9, 10, 11}, kNearest, kZeros, true}),
          sample("specials", {{1, 3, 7, 8, 9}, {6, 11, 9}, kBilinear, kBorder, false, true})};
}

Operator Forward() {
  std::vector<Argument> arguments{Tensor("input", "volumes", "[N, C, D, H, W]"), Points()};
  std::ranges::move(ModeArguments(), std::back_inserter(arguments));
  arguments.push_back(Written("out", "values", "[N, C, Do, Ho, Wo]", Samples));
  return MakeOperator({
      .phases = TwoPhases<&aclnnGridSampler3DGetWorkspaceSize, &aclnnGridSampler3D>("aclnnGridSampler3D"),
      .summary = "values of volumes at given points",
      .formula = {"out[n,c,d,h,w] = sum of weight * input[n,c,pixel] over the pixels around point "
                  "grid[n,d,h,w]"},
      .arguments = std::move(arguments),
      .draw = [](Choices& choices) { return Draw(choices, false); },
      .samples = SamplesOf(false),
      .runExample = "--input x.npy --grid p.npy --padding-mode border --out y.npy",
      .benchExample = "--input 2x16x32x64x64 --grid 2x32x64x64x3",
  });
}

Operator Backward() {
  Argument grad = Tensor("gradOutput", "gradient of the forward output", "[N, C, Do, Ho, Wo]");
  grad.shape = Samples;
  std::vector<Argument> arguments{grad, Tensor("input", "volumes", "[N, C, D, H, W]"), Points()};
  std::ranges::move(ModeArguments(), std::back_inserter(arguments));
  arguments.push_back({.name = "outputMask", .role = Role::kOutputMask});
  arguments.push_back(Written("inputGrad", "gradient for input", "that of input", SameShapeAs("input")));
  arguments.push_back(Written("gridGrad", "gradient for grid", "that of grid", SameShapeAs("grid")));
  return MakeOperator({
      .phases = TwoPhases<&aclnnGridSampler3DBackwardGetWorkspaceSize, &aclnnGridSampler3DBackward>(
          "aclnnGridSampler3DBackward"),
      .summary = "gradients of sampling volumes at given points, for the volumes and for the points",
      .formula = {"inputGrad[n,c,corner] += weight of the corner * gradOutput[n,c,d,h,w], for the pixels "
                  "around point grid[n,d,h,w]",
                  "gridGrad[n,d,h,w]      = derivative of the sampled value by the point, summed over c with "
                  "gradOutput"},
      .arguments = std::move(arguments),
      .draw = [](Choices& choices) { return Draw(choices, true); },
      .samples = SamplesOf(true),
      .runExample =
          "--grad-output g.npy --input x.npy --grid p.npy --padding-mode border --input-grad gx.npy",
      .benchExample = "--input 2x16x32x64x64 --grid 2x32x64x64x3",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {Forward(), Backward()};
}

}  // namespace openaclnn::catalogue::sampling::grid_sampler3d
