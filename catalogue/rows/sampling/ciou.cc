// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_ciou.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sampling::ciou {
namespace {

aclnnStatus Ciou(const aclTensor* bBoxes, const aclTensor* gtBoxes, bool trans, bool isCross, int64_t mode,
                 aclTensor* overlap, aclTensor* atanSub, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnCIoUGetWorkspaceSize(bBoxes, gtBoxes, trans, isCross, mode == 0 ? "iou" : "iof", overlap,
                                   atanSub, workspaceSize, executor);
}

Arguments Fill(int64_t pairs, bool centered, aclDataType dtype) {
  return {.tensors = {{"bBoxes", {{{4, pairs}, dtype}}}, {"gtBoxes", {{{4, pairs}, dtype}}}},
          .attributes = {{"trans", int64_t{centered ? 1 : 0}}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument boxes =
      Tensor("bBoxes", "corners x1, y1, x2, y2 of boxes, or center and size", "[4, n]", Floats());
  Argument truths = Tensor("gtBoxes", "the boxes to compare with", "[4, n]", Floats());
  truths.dtype = SameAs("bBoxes");
  truths.shape = SameShapeAs("bBoxes");
  const auto row = [](const Arguments& known) { return Shape{1, Extent(known.ShapeOf("bBoxes"), 1)}; };
  Operator made = MakeOperator({
      .phases = TwoPhases<&Ciou, &aclnnCIoU>("aclnnCIoU"),
      .summary = "how well boxes fit, with the distance of their centers and their proportions",
      .formula = {"overlap = iou - distance^2 / diagonal^2 - alpha * v",
                  "v = 4 / pi^2 * atanSub^2, alpha = v / (1 - iou + v)"},
      .arguments = {std::move(boxes), std::move(truths), Flag("trans", "boxes are given by center and size"),
                    Flag("isCross", "all pairs of boxes, which is not supported"),
                    Mode("mode", "what the shared area is divided by", {{"iou", 0}, {"iof", 1}}),
                    OutputWith(Tensor("overlap", "how well the boxes fit", "[1, n]", Floats()), row,
                               SameAs("bBoxes")),
                    OutputWith(Tensor("atanSub", "differences of angles", "[1, n]", Floats()), row,
                               SameAs("bBoxes"))},
      .draw =
          [](Choices& choices) {
            const int64_t pairs = choices.Extent();
            Arguments drawn = Fill(pairs, choices.Chance(128), choices.DType(Floats()));
            drawn.attributes["mode"] = static_cast<int64_t>(choices.Below(2));
            return drawn;
          },
      .samples = {{.name = "corners", .arguments = Fill(20011, false, ACL_DT_UNDEFINED)},
                  {.name = "centers", .arguments = Fill(301, true, ACL_DT_UNDEFINED)},
                  {.name = "specials",
                   .arguments = Fill(701, false, ACL_DT_UNDEFINED),
                   .data = {{.name = "bBoxes", .specials = true}, {.name = "gtBoxes", .specials = true}}}},
      .runExample = "--b-boxes a.npy --gt-boxes b.npy --overlap c.npy --atan-sub d.npy",
      .benchExample = "--b-boxes 4x65536 --gt-boxes 4x65536",
  });
  return {std::move(made)};
}

}  // namespace openaclnn::catalogue::sampling::ciou
