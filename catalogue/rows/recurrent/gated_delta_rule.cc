// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_recurrent_gated_delta_rule.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::recurrent::gated_delta_rule {
namespace {

Argument Of(const char* name, const char* meaning, const char* shapeText) {
  return Tensor(name, meaning, shapeText, {ACL_BF16});
}

Argument Optional(const char* name, const char* meaning, const char* shapeText, aclDataType dtype,
                  Meaning holds = Meaning::kAnything) {
  Argument argument = Tensor(name, meaning, shapeText, {dtype});
  argument.dtype = Always(dtype);
  argument.optional = true;
  argument.holds = holds;
  return argument;
}

Argument Counts(const char* name, const char* meaning, const char* shapeText) {
  Argument argument = Tensor(name, meaning, shapeText, {ACL_INT32, ACL_INT64});
  argument.dtype = Always(ACL_INT32);
  argument.holds = Meaning::kOnes;
  return argument;
}

struct Sizes {
  int64_t tokens;
  int64_t blocks;
  int64_t keyHeads;
  int64_t heads;  // for each head of the keys
  int64_t rows;
  int64_t columns;
};

/// Sequences of one token each.
Arguments Given(const Sizes& sizes, bool gates, bool columnGates) {
  const auto& [tokens, blocks, keyHeads, times, rows, columns] = sizes;
  const int64_t heads = keyHeads * times;
  Arguments all;
  all.tensors = {{"query", {{{tokens, keyHeads, columns}, ACL_BF16}}},
                 {"key", {{{tokens, keyHeads, columns}, ACL_BF16}}},
                 {"value", {{{tokens, heads, rows}, ACL_BF16}}},
                 {"stateRef", {{{blocks, heads, rows, columns}, ACL_BF16}}},
                 {"actualSeqLengths", {{{tokens}, ACL_INT32}}},
                 {"ssmStateIndices", {{{tokens}, ACL_INT32}}}};
  if (gates) {
    all.tensors["beta"] = {{{tokens, heads}, ACL_BF16}};
    all.tensors["g"] = {{{tokens, heads}, ACL_FLOAT}};
    all.tensors["numAcceptedTokens"] = {{{tokens}, ACL_INT32}};
  }
  if (columnGates) {
    all.tensors["gk"] = {{{tokens, heads, columns}, ACL_FLOAT}};
  }
  return all;
}

}  // namespace

std::vector<Operator> Rows() {
  Argument key = Of("key", "keys", "[T, Nk, Dk]");
  key.holds = Meaning::kCoordinates;
  Argument state = InPlace("stateRef", {ACL_BF16});
  state.meaning = "a cache of states";
  state.shapeText = "[blocks, Nv, Dv, Dk]";
  Argument indices = Counts("ssmStateIndices", "the blocks of tokens", "[T]");
  indices.holds = Meaning::kIndices;
  indices.bound = [](const Arguments& known) { return Extent(known.ShapeOf("stateRef"), 0); };
  Argument accepted = Optional("numAcceptedTokens", "the tokens whose states sequences begin with", "[B]",
                               ACL_INT32, Meaning::kOnes);
  accepted.dtypes.push_back(ACL_INT64);
  return {
      MakeOperator({
          .phases = TwoPhases<&aclnnRecurrentGatedDeltaRuleGetWorkspaceSize, &aclnnRecurrentGatedDeltaRule>(
              "aclnnRecurrentGatedDeltaRule"),
          .summary = "linear attention with a gated state that is corrected token by token",
          .formula = {"S = exp(g + gk) * stateRef[ssmStateIndices]",
                      "S = S + beta * (value - S key) key^T, stateRef[ssmStateIndices] = S",
                      "out = S (scaleValue * query)"},
          .arguments = {Of("query", "queries", "[T, Nk, Dk]"), key, Of("value", "values", "[T, Nv, Dv]"),
                        Optional("beta", "how much of an error is corrected", "[T, Nv]", ACL_BF16,
                                 Meaning::kProbabilities),
                        state, Counts("actualSeqLengths", "the tokens of sequences", "[B]"), indices,
                        Optional("g", "gates", "[T, Nv]", ACL_FLOAT, Meaning::kCoordinates),
                        Optional("gk", "gates of columns", "[T, Nv, Dk]", ACL_FLOAT, Meaning::kCoordinates),
                        accepted, Real("scaleValue", "what queries are multiplied by", 1),
                        OutputWith(Of("out", "the results", "[T, Nv, Dv]"), SameShapeAs("value"),
                                   SameAs("value"))},
          .draw =
              [](Choices& choices) {
                const Sizes sizes{choices.Extent(),      choices.Extent(false), choices.Extent(false),
                                  choices.Extent(false), choices.Extent(),      choices.Extent()};
                const bool gates = choices.Chance(128);
                return Given(sizes, gates, choices.Chance(128));
              },
          .samples = {{.name = "heads", .arguments = Given({33, 64, 2, 3, 70, 40}, true, false)},
                      {.name = "columns", .arguments = Given({7, 20, 1, 2, 33, 131}, true, true)},
                      {.name = "no_gates", .arguments = Given({5, 9, 4, 1, 64, 64}, false, false)}},
          .runExample =
              "--query q.npy --key k.npy --value v.npy --beta b.npy --state-ref s.npy --actual-seq-lengths "
              "l.npy --ssm-state-indices i.npy --g g.npy --state-ref-result s2.npy --out o.npy",
          .benchExample = "--query 64x16x128 --key 64x16x128 --value 64x32x128 --state-ref "
                          "64x32x128x128 --actual-seq-lengths 64:int32 --ssm-state-indices 64:int32",
      }),
  };
}

}  // namespace openaclnn::catalogue::recurrent::gated_delta_rule
