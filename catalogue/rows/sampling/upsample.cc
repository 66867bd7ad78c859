// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_2d_v2.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/sampling/images.h"

namespace openaclnn::catalogue::sampling::upsample {
namespace {

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
  return Joined(FloatsAndDouble(), {ACL_UINT8});
}

}  // namespace

std::vector<Operator> Rows() {
  const std::vector<std::string> nearest{"out[n,c,i,j] = self[n,c,floor(i * scale),floor(j * scale)]"};
  const std::vector<std::string> gradient{"sum of gradOut over the places that took a place, weighted"};
  return {
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

}  // namespace openaclnn::catalogue::sampling::upsample
