// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_nll_loss.h"
#include "aclnnop/aclnn_nll_loss2d.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::loss::nll_loss {
namespace {

DTypes TargetDTypes() {
  return {ACL_INT64, ACL_INT32, ACL_UINT8};
}

/// self without its classes.
Shape Positions(Shape self) {
  if (!self.empty()) {
    self.erase(self.begin() + (self.size() > 1 ? 1 : 0));
  }
  return self;
}

int64_t Classes(const Shape& self) {
  return self.empty() ? 0 : self[self.size() > 1 ? 1 : 0];
}

Shape OfLoss(const Arguments& known) {
  return known.Integer("reduction") == 0 ? Positions(known.ShapeOf("self")) : Shape();
}

Shape OfOneNumber(const Arguments& /*known*/) {
  return {};
}

Argument LossTensor(const char* name, Role role, const char* meaning, const char* shapeText,
                    ShapeRule shape) {
  return {.name = name,
          .role = role,
          .meaning = meaning,
          .shapeText = shapeText,
          .dtypes = Floats(),
          .shape = std::move(shape),
          .dtype = SameAs("self")};
}

std::vector<Argument> NllInputs(const char* layout) {
  std::vector<Argument> arguments{
      {.name = "self", .meaning = "log-probabilities", .shapeText = layout, .dtypes = Floats()},
      {.name = "target",
       .meaning = "classes",
       .shapeText = "that of self without the classes",
       .dtypes = TargetDTypes(),
       .holds = Meaning::kIndices,
       .bound = [](const Arguments& known) { return Classes(known.ShapeOf("self")); },
       .shape = [](const Arguments& known) { return Positions(known.ShapeOf("self")); }},
      LossTensor("weight", Role::kInput, "a weight for each class", "[C]",
                 [](const Arguments& known) { return Shape{Classes(known.ShapeOf("self"))}; }),
      {.name = "reduction",
       .role = Role::kAttribute,
       .meaning = "what becomes of the losses",
       .choices = {{"none", 0}, {"mean", 1}, {"sum", 2}},
       .defaultValue = int64_t{1}},
      {.name = "ignoreIndex",
       .role = Role::kAttribute,
       .meaning = "a target that counts for nothing",
       .defaultValue = int64_t{-100}}};
  arguments[2].holds = Meaning::kPositive;
  arguments[2].optional = true;
  return arguments;
}

/// All inputs of the loss, and of its gradient, for a shape of self.
Arguments NllTensors(const Shape& self, int64_t reduction, bool gradient, aclDataType dtype,
                     aclDataType target) {
  Arguments made;
  made.tensors = {{"self", {{self, dtype}}},
                  {"target", {{Positions(self), target}}},
                  {"weight", {{{Classes(self)}, dtype}}}};
  if (gradient) {
    made.tensors["gradOutput"] = {{reduction == 0 ? Positions(self) : Shape(), dtype}};
    made.tensors["totalWeight"] = {{Shape(), dtype}};
  }
  return made;
}

Sample NllSample(std::string name, const Shape& self, int64_t reduction, bool gradient) {
  Sample sample{.name = std::move(name)};
  sample.arguments = NllTensors(self, reduction, gradient, ACL_DT_UNDEFINED, ACL_INT64);
  for (const auto& [tensor, specs] : sample.arguments.tensors) {
    sample.data.push_back({.name = tensor});
  }
  sample.arguments.attributes = {{"reduction", reduction}, {"ignoreIndex", int64_t{2}}};
  return sample;
}

Operator Nll(Phases phases, std::string summary, std::vector<std::string> formula, bool planes, bool gradient,
             std::vector<Argument> arguments, const char* runExample) {
  Operator row{.phases = std::move(phases),
               .summary = std::move(summary),
               .formula = std::move(formula),
               .arguments = std::move(arguments)};
  row.draw = [planes, gradient](Choices& choices) {
    const auto extent = [&] { return choices.Extent(); };
    const int64_t classes = std::max(int64_t{1}, extent());
    const Shape self = planes ? Shape{extent(), classes, extent(), extent()} : Shape{extent(), classes};
    const aclDataType dtype = choices.DType(Floats());
    const aclDataType target = choices.DType(TargetDTypes());
    const auto reduction = static_cast<int64_t>(choices.Below(3));
    Arguments drawn = NllTensors(self, reduction, gradient, dtype, target);
    drawn.attributes = {{"reduction", reduction},
                        {"ignoreIndex", static_cast<int64_t>(choices.Below(8)) - 4}};
    return drawn;
  };
  const Shape many = planes ? Shape{5, 7, 61, 43} : Shape{20011, 10};
  row.samples = {NllSample("mean", many, 1, gradient), NllSample("none", many, 0, gradient),
                 NllSample("sum", planes ? Shape{2, 19, 129, 65} : Shape{301, 5003}, 2, gradient)};
  row.runExample = runExample;
  row.benchExample = planes ? "--self 8x19x512x512" : "--self 8192x1000";
  return MakeOperator(std::move(row));
}

Operator NllLoss(Phases phases, const char* layout, bool planes) {
  std::vector<Argument> arguments = NllInputs(layout);
  arguments.push_back(LossTensor("out", Role::kOutput, "the loss",
                                 "that of target for reduction none, else one element", OfLoss));
  arguments.push_back(LossTensor("totalWeightOut", Role::kOutput, "sum of the weights of all targets",
                                 "one element", OfOneNumber));
  return Nll(std::move(phases), "negative log-likelihood loss",
             {"out = -weight[target] * self[target], or the sum, or the sum / totalWeightOut",
              "totalWeightOut = sum of weight[target]; a target of ignoreIndex counts for nothing"},
             planes, false, std::move(arguments),
             "--self x.npy --target t.npy --weight w.npy --reduction mean -o loss.npy");
}

Operator NllLossBackward(Phases phases, const char* layout, bool planes) {
  std::vector<Argument> arguments = NllInputs(layout);
  arguments.insert(arguments.begin(), LossTensor("gradOutput", Role::kInput, "gradient of the loss",
                                                 "that of the loss", OfLoss));
  arguments.push_back(
      LossTensor("totalWeight", Role::kInput, "what the loss gave", "one element", OfOneNumber));
  arguments.back().holds = Meaning::kPositive;
  arguments.push_back(
      LossTensor("out", Role::kOutput, "gradient for self", "that of self", SameShapeAs("self")));
  return Nll(std::move(phases), "gradient of the negative log-likelihood loss",
             {"out[target] = -weight[target] * gradOutput, for reduction mean / totalWeight; 0 elsewhere"},
             planes, true, std::move(arguments),
             "--grad-output g.npy --self x.npy --target t.npy --weight w.npy --total-weight n.npy "
             "--reduction mean -o "
             "out.npy");
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      NllLoss(TwoPhases<&aclnnNLLLossGetWorkspaceSize, &aclnnNLLLoss>("aclnnNLLLoss"), "[N, C] or [C]",
              false),
      NllLoss(TwoPhases<&aclnnNLLLoss2dGetWorkspaceSize, &aclnnNLLLoss2d>("aclnnNLLLoss2d"), "[N, C, H, W]",
              true),
      NllLossBackward(
          TwoPhases<&aclnnNLLLossBackwardGetWorkspaceSize, &aclnnNLLLossBackward>("aclnnNLLLossBackward"),
          "[N, C] or [C]", false),
      NllLossBackward(TwoPhases<&aclnnNLLLoss2dBackwardGetWorkspaceSize, &aclnnNLLLoss2dBackward>(
                          "aclnnNLLLoss2dBackward"),
                      "[N, C, H, W]", true),
  };
}

}  // namespace openaclnn::catalogue::loss::nll_loss
