// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry points of aclnnMoeTokenPermuteWithRoutingMap, aclnnMoeTokenUnpermuteWithRoutingMap and their
// gradients. A gradient of a permutation is a sum of rows, as an unpermutation is.
#include "ops/experts/routing_map.h"

#include <array>
#include <string>

#include "aclnnop/aclnn_moe_token_permute_with_routing_map.h"
#include "aclnnop/aclnn_moe_token_permute_with_routing_map_grad.h"
#include "aclnnop/aclnn_moe_token_unpermute_with_routing_map.h"
#include "aclnnop/aclnn_moe_token_unpermute_with_routing_map_grad.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

constexpr std::array<const KernelEntry<MapPermuteArgs>*, 1> kPermuteKernels{&kMapPermuteCpu};
constexpr std::array<const KernelEntry<MapSumArgs>*, 1> kSumKernels{&kMapSumCpu};
constexpr std::array<const KernelEntry<MapSumGradArgs>*, 1> kGradKernels{&kMapSumGradCpu};

constexpr std::array<TensorArgument<MapPermuteArgs>, 6> kPermuteArguments{
    {{"tokens", Role::kInput, &MapPermuteArgs::tokens, false, true},
     {"routingMap", Role::kInput, &MapPermuteArgs::map, false, true},
     {"probsOptional", Role::kInput, &MapPermuteArgs::probs, false, true},
     {"permuteTokensOut", Role::kOutput, &MapPermuteArgs::permuted},
     {"permuteProbsOutOptional", Role::kOutput, &MapPermuteArgs::permutedProbs},
     {"sortedIndicesOut", Role::kOutput, &MapPermuteArgs::places}}};
constexpr std::array<TensorArgument<MapSumArgs>, 6> kPermuteGradArguments{
    {{"permutedTokenOutputGrad", Role::kInput, &MapSumArgs::rows, false, true},
     {"permutedProbsOutputGradOptional", Role::kInput, &MapSumArgs::gradProbs, false, true},
     {"sortedIndices", Role::kInput, &MapSumArgs::places, false, true},
     {"routingMapOptional", Role::kInput, &MapSumArgs::map, false, true},
     {"tokensGradOut", Role::kOutput, &MapSumArgs::out},
     {"probsGradOutOptional", Role::kOutput, &MapSumArgs::gradOfProbs}}};
constexpr std::array<TensorArgument<MapSumArgs>, 8> kUnpermuteArguments{
    {{"permutedTokens", Role::kInput, &MapSumArgs::rows, false, true},
     {"sortedIndices", Role::kInput, &MapSumArgs::places, false, true},
     {"routingMapOptional", Role::kInput, &MapSumArgs::map, false, true},
     {"probsOptional", Role::kInput, &MapSumArgs::probs, false, true},
     {"unpermutedTokens", Role::kOutput, &MapSumArgs::out},
     {"outIndex", Role::kOutput, &MapSumArgs::order},
     {"permuteTokenId", Role::kOutput, &MapSumArgs::orderTokens},
     {"permuteProbs", Role::kOutput, &MapSumArgs::rowProbs}}};
constexpr std::array<TensorArgument<MapSumGradArgs>, 8> kUnpermuteGradArguments{
    {{"unpermutedTokensGrad", Role::kInput, &MapSumGradArgs::gradOut, false, true},
     {"outIndex", Role::kInput, &MapSumGradArgs::order, false, true},
     {"permuteTokenId", Role::kInput, &MapSumGradArgs::orderTokens, false, true},
     {"routingMapOptional", Role::kInput, &MapSumGradArgs::map, false, true},
     {"permutedTokensOptional", Role::kInput, &MapSumGradArgs::rows, false, true},
     {"probsOptional", Role::kInput, &MapSumGradArgs::probs, false, true},
     {"permutedTokensGradOut", Role::kOutput, &MapSumGradArgs::gradRows},
     {"probsGradOutOptional", Role::kOutput, &MapSumGradArgs::gradOfProbs}}};

