// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_grid_sampler2d_backward.h"

#include "operators.h"

namespace openaclnn::cli {
namespace {

aclDataType TypeOfInput(const Arguments& arguments) {
  return arguments.Input("input")->dtype;
}

aclnnStatus PhaseOne(const BoundCall& call, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnGridSampler2DBackwardGetWorkspaceSize(
      call.Tensor("gradOutput"), call.Tensor("input"), call.Tensor("grid"), call.Integer("interpolationMode"),
      call.Integer("paddingMode"), call.Flag("alignCorners"), call.OutputMask(), call.Tensor("inputGrad"),
      call.Tensor("gridGrad"), workspaceSize, executor);
}

}  // namespace

const Operator& GridSampler2DBackward() {
  static const Operator description{
      .name = "grid_sampler2d_backward",
      .function = "aclnnGridSampler2DBackward",
      .summary = "gradients of sampling images at given points, for the images and for the points",
      .formula =
          {"inputGrad[n,c,corner] += weight of the corner * gradOutput[n,c,h,w], for the pixels around "
           "point grid[n,h,w]",
           "gridGrad[n,h,w]        = derivative of the sampled value by the point, summed over c with "
           "gradOutput"},
      .inputs =
          {
              {.name = "gradOutput",
               .shape = "[N, C, Ho, Wo]",
               .meaning = "gradient of the forward output",
               .defaultShape =
                   [](const Arguments& arguments) {
                     const Shape& input = arguments.ShapeOf("input");
                     const Shape& grid = arguments.ShapeOf("grid");
                     return Shape{Extent(input, 0), Extent(input, 1), Extent(grid, 1), Extent(grid, 2)};
                   }},
              {.name = "input", .shape = "[N, C, H, W]", .meaning = "images"},
              {.name = "grid",
               .shape = "[N, Ho, Wo, 2]",
               .meaning = "points (x, y); -1 and 1 are the edges of an image",
               .values = Values::kCoordinates},
          },
      .attributes =
          {
              {.name = "interpolationMode",
               .kind = AttributeKind::kChoice,
               .meaning = "how values between pixels were found",
               .defaultValue = 0,
               .choices = {{"bilinear", 0}, {"nearest", 1}}},
              {.name = "paddingMode",
               .kind = AttributeKind::kChoice,
               .meaning = "what points outside the image saw",
               .defaultValue = 0,
               .choices = {{"zeros", 0}, {"border", 1}, {"reflection", 2}}},
              {.name = "alignCorners",
               .kind = AttributeKind::kFlag,
               .meaning = "-1 and 1 are the centres of the edge pixels, not their outer edges",
               .defaultValue = 0},
          },
      .outputs =
          {
              {.name = "inputGrad",
               .shapeText = "that of input",
               .meaning = "gradient for input",
               .shape = [](const Arguments& arguments) { return arguments.ShapeOf("input"); },
               .dtype = TypeOfInput},
              {.name = "gridGrad",
               .shapeText = "that of grid",
               .meaning = "gradient for grid",
               .shape = [](const Arguments& arguments) { return arguments.ShapeOf("grid"); },
               .dtype = TypeOfInput},
          },
      .outputsMayBeNull = false,
      .runExample =
          "--grad-output g.npy --input x.npy --grid p.npy --padding-mode border --input-grad gx.npy",
      .benchExample = "--input 8x64x128x128 --grid 8x128x128x2",
      .phaseOne = PhaseOne,
      .phaseTwo = aclnnGridSampler2DBackward,
  };
  return description;
}

}  // namespace openaclnn::cli
