// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_moe_token_permute_with_routing_map.h"
#include "aclnnop/aclnn_moe_token_permute_with_routing_map_grad.h"
#include "aclnnop/aclnn_moe_token_unpermute_with_routing_map.h"
#include "aclnnop/aclnn_moe_token_unpermute_with_routing_map_grad.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::experts::routing_map {
namespace {

/// Tokens, experts, elements of a row, rows of an expert that has a capacity.
struct Sizes {
  int64_t n;
  int64_t experts;
  int64_t hidden;
  int64_t capacity;  // 0: none
  bool weighted = true;
  aclDataType dtype = ACL_DT_UNDEFINED;

  // All elements of maps are ones.
  [[nodiscard]] int64_t Rows() const { return experts * (capacity > 0 ? capacity : n); }
};
using Give = Arguments (*)(const Sizes& sizes);

CallRule Has(std::string name) {
  return [name = std::move(name)](const Arguments& known) { return known.Find(name) != nullptr; };
}
CallRule HasWithout(std::string name, std::string flag) {
  return [name = std::move(name), flag = std::move(flag)](const Arguments& known) {
    return known.Find(name) != nullptr && known.Integer(flag) == 0;
  };
}

Argument Floating(std::string name, std::string meaning, std::string shape, const std::string& as = {}) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shape), Floats());
  if (!as.empty()) {
    argument.dtype = SameAs(as);
  }
  return argument;
}
Argument Optional(Argument argument, const CallRule& needed = {}) {
  argument.optional = true;
  argument.needed = needed;
  return argument;
}
Argument Map(std::string name) {
  Argument map =
      Tensor(std::move(name), "ones where tokens go to experts", "[n, experts]", {ACL_BOOL, ACL_INT8});
  map.holds = Meaning::kOnes;
  return map;
}
Argument Indices(std::string name, std::string meaning, IntegerRule bound) {
  Argument indices = Tensor(std::move(name), std::move(meaning), "[rows]", {ACL_INT32});
  indices.holds = Meaning::kIndices;
  indices.bound = std::move(bound);
  return indices;
}
Argument IndicesOut(std::string name, std::string meaning, ShapeRule shape) {
  return OutputWith(Tensor(std::move(name), std::move(meaning), "[rows]", {ACL_INT32}), std::move(shape),
                    Always(ACL_INT32));
}
Argument Result(std::string name, std::string meaning, std::string text, ShapeRule shape,
                const std::string& as) {
  return OutputWith(Tensor(std::move(name), std::move(meaning), std::move(text), Floats()), std::move(shape),
                    SameAs(as));
}
/// A result that there is only of calls that have another tensor.
Argument OnlyWith(Argument result, const std::string& tensor) {
  result.optional = true;
  result.needed = Has(tensor);
  result.written = Has(tensor);
  return result;
}
Argument Derived(std::string name, std::string meaning, std::string derivation, const IntegerRule& derive,
                 int64_t lowest) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .derive = [derive](const Arguments& known) { return Value(derive(known)); },
          .derivation = std::move(derivation),
          .lowest = lowest};
}

Operator Row(Operator row, Give give) {
  row.draw = [give](Choices& choices) {
    Sizes sizes{};
    sizes.dtype = choices.DType(Floats());
    sizes.n = 1 + static_cast<int64_t>(choices.Below(9));
    sizes.experts = 1 + static_cast<int64_t>(choices.Below(4));
    sizes.hidden = choices.Extent();
    sizes.weighted = choices.Chance(128);
    if (choices.Chance(96)) {
      sizes.capacity = 1 + static_cast<int64_t>(choices.Below(static_cast<size_t>(sizes.n)));
    }
    return give(sizes);
  };
  row.samples = {{.name = "copies", .arguments = give({130, 6, 65, 0})},
                 {.name = "capacity", .arguments = give({57, 7, 1030, 9})},
                 {.name = "without_probabilities", .arguments = give({33, 1, 16, 0, false})}};
  return MakeOperator(std::move(row));
}

