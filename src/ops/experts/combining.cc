// SPDX-License-Identifier: Apache-2.0
//
// The entry points of weighted sums of rows: aclnnMoeFinalizeRouting, V2 and V4, aclnnMoeTokenUnpermute, the
// gradients of permutations and routings, which are such sums; and those of such sums.
#include "ops/experts/combining.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "aclnnop/aclnn_moe_finalize_routing.h"
#include "aclnnop/aclnn_moe_finalize_routing_v2.h"
#include "aclnnop/aclnn_moe_finalize_routing_v2_grad.h"
#include "aclnnop/aclnn_moe_finalize_routing_v4.h"
#include "aclnnop/aclnn_moe_init_routing_v2_grad.h"
#include "aclnnop/aclnn_moe_token_permute_grad.h"
#include "aclnnop/aclnn_moe_token_unpermute.h"
#include "aclnnop/aclnn_moe_token_unpermute_grad.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

using Args = CombineArgs;
using GradArgs = CombineGradArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kCombineCpu};
constexpr std::array<const KernelEntry<GradArgs>*, 1> kGradKernels{&kCombineGradCpu};

struct Names {
  const char* rows;
  const char* index;
  const char* weights;
  const char* first = "x1";
  const char* second = "x2Optional";
  const char* bias = "bias";
  const char* experts = "expertIdx";
};

// rows, index, first, second, bias, weights, experts, out.
constexpr std::array<TensorArgument<Args>, 8> Arguments(const Names& names) {
  return {{{names.rows, Role::kInput, &Args::rows, false, true},
           {names.index, Role::kInput, &Args::index, false, true},
           {names.first, Role::kInput, &Args::first, false, true},
           {names.second, Role::kInput, &Args::second, false, true},
           {names.bias, Role::kInput, &Args::bias, false, true},
           {names.weights, Role::kInput, &Args::weights, false, true},
           {names.experts, Role::kInput, &Args::experts, false, true},
           {"out", Role::kOutput, &Args::out}}};
}
constexpr auto kFinalize = Arguments({"expandedX", "expandedRowIdx", "scales"});
constexpr auto kFinalizeV2 = Arguments({"expandedX", "expandedRowIdx", "scalesOptional", "x1Optional",
                                        "x2Optional", "biasOptional", "expertIdxOptional"});
constexpr auto kUnpermute = Arguments({"permutedTokens", "sortedIndices", "probsOptional"});
constexpr auto kPermuteGrad = Arguments({"permutedTokensGrad", "sortedIndices", ""});
constexpr auto kRoutingGrad = Arguments({"gradExpandedX", "expandedRowIdx", ""});

constexpr Operator<Args> kMoeFinalizeRouting{"aclnnMoeFinalizeRouting", kFinalize, kKernels};
constexpr Operator<Args> kMoeFinalizeRoutingV2{"aclnnMoeFinalizeRoutingV2", kFinalizeV2, kKernels};
constexpr Operator<Args> kMoeFinalizeRoutingV4{"aclnnMoeFinalizeRoutingV4", kFinalizeV2, kKernels};
constexpr Operator<Args> kMoeTokenUnpermute{"aclnnMoeTokenUnpermute", kUnpermute, kKernels};
constexpr Operator<Args> kMoeTokenPermuteGrad{"aclnnMoeTokenPermuteGrad", kPermuteGrad, kKernels};
constexpr Operator<Args> kMoeInitRoutingV2Grad{"aclnnMoeInitRoutingV2Grad", kRoutingGrad, kKernels};

constexpr std::array<TensorArgument<GradArgs>, 8> GradArguments(const char* gradOut, const char* rows,
                                                                const char* index, const char* weights,
                                                                const char* gradRows,
                                                                const char* gradWeights) {
  return {{{gradOut, Role::kInput, &GradArgs::gradOut, false, true},
           {index, Role::kInput, &GradArgs::index, false, true},
           {rows, Role::kInput, &GradArgs::rows, false, true},
           {weights, Role::kInput, &GradArgs::weights, false, true},
           {"expertIdxOptional", Role::kInput, &GradArgs::experts, false, true},
           {"biasOptional", Role::kInput, &GradArgs::bias, false, true},
           {gradRows, Role::kOutput, &GradArgs::gradRows},
           {gradWeights, Role::kOutput, &GradArgs::gradWeights}}};
}
constexpr auto kFinalizeGrad = GradArguments("gradY", "expandedXOptional", "expandedRowIdx", "scalesOptional",
                                             "gradExpandedX", "gradScales");
