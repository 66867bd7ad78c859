// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grid_sampler2d.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/sampling/grid.h"
#include "catalogue/rows/sampling/images.h"

namespace openaclnn::catalogue::sampling::grid_sampler2d {
namespace {

Sample GridSample(std::string name, const Grid& grid) {
  Sample sample{.name = std::move(name), .arguments = GridArguments(grid)};
  sample.data = {{.name = "input", .pattern = Pattern::kSpread, .specials = grid.specials},
                 {.name = "grid", .specials = grid.specials}};
  return sample;
}

Arguments DrawGrid(Choices& choices) {
  const aclDataType dtype = choices.DType(FloatsAndDouble());
  Grid grid{};
  grid.input = {choices.Extent(), choices.Extent(), choices.Extent(false), choices.Extent(false)};
  grid.outHeight = choices.Extent();
  grid.outWidth = choices.Extent();
  grid.interpolation = static_cast<int64_t>(choices.Below(3));
  grid.padding = static_cast<int64_t>(choices.Below(3));
  grid.alignCorners = choices.Chance(128);
  Arguments drawn = GridArguments(grid);
  for (auto& [name, tensors] : drawn.tensors) {
    tensors.front().dtype = dtype;
  }
  return drawn;
}

Operator GridSampler2D() {
  Argument grid = Images("grid", "points (x, y); -1 and 1 are the edges of an image", FloatsAndDouble());
  grid.shapeText = "[N, Ho, Wo, 2]";
  grid.holds = Meaning::kCoordinates;
  grid.dtype = SameAs("input");
  return MakeOperator({
      .phases = TwoPhases<&aclnnGridSampler2DGetWorkspaceSize, &aclnnGridSampler2D>("aclnnGridSampler2D"),
      .summary = "values of images at given points",
      .formula = {"out[n,c,h,w] = sum of weight * input[n,c,pixel] over the pixels around point grid[n,h,w]"},
      .arguments =
          {Images("input", "images", FloatsAndDouble()), grid,
           Mode("interpolationMode", "how values between pixels are found",
                {{"bilinear", kBilinear}, {"nearest", kNearest}, {"bicubic", kBicubic}}),
           Mode("paddingMode", "what points outside the image see",
                {{"zeros", kZeros}, {"border", kBorder}, {"reflection", kReflection}}),
           Flag("alignCorners", "-1 and 1 are the centres of the edge pixels, not their outer edges"),
           Result(Images("out", "values, [N, C, Ho, Wo]", FloatsAndDouble()), "input",
                  [](const Arguments& known) {
                    const Shape& input = known.ShapeOf("input");
                    const Shape& points = known.ShapeOf("grid");
                    return Shape{Extent(input, 0), Extent(input, 1), Extent(points, 1), Extent(points, 2)};
                  })},
      .draw = DrawGrid,
      .samples = {GridSample("bilinear_one_channel", {{2, 1, 61, 83}, 127, 129, kBilinear, kZeros, false}),
                  GridSample("bilinear_many_channels", {{1, 67, 40, 50}, 90, 70, kBilinear, kBorder, true}),
                  GridSample("few_points", {{3, 5, 200, 190}, 7, 9, kBilinear, kReflection, false}),
                  GridSample("nearest", {{2, 16, 40, 50}, 50, 60, kNearest, kZeros, true}),
                  GridSample("bicubic", {{2, 3, 40, 50}, 60, 50, kBicubic, kReflection, false}),
                  GridSample("specials", {{1, 3, 40, 50}, 90, 70, kBilinear, kBorder, false, true})},
      .runExample = "--input x.npy --grid p.npy --padding-mode border --out y.npy",
      .benchExample = "--input 8x64x128x128 --grid 8x128x128x2",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      GridSampler2D(),
  };
}

}  // namespace openaclnn::catalogue::sampling::grid_sampler2d
