// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_multilabel_margin_loss.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::loss::multilabel_margin_loss {
namespace {

Shape LossShape(const Arguments& known) {
  const Shape& self = known.ShapeOf("self");
  return known.Integer("reduction") != 0 || self.size() < 2 ? Shape{} : Shape{self[0]};
}

Arguments Call(Shape self, aclDataType dtype, aclDataType target, int64_t reduction) {
  Arguments all;
  all.tensors["target"] = {{self, target}};
  all.tensors["self"] = {{std::move(self), dtype}};
  all.attributes["reduction"] = reduction;
  return all;
}

}  // namespace

std::vector<Operator> Rows() {
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnMultilabelMarginLossGetWorkspaceSize, &aclnnMultilabelMarginLoss>(
           "aclnnMultilabelMarginLoss"),
       .summary = "margins between the classes of a sample and all others",
       .formula = {"loss = sum over t of target and other classes c of max(0, 1 - (self[t] - self[c])) / C"},
       .arguments = {Tensor("self", "scores", "[N, C] or [C]", Floats()),
                     {.name = "target",
                      .meaning = "classes, up to the first -1",
                      .shapeText = "that of self",
                      .dtypes = {ACL_INT64, ACL_INT32},
                      .holds = Meaning::kIndices,
                      .bound =
                          [](const Arguments& known) {
                            const Shape& self = known.ShapeOf("self");
                            return self.empty() ? 1 : self.back();
                          }},
                     Mode("reduction", "what becomes of the losses", {{"mean", 1}, {"none", 0}, {"sum", 2}}),
                     OutputWith(Tensor("out", "the loss", "[N], or one element", Floats()), LossShape,
                                SameAs("self")),
                     OutputWith(Tensor("isTarget", "1 for a class of the sample", "that of self", Floats()),
                                SameShapeAs("self"), SameAs("self"))},
       .lead = "self",
       .runExample = "--self x.npy --target t.npy --out loss.npy --is-target flags.npy",
       .benchExample = "--self 128x20 --target 128x20:int64"});
  const auto sample = [&](const char* name, Shape shape, int64_t reduction) {
    row.samples.push_back(
        {.name = name, .arguments = Call(std::move(shape), ACL_DT_UNDEFINED, ACL_INT64, reduction)});
  };
  sample("mean", {37, 20}, 1);
  sample("each", {5, 130}, 0);
  sample("one_sample", {300}, 2);
  row.draw = [](Choices& choices) {
    Shape self{choices.Extent(false) % 40 + 1};
    if (choices.Chance(160)) {
      self.insert(self.begin(), choices.Extent() % 50);
    }
    const aclDataType dtype = choices.DType(Floats());
    const aclDataType target = choices.DType({ACL_INT64, ACL_INT32});
    return Call(std::move(self), dtype, target, static_cast<int64_t>(choices.Below(3)));
  };
  return {row};
}

}  // namespace openaclnn::catalogue::loss::multilabel_margin_loss
