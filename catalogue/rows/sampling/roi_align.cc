// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_roi_align.h"
#include "aclnnop/aclnn_roi_align_v2.h"
#include "aclnnop/aclnn_roi_align_v2_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sampling::roi_align {
namespace {

const DTypes kTypes{ACL_FLOAT, ACL_FLOAT16};

aclnnStatus RoiAlign(const aclTensor* self, const aclTensor* rois, const aclTensor* batchIndices,
                     int64_t mode, int outputHeight, int outputWidth, int samplingRatio, float spatialScale,
                     aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnRoiAlignGetWorkspaceSize(self, rois, batchIndices, mode == 0 ? "avg" : "max", outputHeight,
                                       outputWidth, samplingRatio, spatialScale, out, workspaceSize,
                                       executor);
}

struct Regions {
  Shape images;  // N, C, H, W
  int64_t count;
  int64_t rows;
  int64_t columns;
  int64_t ratio;
  bool specials = false;
};

/// The three operators, by what their tensors and attributes are called.
struct Names {
  std::string images;
  std::string boxes;
  std::string bins;
  std::string rows;
  std::string columns;
};
const Names kFirst{"self", "rois", "out", "outputHeight", "outputWidth"};
const Names kSecond{"self", "boxes", "out", "pooledHeight", "pooledWidth"};
const Names kGradient{"", "boxes", "gradOutput", "pooledHeight", "pooledWidth"};

Shape BinsOf(const Regions& regions) {
  return {regions.count, regions.images[1], regions.rows, regions.columns};
}

Arguments CallOf(const Names& names, const Regions& regions, aclDataType dtype) {
  Arguments all;
  if (names.images.empty()) {
    all.tensors["gradOutput"] = {{BinsOf(regions), dtype}};
    all.attributes["inputShape"] = regions.images;
  } else {
    all.tensors[names.images] = {{regions.images, dtype}};
  }
  const bool first = names.boxes == "rois";
  all.tensors[names.boxes] = {{{regions.count, first ? 4 : 5}, dtype}};
  if (first) {
    all.tensors["batchIndices"] = {{{regions.count}, ACL_INT32}};
  }
  all.attributes[names.rows] = regions.rows;
  all.attributes[names.columns] = regions.columns;
  all.attributes["samplingRatio"] = regions.ratio;
  return all;
}

Argument Count(std::string name, std::string meaning, int64_t usual, int64_t lowest) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = usual,
          .lowest = lowest};
}
Argument Images() {
  return Tensor("self", "images", "[N, C, H, W]", kTypes);
}
/// From 0 to 1, which the scale makes places of pixels; all of the first image.
Argument Boxes(const std::string& name, const std::string& like, const DTypes& types) {
  Argument boxes = name == "rois"
                       ? Tensor(name, "corners x1, y1, x2, y2 of regions", "[R, 4]", types)
                       : Tensor(name, "image, and corners x1, y1, x2, y2 of regions", "[K, 5]", types);
  boxes.dtype = SameAs(like);
  boxes.holds = Meaning::kProbabilities;
  return boxes;
}

void AddOptions(const Names& names, std::vector<Argument>* arguments) {
  const Argument ratio =
      Count("samplingRatio", "samples of a bin along each dimension; 0: as many as pixels", 0, 0);
  const Argument scale = Real("spatialScale", "factor from coordinates to pixels", 8);
  arguments->push_back(Count(names.rows, "rows of bins", 7, 1));
  arguments->push_back(Count(names.columns, "columns of bins", 7, 1));
  const bool first = names.boxes == "rois";
  arguments->push_back(first ? ratio : scale);
  arguments->push_back(first ? scale : ratio);
  if (!first) {
    arguments->push_back(Flag("aligned", "regions are moved by half a pixel, and keep sizes below a pixel"));
  }
}

Argument Bins(const Names& names) {
  Argument bins = Tensor("out", "bins",
                         "[" + std::string(names.boxes == "rois" ? "R" : "K") + ", C, " + names.rows + ", " +
                             names.columns + "]",
                         kTypes);
  return OutputWith(
      std::move(bins),
      [names](const Arguments& known) {
        return Shape{Extent(known.ShapeOf(names.boxes), 0), Extent(known.ShapeOf("self"), 1),
                     known.Integer(names.rows), known.Integer(names.columns)};
      },
      SameAs("self"));
}

