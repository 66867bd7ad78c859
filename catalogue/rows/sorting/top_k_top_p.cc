// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_apply_top_k_top_p.h"
#include "aclnnop/aclnn_top_k_top_p_sample.h"
#include "aclnnop/aclnn_top_k_top_p_sample_v2.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sorting::top_k_top_p {
namespace {

Shape OfRows(const Arguments& known) {
  return {Extent(known.ShapeOf("logits"), 0)};
}

Argument Probability(std::string name, std::string meaning) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "[B]", Floats());
  argument.holds = Meaning::kProbabilities;
  argument.shape = OfRows;
  argument.dtype = SameAs("logits");
  return argument;
}

Argument Rank(std::string name) {
  Argument argument = Tensor(std::move(name), "how many of the largest stay", "[B]", {ACL_INT32});
  argument.holds = Meaning::kIndices;
  argument.bound = [](const Arguments& known) { return Extent(known.ShapeOf("logits"), 1) + 2; };
  argument.mayStray = true;
  argument.shape = OfRows;
  argument.dtype = Always(ACL_INT32);
  return argument;
}

Argument Logits() {
  return Tensor("logits", "scores", "[B, V]", Floats());
}

Argument OfLogits(std::string name, std::string meaning, aclDataType dtype, const char* flag) {
  Argument argument = OutputWith(Tensor(std::move(name), std::move(meaning), "that of logits", {dtype}),
                                 SameShapeAs("logits"), Always(dtype));
  argument.written = [flag](const Arguments& known) { return known.Integer(flag) != 0; };
  argument.optional = true;
  argument.needed = argument.written;
  return argument;
}

struct Names {
  std::string p;
  std::string k;
};

Arguments Given(const Names& names, const Shape& shape, bool hasP = true, bool hasK = true,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments given;
  given.tensors = {{"logits", {{shape, dtype}}}};
  if (hasP) {
    given.tensors[names.p] = {{{shape[0]}, dtype}};
  }
  if (hasK) {
    given.tensors[names.k] = {{{shape[0]}, ACL_INT32}};
  }
  return given;
}

Sample Specials(Arguments arguments) {
  return {
      .name = "specials", .arguments = std::move(arguments), .data = {{.name = "logits", .specials = true}}};
}

Operator ApplyTopKTopP() {
  const Names names{"pOptional", "kOptional"};
  Argument p = Probability(names.p, "probability that stays");
  p.optional = true;
  p.needed = [](const Arguments& known) { return known.Find("kOptional") == nullptr; };
  Argument k = Rank(names.k);
  k.optional = true;
  k.needed = [](const Arguments& known) { return known.Find("pOptional") == nullptr; };
  return MakeOperator({
      .phases = TwoPhases<&aclnnApplyTopKTopPGetWorkspaceSize, &aclnnApplyTopKTopP>("aclnnApplyTopKTopP"),
      .summary = "scores without those beyond the k largest and beyond the probability p",
      .formula = {"out = logits; -inf where logits is less than the k-th largest of its row,",
                  "or where the sum of probabilities from the smallest on is at most 1 - p"},
      .arguments = {Logits(), p, k,
                    OutputWith(Tensor("out", "the result", "that of logits", Floats()), SameShapeAs("logits"),
                               SameAs("logits"))},
      .draw =
          [names](Choices& choices) {
            const int64_t which = static_cast<int64_t>(choices.Below(3));
            return Given(names, {choices.Extent(), choices.Extent()}, which != 0, which != 1,
                         choices.DType(Floats()));
          },
      .samples = {{.name = "both", .arguments = Given(names, {5, 3001})},
                  {.name = "by_probability", .arguments = Given(names, {17, 300}, true, false)},
                  {.name = "by_rank", .arguments = Given(names, {17, 2000}, false, true)},
                  Specials(Given(names, {9, 70}))},
      .runExample = "--logits x.npy --p-optional p.npy --k-optional k.npy -o y.npy",
      .benchExample = "--logits 32x32000 --p-optional 32 --k-optional 32:int32",
  });
}

