// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_upsample_bicubic2d_aa.h"
#include "aclnnop/aclnn_upsample_bicubic2d_aa_grad.h"
#include "aclnnop/aclnn_upsample_bicubic_2d.h"
#include "aclnnop/aclnn_upsample_bicubic_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear2d_aa.h"
#include "aclnnop/aclnn_upsample_bilinear2d_aa_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "aclnnop/aclnn_upsample_linear_1d.h"
#include "aclnnop/aclnn_upsample_linear_1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_1d.h"
#include "aclnnop/aclnn_upsample_nearest_1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_1d_v2.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_2d_v2.h"
#include "aclnnop/aclnn_upsample_nearest_3d.h"
#include "aclnnop/aclnn_upsample_nearest_3d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact1d.h"
#include "aclnnop/aclnn_upsample_nearest_exact1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact2d.h"
#include "aclnnop/aclnn_upsample_nearest_exact2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact3d.h"
#include "aclnnop/aclnn_upsample_nearest_exact3d_backward.h"
#include "aclnnop/aclnn_upsample_trilinear_3d.h"
#include "aclnnop/aclnn_upsample_trilinear_3d_backward.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/sampling/images.h"

namespace openaclnn::catalogue::sampling::upsample {
namespace {

struct Resizing {
  Shape self;  // N, C, ...
  Shape size;
  bool alignCorners = false;
  std::vector<double> scales{};
};

using Resizings = std::vector<std::pair<std::string, Resizing>>;

/// By spatial dims.
const std::array<Resizings, 3> kResizings{
    Resizings{{"doubled", {{3, 5, 1056}, {2112}}},
              {"many_channels", {{2, 67, 119}, {171}}},
              {"smaller", {{2, 7, 1113}, {401}, true}},
              {"by_scales", {{2, 3, 40}, {60}, false, {1.5}}}},
    Resizings{{"doubled", {{3, 5, 56, 58}, {112, 116}}},
              {"many_channels", {{2, 67, 19, 21}, {31, 43}}},
              {"smaller", {{2, 7, 113, 111}, {40, 37}, true}},
              {"by_scales", {{2, 3, 40, 41}, {60, 102}, false, {1.5, 2.5}}}},
    Resizings{{"doubled", {{3, 5, 6, 16, 18}, {12, 32, 36}}},
              {"many_channels", {{2, 37, 5, 9, 11}, {8, 13, 23}}},
              {"smaller", {{2, 7, 11, 13, 111}, {4, 5, 37}, true}},
              {"by_scales", {{2, 3, 4, 10, 21}, {8, 15, 52}, false, {2, 1.5, 2.5}}}},
};

// "[N, C, H, W]", and with a letter behind each extent "[N, C, Ho, Wo]".
std::string ShapeTextOf(size_t spatial, const std::string& behind) {
  std::string text = "[N, C";
  for (const char* extent : spatial == 1   ? std::vector<const char*>{"L"}
                            : spatial == 2 ? std::vector<const char*>{"H", "W"}
                                           : std::vector<const char*>{"D", "H", "W"}) {
    text += std::string(", ") + extent + behind;
  }
  return text + "]";
}

struct Kind {
  size_t spatial;
  std::string input = "self";
  std::string output = "out";
  bool backward = false;
  bool aligns = false;                // has alignCorners
  std::vector<std::string> scales{};  // their names
  DTypes dtypes{};
};

Shape Spatial(const Shape& shape, size_t spatial) {
  Shape extents;
  for (size_t d = 0; d < spatial; ++d) {
    extents.push_back(Extent(shape, 2 + d));
  }
  return extents;
}

Shape Joined(const Shape& shape, const Shape& extents) {
  Shape joined{Extent(shape, 0), Extent(shape, 1)};
  joined.insert(joined.end(), extents.begin(), extents.end());
  return joined;
}

Arguments ResizingArguments(const Resizing& resizing, const Kind& kind) {
  Arguments arguments;
  const Shape& self = resizing.self;
  arguments.tensors[kind.input] = {{kind.backward ? Joined(self, resizing.size) : self}};
  arguments.attributes["outputSize"] = resizing.size;
  if (kind.backward) {
    arguments.attributes["inputSize"] = self;
  }
  if (kind.aligns) {
    arguments.attributes["alignCorners"] = int64_t{resizing.alignCorners ? 1 : 0};
  }
  for (size_t d = 0; d < kind.scales.size(); ++d) {
    arguments.attributes[kind.scales[d]] = resizing.scales.empty() ? 0.0 : resizing.scales[d];
  }
  return arguments;
}

Arguments Draw(Choices& choices, const Kind& kind) {
  const aclDataType dtype = choices.DType(kind.dtypes);
  Resizing resizing{};
  resizing.self = {choices.Extent(), choices.Extent()};
  for (size_t d = 0; d < kind.spatial; ++d) {
    resizing.self.push_back(choices.Extent(false));
    resizing.size.push_back(choices.Extent(false));
  }
  resizing.alignCorners = choices.Chance(128);
  if (choices.Chance(64)) {
    for (size_t d = 0; d < kind.spatial; ++d) {
      resizing.scales.push_back(0.5 + static_cast<double>(choices.Below(8)) / 4);
    }
  }
  Arguments drawn = ResizingArguments(resizing, kind);
  drawn.tensors[kind.input].front().dtype = dtype;
  return drawn;
}

std::vector<Sample> SamplesOf(const Kind& kind) {
  std::vector<Sample> samples;
  for (const auto& [name, resizing] : kResizings[kind.spatial - 1]) {
    if (resizing.scales.empty() || !kind.scales.empty()) {
      Sample sample{.name = name, .arguments = ResizingArguments(resizing, kind)};
      sample.data = {{.name = kind.input, .pattern = Pattern::kSpread}};
      samples.push_back(std::move(sample));
    }
  }
  samples.push_back(samples.front());
  samples.back().name = "specials";
  samples.back().data.front().specials = true;
  return samples;
}

// "8,8", for each spatial dim.
std::string Repeated(const std::string& text, size_t times, const std::string& between) {
  std::string all = text;
  for (size_t d = 1; d < times; ++d) {
    all += between + text;
  }
  return all;
}

Argument SizeList(std::string name, std::string meaning, ValueRule derive, std::string derivation) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .derive = std::move(derive),
          .derivation = std::move(derivation)};
}

