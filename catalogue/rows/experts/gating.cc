// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_moe_gating_top_k.h"
#include "aclnnop/aclnn_moe_gating_top_k_softmax.h"
#include "aclnnop/aclnn_moe_gating_top_k_softmax_v2.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::experts::gating {
namespace {

Argument Chosen(std::string name, std::string meaning, DTypes dtypes, DTypeRule dtype) {
  return OutputWith(
      Tensor(std::move(name), std::move(meaning), "that of x with k in place of the last dim",
             std::move(dtypes)),
      [](const Arguments& known) {
        Shape shape = known.ShapeOf("x");
        if (!shape.empty()) {
          shape.back() = known.Integer("k");
        }
        return shape;
      },
      std::move(dtype));
}
Argument Weights() {
  return Chosen("yOut", "weights of the experts", Floats(), SameAs("x"));
}
Argument Indices(std::string name, std::string meaning) {
  return Chosen(std::move(name), std::move(meaning), {ACL_INT32}, Always(ACL_INT32));
}
Argument Scores(std::string name) {
  return OutputWith(Tensor(std::move(name), "scores of all experts", "that of x", {ACL_FLOAT}),
                    SameShapeAs("x"), Always(ACL_FLOAT));
}
Argument Count() {
  return {.name = "k", .role = Role::kAttribute, .meaning = "experts of a token", .defaultValue = int64_t{1}};
}
Argument Finished() {
  Argument finished = Tensor("finishedOptional", "whether a token goes nowhere",
                             "that of x without its last dim", {ACL_BOOL});
  finished.optional = true;
  return finished;
}
Argument Groups(std::string name, std::string meaning) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = int64_t{1}};
}

Arguments Given(const Shape& shape, int64_t k, bool finished, aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments all{.tensors = {{"x", {{shape, dtype}}}}, .attributes = {{"k", k}}};
  if (finished) {
    all.tensors["finishedOptional"] = {{{shape.begin(), shape.end() - 1}, ACL_BOOL}};
  }
  return all;
}

Operator Softmax(Operator row, bool second) {
  row.summary = second ? "experts of tokens by softmax, taken before or after the choice"
                       : "experts of tokens by softmax";
  row.formula = {second ? "yOut, expertIdxOut = topk(softmax(x)), or softmax(topk(x))"
                        : "yOut, expertIdxOut = topk(softmax(x))"};
  row.draw = [second](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    Shape shape{choices.Extent(), choices.Extent(false)};
    if (choices.Chance(64)) {
      shape.insert(shape.begin(), choices.Extent());
    }
    const int64_t k = 1 + static_cast<int64_t>(choices.Below(static_cast<size_t>(shape.back())));
    Arguments drawn = Given(shape, k, choices.Chance(128), dtype);
    if (second) {
      drawn.attributes["renorm"] = static_cast<int64_t>(choices.Below(2));
      drawn.attributes["outputSoftmaxResultFlag"] = choices.Chance(128) ? int64_t{1} : int64_t{0};
    }
    return drawn;
  };
  row.samples = {{.name = "tokens", .arguments = Given({130, 64}, 6, true)},
                 {.name = "many_experts", .arguments = Given({5, 3, 1300}, 33, false)},
                 {.name = "all_experts", .arguments = Given({17, 9}, 9, false)}};
  row.runExample = "--x x.npy --k 2 --y-out y.npy --expert-idx-out e.npy " +
                   std::string(second ? "--softmax-out-optional s.npy" : "--row-idx-out r.npy");
  row.benchExample = "--x 4096x128:float16 --k 8";
  return MakeOperator(std::move(row));
}