constexpr auto kUnpermuteGrad = GradArguments("unpermutedTokensGrad", "permutedTokens", "sortedIndices",
                                              "probsOptional", "permutedTokensGrad", "probsGrad");
constexpr Operator<GradArgs> kMoeFinalizeRoutingV2Grad{"aclnnMoeFinalizeRoutingV2Grad", kFinalizeGrad,
                                                       kGradKernels};
constexpr Operator<GradArgs> kMoeTokenUnpermuteGrad{"aclnnMoeTokenUnpermuteGrad", kUnpermuteGrad,
                                                    kGradKernels};

constexpr std::array<DType, 1> kIndexDtypes{DType::kInt32};

// [rows, hidden], or [experts, capacity, hidden].
void CheckRows(ArgumentChecks& check, const NamedTensor& rows, const NamedTensor& tokens, bool padded) {
  check.Require(
      rows.name,
      padded ? "[experts, capacity, hidden] with hidden of the tokens"
             : "[rows, hidden] with hidden of the tokens",
      [&] {
        const auto& dims = rows.tensor->viewDims;
        return dims.size() == (padded ? 3U : 2U) && dims.back() == tokens.tensor->viewDims[1];
      },
      [&] { return ShapeText(rows.tensor->viewDims) + " for " + ShapeText(tokens.tensor->viewDims); });
}

// How many copies a token has: those of weights, or as many as there are indices.
int64_t CheckCopies(ArgumentChecks& check, const NamedTensor& index, const NamedTensor& weights,
                    const NamedTensor& tokens) {
  if (check.Failed()) {
    return 1;
  }
  const int64_t count = tokens.tensor->viewDims[0];
  const int64_t copies = NumElements(*index.tensor);
  if (weights.tensor == nullptr) {
    check.Require(
        index.name, "a multiple of the number of tokens",
        [&] { return count == 0 ? copies == 0 : copies % count == 0; },
        [&] { return std::to_string(copies) + " for " + std::to_string(count); });
    return check.Failed() || count == 0 ? 1 : copies / count;
  }
  check.DtypeIn(weights, FloatDtypes()).ValidView(weights).Rank(weights, 2);
  if (check.Failed()) {
    return 1;
  }
  check.DimEquals(weights, 0, count, "the number of tokens");
  check.NumElements(index, NumElements(*weights.tensor), "one for each weight");
  return std::max<int64_t>(weights.tensor->viewDims[1], 1);
}

void CheckBias(ArgumentChecks& check, const NamedTensor& bias, const NamedTensor& experts,
               const NamedTensor& index, const NamedTensor& tokens) {
  if (check.Failed() || bias.tensor == nullptr) {
    return;
  }
  check.DtypeIn(experts, kIndexDtypes).ValidView(experts);
  check.SameDtype(bias, tokens).ValidView(bias).Rank(bias, 2);
  if (!check.Failed()) {
    check.DimEquals(bias, 1, tokens.tensor->viewDims[1], "hidden of the tokens");
    check.NumElements(experts, NumElements(*index.tensor), "one for each index");
  }
}

// An attribute that has to be in a range.
struct Ranged {
  const char* name;
  int64_t value;
  int64_t lowest;
  int64_t highest;
  const char* meaning;
};
using AllRanged = std::initializer_list<Ranged>;

void CheckRanges(ArgumentChecks& check, AllRanged all) {
  for (const Ranged& one : all) {
    check.InRange(one.name, one.value, one.lowest, one.highest, one.meaning);
  }
}

// A second summand comes with a first one.
void CheckSummands(ArgumentChecks& check, const NamedTensor& first, const NamedTensor& second) {
  check.Require(
      second.name, "null, as there is no first summand",
      [&] { return first.tensor != nullptr || second.tensor == nullptr; }, [] { return "a tensor"; });
}

struct Attributes {
  bool padded = false;       // rows are [experts, capacity, hidden]
  bool columnOrder = false;  // of the index
  int64_t mostRows = INT64_MAX;
  int64_t k = 0;  // 0: as weights and indices say
};

