// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_mse_loss.h"
#include "aclnnop/aclnn_mse_loss_out.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::loss::mse_loss {
namespace {

Sample MseForwardSample(std::string name, const Shape& self, const Shape& target, int64_t reduction) {
  Sample sample{.name = std::move(name)};
  sample.arguments.tensors = {{"self", {{self}}}, {"target", {{target}}}};
  sample.arguments.attributes = {{"reduction", reduction}};
  sample.data = {{.name = "self"}, {.name = "target"}};
  return sample;
}

Operator MseLoss() {
  return MakeOperator({
      .phases = TwoPhases<&aclnnMseLossGetWorkspaceSize, &aclnnMseLoss>("aclnnMseLoss"),
      .summary = "mean squared error",
      .formula = {"out = (self - target)^2, or the sum or mean of these"},
      .arguments =
          {
              {.name = "self", .meaning = "prediction", .shapeText = "0 to 8 dimensions", .dtypes = Floats()},
              {.name = "target",
               .meaning = "target",
               .shapeText = "broadcasts with self",
               .dtypes = Floats(),
               .shape = SameShapeAs("self"),
               .dtype = SameAs("self")},
              {.name = "reduction",
               .role = Role::kAttribute,
               .meaning = "what becomes of the squares",
               .choices = {{"none", 0}, {"mean", 1}, {"sum", 2}},
               .defaultValue = int64_t{1}},
              {.name = "out",
               .role = Role::kOutput,
               .meaning = "the loss",
               .shapeText = "that of self and target broadcast together for reduction none, else one element",
               .dtypes = Floats(),
               .shape =
                   [](const Arguments& known) {
                     return known.Integer("reduction") == 0
                                ? Broadcast(known.ShapeOf("self"), known.ShapeOf("target"))
                                : Shape();
                   },
               .dtype = Promoted({"self", "target"}),
               .anyDType = true},
          },
      .draw =
          [](Choices& choices) {
            Arguments drawn;
            const aclDataType dtype = choices.DType(Floats());
            const aclDataType other = choices.Chance(64) ? choices.DType(Floats()) : dtype;
            const Shape all = choices.AnyShape(8);
            drawn.tensors = {{"self", {{choices.Narrowed(all), dtype}}},
                             {"target", {{choices.Narrowed(all), other}}}};
            drawn.attributes["reduction"] = static_cast<int64_t>(choices.Below(3));
            return drawn;
          },
      .samples = {MseForwardSample("mean", {3, 7, 31, 457}, {3, 7, 31, 457}, 1),
                  MseForwardSample("sum_broadcast", {64, 1, 33}, {129, 33}, 2),
                  MseForwardSample("none", {3, 7, 31, 57}, {3, 7, 31, 57}, 0)},
      .runExample = "--self x.npy --target t.npy --reduction mean -o loss.npy",
      .benchExample = "--self 4096x4096",
  });
}

// Reductions go over the first dim alone.
Operator MseLossOut() {
  Operator row = MseLoss();
  row.phases = TwoPhases<&aclnnMseLossOutGetWorkspaceSize, &aclnnMseLossOut>("aclnnMseLossOut");
  row.summary = "squared differences, and their mean or sum over the first dimension";
  row.formula = {"out = (self - target)^2, or the sum or mean of these over the first dimension"};
  Argument& out = row.arguments.back();
  out.shapeText = "that of self and target broadcast together, for mean and sum without its first dimension";
  out.shape = [](const Arguments& known) {
    Shape shape = Broadcast(known.ShapeOf("self"), known.ShapeOf("target"));
    if (known.Integer("reduction") != 0 && !shape.empty()) {
      shape.erase(shape.begin());
    }
    return shape;
  };
  row.samples = {MseForwardSample("mean", {601, 7, 31}, {601, 7, 31}, 1),
                 MseForwardSample("long_columns", {20011, 3}, {20011, 3}, 1),
                 MseForwardSample("columns", {7, 5003}, {7, 5003}, 2),
                 MseForwardSample("sum_broadcast", {64, 1, 33}, {129, 33}, 2),
                 MseForwardSample("none", {3, 7, 31, 57}, {3, 7, 31, 57}, 0)};
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      MseLoss(),
      MseLossOut(),
  };
}

}  // namespace openaclnn::catalogue::loss::mse_loss
