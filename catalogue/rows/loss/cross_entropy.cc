// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_cross_entropy_loss.h"
#include "aclnnop/aclnn_cross_entropy_loss_grad.h"
#include "aclnnop/aclnn_softmax_cross_entropy_with_logits.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::loss::cross_entropy {
namespace {

constexpr int64_t kNone = 2;

const char* TextOf(int64_t reduction) {
  return reduction == 0 ? "mean" : reduction == 1 ? "sum" : reduction == kNone ? "none" : "another";
}

/// Prototypes with a number for the reduction and without what has no effect.
aclnnStatus Loss(const aclTensor* input, const aclTensor* target, const aclTensor* weightOptional,
                 int64_t reductionOptional, int64_t ignoreIndex, double labelSmoothing, aclTensor* lossOut,
                 aclTensor* logProbOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnCrossEntropyLossGetWorkspaceSize(input, target, weightOptional, TextOf(reductionOptional),
                                               ignoreIndex, labelSmoothing, 0, false, lossOut, logProbOut,
                                               lossOut, lossOut, workspaceSize, executor);
}
aclnnStatus LossGrad(const aclTensor* gradLoss, const aclTensor* logProb, const aclTensor* target,
                     const aclTensor* weightOptional, int64_t reductionOptional, int64_t ignoreIndex,
                     double labelSmoothing, aclTensor* out, uint64_t* workspaceSize,
                     aclOpExecutor** executor) {
  return aclnnCrossEntropyLossGradGetWorkspaceSize(gradLoss, logProb, target, weightOptional, nullptr,
                                                   nullptr, TextOf(reductionOptional), ignoreIndex,
                                                   labelSmoothing, 0, out, workspaceSize, executor);
}

aclnnStatus SoftLabels(const aclTensor* features, const aclTensor* labels, aclTensor* loss,
                       aclTensor* backprop, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize(features, const_cast<aclTensor*>(labels), loss,
                                                            backprop, workspaceSize, executor);
}

Argument OfRows(const char* name, const char* meaning) {
  return Tensor(name, meaning, "[N, C]", Floats());
}
Argument Like(const char* as, const char* name, const char* meaning) {
  return OutputWith(OfRows(name, meaning), SameShapeAs(as), SameAs(as));
}
ShapeRule Reduced(const char* input) {
  return [input](const Arguments& known) {
    return known.Integer("reductionOptional") == kNone ? Shape{Extent(known.ShapeOf(input), 0)} : Shape{};
  };
}

std::vector<Argument> Common(const char* input) {
  Argument target = Tensor("target", "classes", "[N]", {ACL_INT64, ACL_INT32});
  target.holds = Meaning::kIndices;
  target.bound = [input](const Arguments& known) { return Extent(known.ShapeOf(input), 1); };
  target.shape = [input](const Arguments& known) { return Shape{Extent(known.ShapeOf(input), 0)}; };
  target.dtype = Always(ACL_INT64);
  Argument weight = Tensor("weightOptional", "weights of the classes; without them, ones", "[C]", Floats());
  weight.optional = true;
  weight.holds = Meaning::kPositive;
  weight.shape = [input](const Arguments& known) { return Shape{Extent(known.ShapeOf(input), 1)}; };
  weight.dtype = SameAs(input);
  return {target, weight};
}
std::vector<Argument> Attributes() {
  return {Mode("reductionOptional", "what becomes of the losses of the rows",
               {{"mean", 0}, {"sum", 1}, {"none", kNone}}),
          {.name = "ignoreIndex",
           .role = Role::kAttribute,
           .meaning = "class of rows that do not count",
           .defaultValue = int64_t{-100}},
          Real("labelSmoothing", "share of all classes in the target, from 0 to 1", 0)};
}

Arguments CallOf(bool backward, const Shape& shape, bool weight, int64_t reduction, double smoothing,
                 aclDataType dtype, aclDataType target) {
  Arguments all;
  all.tensors[backward ? "logProb" : "input"] = {{shape, dtype}};
  all.tensors["target"] = {{{shape[0]}, target}};
  if (weight) {
    all.tensors["weightOptional"] = {{{shape[1]}, dtype}};
  }
  if (backward) {
    all.tensors["gradLoss"] = {{reduction == kNone ? Shape{shape[0]} : Shape{}, dtype}};
  }
  all.attributes = {{"reductionOptional", reduction}, {"labelSmoothing", smoothing}};
  return all;
}

Operator OfClasses(Operator row, bool backward) {
  const char* const input = backward ? "logProb" : "input";
  const auto sample = [&](std::string name, const Shape& shape, bool weight, int64_t reduction,
                          double smoothing) {
    return Sample{
        .name = std::move(name),
        .arguments = CallOf(backward, shape, weight, reduction, smoothing, ACL_DT_UNDEFINED, ACL_INT64)};
  };
  row.samples = {sample("short_rows", {3001, 17}, true, 0, 0), sample("long_rows", {7, 50021}, false, 1, 0.1),
                 sample("no_reduction", {130, 333}, true, kNone, 0.25)};
  row.draw = [backward](Choices& choices) {
    const int64_t classes = std::max(int64_t{1}, choices.Extent());
    const Shape shape{choices.Extent(), classes};
    Arguments drawn = CallOf(backward, shape, choices.Chance(128), static_cast<int64_t>(choices.Below(3)),
                             0.25 * static_cast<double>(choices.Below(3)), choices.DType(Floats()),
                             choices.Chance(128) ? ACL_INT64 : ACL_INT32);
    drawn.attributes["ignoreIndex"] = int64_t{choices.Chance(128) ? 0 : -100};
    return drawn;
  };
  row.lead = input;
  return MakeOperator(std::move(row));
}

Operator CrossEntropyLoss() {
  std::vector<Argument> arguments{OfRows("input", "scores of the classes")};
  for (std::vector<Argument> more : {Common("input"), Attributes()}) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  }
  arguments.push_back(OutputWith(Tensor("lossOut", "the loss", "[N] or one element", Floats()),
                                 Reduced("input"), SameAs("input")));
  arguments.push_back(Like("input", "logProbOut", "logarithms of the probabilities"));
  return OfClasses({.phases = TwoPhases<&Loss, &aclnnCrossEntropyLoss>("aclnnCrossEntropyLoss"),
                    .summary = "softmax and cross entropy of classes",
                    .formula = {"logProbOut = log of softmax of each row",
                                "loss of a row = -(1 - labelSmoothing) * weight[target] * logProb[target] - "
                                "labelSmoothing / C * sum of weight * logProb"},
                    .arguments = std::move(arguments),
                    .runExample = "--input x.npy --target t.npy --loss-out l.npy --log-prob-out p.npy",
                    .benchExample = "--input 1024x32000 --target 1024"},
                   false);
}

