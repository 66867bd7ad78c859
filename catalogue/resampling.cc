// SPDX-License-Identifier: Apache-2.0
//
// Values of images at given points, and images in other sizes.
#include <algorithm>
#include <utility>

#include "aclnnop/aclnn_affine_grid.h"
#include "aclnnop/aclnn_grid_sampler2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_2d_v2.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

Argument Images(std::string name, std::string meaning, DTypes dtypes, Role role = Role::kInput) {
  return {.name = std::move(name),
          .role = role,
          .meaning = std::move(meaning),
          .shapeText = "[N, C, H, W]",
          .dtypes = std::move(dtypes)};
}

Argument Result(Argument argument, const std::string& as, ShapeRule shape) {
  argument.role = Role::kOutput;
  argument.shape = std::move(shape);
  argument.dtype = SameAs(as);
  return argument;
}

// --- The grid sampler.

struct Grid {
  Shape input;  // N, C, H, W
  int64_t outHeight;
  int64_t outWidth;
  int64_t interpolation;
  int64_t padding;
  bool alignCorners;
  bool specials = false;
};

Arguments GridArguments(const Grid& grid) {
  Arguments arguments;
  arguments.tensors = {{"input", {{grid.input}}},
                       {"grid", {{{grid.input[0], grid.outHeight, grid.outWidth, 2}}}}};
  arguments.attributes = {{"interpolationMode", grid.interpolation},
                          {"paddingMode", grid.padding},
                          {"alignCorners", int64_t{grid.alignCorners ? 1 : 0}}};
  return arguments;
}

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
                {{"bilinear", 0}, {"nearest", 1}, {"bicubic", 2}}),
           Mode("paddingMode", "what points outside the image see",
                {{"zeros", 0}, {"border", 1}, {"reflection", 2}}),
           Flag("alignCorners", "-1 and 1 are the centres of the edge pixels, not their outer edges"),
           Result(Images("out", "values, [N, C, Ho, Wo]", FloatsAndDouble()), "input",
                  [](const Arguments& known) {
                    const Shape& input = known.ShapeOf("input");
                    const Shape& points = known.ShapeOf("grid");
                    return Shape{Extent(input, 0), Extent(input, 1), Extent(points, 1), Extent(points, 2)};
                  })},
      .draw = DrawGrid,
      .samples = {GridSample("bilinear_one_channel", {{2, 1, 61, 83}, 127, 129, 0, 0, false}),
                  GridSample("bilinear_many_channels", {{1, 67, 40, 50}, 90, 70, 0, 1, true}),
                  GridSample("few_points", {{3, 5, 200, 190}, 7, 9, 0, 2, false}),
                  GridSample("nearest", {{2, 16, 40, 50}, 50, 60, 1, 0, true}),
                  GridSample("bicubic", {{2, 3, 40, 50}, 60, 50, 2, 2, false}),
                  GridSample("specials", {{1, 3, 40, 50}, 90, 70, 0, 1, false, true})},
      .runExample = "--input x.npy --grid p.npy --padding-mode border --out y.npy",
      .benchExample = "--input 8x64x128x128 --grid 8x128x128x2",
  });
}

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

// --- Resizing.

struct Resizing {
  Shape self;  // N, C, H, W
  int64_t height;
  int64_t width;
  bool alignCorners = false;
  double scalesH = 0;
  double scalesW = 0;
};

const std::vector<std::pair<std::string, Resizing>> kResizings{
    {"doubled", {{3, 5, 56, 58}, 112, 116}},
    {"many_channels", {{2, 67, 19, 21}, 31, 43}},
    {"smaller", {{2, 7, 113, 111}, 40, 37, true}},
    {"by_scales", {{2, 3, 40, 41}, 60, 102, false, 1.5, 2.5}},
};

Shape ResizedShape(const Arguments& known, const std::string& images) {
  const Shape& self = known.ShapeOf(images);
  const auto& size = known.Integers("outputSize");
  return {Extent(self, 0), Extent(self, 1), Extent(size, 0), Extent(size, 1)};
}

struct Kind {
  bool backward = false;
  bool aligns = false;  // has alignCorners
  bool scales = false;
  DTypes dtypes;
};

Arguments ResizingArguments(const Resizing& resizing, const Kind& kind) {
  Arguments arguments;
  const Shape& self = resizing.self;
  arguments.tensors[kind.backward ? "gradOut" : "self"] = {
      {kind.backward ? Shape{self[0], self[1], resizing.height, resizing.width} : self}};
  arguments.attributes["outputSize"] = Shape{resizing.height, resizing.width};
  if (kind.backward) {
    arguments.attributes["inputSize"] = self;
  }
  if (kind.aligns) {
    arguments.attributes["alignCorners"] = int64_t{resizing.alignCorners ? 1 : 0};
  }
  if (kind.scales) {
    arguments.attributes["scalesH"] = resizing.scalesH;
    arguments.attributes["scalesW"] = resizing.scalesW;
  }
  return arguments;
}

