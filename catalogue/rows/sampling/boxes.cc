// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_iou.h"
#include "aclnnop/aclnn_non_max_suppression.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sampling::boxes {
namespace {

aclnnStatus Iou(const aclTensor* bBoxes, const aclTensor* gtBoxes, int64_t mode, float eps, bool aligned,
                aclTensor* overlap, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnIouGetWorkspaceSize(bBoxes, gtBoxes, mode == 0 ? "iou" : "iof", eps, aligned, overlap,
                                  workspaceSize, executor);
}

Arguments Pairs(int64_t rows, int64_t others, bool aligned, aclDataType dtype) {
  Arguments all;
  all.tensors["bBoxes"] = {{{rows, 4}, dtype}};
  all.tensors["gtBoxes"] = {{{aligned ? rows : others, 4}, dtype}};
  all.attributes["aligned"] = int64_t{aligned ? 1 : 0};
  return all;
}

Operator Overlaps() {
  Argument boxes = Tensor("bBoxes", "corners x1, y1, x2, y2 of boxes", "[m, 4]", Floats());
  Argument truths = Tensor("gtBoxes", "corners of the boxes to compare with", "[n, 4]", Floats());
  truths.dtype = SameAs("bBoxes");
  Argument overlap = OutputWith(
      Tensor("overlap", "overlaps", "[m, 1] if aligned, otherwise [m, n]", Floats()),
      [](const Arguments& known) {
        const bool aligned = known.Integer("aligned") != 0;
        return Shape{Extent(known.ShapeOf("bBoxes"), 0), aligned ? 1 : Extent(known.ShapeOf("gtBoxes"), 0)};
      },
      SameAs("bBoxes"));
  Operator row = MakeOperator(
      {.phases = TwoPhases<&Iou, &aclnnIou>("aclnnIou"),
       .summary = "how far boxes overlap",
       .formula = {"overlap[i, j] = shared area / (area of i + area of j - shared area)"},
       .arguments = {std::move(boxes), std::move(truths),
                     Mode("mode", "what the shared area is divided by", {{"iou", 0}, {"iof", 1}}),
                     Real("eps", "added to widths and heights", 0),
                     Flag("aligned", "only boxes in the same row are compared"), std::move(overlap)},
       .runExample = "--b-boxes a.npy --gt-boxes b.npy --overlap c.npy",
       .benchExample = "--b-boxes 4096x4 --gt-boxes 512x4"});
  for (const auto& [name, aligned] : {std::pair<const char*, bool>{"all_pairs", false}, {"rows", true}}) {
    row.samples.push_back({.name = name,
                           .arguments = Pairs(aligned ? 20011 : 301, 207, aligned, ACL_DT_UNDEFINED),
                           .data = {{.name = "bBoxes"}, {.name = "gtBoxes"}}});
  }
  row.samples.push_back(
      {.name = "specials",
       .arguments = Pairs(71, 93, false, ACL_DT_UNDEFINED),
       .data = {{.name = "bBoxes", .specials = true}, {.name = "gtBoxes", .specials = true}}});
  row.draw = [](Choices& choices) {
    Arguments drawn = Pairs(choices.Extent(), choices.Extent(), choices.Chance(64), choices.DType(Floats()));
    drawn.attributes["mode"] = static_cast<int64_t>(choices.Below(2));
    drawn.attributes["eps"] = static_cast<double>(choices.Below(2));
    return drawn;
  };
  return row;
}

Arguments Scored(const Shape& scores, int64_t most, aclDataType dtype) {
  Arguments all;
  all.tensors["boxes"] = {{{scores[0], scores[2], 4}, dtype}};
  all.tensors["scores"] = {{scores, dtype}};
  all.attributes["maxOutputBoxesPerClass"] = std::vector<int64_t>{most};
  return all;
}

Argument Threshold(std::string name, std::string meaning, double usual) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = std::vector<double>{usual}};
}

Operator Suppression() {
  const DTypes types{ACL_FLOAT, ACL_FLOAT16};
  Argument boxes = Tensor("boxes", "boxes of images", "[B, S, 4]", types);
  Argument scores = Tensor("scores", "scores of the boxes in each class", "[B, C, S]", types);
  scores.dtype = SameAs("boxes");
  for (Argument* argument : {&boxes, &scores}) {
    argument->holds = Meaning::kProbabilities;
  }
  Argument selected = OutputWith(
      Tensor("selectedIndices", "image, class and box; -1 in rows that are left", "[rows, 3]", {ACL_INT32}),
      [](const Arguments& known) {
        const Shape& shape = known.ShapeOf("scores");
        // Any number of rows is accepted: these are enough.
        const int64_t most = known.Integers("maxOutputBoxesPerClass").empty()
                                 ? 1
                                 : known.Integers("maxOutputBoxesPerClass").front();
        int64_t rows = 0;
        const bool fits = !__builtin_mul_overflow(Extent(shape, 0), Extent(shape, 1), &rows) &&
                          !__builtin_mul_overflow(rows, std::min(most, Extent(shape, 2)), &rows);
        return Shape{fits ? rows : 1, 3};
      },
      Always(ACL_INT32));
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnNonMaxSuppressionGetWorkspaceSize, &aclnnNonMaxSuppression>(
           "aclnnNonMaxSuppression"),
       .summary = "boxes with the highest scores that overlap little",
       .formula =
           {"selectedIndices = boxes by descending score, without those whose overlap with an earlier one is "
            "above iouThreshold"},
       .arguments = {std::move(boxes), std::move(scores),
                     IntegerList("maxOutputBoxesPerClass", "the most boxes of an image and a class", {100}),
                     Threshold("iouThreshold", "the overlap that is still allowed", 0.5),
                     Threshold("scoreThreshold", "the score that boxes must exceed", 0),
                     Mode("centerPointBox", "what the numbers of boxes are",
                          {{"corners", 0}, {"center_and_size", 1}}),
                     std::move(selected)},
       .runExample = "--boxes b.npy --scores s.npy --iou-threshold 0.5 --selected-indices i.npy",
       .benchExample = "--boxes 1x8400x4 --scores 1x80x8400"});
  const auto sample = [&](const char* name, const Shape& shape, int64_t most) {
    row.samples.push_back({.name = name,
                           .arguments = Scored(shape, most, ACL_DT_UNDEFINED),
                           .data = {{.name = "boxes"}, {.name = "scores"}}});
  };
  sample("classes", {2, 70, 61}, 700);
  sample("many_boxes", {1, 2, 901}, 50);
  sample("one_class", {5, 1, 33}, 3);
  row.draw = [types](Choices& choices) {
    Arguments drawn = Scored({choices.Extent(), choices.Extent(), choices.Extent()},
                             static_cast<int64_t>(choices.Below(20)), choices.DType(types));
    drawn.attributes["centerPointBox"] = static_cast<int64_t>(choices.Below(2));
    drawn.attributes["scoreThreshold"] = std::vector<double>{choices.Chance(128) ? 0.5 : 0};
    return drawn;
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {Overlaps(), Suppression()};
}

}  // namespace openaclnn::catalogue::sampling::boxes