Operator Resizer(Phases phases, std::string summary, std::vector<std::string> formula, const Kind& kind) {
  const std::string& input = kind.input;
  const size_t spatial = kind.spatial;
  Argument images = Images(input, kind.backward ? "gradient of the output" : "images", kind.dtypes);
  images.shapeText = ShapeTextOf(spatial, kind.backward ? "o" : "");
  images.formatPlacesChannels = true;
  std::vector<Argument> arguments{std::move(images)};
  arguments.push_back(SizeList(
      "outputSize", "extents of the output",
      [input, spatial, times = kind.backward ? 1 : 2](const Arguments& known) {
        Shape size = Spatial(known.ShapeOf(input), spatial);
        for (int64_t& extent : size) {
          extent *= times;
        }
        return Value(std::move(size));
      },
      (kind.backward ? "those of " : "twice those of ") + input));
  if (kind.backward) {
    arguments.push_back(SizeList(
        "inputSize", "shape of the forward input",
        [input, spatial](const Arguments& known) {
          Shape size = Spatial(known.ShapeOf(input), spatial);
          for (int64_t& extent : size) {
            extent = std::max<int64_t>(1, extent / 2);
          }
          return Value(Joined(known.ShapeOf(input), size));
        },
        "half the extents of " + input));
  }
  if (kind.aligns) {
    arguments.push_back(Flag("alignCorners", "the centres of the corners stay where they are"));
  }
  for (const std::string& scale : kind.scales) {
    arguments.push_back(Real(scale, "growth of an extent; 0: as the shapes say", 0));
  }
  Argument output = Images(kind.output, "the result", kind.dtypes);
  output.shapeText = ShapeTextOf(spatial, kind.backward ? "" : "o");
  output.formatPlacesChannels = true;
  arguments.push_back(
      Result(std::move(output), input, [input, backward = kind.backward](const Arguments& known) {
        return backward ? known.Integers("inputSize")
                        : Joined(known.ShapeOf(input), known.Integers("outputSize"));
      }));
  return MakeOperator({
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = std::move(formula),
      .arguments = std::move(arguments),
      .draw = [kind](Choices& choices) { return Draw(choices, kind); },
      .samples = SamplesOf(kind),
      .runExample = OptionName(input) + " x.npy --output-size " + Repeated("8", spatial, ",") +
                    (kind.backward ? " --input-size 1,3," + Repeated("4", spatial, ",") + " " : " ") +
                    OptionName(kind.output) + " y.npy",
      .benchExample = OptionName(input) + (spatial == 1   ? " 8x64x4096"
                                           : spatial == 2 ? " 8x64x64x64"
                                                          : " 8x16x16x32x32"),
  });
}