Operator Resizer(Phases phases, std::string summary, std::vector<std::string> formula,
                 const std::string& result, const Kind& kind) {
  const std::string images = kind.backward ? "gradOut" : "self";
  std::vector<Argument> arguments{
      Images(images, kind.backward ? "gradient of the output, [N, C, Ho, Wo]" : "images", kind.dtypes)};
  const auto list = [](std::string name, std::string meaning, ValueRule derive, std::string derivation) {
    return Argument{.name = std::move(name),
                    .role = Role::kAttribute,
                    .meaning = std::move(meaning),
                    .derive = std::move(derive),
                    .derivation = std::move(derivation)};
  };
  arguments.push_back(list(
      "outputSize", "height and width of the output",
      [images, backward = kind.backward](const Arguments& known) {
        const Shape& shape = known.ShapeOf(images);
        const int64_t times = backward ? 1 : 2;
        return Value(Shape{times * Extent(shape, 2), times * Extent(shape, 3)});
      },
      kind.backward ? "those of gradOut" : "twice those of self"));
  if (kind.backward) {
    arguments.push_back(list(
        "inputSize", "shape of the forward input",
        [](const Arguments& known) {
          const Shape& shape = known.ShapeOf("gradOut");
          return Value(Shape{Extent(shape, 0), Extent(shape, 1), std::max<int64_t>(1, Extent(shape, 2) / 2),
                             std::max<int64_t>(1, Extent(shape, 3) / 2)});
        },
        "half the height and width of gradOut"));
  }
  if (kind.aligns) {
    arguments.push_back(Flag("alignCorners", "the centres of the corners stay where they are"));
  }
  if (kind.scales) {
    arguments.push_back(Real("scalesH", "growth of the height; 0: as the shapes say", 0));
    arguments.push_back(Real("scalesW", "growth of the width; 0: as the shapes say", 0));
  }
  arguments.push_back(Result(Images(result, "the result", kind.dtypes), images,
                             [images, backward = kind.backward](const Arguments& known) {
                               return backward ? known.Integers("inputSize") : ResizedShape(known, images);
                             }));
  std::vector<Sample> samples;
  for (const auto& [name, resizing] : kResizings) {
    if (resizing.scalesH == 0 || kind.scales) {
      Sample sample{.name = name, .arguments = ResizingArguments(resizing, kind)};
      sample.data = {{.name = images, .pattern = Pattern::kSpread}};
      samples.push_back(std::move(sample));
    }
  }
  samples.push_back(samples.front());
  samples.back().name = "specials";
  samples.back().data.front().specials = true;
  return MakeOperator({
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = std::move(formula),
      .arguments = std::move(arguments),
      .draw =
          [kind, images](Choices& choices) {
            const aclDataType dtype = choices.DType(kind.dtypes);
            Resizing resizing{};
            resizing.self = {choices.Extent(), choices.Extent(), choices.Extent(false),
                             choices.Extent(false)};
            resizing.height = choices.Extent(false);
            resizing.width = choices.Extent(false);
            resizing.alignCorners = choices.Chance(128);
            if (choices.Chance(64)) {
              resizing.scalesH = 0.5 + static_cast<double>(choices.Below(8)) / 4;
              resizing.scalesW = 0.5 + static_cast<double>(choices.Below(8)) / 4;
            }
            Arguments drawn = ResizingArguments(resizing, kind);
            drawn.tensors[images].front().dtype = dtype;
            return drawn;
          },
      .samples = std::move(samples),
      .runExample = OptionName(images) + " x.npy --output-size 8,8" +
                    (kind.backward ? " --input-size 1,3,4,4 " : " ") + OptionName(result) + " y.npy",
      .benchExample = OptionName(images) + " 8x64x64x64",
  });
}

DTypes Copied() {
  DTypes dtypes = FloatsAndDouble();
  dtypes.push_back(ACL_UINT8);
  return dtypes;
}

}  // namespace

std::vector<Operator> Resamplings() {
  const std::vector<std::string> nearest{"out[n,c,i,j] = self[n,c,floor(i * scale),floor(j * scale)]"};
  const std::vector<std::string> gradient{"sum of gradOut over the places that took a place, weighted"};
  return {
      AffineGrid(),
      GridSampler2D(),
      Resizer(TwoPhases<&aclnnUpsampleNearest2dGetWorkspaceSize, &aclnnUpsampleNearest2d>(
                  "aclnnUpsampleNearest2d"),
              "images in another size, each place from the nearest", nearest, "out", {.dtypes = Copied()}),
      Resizer(TwoPhases<&aclnnUpsampleNearest2dV2GetWorkspaceSize, &aclnnUpsampleNearest2dV2>(
                  "aclnnUpsampleNearest2dV2"),
              "images in another size, each place from the nearest, by scales", nearest, "out",
              {.scales = true, .dtypes = Copied()}),
      Resizer(TwoPhases<&aclnnUpsampleNearest2dBackwardGetWorkspaceSize, &aclnnUpsampleNearest2dBackward>(
                  "aclnnUpsampleNearest2dBackward"),
              "gradient of images in another size, each place from the nearest", gradient, "gradInput",
              {.backward = true, .scales = true, .dtypes = FloatsAndDouble()}),
      Resizer(TwoPhases<&aclnnUpsampleBilinear2dGetWorkspaceSize, &aclnnUpsampleBilinear2d>(
                  "aclnnUpsampleBilinear2d"),
              "images in another size, neighbours weighed",
              {"out[n,c,i,j] = sum of weight * self[n,c,y,x] over the four places around i, j"}, "out",
              {.aligns = true, .scales = true, .dtypes = FloatsAndDouble()}),
      Resizer(TwoPhases<&aclnnUpsampleBilinear2dBackwardGetWorkspaceSize, &aclnnUpsampleBilinear2dBackward>(
                  "aclnnUpsampleBilinear2dBackward"),
              "gradient of images in another size, neighbours weighed", gradient, "out",
              {.backward = true, .aligns = true, .scales = true, .dtypes = FloatsAndDouble()}),
      Resizer(
          TwoPhases<&aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize, &aclnnUpsampleBilinear2dBackwardV2>(
              "aclnnUpsampleBilinear2dBackwardV2"),
          "gradient of images in another size, neighbours weighed", gradient, "out",
          {.backward = true, .aligns = true, .scales = true, .dtypes = FloatsAndDouble()}),
  };
}

}  // namespace openaclnn::catalogue