Operator Complete(Operator row, const Names& names, const DTypes& types) {
  row = MakeOperator(std::move(row));
  const auto sample = [&](const char* name, const Regions& regions) {
    Sample made{.name = name, .arguments = CallOf(names, regions, ACL_DT_UNDEFINED)};
    const std::string source = names.images.empty() ? names.bins : names.images;
    made.data = {{.name = source, .pattern = Pattern::kSpread, .specials = regions.specials},
                 {.name = names.boxes}};
    row.samples.push_back(std::move(made));
  };
  sample("adaptive", {{2, 21, 13, 17}, 50, 7, 7, 0});
  sample("two_samples", {{1, 3, 40, 31}, 90, 5, 3, 2});
  sample("many_regions", {{3, 2, 9, 9}, 700, 2, 2, 0});
  sample("specials", {{1, 18, 7, 9}, 20, 3, 3, 1, true});
  row.draw = [names, types](Choices& choices) {
    const Regions regions{{choices.Extent(false), choices.Extent(), choices.Extent(), choices.Extent()},
                          choices.Extent(),
                          choices.Extent(false),
                          choices.Extent(false),
                          static_cast<int64_t>(choices.Below(4))};
    Arguments drawn = CallOf(names, regions, choices.DType(types));
    if (names.boxes == "rois") {
      drawn.attributes["mode"] = static_cast<int64_t>(choices.Below(2));
    } else {
      drawn.attributes["aligned"] = int64_t{choices.Chance(128) ? 1 : 0};
    }
    return drawn;
  };
  return row;
}

Operator First() {
  Argument numbers = Tensor("batchIndices", "image of each region", "[R]", {ACL_INT32});
  numbers.holds = Meaning::kIndices;
  numbers.bound = [](const Arguments& known) { return Extent(known.ShapeOf("self"), 0); };
  std::vector<Argument> arguments{
      Images(), Boxes("rois", "self", kTypes), std::move(numbers),
      Mode("mode", "what becomes of the samples of a bin", {{"avg", 0}, {"max", 1}})};
  AddOptions(kFirst, &arguments);
  arguments.push_back(Bins(kFirst));
  return Complete(
      {.phases = TwoPhases<&RoiAlign, &aclnnRoiAlign>("aclnnRoiAlign"),
       .summary = "regions of images, resampled to bins of one size",
       .formula = {"out[r,c,i,j] = mean or maximum of the samples of bin (i, j) of region r in channel c"},
       .arguments = std::move(arguments),
       .runExample = "--self x.npy --rois r.npy --batch-indices b.npy --spatial-scale 1 -o y.npy",
       .benchExample = "--self 2x256x64x64 --rois 512x4 --batch-indices 512"},
      kFirst, kTypes);
}

Operator Second() {
  std::vector<Argument> arguments{Images(), Boxes("boxes", "self", kTypes)};
  AddOptions(kSecond, &arguments);
  arguments.push_back(Bins(kSecond));
  return Complete({.phases = TwoPhases<&aclnnRoiAlignV2GetWorkspaceSize, &aclnnRoiAlignV2>("aclnnRoiAlignV2"),
                   .summary = "regions of images, resampled to bins of one size, as torchvision does",
                   .formula = {"out[k,c,i,j] = mean of the samples of bin (i, j) of region k in channel c"},
                   .arguments = std::move(arguments),
                   .runExample = "--self x.npy --boxes b.npy --spatial-scale 1 -o y.npy",
                   .benchExample = "--self 2x256x64x64 --boxes 512x5"},
                  kSecond, kTypes);
}

Operator Gradient() {
  const DTypes types{ACL_FLOAT};
  Argument grad =
      Tensor("gradOutput", "gradient of the forward output", "[K, C, pooledHeight, pooledWidth]", types);
  std::vector<Argument> arguments{std::move(grad), Boxes("boxes", "gradOutput", types),
                                  IntegerList("inputShape", "shape of the images", {1, 256, 64, 64})};
  AddOptions(kGradient, &arguments);
  arguments.push_back(OutputWith(
      Tensor("gradInput", "gradient for the images", "inputShape", types),
      [](const Arguments& known) { return known.Integers("inputShape"); }, SameAs("gradOutput")));
  return Complete(
      {.phases = TwoPhases<&aclnnRoiAlignV2BackwardGetWorkspaceSize, &aclnnRoiAlignV2Backward>(
           "aclnnRoiAlignV2Backward"),
       .summary = "gradient of resampling regions of images",
       .formula = {"gradInput[n,c,pixel] = sum of weight * gradOutput[k,c,i,j] over the samples of bins "
                   "around the pixel"},
       .arguments = std::move(arguments),
       .runExample = "--grad-output g.npy --boxes b.npy --input-shape 1,256,64,64 --spatial-scale 1 -o x.npy",
       .benchExample = "--grad-output 512x256x7x7 --boxes 512x5 --input-shape 2,256,64,64"},
      kGradient, types);
}

}  // namespace

std::vector<Operator> Rows() {
  return {First(), Second(), Gradient()};
}

}  // namespace openaclnn::catalogue::sampling::roi_align
