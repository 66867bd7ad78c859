// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_mse_loss.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_nll_loss.h"
#include "aclnnop/aclnn_nll_loss2d.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

Sample MseSample(std::string name, const Shape& gradOutput, const Shape& self, const Shape& target,
                 int64_t reduction, bool specials = false) {
  Sample sample{.name = std::move(name)};
  sample.arguments.tensors = {{"gradOutput", {{gradOutput}}}, {"self", {{self}}}, {"target", {{target}}}};
  sample.arguments.attributes = {{"reduction", reduction}};
  for (const char* tensor : {"gradOutput", "self", "target"}) {
    sample.data.push_back({.name = tensor, .specials = specials});
  }
  return sample;
}

std::vector<Sample> MseSamples() {
  const Shape full{3, 7, 31, 457};
  Sample converting = MseSample("out_float16", full, full, full, 1);
  converting.arguments.tensors["out"] = {{full, ACL_FLOAT16}};
  converting.dtypes = {ACL_FLOAT};
  return {
      MseSample("one_shape_mean", full, full, full, 1),
      MseSample("scalar_gradient_sum", {}, full, full, 2),
      MseSample("all_broadcast_none", {129, 1}, {64, 1, 33}, {129, 33}, 0),
      MseSample("specials", full, full, full, 0, true),
      converting,
  };
}

Operator MseLossBackward() {
  return MakeOperator({
      .phases =
          TwoPhases<&aclnnMseLossBackwardGetWorkspaceSize, &aclnnMseLossBackward>("aclnnMseLossBackward"),
      .summary = "gradient of the mean squared error for its first argument",
      .formula = {"out = k * (self - target) * gradOutput", "k = 2, for reduction mean 2 / numel(self)"},
      .arguments =
          {
              {.name = "gradOutput",
               .meaning = "gradient of the loss",
               .shapeText = "broadcasts with self and target",
               .dtypes = Floats(),
               .shape = SameShapeAs("self"),
               .dtype = SameAs("self")},
              {.name = "self", .meaning = "prediction", .shapeText = "0 to 8 dimensions", .dtypes = Floats()},
              {.name = "target",
               .meaning = "target",
               .shapeText = "broadcasts with self and gradOutput",
               .dtypes = Floats(),
               .shape = SameShapeAs("self"),
               .dtype = SameAs("self")},
              {.name = "reduction",
               .role = Role::kAttribute,
               .meaning = "what the loss did with its elements",
               .choices = {{"none", 0}, {"mean", 1}, {"sum", 2}},
               .defaultValue = int64_t{1}},
              {.name = "out",
               .role = Role::kOutput,
               .meaning = "gradient for self",
               .shapeText = "that of the three inputs broadcast together",
               .dtypes = Floats(),
               .shape = BroadcastOf({"gradOutput", "self", "target"}),
               .dtype = SameAs("self"),
               .anyDType = true},
          },
      .draw =
          [](Choices& choices) {
            Arguments drawn;
            const aclDataType dtype = choices.DType(Floats());
            const aclDataType outDType = choices.Chance(64) ? choices.DType(Floats()) : dtype;
            const Shape all = choices.AnyShape(8);
            const Shape gradOutput = choices.Narrowed(all);
            const Shape self = choices.Narrowed(all);
            const Shape target = choices.Narrowed(all);
            drawn.tensors = {{"gradOutput", {{gradOutput, dtype}}},
                             {"self", {{self, dtype}}},
                             {"target", {{target, dtype}}},
                             {"out", {{Broadcast(Broadcast(gradOutput, self), target), outDType}}}};
            drawn.attributes["reduction"] = static_cast<int64_t>(choices.Below(3));
            return drawn;
          },
      .samples = MseSamples(),
      .runExample = "--grad-output g.npy --self x.npy --target t.npy --reduction mean -o out.npy",
      .benchExample = "--self 4096x4096 --dtype fp16",
  });
}

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
               .shapeText =
                   "that of self and target broadcast together for reduction none, else no dimensions",
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

// ---- Negative log-likelihood

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
                                 "that of target for reduction none, else no dimensions", OfLoss));
  arguments.push_back(LossTensor("totalWeightOut", Role::kOutput, "sum of the weights of all targets",
                                 "no dimensions", OfOneNumber));
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
      LossTensor("totalWeight", Role::kInput, "what the loss gave", "no dimensions", OfOneNumber));
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

std::vector<Operator> Loss() {
  return {
      MseLoss(),
      MseLossBackward(),
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

}  // namespace openaclnn::catalogue
