// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_cross_entropy_sum_exp_and_index_logit.h"
#include "aclnnop/aclnn_fused_cross_entropy_loss_with_max_sum.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::loss::vocabulary_loss {
namespace {

const DTypes kTargets{ACL_INT32, ACL_INT64};

/// The shape of a tensor without its last dim.
ShapeRule RowsOf(std::string name) {
  return [name = std::move(name)](const Arguments& known) {
    Shape shape = known.ShapeOf(name);
    if (!shape.empty()) {
      shape.pop_back();
    }
    return shape;
  };
}

Argument Row(std::string name, std::string meaning, DTypes dtypes = {ACL_FLOAT}) {
  const aclDataType dtype = dtypes.front();
  return OutputWith(
      Tensor(std::move(name), std::move(meaning), "that of logits without the last dim", dtypes),
      RowsOf("logits"), Always(dtype));
}

Argument Number(std::string name, std::string meaning, int64_t usual) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = usual,
          .lowest = 0};
}

Arguments FillSums(const Shape& logits, int64_t start, aclDataType dtype, aclDataType target) {
  const Shape rows(logits.begin(), logits.end() - 1);
  return {.tensors = {{"logits", {{logits, dtype}}},
                      {"target", {{rows, target}}},
                      {"globalMax", {{rows, ACL_FLOAT}}}},
          .attributes = {{"vocabStart", start}, {"vocabEnd", start + logits.back()}}};
}

Operator Sums() {
  Argument target =
      Tensor("target", "numbers of the whole vocabulary", "that of logits without the last dim", kTargets);
  target.holds = Meaning::kIndices;
  target.bound = [](const Arguments& known) { return Extent(known.ShapeOf("logits"), 0) + 40; };
  target.mayStray = true;
  Argument offset = Row("targetOffset", "numbers of the part, 0 for others", kTargets);
  offset.dtype = SameAs("target");
  Argument mask = Row("targetMask", "1 for numbers outside of the part",
                      {ACL_BOOL, ACL_UINT8, ACL_INT8, ACL_INT32, ACL_FLOAT});
  mask.anyDType = true;
  Argument end = Number("vocabEnd", "the number behind the last one of the part", 0);
  end.defaultValue.reset();
  end.derive = [](const Arguments& known) {
    const Shape& logits = known.ShapeOf("logits");
    return Value(known.Integer("vocabStart") + (logits.empty() ? 0 : logits.back()));
  };
  end.derivation = "vocabStart and the last extent of logits";
  return MakeOperator({
      .phases = TwoPhases<&aclnnCrossEntropySumExpAndIndexLogitGetWorkspaceSize,
                          &aclnnCrossEntropySumExpAndIndexLogit>("aclnnCrossEntropySumExpAndIndexLogit"),
      .summary = "what one part of a vocabulary adds to the cross entropy",
      .formula = {"expLogits = exp(logits - globalMax), sumExp = sum(expLogits)",
                  "predicted = logits[target - vocabStart] - globalMax"},
      .arguments = {Tensor("logits", "of one part of a vocabulary", "[..., V]", Floats()), std::move(target),
                    Tensor("globalMax", "largest logits of all parts", "that of logits without the last dim",
                           {ACL_FLOAT}),
                    Number("vocabStart", "the first number of the part", 0), std::move(end),
                    Row("predicted", "logits of the targets, less the largest"),
                    Row("sumExp", "sums of exponentials"),
                    OutputWith(Tensor("expLogits", "exponentials", "that of logits", {ACL_FLOAT}),
                               SameShapeAs("logits"), Always(ACL_FLOAT)),
                    std::move(offset), std::move(mask)},
      .draw =
          [](Choices& choices) {
            Shape logits = choices.AnyShape(2);
            logits.push_back(choices.Extent());
            logits.push_back(choices.Extent());
            const auto start = static_cast<int64_t>(choices.Below(5));
            const aclDataType dtype = choices.DType(Floats());
            return FillSums(logits, start, dtype, choices.DType(kTargets));
          },
      .samples = {{.name = "rows", .arguments = FillSums({70, 3001}, 20, ACL_DT_UNDEFINED, ACL_INT32)},
                  {.name = "sequences", .arguments = FillSums({5, 33, 601}, 0, ACL_DT_UNDEFINED, ACL_INT64)},
                  {.name = "short_rows", .arguments = FillSums({2001, 7}, 1, ACL_DT_UNDEFINED, ACL_INT32)}},
      .runExample = "--logits x.npy --target t.npy --global-max m.npy --predicted p.npy --sum-exp s.npy "
                    "--exp-logits e.npy --target-offset o.npy --target-mask k.npy",
      .benchExample = "--logits 512x32000 --target 512:int32 --global-max 512",
  });
}