// The order of `given` is that of Arguments.
Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<8>& given,
            const Attributes& attributes, AllRanged ranged = {}) {
  const auto [rows, index, first, second, bias, weights, experts, out] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(rows).NotNull(index).LiveOrNull(first).LiveOrNull(second).LiveOrNull(bias);
  check.LiveOrNull(weights).LiveOrNull(experts).NotNull(out);
  if (bias.tensor != nullptr) {
    check.NotNull(experts);
  }
  CheckRanges(check, ranged);
  check.DtypeIn(rows, FloatDtypes()).DtypeIn(index, kIndexDtypes).SameDtype(out, rows);
  check.ValidView(rows).ValidView(index).ValidOutputView(out).Rank(out, 2);
  if (check.Failed()) {
    return check.Result();
  }
  CheckRows(check, rows, out, attributes.padded);
  CheckSummands(check, first, second);
  for (const NamedTensor& added : {first, second}) {
    if (added.tensor != nullptr && !check.Failed()) {
      check.SameDtype(added, rows).ValidView(added).SameShape(added, out);
    }
  }
  Args args;
  args.k = CheckCopies(check, index, weights, out);
  if (attributes.k > 0) {
    check.NumElements(
        index,
        NumElements(*out.tensor) == 0 ? NumElements(*index.tensor) : out.tensor->viewDims[0] * attributes.k,
        "k for each token");
    args.k = attributes.k;
  }
  CheckBias(check, bias, experts, index, out);
  if (check.Failed()) {
    return check.Result();
  }
  args.columnOrder = attributes.columnOrder;
  args.mostRows = attributes.mostRows;
  return call.Bind(op, args,
                   {rows.tensor, index.tensor, first.tensor, second.tensor, bias.tensor, weights.tensor,
                    experts.tensor, out.tensor});
}

