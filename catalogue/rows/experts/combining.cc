// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_moe_finalize_routing.h"
#include "aclnnop/aclnn_moe_finalize_routing_v2.h"
#include "aclnnop/aclnn_moe_finalize_routing_v2_grad.h"
#include "aclnnop/aclnn_moe_finalize_routing_v4.h"
#include "aclnnop/aclnn_moe_init_routing_v2_grad.h"
#include "aclnnop/aclnn_moe_token_permute_grad.h"
#include "aclnnop/aclnn_moe_token_unpermute.h"
#include "aclnnop/aclnn_moe_token_unpermute_grad.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::experts::combining {
namespace {

/// How a row calls its tensors; an empty name: it has none.
struct Names {
  std::string rows;
  std::string index;
  std::string weights;
  std::string first;
  std::string bias;
  std::string experts;
  std::string k;  // the attribute
  std::string tokens;
};

/// Tokens, copies of each, experts, elements of a row, and how many rows there are of each copy.
struct Sizes {
  int64_t n;
  int64_t k;
  int64_t experts;
  int64_t hidden;
};

Arguments Given(const Names& names, const Sizes& sizes, aclDataType dtype = ACL_DT_UNDEFINED) {
  const auto& [n, k, experts, hidden] = sizes;
  Arguments all;
  const auto give = [&](const std::string& name, const Shape& shape, aclDataType type) {
    if (!name.empty()) {
      all.tensors[name] = {{shape, type}};
    }
  };
  give(names.rows, {n * k, hidden}, dtype);
  give(names.index, {n * k}, ACL_INT32);
  give(names.weights, {n, k}, dtype);
  give(names.first, {n, hidden}, dtype);
  give(names.bias, {experts, hidden}, dtype);
  give(names.experts, {n, k}, ACL_INT32);
  give(names.tokens, {n, hidden}, dtype);
  if (!names.k.empty()) {
    all.attributes[names.k] = k;
  }
  return all;
}

Operator Row(Operator row, const Names& names) {
  row.draw = [names](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const int64_t tokens = 1 + static_cast<int64_t>(choices.Below(20));
    const int64_t copies = 1 + static_cast<int64_t>(choices.Below(3));
    return Given(names, {tokens, copies, choices.Extent(false), choices.Extent()}, dtype);
  };
  row.samples = {{.name = "copies", .arguments = Given(names, {130, 6, 31, 65})},
                 {.name = "long_rows", .arguments = Given(names, {17, 3, 7, 2500})},
                 {.name = "one_copy", .arguments = Given(names, {33, 1, 1, 16})}};
  return MakeOperator(std::move(row));
}

Argument Floating(std::string name, std::string meaning, std::string shape, const std::string& as = {}) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shape), Floats());
  if (!as.empty()) {
    argument.dtype = SameAs(as);
  }
  return argument;
}
Argument Index(std::string name, const std::string& rows) {
  Argument index = Tensor(std::move(name), "rows of copies", "[n * k]", {ACL_INT32});
  index.holds = Meaning::kIndices;
  index.bound = [rows](const Arguments& known) { return Extent(known.ShapeOf(rows), 0); };
  index.mayStray = true;
  return index;
}
Argument Experts(std::string name, const std::string& bias) {
  Argument experts = Tensor(std::move(name), "experts of copies", "[n, k]", {ACL_INT32});
  experts.holds = Meaning::kIndices;
  experts.bound = [bias](const Arguments& known) { return Extent(known.ShapeOf(bias), 0); };
  return experts;
}
Argument Optional(Argument argument, const CallRule& needed = {}) {
  argument.optional = true;
  argument.needed = needed;
  return argument;
}
Argument Sums(const std::string& rows, const std::string& index, const std::string& weights,
              const std::string& k) {
  return OutputWith(
      Tensor("out", "sums of tokens", "[n, hidden]", Floats()),
      [=](const Arguments& known) {
        const int64_t copies = Product(known.ShapeOf(index));
        int64_t each = 1;
        if (!k.empty()) {
          each = known.Integer(k);
        } else if (known.Find(weights) != nullptr) {
          each = Extent(known.ShapeOf(weights), 1);
        }
        const Shape& shape = known.ShapeOf(rows);
        return Shape{each == 0 ? 0 : copies / each, shape.empty() ? 1 : shape.back()};
      },
      SameAs(rows));
}
Argument Number(std::string name, std::string meaning, int64_t value) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = value};
}

CallRule Has(std::string name) {
  return [name = std::move(name)](const Arguments& known) { return known.Find(name) != nullptr; };
}
CallRule HasBoth(std::string first, std::string second) {
  return [first = std::move(first), second = std::move(second)](const Arguments& known) {
    return known.Find(first) != nullptr && known.Find(second) != nullptr;
  };
}