constexpr Operator<MapPermuteArgs> kPermute{"aclnnMoeTokenPermuteWithRoutingMap", kPermuteArguments,
                                            kPermuteKernels};
constexpr Operator<MapSumArgs> kPermuteGrad{"aclnnMoeTokenPermuteWithRoutingMapGrad", kPermuteGradArguments,
                                            kSumKernels};
constexpr Operator<MapSumArgs> kUnpermute{"aclnnMoeTokenUnpermuteWithRoutingMap", kUnpermuteArguments,
                                          kSumKernels};
constexpr Operator<MapSumGradArgs> kUnpermuteGrad{"aclnnMoeTokenUnpermuteWithRoutingMapGrad",
                                                  kUnpermuteGradArguments, kGradKernels};

constexpr std::array<DType, 2> kMapDtypes{DType::kBool, DType::kInt8};
constexpr std::array<DType, 1> kInt32{DType::kInt32};

int64_t Extent(const NamedTensor& tensor, size_t dim) {
  return tensor.tensor->viewDims[dim];
}

// Rows of tokens: two dims of one of the floating-point types.
void CheckMatrix(ArgumentChecks& check, const NamedTensor& matrix) {
  check.DtypeIn(matrix, FloatDtypes()).ValidView(matrix).Rank(matrix, 2);
}
void CheckRowsOut(ArgumentChecks& check, const NamedTensor& rows, const NamedTensor& as) {
  check.SameDtype(rows, as).ValidOutputView(rows).Rank(rows, 2);
  if (!check.Failed()) {
    check.DimEquals(rows, 1, Extent(as, 1), "hidden of the tokens");
  }
}
void CheckMap(ArgumentChecks& check, const NamedTensor& map, int64_t tokens) {
  if (map.tensor != nullptr) {
    check.DtypeIn(map, kMapDtypes).ValidView(map).Rank(map, 2);
    if (!check.Failed()) {
      check.DimEquals(map, 0, tokens, "the number of tokens");
    }
  }
}
// Probabilities, or their gradient, of all tokens and experts.
void CheckProbs(ArgumentChecks& check, const NamedTensor& probs, const NamedTensor& map, int64_t tokens,
                bool drops) {
  check.DtypeIn(probs, FloatDtypes()).ValidView(probs).Rank(probs, 2);
  if (check.Failed()) {
    return;
  }
  check.DimEquals(probs, 0, tokens, "the number of tokens");
  if (!drops || map.tensor != nullptr) {
    check.DimEquals(probs, 1, Extent(map, 1), "the experts of routingMap");
  }
}
void CheckIndices(ArgumentChecks& check, const NamedTensor& indices, int64_t rows) {
  check.DtypeIn(indices, kInt32).ValidView(indices).Shape(indices, {rows}, "[rows]");
}
void CheckIndicesOut(ArgumentChecks& check, const NamedTensor& indices, int64_t rows) {
  check.DtypeIn(indices, kInt32).ValidOutputView(indices).Shape(indices, {rows}, "[rows]");
}
void CheckRowCount(ArgumentChecks& check, const NamedTensor& rows, int64_t divisor, const char* meaning) {
  if (check.Failed()) {
    return;
  }
  const int64_t count = Extent(rows, 0);
  check.Require(
      rows.name, "less than 2^31 rows", [&] { return count < INT32_MAX; },
      [&] { return std::to_string(count); });
  check.Require(
      rows.name, meaning, [&] { return divisor == 0 ? count == 0 : count % divisor == 0; },
      [&] { return std::to_string(count) + " for " + std::to_string(divisor); });
}