// The order of `given` is that of GradArguments.
Status BindGrad(PhaseOneCall& call, const Operator<GradArgs>& op, const Tensors<8>& given, bool padded,
                AllRanged ranged) {
  const auto [gradOut, index, rows, weights, experts, bias, gradRows, gradWeights] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(gradOut).NotNull(index).LiveOrNull(rows).LiveOrNull(weights).LiveOrNull(experts);
  check.LiveOrNull(bias).NotNull(gradRows).LiveOrNull(gradWeights);
  const bool weighted = weights.tensor != nullptr;
  if (weighted) {
    check.NotNull(rows).NotNull(gradWeights);
  }
  if (weighted && bias.tensor != nullptr) {
    check.NotNull(experts);
  }
  CheckRanges(check, ranged);
  check.DtypeIn(gradOut, FloatDtypes()).DtypeIn(index, kIndexDtypes).SameDtype(gradRows, gradOut);
  check.ValidView(gradOut).ValidView(index).ValidOutputView(gradRows).Rank(gradOut, 2);
  if (check.Failed()) {
    return check.Result();
  }
  CheckRows(check, gradRows, gradOut, padded);
  GradArgs args;
  args.k = CheckCopies(check, index, weights, gradOut);
  if (weighted) {
    check.SameDtype(rows, gradOut).ValidView(rows).SameShape(rows, gradRows);
    check.SameDtype(gradWeights, weights).ValidOutputView(gradWeights).SameShape(gradWeights, weights);
    CheckBias(check, bias, experts, index, gradOut);
  }
  for (const NamedTensor* unread : {&rows, &experts, &bias}) {
    if (!weighted && unread->tensor != nullptr) {
      check.ValidView(*unread);
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  return call.Bind(op, args,
                   {gradOut.tensor,
                    index.tensor,
                    rows.tensor,
                    weights.tensor,
                    experts.tensor,
                    bias.tensor,
                    gradRows.tensor,
                    {gradWeights.tensor, weighted}});
}

// The first version needs what the second leaves optional.
Status BindFirst(PhaseOneCall& call, const Tensors<8>& given) {
  const auto [rows, index, first, second, bias, weights, experts, out] = Named(kMoeFinalizeRouting, given);
  ArgumentChecks check;
  check.NotNull(rows).NotNull(first).NotNull(bias).NotNull(weights).NotNull(index).NotNull(experts);
  return check.Failed() ? check.Result() : Bind(call, kMoeFinalizeRouting, given, {.columnOrder = true});
}

Status BindSecond(PhaseOneCall& call, const Tensors<8>& given, int64_t dropPadMode) {
  return Bind(call, kMoeFinalizeRoutingV2, given,
              {.padded = dropPadMode % 2 == 1, .columnOrder = dropPadMode < 2},
              {{"dropPadMode", dropPadMode, 0, 3, "0 to 3"}});
}

// Nothing is known of what the fourth version has besides.
struct LeftOut {
  std::array<const aclTensor*, 4> tensors;
  std::array<const aclIntArray*, 3> lists;
};

Status BindFourth(PhaseOneCall& call, const Tensors<8>& given, const LeftOut& leftOut, int64_t dropPadMode,
                  int64_t k) {
  constexpr std::array<const char*, 4> kTensors{"reserved1Optional", "reserved2Optional", "reserved3Optional",
                                                "reserved4Optional"};
  constexpr std::array<const char*, 3> kLists{"reserved5Optional", "reserved6Optional", "reserved7Optional"};
  ArgumentChecks check;
  check.NotNull("expandedX", given[0]).NotNull("expandedRowIdx", given[1]).NotNull("out", given[7]);
  if (given[4] != nullptr) {
    check.NotNull("expertIdxOptional", given[6]);
  }
  const auto refuse = [&check](const char* name, const auto* argument, const char* actual) {
    check.LiveOrNull(name, argument);
    check.Require(
        name, "null: it is not supported", [&] { return argument == nullptr; }, [&] { return actual; });
  };
  for (size_t i = 0; i < kTensors.size(); ++i) {
    refuse(kTensors[i], leftOut.tensors[i], "a tensor");
  }
  for (size_t i = 0; i < kLists.size(); ++i) {
    refuse(kLists[i], leftOut.lists[i], "a list");
  }
  const bool weighted = given[5] != nullptr;
  check.InRange("k", k, weighted ? INT64_MIN : 1, INT32_MAX, "1 or more without scalesOptional");
  return check.Failed()
             ? check.Result()
             : Bind(call, kMoeFinalizeRoutingV4, given,
                    {.padded = dropPadMode % 2 == 1, .columnOrder = dropPadMode < 2, .k = weighted ? 0 : k},
                    {{"dropPadMode", dropPadMode, 0, 3, "0 to 3"}});
}

Status BindRoutingGrad(PhaseOneCall& call, const Tensors<8>& given, int64_t topK, int64_t dropPadMode,
                       int64_t activeNum) {
  const int64_t most = dropPadMode == 0 && activeNum > 0 ? activeNum : INT64_MAX;
  return Bind(call, kMoeInitRoutingV2Grad, given, {.padded = dropPadMode == 1, .mostRows = most, .k = topK},
              {{"topK", topK, 1, INT32_MAX, "1 or more"}, {"dropPadMode", dropPadMode, 0, 1, "0 or 1"}});
}

Status BindUnpermuteGrad(PhaseOneCall& call, const Tensors<8>& given, bool paddedMode) {
  ArgumentChecks check;
  check.NotNull("permutedTokens", given[2]);
  return check.Failed() ? check.Result()
                        : BindGrad(call, kMoeTokenUnpermuteGrad, given, false,
                                   {{"paddedMode", paddedMode ? 1 : 0, 0, 0, "false"}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMoeFinalizeRouting,
               (const aclTensor* expandedX, const aclTensor* x1, const aclTensor* x2Optional,
                const aclTensor* bias, const aclTensor* scales, const aclTensor* expandedRowIdx,
                const aclTensor* expertIdx, const aclTensor* out),
               BindFirst(call, {expandedX, expandedRowIdx, x1, x2Optional, bias, scales, expertIdx, out}))

OPENACLNN_CALL(aclnnMoeFinalizeRoutingV2,
               (const aclTensor* expandedX, const aclTensor* expandedRowIdx, const aclTensor* x1Optional,
                const aclTensor* x2Optional, const aclTensor* biasOptional, const aclTensor* scalesOptional,
                const aclTensor* expertIdxOptional, int64_t dropPadMode, const aclTensor* out),
               BindSecond(call,
                          {expandedX, expandedRowIdx, x1Optional, x2Optional, biasOptional, scalesOptional,
                           expertIdxOptional, out},
                          dropPadMode))

OPENACLNN_CALL(aclnnMoeFinalizeRoutingV4,
               (const aclTensor* expandedX, const aclTensor* expandedRowIdx, const aclTensor* x1Optional,
                const aclTensor* x2Optional, const aclTensor* biasOptional, const aclTensor* scalesOptional,
                const aclTensor* expertIdxOptional, const aclTensor* reserved1Optional,
                const aclTensor* reserved2Optional, const aclTensor* reserved3Optional,
                const aclTensor* reserved4Optional, int64_t dropPadMode, const aclIntArray* reserved5Optional,
                const aclIntArray* reserved6Optional, const aclIntArray* reserved7Optional, int64_t k,
                const aclTensor* out),
               BindFourth(call,
                          {expandedX, expandedRowIdx, x1Optional, x2Optional, biasOptional, scalesOptional,
                           expertIdxOptional, out},
                          {{reserved1Optional, reserved2Optional, reserved3Optional, reserved4Optional},
                           {reserved5Optional, reserved6Optional, reserved7Optional}},
                          dropPadMode, k))

OPENACLNN_CALL(aclnnMoeFinalizeRoutingV2Grad,
               (const aclTensor* gradY, const aclTensor* expandedRowIdx, const aclTensor* expandedXOptional,
                const aclTensor* scalesOptional, const aclTensor* expertIdxOptional,
                const aclTensor* biasOptional, int64_t dropPadMode, int64_t /*activeNum*/,
                int64_t /*expertNum*/, int64_t /*expertCapacity*/, const aclTensor* gradExpandedX,
                const aclTensor* gradScales),
               BindGrad(call, kMoeFinalizeRoutingV2Grad,
                        {gradY, expandedRowIdx, expandedXOptional, scalesOptional, expertIdxOptional,
                         biasOptional, gradExpandedX, gradScales},
                        dropPadMode == 1, {{"dropPadMode", dropPadMode, 0, 1, "0 or 1"}}))

OPENACLNN_CALL(
    aclnnMoeInitRoutingV2Grad,
    (const aclTensor* gradExpandedX, const aclTensor* expandedRowIdx, int64_t topK, int64_t dropPadMode,
     int64_t activeNum, const aclTensor* out),
    BindRoutingGrad(call, {gradExpandedX, expandedRowIdx, nullptr, nullptr, nullptr, nullptr, nullptr, out},
                    topK, dropPadMode, activeNum))

OPENACLNN_CALL(aclnnMoeTokenPermuteGrad,
               (const aclTensor* permutedTokensGrad, const aclTensor* sortedIndices, int64_t numTopk,
                bool paddedMode, const aclTensor* out),
               Bind(call, kMoeTokenPermuteGrad,
                    {permutedTokensGrad, sortedIndices, nullptr, nullptr, nullptr, nullptr, nullptr, out},
                    {.k = numTopk},
                    {{"numTopk", numTopk, 1, INT32_MAX, "1 or more"},
                     {"paddedMode", paddedMode ? 1 : 0, 0, 0, "false"}}))

OPENACLNN_CALL(aclnnMoeTokenUnpermute,
               (const aclTensor* permutedTokens, const aclTensor* sortedIndices,
                const aclTensor* probsOptional, bool paddedMode, const aclIntArray* /*restoreShapeOptional*/,
                const aclTensor* out),
               Bind(call, kMoeTokenUnpermute,
                    {permutedTokens, sortedIndices, nullptr, nullptr, nullptr, probsOptional, nullptr, out},
                    {}, {{"paddedMode", paddedMode ? 1 : 0, 0, 0, "false"}}))

OPENACLNN_CALL(aclnnMoeTokenUnpermuteGrad,
               (const aclTensor* permutedTokens, const aclTensor* unpermutedTokensGrad,
                const aclTensor* sortedIndices, const aclTensor* probsOptional, bool paddedMode,
                const aclIntArray* /*restoreShapeOptional*/, const aclTensor* permutedTokensGrad,
                const aclTensor* probsGrad),
               BindUnpermuteGrad(call,
                                 {unpermutedTokensGrad, sortedIndices, permutedTokens, probsOptional, nullptr,
                                  nullptr, permutedTokensGrad, probsGrad},
                                 paddedMode))