Arguments GivePermute(const Sizes& sizes) {
  Arguments all{.tensors = {{"tokens", {{{sizes.n, sizes.hidden}, sizes.dtype}}},
                            {"routingMap", {{{sizes.n, sizes.experts}, ACL_BOOL}}}},
                .attributes = {{"numOutTokens", sizes.Rows()},
                               {"dropAndPad", sizes.capacity > 0 ? int64_t{1} : int64_t{0}}}};
  if (sizes.weighted) {
    all.tensors["probsOptional"] = {{{sizes.n, sizes.experts}, sizes.dtype}};
  }
  return all;
}
Arguments GivePermuteGrad(const Sizes& sizes) {
  Arguments all{.tensors = {{"permutedTokenOutputGrad", {{{sizes.Rows(), sizes.hidden}, sizes.dtype}}},
                            {"sortedIndices", {{{sizes.Rows()}, ACL_INT32}}},
                            {"routingMapOptional", {{{sizes.n, sizes.experts}, ACL_INT8}}}},
                .attributes = {{"numExperts", sizes.experts},
                               {"tokensNum", sizes.n},
                               {"dropAndPad", sizes.capacity > 0 ? int64_t{1} : int64_t{0}}}};
  if (sizes.weighted) {
    all.tensors["permutedProbsOutputGradOptional"] = {{{sizes.Rows()}, sizes.dtype}};
  }
  return all;
}
Arguments GiveUnpermute(const Sizes& sizes) {
  Arguments all{.tensors = {{"permutedTokens", {{{sizes.Rows(), sizes.hidden}, sizes.dtype}}},
                            {"sortedIndices", {{{sizes.Rows()}, ACL_INT32}}},
                            {"routingMapOptional", {{{sizes.n, sizes.experts}, ACL_BOOL}}}},
                .attributes = {{"paddedMode", sizes.capacity > 0 ? int64_t{1} : int64_t{0}}}};
  if (sizes.weighted) {
    all.tensors["probsOptional"] = {{{sizes.n, sizes.experts}, sizes.dtype}};
  }
  return all;
}
Arguments GiveUnpermuteGrad(const Sizes& sizes) {
  Arguments all{.tensors = {{"unpermutedTokensGrad", {{{sizes.n, sizes.hidden}, sizes.dtype}}},
                            {"outIndex", {{{sizes.Rows()}, ACL_INT32}}},
                            {"permuteTokenId", {{{sizes.Rows()}, ACL_INT32}}},
                            {"routingMapOptional", {{{sizes.n, sizes.experts}, ACL_BOOL}}}},
                .attributes = {{"dropAndPad", sizes.capacity > 0 ? int64_t{1} : int64_t{0}}}};
  if (sizes.weighted) {
    all.tensors["permutedTokensOptional"] = {{{sizes.Rows(), sizes.hidden}, sizes.dtype}};
    all.tensors["probsOptional"] = {{{sizes.n, sizes.experts}, sizes.dtype}};
  }
  return all;
}

aclnnStatus Unpermute(const aclTensor* permutedTokens, const aclTensor* sortedIndices,
                      const aclTensor* routingMapOptional, const aclTensor* probsOptional, bool paddedMode,
                      const aclTensor* unpermutedTokens, const aclTensor* outIndex,
                      const aclTensor* permuteTokenId, const aclTensor* permuteProbs, uint64_t* workspaceSize,
                      aclOpExecutor** executor) {
  return aclnnMoeTokenUnpermuteWithRoutingMapGetWorkspaceSize(
      permutedTokens, sortedIndices, routingMapOptional, probsOptional, paddedMode, nullptr, unpermutedTokens,
      outIndex, permuteTokenId, permuteProbs, workspaceSize, executor);
}
aclnnStatus UnpermuteGrad(const aclTensor* unpermutedTokensGrad, const aclTensor* outIndex,
                          const aclTensor* permuteTokenId, const aclTensor* routingMapOptional,
                          const aclTensor* permutedTokensOptional, const aclTensor* probsOptional,
                          bool dropAndPad, const aclTensor* permutedTokensGradOut,
                          const aclTensor* probsGradOutOptional, uint64_t* workspaceSize,
                          aclOpExecutor** executor) {
  return aclnnMoeTokenUnpermuteWithRoutingMapGradGetWorkspaceSize(
      unpermutedTokensGrad, outIndex, permuteTokenId, routingMapOptional, permutedTokensOptional,
      probsOptional, dropAndPad, nullptr, permutedTokensGradOut, probsGradOutOptional, workspaceSize,
      executor);
}