Arguments DrawSampled(Choices& choices, bool second) {
  const aclDataType dtype = choices.DType(Floats());
  const Shape shape{choices.Extent(), choices.Extent(false)};
  Arguments drawn = Given({"topP", "topK"}, shape, true, true, dtype);
  if (choices.Chance(128)) {
    drawn.tensors["qOptional"] = {{shape, ACL_FLOAT}};
  }
  drawn.attributes = {{"eps", 1e-8}, {"isNeedLogits", static_cast<int64_t>(choices.Below(2))}};
  if (second) {
    if (choices.Chance(128)) {
      drawn.tensors["minPsOptional"] = {{{shape[0]}, dtype}};
    }
    drawn.attributes["ksMax"] = static_cast<int64_t>(1 + choices.Below(1100));
    drawn.attributes["inputIsLogits"] = static_cast<int64_t>(choices.Below(2));
    drawn.attributes["isNeedSampleResult"] = static_cast<int64_t>(choices.Below(2));
  }
  return drawn;
}

Operator TopKTopPSample(Phases phases, std::string summary, bool second) {
  const auto flag = [](std::string name, std::string meaning, int64_t usual) {
    Argument argument = Flag(std::move(name), std::move(meaning));
    argument.defaultValue = usual;
    return argument;
  };
  const auto number = [](std::string name, std::string meaning, int64_t usual, int64_t lowest) {
    return Argument{.name = std::move(name),
                    .role = Role::kAttribute,
                    .meaning = std::move(meaning),
                    .defaultValue = usual,
                    .lowest = lowest};
  };
  Argument q = Tensor("qOptional", "what probabilities are divided by", "that of logits", {ACL_FLOAT});
  q.optional = true;
  q.holds = Meaning::kPositive;
  q.shape = SameShapeAs("logits");
  q.dtype = Always(ACL_FLOAT);
  std::vector<Argument> arguments{Logits(), Rank("topK"), Probability("topP", "probability that stays"), q};
  if (second) {
    arguments.push_back(Probability("minPsOptional", "part of the largest probability that stays"));
    arguments.back().optional = true;
  }
  arguments.push_back(Real("eps", "added to q", 1e-8));
  arguments.push_back(flag("isNeedLogits", "logitsTopKPSelect is written", 0));
  arguments.push_back(number("topKGuess", "not used", 32, INT64_MIN));
  if (second) {
    arguments.push_back(number("ksMax", "the largest k that filters", 1024, 1));
    arguments.push_back(flag("inputIsLogits", "softmax makes the probabilities", 1));
    arguments.push_back(flag("isNeedSampleResult", "logitsIdx and logitsSortMasked are written", 0));
  }
  arguments.push_back(OutputWith(Tensor("logitsSelectIdx", "columns of the tokens", "[B]", {ACL_INT64}),
                                 OfRows, Always(ACL_INT64)));
  arguments.push_back(OfLogits("logitsTopKPSelect", "what is kept", ACL_FLOAT, "isNeedLogits"));
  if (second) {
    arguments.push_back(
        OfLogits("logitsIdx", "columns in descending order", ACL_INT64, "isNeedSampleResult"));
    arguments.push_back(OfLogits("logitsSortMasked", "their probabilities", ACL_FLOAT, "isNeedSampleResult"));
  }
  const auto given = [second](const Shape& shape, bool hasQ) {
    Arguments made = Given({"topP", "topK"}, shape);
    if (hasQ) {
      made.tensors["qOptional"] = {{shape, ACL_FLOAT}};
    }
    made.attributes["isNeedLogits"] = int64_t{1};
    if (second) {
      made.attributes["isNeedSampleResult"] = int64_t{1};
    }
    return made;
  };
  return MakeOperator({
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {"logitsSelectIdx = the column with the largest probability, or probability / (q + eps), of "
                  "those that the filters leave"},
      .arguments = std::move(arguments),
      .draw = [second](Choices& choices) { return DrawSampled(choices, second); },
      .samples = {{.name = "greedy", .arguments = given({5, 3001}, false)},
                  {.name = "weighted", .arguments = given({33, 300}, true)},
                  Specials(given({9, 70}, true))},
      .runExample = "--logits x.npy --topk k.npy --topp p.npy --logits-select-idx t.npy",
      .benchExample = "--logits 32x32000 --topk 32:int32 --topp 32",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      ApplyTopKTopP(),
      TopKTopPSample(
          TwoPhases<&aclnnTopKTopPSampleGetWorkspaceSize, &aclnnTopKTopPSample>("aclnnTopKTopPSample"),
          "one token for each row of scores, from the most probable ones", false),
      TopKTopPSample(
          TwoPhases<&aclnnTopKTopPSampleV2GetWorkspaceSize, &aclnnTopKTopPSampleV2>("aclnnTopKTopPSampleV2"),
          "one token for each row of scores or probabilities, with three filters", true),
  };
}

}  // namespace openaclnn::catalogue::sorting::top_k_top_p