/// The prototype without what has to be null.
aclnnStatus FinalizeFourth(const aclTensor* expandedX, const aclTensor* expandedRowIdx,
                           const aclTensor* x1Optional, const aclTensor* x2Optional,
                           const aclTensor* biasOptional, const aclTensor* scalesOptional,
                           const aclTensor* expertIdxOptional, int64_t dropPadMode, int64_t k,
                           const aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnMoeFinalizeRoutingV4GetWorkspaceSize(expandedX, expandedRowIdx, x1Optional, x2Optional,
                                                   biasOptional, scalesOptional, expertIdxOptional, nullptr,
                                                   nullptr, nullptr, nullptr, dropPadMode, nullptr, nullptr,
                                                   nullptr, k, out, workspaceSize, executor);
}

aclnnStatus Unpermute(const aclTensor* permutedTokens, const aclTensor* sortedIndices,
                      const aclTensor* probsOptional, bool paddedMode, const aclTensor* out,
                      uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnMoeTokenUnpermuteGetWorkspaceSize(permutedTokens, sortedIndices, probsOptional, paddedMode,
                                                nullptr, out, workspaceSize, executor);
}
aclnnStatus UnpermuteGrad(const aclTensor* permutedTokens, const aclTensor* unpermutedTokensGrad,
                          const aclTensor* sortedIndices, const aclTensor* probsOptional, bool paddedMode,
                          const aclTensor* permutedTokensGrad, const aclTensor* probsGrad,
                          uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnMoeTokenUnpermuteGradGetWorkspaceSize(permutedTokens, unpermutedTokensGrad, sortedIndices,
                                                    probsOptional, paddedMode, nullptr, permutedTokensGrad,
                                                    probsGrad, workspaceSize, executor);
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument rows = Floating("expandedX", "rows of experts", "[rows, hidden]");
  const Names first{"expandedX", "expandedRowIdx", "scales", "x1", "bias", "expertIdx", "", ""};
  const Names second{
      "expandedX", "expandedRowIdx", "scalesOptional", "x1Optional", "biasOptional", "expertIdxOptional", "",
      ""};
  const Names secondGrad{"expandedXOptional",
                         "expandedRowIdx",
                         "scalesOptional",
                         "",
                         "biasOptional",
                         "expertIdxOptional",
                         "",
                         "gradY"};
  const auto gradOf = [](std::string name, std::string meaning, const std::string& as,
                         const CallRule& asked) {
    Argument grad = OutputWith(Tensor(std::move(name), std::move(meaning), "that of " + as, Floats()),
                               SameShapeAs(as), SameAs(as));
    if (asked) {
      grad.optional = true;
      grad.needed = asked;
      grad.written = asked;
    }
    return grad;
  };
  const std::string sum = "out[i] = sum over j of ";
  const Names fourth{
      "expandedX", "expandedRowIdx", "scalesOptional", "x1Optional", "biasOptional", "expertIdxOptional", "k",
      ""};
  return {
      Row({.phases = TwoPhases<&FinalizeFourth, &aclnnMoeFinalizeRoutingV4>("aclnnMoeFinalizeRoutingV4"),
           .summary = "rows of experts summed up for their tokens, with weights that are optional",
           .formula = {sum + "expandedX[row], + x1 + x2"},
           .arguments = {rows, Index("expandedRowIdx", "expandedX"),
                         Optional(Floating("x1Optional", "first summand", "[n, hidden]", "expandedX")),
                         Optional(Floating("x2Optional", "second summand", "[n, hidden]", "expandedX")),
                         Optional(
                             Floating("biasOptional", "biases of experts", "[experts, hidden]", "expandedX")),
                         Optional(Floating("scalesOptional", "weights of copies", "[n, k]")),
                         Optional(Experts("expertIdxOptional", "biasOptional"), Has("biasOptional")),
                         Mode("dropPadMode", "order of the rows of copies", {{"columns", 0}, {"rows", 2}}),
                         Number("k", "copies of a token", 1), Sums("expandedX", "expandedRowIdx", "", "k")},
           .runExample = "--expandedx x.npy --expanded-row-idx r.npy --drop-pad-mode rows --k 2 -o y.npy",
           .benchExample =
               "--expandedx 32768x4096:float16 --expanded-row-idx 32768:int32 --drop-pad-mode rows --k 8"},
          fourth),
      Row({.phases = TwoPhases<&aclnnMoeFinalizeRoutingGetWorkspaceSize, &aclnnMoeFinalizeRouting>(
               "aclnnMoeFinalizeRouting"),
           .summary = "rows of experts summed up for their tokens",
           .formula = {sum + "scales[i, j] * (expandedX[row] + bias[expert]), + x1 + x2"},
           .arguments = {rows, Floating("x1", "first summand", "[n, hidden]", "expandedX"),
                         Optional(Floating("x2Optional", "second summand", "[n, hidden]", "expandedX")),
                         Floating("bias", "biases of experts", "[experts, hidden]", "expandedX"),
                         Floating("scales", "weights of copies", "[n, k]"),
                         Index("expandedRowIdx", "expandedX"), Experts("expertIdx", "bias"),
                         Sums("expandedX", "expandedRowIdx", "scales", "")},
           .runExample = "--expandedx x.npy --x1 a.npy --bias b.npy --scales s.npy --expanded-row-idx r.npy "
                         "--expert-idx e.npy -o y.npy",
           .benchExample = "--expandedx 4096x4096:float16 --x1 4096x4096:float16 --bias 64x4096:float16 "
                           "--scales 4096x1:float16 --expanded-row-idx 4096:int32 --expert-idx 4096x1:int32"},
          first),
      Row({.phases = TwoPhases<&aclnnMoeFinalizeRoutingV2GetWorkspaceSize, &aclnnMoeFinalizeRoutingV2>(
               "aclnnMoeFinalizeRoutingV2"),
           .summary = "rows of experts summed up for their tokens, with summands that are optional",
           .formula = {sum + "scales[i, j] * (expandedX[row] + bias[expert]), + x1 + x2"},
           .arguments = {rows, Index("expandedRowIdx", "expandedX"),
                         Optional(Floating("x1Optional", "first summand", "[n, hidden]", "expandedX")),
                         Optional(Floating("x2Optional", "second summand", "[n, hidden]", "expandedX")),
                         Optional(
                             Floating("biasOptional", "biases of experts", "[experts, hidden]", "expandedX")),
                         Optional(Floating("scalesOptional", "weights of copies", "[n, k]")),
                         Optional(Experts("expertIdxOptional", "biasOptional"), Has("biasOptional")),
                         Mode("dropPadMode", "order of the rows of copies", {{"columns", 0}, {"rows", 2}}),
                         Sums("expandedX", "expandedRowIdx", "scalesOptional", "")},
           .runExample =
               "--expandedx x.npy --expanded-row-idx r.npy --scales-optional s.npy --drop-pad-mode rows "
               "-o y.npy",
           .benchExample = "--expandedx 4096x4096:float16 --expanded-row-idx 4096:int32 --scales-optional "
                           "4096x1:float16 --drop-pad-mode rows"},
          second),
      Row({.phases =
               TwoPhases<&aclnnMoeFinalizeRoutingV2GradGetWorkspaceSize, &aclnnMoeFinalizeRoutingV2Grad>(
                   "aclnnMoeFinalizeRoutingV2Grad"),
           .summary = "gradients of sums of rows of experts",
           .formula = {"gradExpandedX[row] = scales * gradY",
                       "gradScales = sum of (expandedX[row] + bias) * gradY"},
           .arguments =
               {Floating("gradY", "gradient of the sums", "[n, hidden]"),
                Index("expandedRowIdx", "gradExpandedX"),
                Optional(Floating("expandedXOptional", "rows of experts", "[rows, hidden]", "gradY"),
                         Has("scalesOptional")),
                Optional(Floating("scalesOptional", "weights of copies", "[n, k]")),
                Optional(Experts("expertIdxOptional", "biasOptional"),
                         HasBoth("biasOptional", "scalesOptional")),
                Optional(Floating("biasOptional", "biases of experts", "[experts, hidden]", "gradY")),
                Mode("dropPadMode", "what the rows of experts are", {{"rows", 0}}),
                Number("activeNum", "reserved", 0), Number("expertNum", "reserved", 0),
                Number("expertCapacity", "reserved", 0),
                gradOf("gradExpandedX", "gradient of the rows", "expandedXOptional", {}),
                gradOf("gradScales", "gradient of the weights", "scalesOptional", Has("scalesOptional"))},
           .lead = "gradY",
           .runExample =
               "--grady g.npy --expanded-row-idx r.npy --expandedx-optional x.npy --scales-optional s.npy "
               "--grad-expandedx gx.npy --grad-scales gs.npy",
           .benchExample = "--grady 4096x4096:float16 --expanded-row-idx 4096:int32 --expandedx-optional "
                           "4096x4096:float16 --scales-optional 4096x1:float16"},
          secondGrad),
      Row({.phases = TwoPhases<&aclnnMoeInitRoutingV2GradGetWorkspaceSize, &aclnnMoeInitRoutingV2Grad>(
               "aclnnMoeInitRoutingV2Grad"),
           .summary = "gradient of tokens that were copied for their experts",
           .formula = {sum + "gradExpandedX[expandedRowIdx[i * topK + j]]"},
           .arguments = {Floating("gradExpandedX", "gradients of copies", "[rows, hidden]"),
                         Index("expandedRowIdx", "gradExpandedX"), Number("topK", "copies of a token", 1),
                         Mode("dropPadMode", "what the rows are", {{"rows", 0}}),
                         Number("activeNum", "rows that count; 0: all", 0),
                         Sums("gradExpandedX", "expandedRowIdx", "", "topK")},
           .runExample = "--grad-expandedx g.npy --expanded-row-idx r.npy --topk 2 -o y.npy",
           .benchExample = "--grad-expandedx 32768x4096:float16 --expanded-row-idx 32768:int32 --topk 8"},
          {"gradExpandedX", "expandedRowIdx", "", "", "", "", "topK", ""}),
      Row({.phases = TwoPhases<&aclnnMoeTokenPermuteGradGetWorkspaceSize, &aclnnMoeTokenPermuteGrad>(
               "aclnnMoeTokenPermuteGrad"),
           .summary = "gradient of MoeTokenPermute",
           .formula = {sum + "permutedTokensGrad[sortedIndices[i * numTopk + j]]"},
           .arguments = {Floating("permutedTokensGrad", "gradients of copies", "[rows, hidden]"),
                         Index("sortedIndices", "permutedTokensGrad"),
                         Number("numTopk", "copies of a token", 1), Flag("paddedMode", "reserved"),
                         Sums("permutedTokensGrad", "sortedIndices", "", "numTopk")},
           .runExample = "--permuted-tokens-grad g.npy --sorted-indices s.npy --num-topk 2 -o y.npy",
           .benchExample =
               "--permuted-tokens-grad 32768x4096:float16 --sorted-indices 32768:int32 --num-topk 8"},
          {"permutedTokensGrad", "sortedIndices", "", "", "", "", "numTopk", ""}),
      Row({.phases = TwoPhases<&Unpermute, &aclnnMoeTokenUnpermute>("aclnnMoeTokenUnpermute"),
           .summary = "rows of experts summed up for their tokens, with probabilities",
           .formula = {sum + "probs[i, j] * permutedTokens[sortedIndices[i * k + j]]"},
           .arguments = {Floating("permutedTokens", "rows of experts", "[rows, hidden]"),
                         Index("sortedIndices", "permutedTokens"),
                         Optional(Floating("probsOptional", "weights of copies", "[n, k]")),
                         Flag("paddedMode", "reserved"),
                         Sums("permutedTokens", "sortedIndices", "probsOptional", "")},
           .runExample = "--permuted-tokens x.npy --sorted-indices s.npy --probs-optional p.npy -o y.npy",
           .benchExample = "--permuted-tokens 4096x4096:float16 --sorted-indices 4096:int32"},
          {"permutedTokens", "sortedIndices", "probsOptional", "", "", "", "", ""}),
      Row({.phases = TwoPhases<&UnpermuteGrad, &aclnnMoeTokenUnpermuteGrad>("aclnnMoeTokenUnpermuteGrad"),
           .summary = "gradients of MoeTokenUnpermute",
           .formula = {"permutedTokensGrad[row] = probs * unpermutedTokensGrad",
                       "probsGrad = sum of permutedTokens[row] * unpermutedTokensGrad"},
           .arguments =
               {Floating("permutedTokens", "rows of experts", "[rows, hidden]", "unpermutedTokensGrad"),
                Floating("unpermutedTokensGrad", "gradient of the sums", "[n, hidden]"),
                Index("sortedIndices", "permutedTokens"),
                Optional(Floating("probsOptional", "weights of copies", "[n, k]")),
                Flag("paddedMode", "reserved"),
                gradOf("permutedTokensGrad", "gradient of the rows", "permutedTokens", {}),
                gradOf("probsGrad", "gradient of the weights", "probsOptional", Has("probsOptional"))},
           .lead = "unpermutedTokensGrad",
           .runExample = "--permuted-tokens x.npy --unpermuted-tokens-grad g.npy --sorted-indices s.npy "
                         "--probs-optional p.npy --permuted-tokens-grad gx.npy --probs-grad gp.npy",
           .benchExample = "--permuted-tokens 4096x4096:float16 --unpermuted-tokens-grad 4096x4096:float16 "
                           "--sorted-indices 4096:int32"},
          {"permutedTokens", "sortedIndices", "probsOptional", "", "", "", "", "unpermutedTokensGrad"}),
  };
}

}  // namespace openaclnn::catalogue::experts::combining