Operator CrossEntropyLossGrad() {
  Argument grad = Tensor("gradLoss", "gradient of the loss", "[N] or one element", Floats());
  grad.shape = Reduced("logProb");
  grad.dtype = SameAs("logProb");
  std::vector<Argument> arguments{grad, OfRows("logProb", "logarithms of the probabilities")};
  for (std::vector<Argument> more : {Common("logProb"), Attributes()}) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  }
  arguments.push_back(Like("logProb", "out", "gradient for the scores"));
  return OfClasses({.phases = TwoPhases<&LossGrad, &aclnnCrossEntropyLossGrad>("aclnnCrossEntropyLossGrad"),
                    .summary = "gradient of softmax and cross entropy of classes",
                    .formula = {"out = gradient of aclnnCrossEntropyLoss for its input, times gradLoss"},
                    .arguments = std::move(arguments),
                    .runExample = "--grad-loss g.npy --log-prob p.npy --target t.npy -o gx.npy",
                    .benchExample = "--log-prob 1024x32000 --target 1024"},
                   true);
}

Operator WithLogits() {
  Argument labels = OfRows("labels", "probabilities of the classes");
  labels.holds = Meaning::kProbabilities;
  labels.shape = SameShapeAs("features");
  labels.dtype = SameAs("features");
  const auto call = [](const Shape& shape, aclDataType dtype) {
    Arguments all;
    all.tensors = {{"features", {{shape, dtype}}}, {"labels", {{shape, dtype}}}};
    return all;
  };
  return MakeOperator({
      .phases =
          TwoPhases<&SoftLabels, &aclnnSoftmaxCrossEntropyWithLogits>("aclnnSoftmaxCrossEntropyWithLogits"),
      .summary = "cross entropy of probabilities, and its gradient",
      .formula = {"loss = -sum of labels * log of softmax of a row", "backprop = softmax - labels"},
      .arguments = {OfRows("features", "scores of the classes"), labels,
                    OutputWith(
                        Tensor("loss", "the losses", "[N]", Floats()),
                        [](const Arguments& known) { return Shape{Extent(known.ShapeOf("features"), 0)}; },
                        SameAs("features")),
                    Like("features", "backprop", "gradient for the scores")},
      .draw =
          [call](Choices& choices) {
            const Shape shape{choices.Extent(), choices.Extent()};
            return call(shape, choices.DType(Floats()));
          },
      .samples = {{.name = "short_rows", .arguments = call({3001, 17}, ACL_DT_UNDEFINED)},
                  {.name = "long_rows", .arguments = call({7, 50021}, ACL_DT_UNDEFINED)},
                  {.name = "many_rows", .arguments = call({20011, 3}, ACL_DT_UNDEFINED)}},
      .runExample = "--features x.npy --labels t.npy --loss l.npy --backprop gx.npy",
      .benchExample = "--features 1024x32000",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {CrossEntropyLoss(), CrossEntropyLossGrad(), WithLogits()};
}

}  // namespace openaclnn::catalogue::loss::cross_entropy