Status BindPermute(PhaseOneCall& call, const Tensors<6>& given, int64_t numOutTokens, bool drops) {
  const auto [tokens, map, probs, permuted, permutedProbs, places] = Named(kPermute, given);
  ArgumentChecks check;
  check.NotNull(tokens).NotNull(map).LiveOrNull(probs).NotNull(permuted).LiveOrNull(permutedProbs);
  check.NotNull(places);
  const bool weighted = probs.tensor != nullptr;
  if (weighted) {
    check.NotNull(permutedProbs);
  }
  CheckMatrix(check, tokens);
  if (check.Failed()) {
    return check.Result();
  }
  CheckMap(check, map, Extent(tokens, 0));
  if (weighted) {
    CheckProbs(check, probs, map, Extent(tokens, 0), false);
  }
  check.InRange("numOutTokens", numOutTokens, 0, INT32_MAX - 1, "0 to 2^31 - 2");
  if (check.Failed()) {
    return check.Result();
  }
  MapPermuteArgs args;
  args.rows = numOutTokens;
  if (drops) {
    const int64_t experts = Extent(map, 1);
    args.capacity = experts == 0 ? 0 : numOutTokens / experts;
    args.rows = args.capacity * experts;
    check.Require(
        "numOutTokens", "at least one row for each expert, at most one for each expert and token",
        [&] { return args.capacity > 0 && args.capacity <= Extent(tokens, 0); },
        [&] {
          return std::to_string(numOutTokens) + " for " + std::to_string(experts) + " experts and " +
                 std::to_string(Extent(tokens, 0)) + " tokens";
        });
  }
  CheckRowsOut(check, permuted, tokens);
  if (!check.Failed()) {
    check.DimEquals(permuted, 0, args.rows, drops ? "the rows of all experts" : "numOutTokens");
  }
  if (weighted) {
    check.SameDtype(permutedProbs, probs).ValidOutputView(permutedProbs);
    check.Shape(permutedProbs, {args.rows}, "[rows]");
  }
  CheckIndicesOut(check, places, args.rows);
  if (check.Failed()) {
    return check.Result();
  }
  return call.Bind(kPermute, args,
                   {tokens.tensor,
                    map.tensor,
                    probs.tensor,
                    permuted.tensor,
                    {permutedProbs.tensor, weighted},
                    places.tensor});
}

// How rows divide: by tokens that have as many copies each, or by experts of a capacity.
void CheckDivision(ArgumentChecks& check, const NamedTensor& rows, const NamedTensor& map, int64_t tokens,
                   bool drops, int64_t experts) {
  if (drops) {
    CheckRowCount(check, rows, experts, "as many rows for each expert");
  } else if (map.tensor == nullptr) {
    CheckRowCount(check, rows, tokens, "as many rows for each token");
  } else {
    CheckRowCount(check, rows, 1, "rows");
  }
}

Status BindPermuteGrad(PhaseOneCall& call, const Tensors<6>& given, int64_t numExperts, int64_t tokensNum,
                       bool drops) {
  const auto [rows, gradProbs, places, map, out, gradOfProbs] = Named(kPermuteGrad, given);
  ArgumentChecks check;
  check.NotNull(rows).LiveOrNull(gradProbs).NotNull(places).LiveOrNull(map).NotNull(out);
  check.LiveOrNull(gradOfProbs);
  const bool weighted = gradProbs.tensor != nullptr;
  if (weighted) {
    check.NotNull(gradOfProbs);
  }
  if (weighted && !drops) {
    check.NotNull(map);
  }
  CheckMatrix(check, rows);
  check.InRange("numExperts", numExperts, 1, INT32_MAX, "1 or more");
  check.InRange("tokensNum", tokensNum, 0, INT32_MAX, "0 or more");
  if (check.Failed()) {
    return check.Result();
  }
  CheckMap(check, map, tokensNum);
  if (map.tensor != nullptr && !check.Failed()) {
    check.DimEquals(map, 1, numExperts, "numExperts");
  }
  CheckDivision(check, rows, map, tokensNum, drops, numExperts);
  CheckIndices(check, places, check.Failed() ? 0 : Extent(rows, 0));
  CheckRowsOut(check, out, rows);
  if (!check.Failed()) {
    check.DimEquals(out, 0, tokensNum, "tokensNum");
  }
  if (weighted) {
    check.DtypeIn(gradProbs, FloatDtypes()).ValidView(gradProbs);
    check.Shape(gradProbs, {check.Failed() ? 0 : Extent(rows, 0)}, "[rows]");
    check.SameDtype(gradOfProbs, gradProbs).ValidOutputView(gradOfProbs);
    check.Shape(gradOfProbs, {tokensNum, numExperts}, "[tokensNum, numExperts]");
  }
  if (check.Failed()) {
    return check.Result();
  }
  MapSumArgs args;
  args.drops = drops;
  return call.Bind(
      kPermuteGrad, args,
      {rows.tensor, gradProbs.tensor, places.tensor, map.tensor, out.tensor, {gradOfProbs.tensor, weighted}});
}