Arguments FillLoss(int64_t rows, int64_t vocabulary, aclDataType dtype, bool probabilities) {
  Arguments all{.tensors = {{"logitsMax", {{{rows}, ACL_FLOAT}}},
                            {"sumExpLogits", {{{rows}, ACL_FLOAT}}},
                            {"predictedLogits", {{{rows}, ACL_FLOAT}}}}};
  if (probabilities) {
    all.tensors["vocabParallelLogitsOptional"] = {{{rows, vocabulary}, dtype}};
  }
  return all;
}

Argument Unused(std::string name) {
  Argument argument = Tensor(std::move(name), "has no effect", "any", Floats());
  argument.optional = true;
  argument.unused = true;
  return argument;
}

Operator Loss() {
  Argument sums = Tensor("sumExpLogits", "sums of exponentials of all parts", "[N]", {ACL_FLOAT});
  sums.holds = Meaning::kPositive;
  Argument logits = Tensor("vocabParallelLogitsOptional", "of one part of a vocabulary", "[N, V]", Floats());
  logits.optional = true;
  Argument probabilities = OutputWith(Tensor("softMaxOutOptional", "probabilities of the part",
                                             "that of vocabParallelLogitsOptional", {ACL_FLOAT}),
                                      SameShapeAs("vocabParallelLogitsOptional"), Always(ACL_FLOAT));
  const CallRule hasLogits = [](const Arguments& known) {
    return known.Find("vocabParallelLogitsOptional") != nullptr;
  };
  probabilities.optional = true;
  probabilities.written = hasLogits;
  return MakeOperator({
      .phases = TwoPhases<&aclnnFusedCrossEntropyLossWithMaxSumGetWorkspaceSize,
                          &aclnnFusedCrossEntropyLossWithMaxSum>("aclnnFusedCrossEntropyLossWithMaxSum"),
      .summary = "the cross entropy of a vocabulary in parts, from their sums",
      .formula = {"lossOut = log(sumExpLogits) - predictedLogits",
                  "softMaxOutOptional = exp(vocabParallelLogitsOptional - logitsMax) / sumExpLogits"},
      .arguments = {Tensor("logitsMax", "largest logits of all parts", "[N]", {ACL_FLOAT}), std::move(sums),
                    Tensor("predictedLogits", "logits of the targets, less the largest", "[N]", {ACL_FLOAT}),
                    Real("labelSmoothing", "0", 0), Unused("inputOptional"), Unused("weightOptional"),
                    std::move(logits),
                    OutputWith(Tensor("lossOut", "the losses", "[N]", {ACL_FLOAT}), SameShapeAs("logitsMax"),
                               Always(ACL_FLOAT)),
                    std::move(probabilities)},
      .lead = "vocabParallelLogitsOptional",
      .draw =
          [](Choices& choices) {
            const int64_t rows = choices.Extent();
            const int64_t vocabulary = choices.Extent();
            const aclDataType dtype = choices.DType(Floats());
            return FillLoss(rows, vocabulary, dtype, !choices.Chance(64));
          },
      .samples = {{.name = "rows", .arguments = FillLoss(70, 3001, ACL_DT_UNDEFINED, true)},
                  {.name = "short_rows", .arguments = FillLoss(2001, 7, ACL_DT_UNDEFINED, true)},
                  {.name = "losses_alone",
                   .arguments = FillLoss(20011, 0, ACL_DT_UNDEFINED, false),
                   .dtypes = {ACL_FLOAT}}},
      .runExample = "--logits-max m.npy --sum-exp-logits s.npy --predicted-logits p.npy "
                    "--vocab-parallel-logits-optional x.npy --loss-out l.npy --soft-max-out-optional y.npy",
      .benchExample = "--logits-max 512 --sum-exp-logits 512 --predicted-logits 512 "
                      "--vocab-parallel-logits-optional 512x32000",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {Sums(), Loss()};
}

}  // namespace openaclnn::catalogue::loss::vocabulary_loss
