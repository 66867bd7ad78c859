// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_roi_pooling_grad_with_arg_max.h"
#include "aclnnop/aclnn_roi_pooling_with_arg_max.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sampling::roi_pooling {
namespace {

struct Regions {
  Shape images;  // N, C, H, W
  int64_t count;
  int64_t rows;
  int64_t columns;
};

Arguments Fill(const Regions& regions, bool backward, aclDataType dtype) {
  Arguments all{.tensors = {{"rois", {{{regions.count, 5}, dtype}}}},
                .attributes = {{"pooledH", regions.rows}, {"pooledW", regions.columns}}};
  if (backward) {
    const Shape bins{regions.count, regions.images[1], regions.rows, regions.columns};
    all.tensors["gradOutput"] = {{bins, dtype}};
    all.tensors["argmax"] = {{bins, ACL_INT32}};
    all.tensors["gradInputRef"] = {{regions.images, dtype}};
  } else {
    all.tensors["x"] = {{regions.images, dtype}};
  }
  return all;
}

/// Corners from 0 to 1, which the scale makes places of pixels; all of the first image.
Argument Rois(const std::string& like) {
  Argument rois = Tensor("rois", "image, and corners x1, y1, x2, y2 of regions", "[R, 5]", Floats());
  rois.dtype = SameAs(like);
  rois.holds = Meaning::kProbabilities;
  return rois;
}

Argument Count(std::string name, std::string meaning) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = int64_t{7},
          .lowest = 1};
}

Operator Complete(Operator row, bool backward) {
  row = MakeOperator(std::move(row));
  for (const auto& [name, regions] :
       std::vector<std::pair<const char*, Regions>>{{"squares", {{2, 21, 13, 17}, 50, 7, 7}},
                                                    {"many_regions", {{3, 2, 9, 9}, 700, 2, 2}},
                                                    {"wide", {{1, 3, 40, 31}, 90, 5, 3}}}) {
    row.samples.push_back({.name = name, .arguments = Fill(regions, backward, ACL_DT_UNDEFINED)});
  }
  row.draw = [backward](Choices& choices) {
    // A plane without pixels has no largest one.
    const Regions regions{
        {choices.Extent(false), choices.Extent(), choices.Extent(!backward), choices.Extent(!backward)},
        choices.Extent(),
        choices.Extent(false),
        choices.Extent(false)};
    return Fill(regions, backward, choices.DType(Floats()));
  };
  return row;
}

Operator Forward() {
  const auto bins = [](const Arguments& known) {
    return Shape{Extent(known.ShapeOf("rois"), 0), Extent(known.ShapeOf("x"), 1), known.Integer("pooledH"),
                 known.Integer("pooledW")};
  };
  const char* const shape = "[R, C, pooledH, pooledW]";
  return Complete(
      {.phases = TwoPhases<&aclnnRoiPoolingWithArgMaxGetWorkspaceSize, &aclnnRoiPoolingWithArgMax>(
           "aclnnRoiPoolingWithArgMax"),
       .summary = "the largest pixels of regions of images, in bins",
       .formula = {"y[r, c, i, j] = largest pixel of bin (i, j) of region r in channel c"},
       .arguments = {Tensor("x", "images", "[N, C, H, W]", Floats()), Rois("x"),
                     Count("pooledH", "rows of bins"), Count("pooledW", "columns of bins"),
                     Real("spatialScaleH", "pixels of a unit of y", 6),
                     Real("spatialScaleW", "pixels of a unit of x", 6),
                     OutputWith(Tensor("y", "the largest pixels", shape, Floats()), bins, SameAs("x")),
                     OutputWith(Tensor("argmax", "their numbers in the planes", shape, {ACL_INT32}), bins,
                                Always(ACL_INT32))},
       .runExample = "--x x.npy --rois r.npy --spatial-scaleh 1 --spatial-scalew 1 --y y.npy --argmax a.npy",
       .benchExample = "--x 2x256x64x64 --rois 512x5"},
      false);
}

Operator Backward() {
  const char* const shape = "[R, C, pooledH, pooledW]";
  Argument numbers = Tensor("argmax", "numbers of the largest pixels", shape, {ACL_INT32});
  numbers.holds = Meaning::kIndices;
  numbers.bound = [](const Arguments& known) {
    const Shape& images = known.ShapeOf("gradInputRef");
    return images.empty() ? 1 : Extent(images, 2) * Extent(images, 3);
  };
  Argument grad = Tensor("gradOutput", "gradient of the bins", shape, Floats());
  Argument result = OutputWith(
      Tensor("gradInputRef", "gradient of the images", "[N, C, H, W]", Floats()),
      [](const Arguments& known) {
        return Shape{1, Extent(known.ShapeOf("gradOutput"), 1), 1, 1};
      },
      SameAs("gradOutput"));
  return Complete(
      {.phases = TwoPhases<&aclnnRoiPoolingGradWithArgMaxGetWorkspaceSize, &aclnnRoiPoolingGradWithArgMax>(
           "aclnnRoiPoolingGradWithArgMax"),
       .summary = "gradient of the largest pixels of regions of images",
       .formula =
           {"gradInputRef[n, c, argmax[r, c, i, j]] += gradOutput[r, c, i, j] for the regions r of image n"},
       .arguments = {std::move(grad), std::move(result), Rois("gradOutput"), std::move(numbers),
                     Count("pooledH", "rows of bins"), Count("pooledW", "columns of bins"),
                     Real("spatialScale", "has no effect", 1)},
       .runExample = "--grad-output g.npy --rois r.npy --argmax a.npy --grad-input-ref y.npy",
       .benchExample = "--grad-output 512x256x7x7 --rois 512x5 --argmax 512x256x7x7:int32"},
      true);
}

}  // namespace

std::vector<Operator> Rows() {
  return {Forward(), Backward()};
}

}  // namespace openaclnn::catalogue::sampling::roi_pooling
