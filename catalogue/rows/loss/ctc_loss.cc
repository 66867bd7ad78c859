// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_ctc_loss.h"
#include "aclnnop/aclnn_ctc_loss_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::loss::ctc_loss {
namespace {

bool HasSequences(const Arguments& known) {
  return known.ShapeOf("logProbs").size() == 3;
}
Shape LossShape(const Arguments& known) {
  return HasSequences(known) ? Shape{known.ShapeOf("logProbs")[1]} : Shape{};
}
Shape AlphaShape(const Arguments& known) {
  const Shape& lengths = known.Integers("targetLengths");
  int64_t longest = 0;
  for (const int64_t length : lengths) {
    longest = std::clamp<int64_t>(length, longest, 1 << 20);
  }
  return {HasSequences(known) ? known.ShapeOf("logProbs")[1] : 1, Extent(known.ShapeOf("logProbs"), 0),
          2 * longest + 1};
}

Argument LogProbs() {
  Argument argument = Input("logProbs", FloatsAndDouble());
  argument.shapeText = "[T, N, C] or [T, C]";
  return argument;
}
Argument Targets() {
  return {.name = "targets",
          .meaning = "labels",
          .shapeText = "[N, S], or those of all sequences in one dimension",
          .dtypes = {ACL_INT64, ACL_INT32},
          .others = {ACL_INT16, ACL_INT8, ACL_UINT8, ACL_BOOL, ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BF16},
          .holds = Meaning::kIndices,
          .bound = [](const Arguments& known) {
            const Shape& logProbs = known.ShapeOf("logProbs");
            return logProbs.empty() ? 1 : logProbs.back();
          }};
}
Argument Lengths(const char* name, const char* meaning) {
  return {.name = name, .role = Role::kAttribute, .meaning = meaning};
}
Argument Blank() {
  return {
      .name = "blank", .role = Role::kAttribute, .meaning = "class of the blank", .defaultValue = int64_t{0}};
}
Argument ZeroInfinity() {
  return Flag("zeroInfinity", "whether targets without an alignment count nothing");
}
Argument Given(const char* name, const char* meaning, ShapeRule shape) {
  Argument argument = InputAs(name, FloatsAndDouble(), "logProbs");
  argument.meaning = meaning;
  argument.shape = std::move(shape);
  return argument;
}
Argument Made(const char* name, const char* shapeText, ShapeRule shape) {
  Argument argument = OutputOfThatType(name, FloatsAndDouble(), SameAs("logProbs"));
  argument.shapeText = shapeText;
  argument.shape = std::move(shape);
  return argument;
}

struct Batch {
  int64_t steps;
  int64_t classes;
  Shape inputLengths;
  Shape targetLengths;
};

Arguments ArgumentsOf(const Batch& batch, aclDataType dtype, aclDataType targetDtype, bool backward) {
  const auto sequences = static_cast<int64_t>(batch.inputLengths.size());
  int64_t longest = 0;
  for (const int64_t length : batch.targetLengths) {
    longest = std::max(longest, length);
  }
  Arguments all;
  all.tensors["logProbs"] = {{{batch.steps, sequences, batch.classes}, dtype}};
  all.tensors["targets"] = {{{sequences, longest}, targetDtype}};
  all.attributes["inputLengths"] = batch.inputLengths;
  all.attributes["targetLengths"] = batch.targetLengths;
  if (backward) {
    all.tensors["gradOut"] = {{LossShape(all), dtype}};
    all.tensors["negLogLikelihood"] = {{LossShape(all), dtype}};
    all.tensors["logAlpha"] = {{AlphaShape(all), dtype}};
  }
  return all;
}

Operator Row(Operator row, bool backward) {
  const auto sample = [&](const char* name, const Batch& batch) {
    row.samples.push_back(
        {.name = name, .arguments = ArgumentsOf(batch, ACL_DT_UNDEFINED, ACL_INT64, backward)});
  };
  sample("short", {12, 5, {12, 9, 4}, {3, 4, 1}});
  sample("many_classes", {50, 3001, {50, 41}, {20, 13}});
  sample("long_targets", {300, 29, {300}, {120}});
  row.draw = [backward](Choices& choices) {
    Batch batch{
        1 + static_cast<int64_t>(choices.Below(12)), 1 + static_cast<int64_t>(choices.Below(9)), {}, {}};
    for (size_t n = 0; n < choices.Below(4); ++n) {
      batch.inputLengths.push_back(static_cast<int64_t>(choices.Below(static_cast<size_t>(batch.steps) + 1)));
      batch.targetLengths.push_back(static_cast<int64_t>(choices.Below(6)));
    }
    return ArgumentsOf(batch, choices.DType(FloatsAndDouble()), choices.DType({ACL_INT64, ACL_INT32}),
                       backward);
  };
  row.lead = "logProbs";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument inputLengths = Lengths("inputLengths", "steps of each sequence");
  const Argument targetLengths = Lengths("targetLengths", "labels of each sequence");
  const std::string lengths = " --input-lengths 12,9 --target-lengths 3,4";
  const std::string benchLengths = " --input-lengths 400,400 --target-lengths 3,2";
  return {
      Row({.phases = TwoPhases<&aclnnCtcLossGetWorkspaceSize, &aclnnCtcLoss>("aclnnCtcLoss"),
           .summary = "negative log likelihoods of labels without alignment (CTC)",
           .formula = {"negLogLikelihoodOut = -log of the probability of all alignments of targets"},
           .arguments = {LogProbs(), Targets(), inputLengths, targetLengths, Blank(), ZeroInfinity(),
                         Made("negLogLikelihoodOut", "[N]", LossShape),
                         Made("logAlphaOut", "[N, T, 2 * the longest target + 1]", AlphaShape)},
           .runExample = "--log-probs x.npy --targets t.npy" + lengths +
                         " --neg-log-likelihood-out loss.npy --log-alpha-out alpha.npy",
           .benchExample = "--log-probs 400x2x1000 --targets 2x3:int64" + benchLengths},
          false),
      Row({.phases = TwoPhases<&aclnnCtcLossBackwardGetWorkspaceSize, &aclnnCtcLossBackward>(
               "aclnnCtcLossBackward"),
           .summary = "gradient of CTC for the log probabilities",
           .formula = {"out = gradOut * (exp(logProbs) - share of each class in all alignments of targets)"},
           .arguments = {Given("gradOut", "gradient of the loss", LossShape), LogProbs(), Targets(),
                         inputLengths, targetLengths, Given("negLogLikelihood", "the loss", LossShape),
                         Given("logAlpha", "from the forward operator", AlphaShape), Blank(), ZeroInfinity(),
                         Made("out", "that of logProbs", SameShapeAs("logProbs"))},
           .runExample = "--grad-out g.npy --log-probs x.npy --targets t.npy" + lengths +
                         " --neg-log-likelihood loss.npy --log-alpha alpha.npy -o gx.npy",
           .benchExample = "--grad-out 2 --log-probs 400x2x1000 --targets 2x3:int64" + benchLengths +
                           " --neg-log-likelihood 2 --log-alpha 2x400x7"},
          true),
  };
}

}  // namespace openaclnn::catalogue::loss::ctc_loss