Status BindUnpermute(PhaseOneCall& call, const Tensors<8>& given, const aclIntArray* restoreShape,
                     bool drops) {
  const auto [rows, places, map, probs, out, order, orderTokens, rowProbs] = Named(kUnpermute, given);
  ArgumentChecks check;
  check.NotNull(rows).NotNull(places).LiveOrNull(map).LiveOrNull(probs).NotNull(out).NotNull(order);
  check.NotNull(orderTokens).LiveOrNull(rowProbs).LiveOrNull("restoreShapeOptional", restoreShape);
  const bool weighted = probs.tensor != nullptr;
  if (weighted) {
    check.NotNull(rowProbs);
  }
  if (weighted && !drops) {
    check.NotNull(map);
  }
  CheckMatrix(check, rows);
  CheckRowsOut(check, out, rows);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t tokens = Extent(out, 0);
  const int64_t all = Extent(rows, 0);
  CheckMap(check, map, tokens);
  if (weighted) {
    CheckProbs(check, probs, map, tokens, drops);
  }
  CheckDivision(check, rows, map, tokens, drops, weighted && !check.Failed() ? Extent(probs, 1) : 1);
  CheckIndices(check, places, all);
  CheckIndicesOut(check, order, all);
  CheckIndicesOut(check, orderTokens, all);
  if (weighted) {
    check.SameDtype(rowProbs, probs).ValidOutputView(rowProbs).Shape(rowProbs, {all}, "[rows]");
  }
  if (check.Failed()) {
    return check.Result();
  }
  MapSumArgs args;
  args.drops = drops;
  return call.Bind(kUnpermute, args,
                   {rows.tensor,
                    places.tensor,
                    map.tensor,
                    probs.tensor,
                    out.tensor,
                    order.tensor,
                    orderTokens.tensor,
                    {rowProbs.tensor, weighted}});
}