DTypes Copied() {
  return catalogue::Joined(FloatsAndDouble(), {ACL_UINT8});
}
DTypes FloatsAndByte() {
  return catalogue::Joined(Floats(), {ACL_UINT8});
}

#define UPSAMPLE_ROW(Name, summary, formula, ...)                                                         \
  Resizer(TwoPhases<&aclnnUpsample##Name##GetWorkspaceSize, &aclnnUpsample##Name>("aclnnUpsample" #Name), \
          summary, formula, __VA_ARGS__)

}  // namespace

std::vector<Operator> Rows() {
  using Lines = std::vector<std::string>;
  const Lines nearest1{"out[n,c,i] = self[n,c,floor(i * scale)]"};
  const Lines nearest{"out[n,c,i,j] = self[n,c,floor(i * scale),floor(j * scale)]"};
  const Lines nearest3{"out[n,c,d,i,j] = self[n,c,floor(d * scale),floor(i * scale),floor(j * scale)]"};
  const Lines exact{"out[n,c,...] = self at floor((i + 0.5) * scale) along each axis"};
  const Lines two{"out[n,c,...] = sum of weight * self at the two places around i along each axis"};
  const Lines bilinear{"out[n,c,i,j] = sum of weight * self[n,c,y,x] over the four places around i, j"};
  const Lines cubic{"out[n,c,i,j] = sum of weight * self[n,c,y,x] over the 16 places around i, j"};
  const Lines wide{"out[n,c,i,j] = sum of weight * x[n,c,y,x] over the places that i, j covers"};
  const Lines gradient{"sum of the gradients of the places that took a place, weighted"};
  const std::vector<std::string> plane{"scalesH", "scalesW"};
  const std::vector<std::string> volume{"scalesD", "scalesH", "scalesW"};
  return {
      UPSAMPLE_ROW(Nearest1d, "signals in another size, each place from the nearest", nearest1,
                   {.spatial = 1, .dtypes = Copied()}),
      UPSAMPLE_ROW(Nearest1dV2, "signals in another size, each place from the nearest, by scales", nearest1,
                   {.spatial = 1, .scales = {"scaleL"}, .dtypes = Copied()}),
      UPSAMPLE_ROW(Nearest1dBackward, "gradient of signals in another size, each place from the nearest",
                   gradient,
                   {.spatial = 1,
                    .input = "gradOut",
                    .backward = true,
                    .scales = {"scales"},
                    .dtypes = FloatsAndDouble()}),
      UPSAMPLE_ROW(Nearest2d, "images in another size, each place from the nearest", nearest,
                   {.spatial = 2, .dtypes = Copied()}),
      UPSAMPLE_ROW(Nearest2dV2, "images in another size, each place from the nearest, by scales", nearest,
                   {.spatial = 2, .scales = plane, .dtypes = Copied()}),
      UPSAMPLE_ROW(Nearest2dBackward, "gradient of images in another size, each place from the nearest",
                   gradient,
                   {.spatial = 2,
                    .input = "gradOut",
                    .output = "gradInput",
                    .backward = true,
                    .scales = plane,
                    .dtypes = FloatsAndDouble()}),
      UPSAMPLE_ROW(Nearest3d, "volumes in another size, each place from the nearest", nearest3,
                   {.spatial = 3, .scales = volume, .dtypes = Copied()}),
      UPSAMPLE_ROW(Nearest3dBackward, "gradient of volumes in another size, each place from the nearest",
                   gradient,
                   {.spatial = 3,
                    .input = "gradOut",
                    .output = "gradInput",
                    .backward = true,
                    .scales = volume,
                    .dtypes = FloatsAndDouble()}),
      UPSAMPLE_ROW(NearestExact1d, "signals in another size, each place from that of its centre", exact,
                   {.spatial = 1, .scales = {"scales"}, .dtypes = FloatsAndByte()}),
      UPSAMPLE_ROW(
          NearestExact1dBackward, "gradient of signals in another size, each place from that of its centre",
          gradient,
          {.spatial = 1, .input = "gradOutput", .backward = true, .scales = {"scales"}, .dtypes = Floats()}),
      UPSAMPLE_ROW(NearestExact2d, "images in another size, each place from that of its centre", exact,
                   {.spatial = 2, .scales = plane, .dtypes = FloatsAndByte()}),
      UPSAMPLE_ROW(
          NearestExact2dBackward, "gradient of images in another size, each place from that of its centre",
          gradient,
          {.spatial = 2, .input = "gradOutput", .backward = true, .scales = plane, .dtypes = Floats()}),
      UPSAMPLE_ROW(NearestExact3d, "volumes in another size, each place from that of its centre", exact,
                   {.spatial = 3, .scales = volume, .dtypes = Floats()}),
      UPSAMPLE_ROW(NearestExact3dBackward,
                   "gradient of volumes in another size, each place from that of its centre", gradient,
                   {.spatial = 3,
                    .input = "gradOut",
                    .output = "gradInput",
                    .backward = true,
                    .scales = volume,
                    .dtypes = Floats()}),
      UPSAMPLE_ROW(Linear1d, "signals in another size, neighbours weighed", two,
                   {.spatial = 1, .aligns = true, .scales = {"scale"}, .dtypes = Floats()}),
      UPSAMPLE_ROW(Linear1dBackward, "gradient of signals in another size, neighbours weighed", gradient,
                   {.spatial = 1,
                    .input = "gradOut",
                    .backward = true,
                    .aligns = true,
                    .scales = {"scales"},
                    .dtypes = Floats()}),
      UPSAMPLE_ROW(Bilinear2d, "images in another size, neighbours weighed", bilinear,
                   {.spatial = 2, .aligns = true, .scales = plane, .dtypes = FloatsAndDouble()}),
      UPSAMPLE_ROW(Bilinear2dBackward, "gradient of images in another size, neighbours weighed", gradient,
                   {.spatial = 2,
                    .input = "gradOut",
                    .backward = true,
                    .aligns = true,
                    .scales = plane,
                    .dtypes = FloatsAndDouble()}),
      UPSAMPLE_ROW(Bilinear2dBackwardV2, "gradient of images in another size, neighbours weighed", gradient,
                   {.spatial = 2,
                    .input = "gradOut",
                    .backward = true,
                    .aligns = true,
                    .scales = plane,
                    .dtypes = FloatsAndDouble()}),
      UPSAMPLE_ROW(Trilinear3d, "volumes in another size, neighbours weighed", two,
                   {.spatial = 3, .aligns = true, .scales = volume, .dtypes = FloatsAndDouble()}),
      UPSAMPLE_ROW(Trilinear3dBackward, "gradient of volumes in another size, neighbours weighed", gradient,
                   {.spatial = 3,
                    .input = "gradOut",
                    .output = "gradInput",
                    .backward = true,
                    .aligns = true,
                    .scales = volume,
                    .dtypes = FloatsAndDouble()}),
      UPSAMPLE_ROW(Bicubic2d, "images in another size, four neighbours weighed along each axis", cubic,
                   {.spatial = 2, .aligns = true, .scales = plane, .dtypes = Floats()}),
      UPSAMPLE_ROW(Bicubic2dBackward,
                   "gradient of images in another size, four neighbours weighed along each axis", gradient,
                   {.spatial = 2,
                    .input = "gradOut",
                    .output = "gradInput",
                    .backward = true,
                    .aligns = true,
                    .scales = plane,
                    .dtypes = Floats()}),
      UPSAMPLE_ROW(Bilinear2dAA, "images in another size, neighbours weighed, without aliasing", wide,
                   {.spatial = 2, .input = "input", .aligns = true, .scales = plane, .dtypes = Floats()}),
      UPSAMPLE_ROW(Bilinear2dAABackward,
                   "gradient of images in another size, neighbours weighed, without aliasing", gradient,
                   {.spatial = 2,
                    .input = "gradOutput",
                    .backward = true,
                    .aligns = true,
                    .scales = plane,
                    .dtypes = Floats()}),
      UPSAMPLE_ROW(Bicubic2dAA, "images in another size, weighed by cubic convolution, without aliasing",
                   wide, {.spatial = 2, .input = "x", .aligns = true, .scales = plane, .dtypes = Floats()}),
      UPSAMPLE_ROW(Bicubic2dAAGrad,
                   "gradient of images in another size, weighed by cubic convolution, without aliasing",
                   gradient,
                   {.spatial = 2,
                    .input = "gradOutput",
                    .backward = true,
                    .aligns = true,
                    .scales = plane,
                    .dtypes = Floats()}),
  };
}

}  // namespace openaclnn::catalogue::sampling::upsample