Operator Grouped() {
  const auto given = [](const Shape& shape, const std::vector<int64_t>& by, bool bias, aclDataType dtype) {
    Arguments all = Given(shape, by[0], false, dtype);
    all.attributes["kGroup"] = by[1];
    all.attributes["groupCount"] = by[2];
    all.attributes["groupSelectMode"] = by[3];
    all.attributes["normType"] = by[4];
    if (bias) {
      all.tensors["biasOptional"] = {{{shape.back()}, dtype}};
    }
    return all;
  };
  Argument bias = Tensor("biasOptional", "added to scores for the choice", "[last dim of x]", Floats());
  bias.optional = true;
  Argument scores = Scores("outOut");
  scores.optional = true;
  const auto asked = [](const Arguments& known) { return known.Integer("outFlag") != 0; };
  scores.needed = asked;
  scores.written = asked;
  Argument flag = Flag("outFlag", "whether outOut is written");
  flag.defaultValue = int64_t{1};
  return MakeOperator({
      .phases = TwoPhases<&aclnnMoeGatingTopKGetWorkspaceSize, &aclnnMoeGatingTopK>("aclnnMoeGatingTopK"),
      .summary = "experts of tokens from the best groups of experts",
      .formula = {"outOut = softmax(x) or sigmoid(x)",
                  "expertIdxOut = topk(outOut + biasOptional) in the best groups"},
      .arguments = {Tensor("x", "logits", "[tokens.., experts]", Floats()), bias, Count(),
                    Groups("kGroup", "groups that are kept"), Groups("groupCount", "groups of experts"),
                    Mode("groupSelectMode", "what a group counts as", {{"max", 0}, {"sum_of_two", 1}}),
                    Mode("renorm", "reserved", {{"none", 0}}),
                    Mode("normType", "what scores are", {{"softmax", 0}, {"sigmoid", 1}}), flag,
                    Real("routedScalingFactor", "factor of the weights", 1.5),
                    Real("eps", "added to a sum", 1e-20), Weights(), Indices("expertIdxOut", "the experts"),
                    scores},
      .draw =
          [given](Choices& choices) {
            const aclDataType dtype = choices.DType(Floats());
            const auto groups = static_cast<int64_t>(1 + choices.Below(4));
            const int64_t size = 2 + static_cast<int64_t>(choices.Below(6));
            const int64_t kept = 1 + static_cast<int64_t>(choices.Below(static_cast<size_t>(groups)));
            const int64_t k = 1 + static_cast<int64_t>(choices.Below(static_cast<size_t>(kept * size)));
            const auto mode = static_cast<int64_t>(choices.Below(2));
            const auto norm = static_cast<int64_t>(choices.Below(2));
            return given({choices.Extent(), groups * size}, {k, kept, groups, mode, norm},
                         choices.Chance(128), dtype);
          },
      .samples = {{.name = "groups", .arguments = given({65, 256}, {8, 4, 8, 1, 1}, true, ACL_DT_UNDEFINED)},
                  {.name = "no_groups",
                   .arguments = given({300, 33}, {5, 1, 1, 0, 0}, false, ACL_DT_UNDEFINED)},
                  {.name = "largest_of_groups",
                   .arguments = given({5, 1536}, {70, 2, 3, 0, 1}, true, ACL_DT_UNDEFINED)}},
      .runExample =
          "--x x.npy --k 8 --k-group 4 --group-count 8 --y-out y.npy --expert-idx-out e.npy --out-out s.npy",
      .benchExample = "--x 4096x256:float16 --k 4 --k-group 4 --group-count 8",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument x = Tensor("x", "logits", "[tokens.., experts]", Floats());
  Argument scores = Scores("softmaxOutOptional");
  scores.optional = true;
  const auto asked = [](const Arguments& known) {
    return known.Integer("renorm") == 0 && known.Integer("outputSoftmaxResultFlag") != 0;
  };
  scores.needed = asked;
  scores.written = asked;
  return {
      Softmax({.phases = TwoPhases<&aclnnMoeGatingTopKSoftmaxGetWorkspaceSize, &aclnnMoeGatingTopKSoftmax>(
                   "aclnnMoeGatingTopKSoftmax"),
               .arguments = {x, Finished(), Count(), Weights(), Indices("expertIdxOut", "the experts"),
                             Indices("rowIdxOut", "numbers of the copies, token by token within a choice")}},
              false),
      Softmax(
          {.phases = TwoPhases<&aclnnMoeGatingTopKSoftmaxV2GetWorkspaceSize, &aclnnMoeGatingTopKSoftmaxV2>(
               "aclnnMoeGatingTopKSoftmaxV2"),
           .arguments = {x, Finished(), Count(),
                         Mode("renorm", "where softmax is taken", {{"before", 0}, {"after", 1}}),
                         Flag("outputSoftmaxResultFlag", "whether the scores of all experts are written"),
                         Weights(), Indices("expertIdxOut", "the experts"), scores}},
          true),
      Grouped(),
  };
}

}  // namespace openaclnn::catalogue::experts::gating
