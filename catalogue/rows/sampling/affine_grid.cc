// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_affine_grid.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/sampling/images.h"

namespace openaclnn::catalogue::sampling::affine_grid {
namespace {

Arguments AffineArguments(const Shape& size) {
  const auto axes = static_cast<int64_t>(size.size()) - 2;
  Arguments arguments;
  arguments.tensors = {{"theta", {{{size[0], axes, axes + 1}}}}};
  arguments.attributes = {{"size", size}};
  return arguments;
}

Operator AffineGrid() {
  std::vector<Sample> samples;
  for (const auto& [name, size] : std::vector<std::pair<std::string, Shape>>{
           {"planes", {7, 3, 61, 83}}, {"volumes", {2, 1, 17, 19, 23}}, {"one_place", {5, 1, 1, 1}}}) {
    samples.push_back({.name = name, .arguments = AffineArguments(size)});
  }
  return MakeOperator({
      .phases = TwoPhases<&aclnnAffineGridGetWorkspaceSize, &aclnnAffineGrid>("aclnnAffineGrid"),
      .summary = "points that affine maps move a regular grid to",
      .formula = {"out[n,y,x] = theta[n] * (X, Y, 1), X and Y from -1 to 1",
                  "out[n,z,y,x] = theta[n] * (X, Y, Z, 1)"},
      .arguments = {{.name = "theta",
                     .meaning = "maps",
                     .shapeText = "[N, 2, 3] or [N, 3, 4]",
                     .dtypes = FloatsAndDouble()},
                    {.name = "size",
                     .role = Role::kAttribute,
                     .meaning = "shape of the images, of 4 or 5 values",
                     .derive =
                         [](const Arguments& known) {
                           const Shape& theta = known.ShapeOf("theta");
                           Shape size(2 + static_cast<size_t>(Extent(theta, 1) == 3 ? 3 : 2), 8);
                           size[0] = Extent(theta, 0);
                           return Value(size);
                         },
                     .derivation = "N of theta, and 8 for each other"},
                    Flag("alignCorners",
                         "-1 and 1 are the centres of the edge pixels, not their outer edges"),
                    Result(Images("out", "points, [N, H, W, 2] or [N, D, H, W, 3]", FloatsAndDouble()),
                           "theta",
                           [](const Arguments& known) {
                             Shape shape = known.Integers("size");
                             if (shape.size() > 2) {
                               shape.erase(shape.begin() + 1);
                             }
                             shape.push_back(static_cast<int64_t>(shape.size()) - 1);
                             return shape;
                           })},
      .draw =
          [](Choices& choices) {
            const aclDataType dtype = choices.DType(FloatsAndDouble());
            Shape size{choices.Extent(false), choices.Extent(false), choices.Extent(false),
                       choices.Extent(false)};
            if (choices.Chance(64)) {
              size.push_back(choices.Extent(false));
            }
            Arguments drawn = AffineArguments(size);
            drawn.tensors["theta"].front().dtype = dtype;
            drawn.attributes["alignCorners"] = int64_t{choices.Chance(128) ? 1 : 0};
            return drawn;
          },
      .samples = std::move(samples),
      .runExample = "--theta t.npy --size 1,3,8,8 --out p.npy",
      .benchExample = "--theta 8x2x3 --size 8,3,128,128",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      AffineGrid(),
  };
}

}  // namespace openaclnn::catalogue::sampling::affine_grid
