// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/sampling/grid.h"

namespace openaclnn::catalogue::sampling::grid_sampler2d_backward {
namespace {

/// Each place is sampled twice, with opposite gradients.
Sample GridSample(std::string name, const Grid& grid) {
  const int64_t images = grid.input[0];
  const int64_t channels = grid.input[1];
  const int64_t points = grid.outHeight * grid.outWidth;
  Sample sample{.name = std::move(name), .arguments = GridArguments(grid)};
  sample.arguments.tensors["gradOutput"] = {{{images, channels, grid.outHeight, grid.outWidth}}};
  if (grid.leftOut != nullptr) {
    sample.arguments.leftOut = {grid.leftOut};
  }
  sample.data = {
      {.name = "gradOutput",
       .pattern = Pattern::kSpread,
       .mirror = Mirror{images, channels, points, true},
       .specials = grid.specials},
      {.name = "grid", .mirror = Mirror{images * points, 2, 1}, .specials = grid.specials},
      {.name = "input", .pattern = Pattern::kSpread},
  };
  return sample;
}

Arguments Draw(Choices& choices) {
  Arguments drawn;
  const aclDataType dtype = choices.DType(Floats());
  const int64_t n = choices.Extent();
  const int64_t c = choices.Extent();
  const int64_t h = choices.Extent(false);
  const int64_t w = choices.Extent(false);
  const int64_t ho = choices.Extent();
  const int64_t wo = choices.Extent();
  drawn.attributes["interpolationMode"] = static_cast<int64_t>(choices.Below(2));
  drawn.attributes["paddingMode"] = static_cast<int64_t>(choices.Below(3));
  drawn.attributes["alignCorners"] = int64_t{choices.Chance(128) ? 1 : 0};
  const size_t off = choices.Below(8);
  if (off == 5 || off == 7) {
    drawn.leftOut.insert("inputGrad");
  }
  if (off == 6 || off == 7) {
    drawn.leftOut.insert("gridGrad");
  }
  drawn.tensors = {{"gradOutput", {{{n, c, ho, wo}, dtype}}},
                   {"input", {{{n, c, h, w}, dtype}}},
                   {"grid", {{{n, ho, wo, 2}, dtype}}}};
  return drawn;
}

Operator GridSampler2DBackward() {
  return MakeOperator({
      .phases = TwoPhases<&aclnnGridSampler2DBackwardGetWorkspaceSize, &aclnnGridSampler2DBackward>(
          "aclnnGridSampler2DBackward"),
      .summary = "gradients of sampling images at given points, for the images and for the points",
      .formula =
          {"inputGrad[n,c,corner] += weight of the corner * gradOutput[n,c,h,w], for the pixels around "
           "point grid[n,h,w]",
           "gridGrad[n,h,w]        = derivative of the sampled value by the point, summed over c with "
           "gradOutput"},
      .arguments =
          {
              {.name = "gradOutput",
               .meaning = "gradient of the forward output",
               .shapeText = "[N, C, Ho, Wo]",
               .dtypes = Floats(),
               .shape =
                   [](const Arguments& known) {
                     const Shape& input = known.ShapeOf("input");
                     const Shape& grid = known.ShapeOf("grid");
                     return Shape{Extent(input, 0), Extent(input, 1), Extent(grid, 1), Extent(grid, 2)};
                   },
               .dtype = SameAs("input")},
              {.name = "input", .meaning = "images", .shapeText = "[N, C, H, W]", .dtypes = Floats()},
              {.name = "grid",
               .meaning = "points (x, y); -1 and 1 are the edges of an image",
               .shapeText = "[N, Ho, Wo, 2]",
               .dtypes = Floats(),
               .holds = Meaning::kCoordinates,
               .dtype = SameAs("input")},
              Mode("interpolationMode", "how values between pixels were found",
                   {{"bilinear", kBilinear}, {"nearest", kNearest}}),
              Mode("paddingMode", "what points outside the image saw",
                   {{"zeros", kZeros}, {"border", kBorder}, {"reflection", kReflection}}),
              Flag("alignCorners", "-1 and 1 are the centres of the edge pixels, not their outer edges"),
              {.name = "outputMask", .role = Role::kOutputMask},
              {.name = "inputGrad",
               .role = Role::kOutput,
               .meaning = "gradient for input",
               .shapeText = "that of input",
               .dtypes = Floats(),
               .shape = SameShapeAs("input"),
               .dtype = SameAs("input")},
              {.name = "gridGrad",
               .role = Role::kOutput,
               .meaning = "gradient for grid",
               .shapeText = "that of grid",
               .dtypes = Floats(),
               .shape = SameShapeAs("grid"),
               .dtype = SameAs("input")},
          },
      .draw = Draw,
      .samples =
          {
              GridSample("bilinear_zeros_one_channel", {{1, 1, 61, 83}, 127, 129, kBilinear, kZeros, false}),
              GridSample("bilinear_border_three_channels",
                         {{3, 3, 40, 50}, 90, 70, kBilinear, kBorder, true}),
              GridSample("bilinear_reflection_many_channels",
                         {{1, 13, 33, 35}, 65, 71, kBilinear, kReflection, false}),
              GridSample("bilinear_border_chunks_of_channels",
                         {{1, 130, 24, 33}, 40, 30, kBilinear, kBorder, false}),
              GridSample("bilinear_many_small_images", {{41, 2, 9, 7}, 11, 13, kBilinear, kZeros, true}),
              GridSample("bilinear_input_gradient_alone",
                         {{1, 8, 40, 50}, 60, 70, kBilinear, kZeros, true, false, "gridGrad"}),
              GridSample("bilinear_grid_gradient_alone",
                         {{1, 8, 40, 50}, 60, 70, kBilinear, kReflection, true, false, "inputGrad"}),
              GridSample("nearest_zeros", {{1, 3, 61, 83}, 127, 129, kNearest, kZeros, false}),
              GridSample("nearest_border_many_channels", {{3, 6, 40, 50}, 50, 60, kNearest, kBorder, true}),
              GridSample("bilinear_specials", {{1, 3, 40, 50}, 90, 70, kBilinear, kBorder, false, true}),
          },
      .runExample =
          "--grad-output g.npy --input x.npy --grid p.npy --padding-mode border --input-grad gx.npy",
      .benchExample = "--input 8x64x128x128 --grid 8x128x128x2",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {GridSampler2DBackward()};
}

}  // namespace openaclnn::catalogue::sampling::grid_sampler2d_backward