// Rows that a permutation writes.
int64_t RowsOf(const Arguments& known) {
  const int64_t rows = known.Integer("numOutTokens");
  if (known.Integer("dropAndPad") == 0) {
    return rows;
  }
  const int64_t experts = Extent(known.ShapeOf("routingMap"), 1);
  return experts == 0 ? 0 : rows / experts * experts;
}
// Tokens of a sum: as many as rows where nothing says more.
int64_t TokensOf(const Arguments& known, const std::string& rows) {
  for (const char* name : {"routingMapOptional", "probsOptional"}) {
    if (known.Find(name) != nullptr) {
      return Extent(known.ShapeOf(name), 0);
    }
  }
  return Extent(known.ShapeOf(rows), 0);
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument drops = Flag("dropAndPad", "whether each expert has as many rows");
  const auto rowsOut = [](const Arguments& known) { return Shape{RowsOf(known)}; };
  const auto inRowsOf = [](const std::string& rows) {
    return [rows](const Arguments& known) { return Shape{Extent(known.ShapeOf(rows), 0)}; };
  };
  const auto bound = [](const std::string& rows, const std::string& flag) {
    return [rows, flag](const Arguments& known) {
      return known.Integer(flag) == 0 ? Extent(known.ShapeOf(rows), 0) : TokensOf(known, rows);
    };
  };
  Argument tokens = Indices("permuteTokenId", "their tokens, with dropAndPad", [](const Arguments& known) {
    return Extent(known.ShapeOf("unpermutedTokensGrad"), 0);
  });
  tokens.mayStray = true;
  return {
      Row({.phases = TwoPhases<&aclnnMoeTokenPermuteWithRoutingMapGetWorkspaceSize,
                               &aclnnMoeTokenPermuteWithRoutingMap>("aclnnMoeTokenPermuteWithRoutingMap"),
           .summary = "tokens copied for the experts that a map chooses",
           .formula = {"permuteTokensOut[sortedIndicesOut[p]] = tokens[t] with t = token of the p-th one of "
                       "routingMap"},
           .arguments = {Floating("tokens", "tokens", "[n, hidden]"), Map("routingMap"),
                         Optional(Floating("probsOptional", "weights", "[n, experts]")),
                         Derived(
                             "numOutTokens", "rows of the result", "elements of routingMap",
                             [](const Arguments& known) { return Product(known.ShapeOf("routingMap")); }, 0),
                         drops,
                         Result(
                             "permuteTokensOut", "copies, by experts", "[rows, hidden]",
                             [](const Arguments& known) {
                               return Shape{RowsOf(known), Extent(known.ShapeOf("tokens"), 1)};
                             },
                             "tokens"),
                         OnlyWith(Result("permuteProbsOutOptional", "weights of copies", "[rows]", rowsOut,
                                         "probsOptional"),
                                  "probsOptional"),
                         IndicesOut("sortedIndicesOut", "where copies are, or which tokens", rowsOut)},
           .runExample =
               "--tokens x.npy --routing-map m.npy --permute-tokens-out y.npy --sorted-indices-out s.npy",
           .benchExample = "--tokens 4096x4096:float16 --routing-map 4096x8:bool"},
          GivePermute),
      Row({.phases =
               TwoPhases<&aclnnMoeTokenPermuteWithRoutingMapGradGetWorkspaceSize,
                         &aclnnMoeTokenPermuteWithRoutingMapGrad>("aclnnMoeTokenPermuteWithRoutingMapGrad"),
           .summary = "gradients of MoeTokenPermuteWithRoutingMap",
           .formula = {"tokensGradOut[t] = sum of rows of the copies of token t",
                       "probsGradOutOptional[t, e] = permutedProbsOutputGradOptional of the row of t and e"},
           .arguments =
               {Floating("permutedTokenOutputGrad", "gradients of copies", "[rows, hidden]"),
                Optional(Floating("permutedProbsOutputGradOptional", "gradients of weights", "[rows]")),
                Indices("sortedIndices", "where copies are, or which tokens",
                        bound("permutedTokenOutputGrad", "dropAndPad")),
                Optional(Map("routingMapOptional"),
                         HasWithout("permutedProbsOutputGradOptional", "dropAndPad")),
                Derived(
                    "numExperts", "experts", "those of routingMapOptional",
                    [](const Arguments& known) { return Extent(known.ShapeOf("routingMapOptional"), 1); }, 1),
                Derived(
                    "tokensNum", "tokens", "those of routingMapOptional, or rows",
                    [](const Arguments& known) { return TokensOf(known, "permutedTokenOutputGrad"); }, 0),
                drops,
                Result(
                    "tokensGradOut", "gradient of the tokens", "[n, hidden]",
                    [](const Arguments& known) {
                      return Shape{known.Integer("tokensNum"),
                                   Extent(known.ShapeOf("permutedTokenOutputGrad"), 1)};
                    },
                    "permutedTokenOutputGrad"),
                OnlyWith(Result(
                             "probsGradOutOptional", "gradient of the weights", "[n, experts]",
                             [](const Arguments& known) {
                               return Shape{known.Integer("tokensNum"), known.Integer("numExperts")};
                             },
                             "permutedProbsOutputGradOptional"),
                         "permutedProbsOutputGradOptional")},
           .runExample = "--permuted-token-output-grad g.npy --sorted-indices s.npy --routing-map-optional "
                         "m.npy --tokens-grad-out x.npy",
           .benchExample = "--permuted-token-output-grad 4096x4096:float16 --sorted-indices 4096:int32"},
          GivePermuteGrad),
      Row({.phases = TwoPhases<&Unpermute, &aclnnMoeTokenUnpermuteWithRoutingMap>(
               "aclnnMoeTokenUnpermuteWithRoutingMap"),
           .summary = "rows of experts added up for the tokens of a map",
           .formula = {"unpermutedTokens[t] = sum of probs[t, e] * permutedTokens[row of t and e] over the "
                       "experts of t"},
           .arguments = {Floating("permutedTokens", "rows of experts", "[rows, hidden]"),
                         Indices("sortedIndices", "where copies are, or which tokens",
                                 bound("permutedTokens", "paddedMode")),
                         Optional(Map("routingMapOptional"), HasWithout("probsOptional", "paddedMode")),
                         Optional(Floating("probsOptional", "weights", "[n, experts]")),
                         Flag("paddedMode", "whether each expert has as many rows"),
                         Result(
                             "unpermutedTokens", "sums of tokens", "[n, hidden]",
                             [](const Arguments& known) {
                               return Shape{TokensOf(known, "permutedTokens"),
                                            Extent(known.ShapeOf("permutedTokens"), 1)};
                             },
                             "permutedTokens"),
                         IndicesOut("outIndex", "rows in order of tokens", inRowsOf("permutedTokens")),
                         IndicesOut("permuteTokenId", "their tokens", inRowsOf("permutedTokens")),
                         OnlyWith(Result("permuteProbs", "weights of rows", "[rows]",
                                         inRowsOf("permutedTokens"), "probsOptional"),
                                  "probsOptional")},
           .runExample = "--permuted-tokens x.npy --sorted-indices s.npy --routing-map-optional m.npy "
                         "--unpermuted-tokens y.npy --out-index i.npy --permute-token-id t.npy",
           .benchExample = "--permuted-tokens 4096x4096:float16 --sorted-indices 4096:int32"},
          GiveUnpermute),
      Row({.phases = TwoPhases<&UnpermuteGrad, &aclnnMoeTokenUnpermuteWithRoutingMapGrad>(
               "aclnnMoeTokenUnpermuteWithRoutingMapGrad"),
           .summary = "gradients of MoeTokenUnpermuteWithRoutingMap",
           .formula = {"permutedTokensGradOut[row] = probs * unpermutedTokensGrad",
                       "probsGradOutOptional = sum of permutedTokens[row] * unpermutedTokensGrad"},
           .arguments = {Floating("unpermutedTokensGrad", "gradient of the sums", "[n, hidden]"),
                         Indices("outIndex", "rows in order of tokens",
                                 [](const Arguments& known) { return Product(known.ShapeOf("outIndex")); }),
                         tokens,
                         Optional(Map("routingMapOptional"), HasWithout("probsOptional", "dropAndPad")),
                         Optional(Floating("permutedTokensOptional", "rows of experts", "[rows, hidden]",
                                           "unpermutedTokensGrad"),
                                  Has("probsOptional")),
                         Optional(Floating("probsOptional", "weights", "[n, experts]")), drops,
                         Result(
                             "permutedTokensGradOut", "gradient of the rows", "[rows, hidden]",
                             [](const Arguments& known) {
                               return Shape{Product(known.ShapeOf("outIndex")),
                                            Extent(known.ShapeOf("unpermutedTokensGrad"), 1)};
                             },
                             "unpermutedTokensGrad"),
                         OnlyWith(Result("probsGradOutOptional", "gradient of the weights", "[n, experts]",
                                         SameShapeAs("probsOptional"), "probsOptional"),
                                  "probsOptional")},
           .runExample = "--unpermuted-tokens-grad g.npy --out-index i.npy --permute-token-id t.npy "
                         "--permuted-tokens-grad-out x.npy",
           .benchExample = "--unpermuted-tokens-grad 4096x4096:float16 --out-index 4096:int32 "
                           "--permute-token-id 4096:int32"},
          GiveUnpermuteGrad),
  };
}

}  // namespace openaclnn::catalogue::experts::routing_map
