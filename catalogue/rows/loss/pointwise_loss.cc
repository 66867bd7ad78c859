// SPDX-License-Identifier: Apache-2.0
//
// Losses of predictions and targets place by place, and their gradients.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_binary_cross_entropy.h"
#include "aclnnop/aclnn_binary_cross_entropy_backward.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"
#include "aclnnop/aclnn_kl_div.h"
#include "aclnnop/aclnn_kl_div_backward.h"
#include "aclnnop/aclnn_kl_div_target_backward.h"
#include "aclnnop/aclnn_l1_loss.h"
#include "aclnnop/aclnn_l1_loss_backward.h"
#include "aclnnop/aclnn_smooth_l1_loss.h"
#include "aclnnop/aclnn_smooth_l1_loss_backward.h"
#include "aclnnop/aclnn_soft_margin_loss.h"
#include "aclnnop/aclnn_soft_margin_loss_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::loss::pointwise_loss {
namespace {

// self comes first of those that say the type; the others are of it, and of its shape.
Argument Tensor(std::string name, std::string meaning, std::string shapeText) {
  Argument argument{.name = std::move(name),
                    .meaning = std::move(meaning),
                    .shapeText = std::move(shapeText),
                    .dtypes = FloatsAndDouble()};
  if (argument.name != "self") {
    argument.shape = SameShapeAs("self");
    argument.dtype = SameAs("self");
  }
  return argument;
}
Argument Self(Meaning holds = Meaning::kAnything) {
  Argument argument = Tensor("self", "prediction", "0 to 8 dimensions");
  argument.holds = holds;
  return argument;
}
Argument Target(Meaning holds = Meaning::kAnything) {
  Argument argument = Tensor("target", "what it should be", "broadcasts with self");
  argument.holds = holds;
  return argument;
}
Argument Weight(std::string name) {
  Argument argument = Tensor(std::move(name), "of each term; null: ones", "broadcasts to self's");
  argument.optional = true;
  return argument;
}
Argument GradOutput(std::string name) {
  return Tensor(std::move(name), "gradient of the loss", "broadcasts with the others");
}
Argument Reduction(bool ofBatch) {
  Argument argument{.name = "reduction",
                    .role = Role::kAttribute,
                    .meaning = "what becomes of the terms",
                    .choices = {{"none", 0}, {"mean", 1}, {"sum", 2}},
                    .defaultValue = int64_t{1}};
  if (ofBatch) {
    argument.choices.push_back({"batchmean", 3});
  }
  return argument;
}
Argument Result(std::string name) {
  return {.name = std::move(name),
          .role = Role::kOutput,
          .meaning = "the result",
          .dtypes = FloatsAndDouble(),
          .dtype = SameAs("self"),
          .anyDType = true};
}

// `oneShape`: self and target have one shape, which the others broadcast to.
Operator PointwiseLoss(Phases phases, std::string summary, std::string formula, bool oneShape,
                       std::vector<Argument> arguments) {
  const bool gradient = arguments.front().name != "self";
  std::vector<std::string> inputs;
  for (const Argument& argument : arguments) {
    if (argument.IsRead()) {
      inputs.push_back(argument.name);
    }
  }
  Argument& out = arguments.back();
  out.shape = [inputs, gradient](const Arguments& known) {
    std::vector<std::string> given;
    std::copy_if(inputs.begin(), inputs.end(), std::back_inserter(given),
                 [&](const std::string& name) { return known.Find(name) != nullptr; });
    return gradient || known.Integer("reduction") == 0 ? BroadcastOf(given)(known) : Shape();
  };
  out.shapeText = gradient ? "that of the inputs broadcast together"
                           : "that of the inputs broadcast together, or one element";
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = std::move(summary),
                               .formula = {std::move(formula)},
                               .arguments = std::move(arguments),
                               .lead = "self"});
  const auto sample = [&](const char* name, const Shape& self, const Shape& other, int64_t reduction) {
    Sample made{.name = name};
    for (const std::string& input : inputs) {
      const bool own = input == "self" || (oneShape && input == "target");
      made.arguments.tensors[input] = {{own ? self : other}};
      made.data.push_back({.name = input});
    }
    made.arguments.attributes["reduction"] = reduction;
    return made;
  };
  const Shape large{3, 7, 31, 457};
  row.samples = {sample("one_shape_mean", large, large, 1), sample("broadcast_none", {33, 64}, {64}, 0),
                 sample("scalar_sum", {5, 601}, {}, 2), sample("specials", large, large, 0)};
  for (Sample& made : row.samples) {
    made.dtypes = made.name == "one_shape_mean" ? DTypes() : DTypes{ACL_FLOAT};
  }
  for (SampleData& data : row.samples.back().data) {
    data.specials = true;
  }
  row.draw = [row, inputs, oneShape](Choices& choices) {
    Arguments drawn;
    const aclDataType dtype = choices.DType(FloatsAndDouble());
    const Shape all = choices.AnyShape(5);
    for (const std::string& input : inputs) {
      if (row.Get(input).optional && choices.Chance(64)) {
        continue;
      }
      const bool whole = oneShape && (input == "self" || input == "target");
      drawn.tensors[input] = {{whole ? all : choices.Narrowed(all), dtype}};
    }
    for (const Argument* attribute : row.Attributes()) {
      drawn.attributes[attribute->name] =
          attribute->name == "reduction"
              ? Value(static_cast<int64_t>(choices.Below(attribute->choices.size())))
              : *attribute->defaultValue;
    }
    return drawn;
  };
  for (const std::string& input : inputs) {
    if (!row.Get(input).optional) {
      row.runExample += OptionName(input) + " " + input + ".npy ";
    }
  }
  const std::string output = OutputOption(row.arguments.back());
  row.runExample += (output == "--out" ? "-o" : output) + " result.npy";
  row.benchExample = "--self 4096x4096";
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  const auto beta = [] { return Real("beta", "where squares end and absolute values begin", 1); };
  const auto logTarget = [] { return Flag("logTarget", "whether target holds logarithms"); };
  constexpr auto kProbabilities = Meaning::kProbabilities;
  const std::string terms = "out = t, or the sum or mean of t; t = ";
  return {
      PointwiseLoss(TwoPhases<&aclnnL1LossGetWorkspaceSize, &aclnnL1Loss>("aclnnL1Loss"),
                    "absolute differences", terms + "|self - target|", false,
                    {With(Self(), {ACL_INT64}), With(Target(), {ACL_INT64}), Reduction(false),
                     With(Result("out"), {ACL_INT64})}),
      PointwiseLoss(
          TwoPhases<&aclnnL1LossBackwardGetWorkspaceSize, &aclnnL1LossBackward>("aclnnL1LossBackward"),
          "gradient of absolute differences", "gradInput = gradOutput * sign(self - target)", false,
          {GradOutput("gradOutput"), Self(), Target(), Reduction(false), Result("gradInput")}),
      PointwiseLoss(
          TwoPhases<&aclnnSmoothL1LossGetWorkspaceSize, &aclnnSmoothL1Loss>("aclnnSmoothL1Loss"),
          "absolute differences, squared near 0",
          "result = t, or the sum or mean of t; t = d^2 / (2 beta) if d < beta, else d - beta / 2; d = "
          "|self - target|",
          false, {Self(), Target(), Reduction(false), beta(), Result("result")}),
      PointwiseLoss(TwoPhases<&aclnnSmoothL1LossBackwardGetWorkspaceSize, &aclnnSmoothL1LossBackward>(
                        "aclnnSmoothL1LossBackward"),
                    "gradient of absolute differences, squared near 0",
                    "gradInput = gradOut * ((self - target) / beta, from -1 to 1)", false,
                    {GradOutput("gradOut"), Self(), Target(), Reduction(false), beta(), Result("gradInput")}),
      PointwiseLoss(
          TwoPhases<&aclnnBinaryCrossEntropyGetWorkspaceSize, &aclnnBinaryCrossEntropy>(
              "aclnnBinaryCrossEntropy"),
          "binary cross entropy of probabilities",
          terms + "-weight * (target * log(self) + (1 - target) * log(1 - self))", true,
          {Self(kProbabilities), Target(kProbabilities), Weight("weight"), Reduction(false), Result("out")}),
      PointwiseLoss(
          TwoPhases<&aclnnBinaryCrossEntropyBackwardGetWorkspaceSize, &aclnnBinaryCrossEntropyBackward>(
              "aclnnBinaryCrossEntropyBackward"),
          "gradient of the binary cross entropy of probabilities",
          "out = gradOutput * weight * (self - target) / (self * (1 - self))", true,
          {GradOutput("gradOutput"), Self(kProbabilities), Target(kProbabilities), Weight("weight"),
           Reduction(false), Result("out")}),
      PointwiseLoss(
          TwoPhases<&aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize, &aclnnBinaryCrossEntropyWithLogits>(
              "aclnnBinaryCrossEntropyWithLogits"),
          "binary cross entropy of logits",
          terms + "weight * ((1 - target) * self + (1 + (posWeight - 1) * target) * "
                  "log(1 + exp(-self)))",
          true,
          {Self(), Target(kProbabilities), Weight("weight"), Weight("posWeight"), Reduction(false),
           Result("out")}),
      PointwiseLoss(
          TwoPhases<&aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize,
                    &aclnnBinaryCrossEntropyWithLogitsBackward>("aclnnBinaryCrossEntropyWithLogitsBackward"),
          "gradient of the binary cross entropy of logits",
          "out = gradOutput * weight * ((posWeight * target + 1 - target) * sigmoid(self) - posWeight * "
          "target)",
          true,
          {GradOutput("gradOutput"), Self(), Target(kProbabilities), Weight("weight"), Weight("posWeight"),
           Reduction(false), Result("out")}),
      PointwiseLoss(TwoPhases<&aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize,
                              &aclnnBinaryCrossEntropyWithLogitsTargetBackward>(
                        "aclnnBinaryCrossEntropyWithLogitsTargetBackward"),
                    "gradient of the binary cross entropy of logits for the target",
                    "gradTarget = gradOutput * weight * (log(1 - sigmoid(self)) - posWeight * "
                    "log(sigmoid(self)))",
                    true,
                    {GradOutput("gradOutput"), Self(), Target(kProbabilities), Weight("weight"),
                     Weight("posWeight"), Reduction(false), Result("gradTarget")}),
      PointwiseLoss(TwoPhases<&aclnnKlDivGetWorkspaceSize, &aclnnKlDiv>("aclnnKlDiv"),
                    "divergence of Kullback and Leibler",
                    terms + "target * (log(target) - self), or exp(target) * (target - self)", false,
                    {Self(), Target(kProbabilities), Reduction(true), logTarget(), Result("out")}),
      PointwiseLoss(TwoPhases<&aclnnKlDivBackwardGetWorkspaceSize, &aclnnKlDivBackward>("aclnnKlDivBackward"),
                    "gradient of the divergence of Kullback and Leibler",
                    "out = -target * gradOutput, or -exp(target) * gradOutput", false,
                    {GradOutput("gradOutput"), Self(), Target(kProbabilities), Reduction(true), logTarget(),
                     Result("out")}),
      PointwiseLoss(
          TwoPhases<&aclnnKlDivTargetBackwardGetWorkspaceSize, &aclnnKlDivTargetBackward>(
              "aclnnKlDivTargetBackward"),
          "gradient of the divergence of Kullback and Leibler for the target",
          "gradTarget = gradOutput * (log(target) + 1 - self), or gradOutput * exp(target) * (target "
          "+ 1 - self)",
          false,
          {GradOutput("gradOutput"), Self(), Target(kProbabilities), Reduction(true), logTarget(),
           Result("gradTarget")}),
      PointwiseLoss(
          TwoPhases<&aclnnSoftMarginLossGetWorkspaceSize, &aclnnSoftMarginLoss>("aclnnSoftMarginLoss"),
          "logistic loss of a margin", terms + "log(1 + exp(-target * self))", false,
          {Self(), Target(), Reduction(false), Result("out")}),
      PointwiseLoss(TwoPhases<&aclnnSoftMarginLossBackwardGetWorkspaceSize, &aclnnSoftMarginLossBackward>(
                        "aclnnSoftMarginLossBackward"),
                    "gradient of the logistic loss of a margin",
                    "out = -gradOutput * target * sigmoid(-target * self)", false,
                    {GradOutput("gradOutput"), Self(), Target(), Reduction(false), Result("out")}),
  };
}

}  // namespace openaclnn::catalogue::loss::pointwise_loss