Status BindUnpermuteGrad(PhaseOneCall& call, const Tensors<8>& given, const aclIntArray* restoreShape,
                         bool drops) {
  const auto [gradOut, order, orderTokens, map, rows, probs, gradRows, gradOfProbs] =
      Named(kUnpermuteGrad, given);
  ArgumentChecks check;
  check.NotNull(gradOut).NotNull(order).NotNull(orderTokens).LiveOrNull(map).LiveOrNull(rows);
  check.LiveOrNull(probs).NotNull(gradRows).LiveOrNull(gradOfProbs);
  check.LiveOrNull("restoreShapeOptional", restoreShape);
  const bool weighted = probs.tensor != nullptr;
  if (weighted) {
    check.NotNull(rows).NotNull(gradOfProbs);
  }
  if (weighted && !drops) {
    check.NotNull(map);
  }
  CheckMatrix(check, gradOut);
  CheckRowsOut(check, gradRows, gradOut);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t tokens = Extent(gradOut, 0);
  const int64_t all = Extent(gradRows, 0);
  CheckIndices(check, order, all);
  CheckIndices(check, orderTokens, all);
  CheckMap(check, map, tokens);
  if (rows.tensor != nullptr) {
    check.SameDtype(rows, gradOut).ValidView(rows).SameShape(rows, gradRows);
  }
  if (weighted) {
    CheckProbs(check, probs, map, tokens, drops);
    check.SameDtype(gradOfProbs, probs).ValidOutputView(gradOfProbs).SameShape(gradOfProbs, probs);
  }
  CheckDivision(check, gradRows, map, tokens, drops, weighted && !check.Failed() ? Extent(probs, 1) : 1);
  if (check.Failed()) {
    return check.Result();
  }
  MapSumGradArgs args;
  args.drops = drops;
  return call.Bind(kUnpermuteGrad, args,
                   {gradOut.tensor,
                    order.tensor,
                    orderTokens.tensor,
                    map.tensor,
                    rows.tensor,
                    probs.tensor,
                    gradRows.tensor,
                    {gradOfProbs.tensor, weighted}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMoeTokenPermuteWithRoutingMap,
               (const aclTensor* tokens, const aclTensor* routingMap, const aclTensor* probsOptional,
                int64_t numOutTokens, bool dropAndPad, const aclTensor* permuteTokensOut,
                const aclTensor* permuteProbsOutOptional, const aclTensor* sortedIndicesOut),
               BindPermute(call,
                           {tokens, routingMap, probsOptional, permuteTokensOut, permuteProbsOutOptional,
                            sortedIndicesOut},
                           numOutTokens, dropAndPad))

OPENACLNN_CALL(aclnnMoeTokenPermuteWithRoutingMapGrad,
               (const aclTensor* permutedTokenOutputGrad, const aclTensor* permutedProbsOutputGradOptional,
                const aclTensor* sortedIndices, const aclTensor* routingMapOptional, int64_t numExperts,
                int64_t tokensNum, bool dropAndPad, const aclTensor* tokensGradOut,
                const aclTensor* probsGradOutOptional),
               BindPermuteGrad(call,
                               {permutedTokenOutputGrad, permutedProbsOutputGradOptional, sortedIndices,
                                routingMapOptional, tokensGradOut, probsGradOutOptional},
                               numExperts, tokensNum, dropAndPad))

OPENACLNN_CALL(aclnnMoeTokenUnpermuteWithRoutingMap,
               (const aclTensor* permutedTokens, const aclTensor* sortedIndices,
                const aclTensor* routingMapOptional, const aclTensor* probsOptional, bool paddedMode,
                const aclIntArray* restoreShapeOptional, const aclTensor* unpermutedTokens,
                const aclTensor* outIndex, const aclTensor* permuteTokenId, const aclTensor* permuteProbs),
               BindUnpermute(call,
                             {permutedTokens, sortedIndices, routingMapOptional, probsOptional,
                              unpermutedTokens, outIndex, permuteTokenId, permuteProbs},
                             restoreShapeOptional, paddedMode))

OPENACLNN_CALL(aclnnMoeTokenUnpermuteWithRoutingMapGrad,
               (const aclTensor* unpermutedTokensGrad, const aclTensor* outIndex,
                const aclTensor* permuteTokenId, const aclTensor* routingMapOptional,
                const aclTensor* permutedTokensOptional, const aclTensor* probsOptional, bool dropAndPad,
                const aclIntArray* restoreShapeOptional, const aclTensor* permutedTokensGradOut,
                const aclTensor* probsGradOutOptional),
               BindUnpermuteGrad(call,
                                 {unpermutedTokensGrad, outIndex, permuteTokenId, routingMapOptional,
                                  permutedTokensOptional, probsOptional, permutedTokensGradOut,
                                  probsGradOutOptional},
                                 restoreShapeOptional, dropAndPad))
