// SPDX-License-Identifier: Apache-2.0
//
// Tokens copied into the order of their experts: aclnnMoeInitRouting, V2, V3 and QuantV2, aclnnMoeTokenPermute.
#include "ops/experts/routing.h"

#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_moe_init_routing.h"
#include "aclnnop/aclnn_moe_init_routing_quant_v2.h"
#include "aclnnop/aclnn_moe_init_routing_v2.h"
#include "aclnnop/aclnn_moe_init_routing_v3.h"
#include "aclnnop/aclnn_moe_token_permute.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

using Args = RoutingArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kRoutingCpu};

constexpr TensorArgument<Args> kX{"x", Role::kInput, &Args::x, false, true};
constexpr TensorArgument<Args> kExperts{"expertIdx", Role::kInput, &Args::experts, false, true};
constexpr TensorArgument<Args> kExpandedX{"expandedXOut", Role::kOutput, &Args::expandedX};
constexpr TensorArgument<Args> kPlaces{"expandedRowIdxOut", Role::kOutput, &Args::places};
constexpr TensorArgument<Args> kCounts{"expertTokensCountOrCumsumOut", Role::kOutput, &Args::counts};
constexpr TensorArgument<Args> kBefore{"expertTokensBeforeCapacityOut", Role::kOutput, &Args::countsBefore};
constexpr TensorArgument<Args> kScale{"scaleOptional", Role::kInput, &Args::scale, false, true};
constexpr TensorArgument<Args> kOffset{"offsetOptional", Role::kInput, &Args::offset, false, true};
constexpr TensorArgument<Args> kExpandedScale{"expandedScaleOut", Role::kOutput, &Args::expandedScale};

constexpr std::array<TensorArgument<Args>, 6> kFirst{
    {kX,
     {"rowIdx", Role::kInput, &Args::rowIdx, false, true},
     kExperts,
     kExpandedX,
     kPlaces,
     {"expandedExpertIdxOut", Role::kOutput, &Args::sortedExperts}}};
constexpr std::array<TensorArgument<Args>, 6> kSecond{{kX, kExperts, kExpandedX, kPlaces, kCounts, kBefore}};
constexpr std::array<TensorArgument<Args>, 8> kThird{
    {kX, kExperts, kScale, kOffset, kExpandedX, kPlaces, kCounts, kExpandedScale}};
constexpr std::array<TensorArgument<Args>, 9> kQuantized{
    {kX, kExperts, kScale, kOffset, kExpandedX, kPlaces, kCounts, kBefore, kExpandedScale}};
constexpr std::array<TensorArgument<Args>, 4> kPermuted{
    {{"tokens", Role::kInput, &Args::x, false, true},
     {"indices", Role::kInput, &Args::experts, false, true},
     {"permuteTokensOut", Role::kOutput, &Args::expandedX},
     {"sortedIndicesOut", Role::kOutput, &Args::places}}};

constexpr Operator<Args> kMoeInitRouting{"aclnnMoeInitRouting", kFirst, kKernels};
constexpr Operator<Args> kMoeInitRoutingV2{"aclnnMoeInitRoutingV2", kSecond, kKernels};
constexpr Operator<Args> kMoeInitRoutingV3{"aclnnMoeInitRoutingV3", kThird, kKernels};
constexpr Operator<Args> kMoeInitRoutingQuantV2{"aclnnMoeInitRoutingQuantV2", kQuantized, kKernels};
constexpr Operator<Args> kMoeTokenPermute{"aclnnMoeTokenPermute", kPermuted, kKernels};

constexpr int64_t kAnyExpert = INT32_MAX;
constexpr std::array<DType, 1> kInt32{DType::kInt32};
constexpr std::array<DType, 1> kInt64{DType::kInt64};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};
constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 1> kInt8{DType::kInt8};

// The tokens and their experts: [n, hidden] and [n, k], or [n].
void CheckTokens(ArgumentChecks& check, const NamedTensor& x, const NamedTensor& experts,
                 std::span<const DType> expertDtypes, Args& args) {
  check.DtypeIn(x, FloatDtypes()).DtypeIn(experts, expertDtypes);
  check.ValidView(x).ValidView(experts).Rank(x, 2);
  check.Require(
      experts.name, "1 or 2 dims",
      [&] { return experts.tensor->viewDims.size() == 1 || experts.tensor->viewDims.size() == 2; },
      [&] { return ShapeText(experts.tensor->viewDims); });
  if (check.Failed()) {
    return;
  }
  check.DimEquals(experts, 0, x.tensor->viewDims[0], "the tokens of x");
  check.Require(
      experts.name, "less than 2^31 elements", [&] { return NumElements(*experts.tensor) < kAnyExpert; },
      [&] { return ShapeText(experts.tensor->viewDims); });
  args.k = experts.tensor->viewDims.size() == 2 ? experts.tensor->viewDims[1] : 1;
}

// [rows, hidden], of x's type or INT8; of a capacity, [experts, capacity, hidden].
void CheckExpanded(ArgumentChecks& check, const NamedTensor& expanded, const NamedTensor& x, Args& args) {
  if (args.quant == RoutingQuant::kNone) {
    check.SameDtype(expanded, x);
  } else {
    check.DtypeIn(expanded, kInt8);
  }
  check.ValidOutputView(expanded);
  if (check.Failed()) {
    return;
  }
  const int64_t hidden = x.tensor->viewDims[1];
  if (args.capacity > 0) {
    args.rows = args.allExperts * args.capacity;
    check.Shape(expanded, {args.allExperts, args.capacity, hidden}, "[experts, capacity, hidden]");
  } else {
    check.Shape(expanded, {args.rows, hidden}, "[copies, hidden]");
  }
}

void CheckPlaces(ArgumentChecks& check, const NamedTensor& places, const NamedTensor& experts) {
  check.DtypeIn(places, kInt32).ValidOutputView(places);
  if (!check.Failed()) {
    check.Shape(places, {NumElements(*experts.tensor)}, "[copies]");
  }
}

Status BindFirst(PhaseOneCall& call, const Tensors<6>& given, int64_t activeNum) {
  const auto [x, rowIdx, experts, expanded, places, sorted] = Named(kMoeInitRouting, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(rowIdx).NotNull(experts).NotNull(expanded).NotNull(places).NotNull(sorted);
  Args args;
  CheckTokens(check, x, experts, kInt32, args);
  check.Rank(experts, 2).DtypeIn(rowIdx, kInt32).ValidView(rowIdx).SameShape(rowIdx, experts);
  check.InRange("activeNum", activeNum, 0, INT64_MAX, "0 or more");
  if (check.Failed()) {
    return check.Result();
  }
  args.rows = std::min(activeNum, x.tensor->viewDims[0]) * args.k;
  CheckExpanded(check, expanded, x, args);
  CheckPlaces(check, places, experts);
  CheckPlaces(check, sorted, experts);
  args.allExperts = args.endExpert = kAnyExpert;
  return check.Failed() ? check.Result() : call.Bind(kMoeInitRouting, args, TensorsOf(given));
}

Status BindPermute(PhaseOneCall& call, const Tensors<4>& given, int64_t numOutTokens, bool paddedMode) {
  const auto [tokens, indices, permuted, places] = Named(kMoeTokenPermute, given);
  ArgumentChecks check;
  check.NotNull(tokens).NotNull(indices).NotNull(permuted).NotNull(places);
  Args args;
  CheckTokens(check, tokens, indices, kIndexDtypes, args);
  check.Require(
      "paddedMode", "false", [&] { return !paddedMode; }, [] { return "true"; });
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t copies = NumElements(*indices.tensor);
  check.InRange("numOutTokens", numOutTokens, -copies, INT64_MAX, "the number of copies or more, negated");
  args.rows = numOutTokens > 0 ? std::min(numOutTokens, copies) : copies + numOutTokens;
  CheckExpanded(check, permuted, tokens, args);
  CheckPlaces(check, places, indices);
  args.allExperts = args.endExpert = kAnyExpert;
  return check.Failed() ? check.Result() : call.Bind(kMoeTokenPermute, args, TensorsOf(given));
}

// What the versions from the second on have; of attributes, those of the third.
struct Attributes {
  int64_t activeNum;
  int64_t expertCapacity;
  int64_t expertNum;
  int64_t dropPadMode;
  int64_t countKind;  // 0: none, 1: ends, 2: counts, 3: pairs
  bool before = false;
  int64_t quantMode = -1;
  const aclIntArray* range = nullptr;
  int64_t rowIdxType = 0;
};

void CheckAttributes(ArgumentChecks& check, const Attributes& given, const NamedTensor& experts, Args& args) {
  check.InRange("dropPadMode", given.dropPadMode, 0, 1, "0 or 1");
  const bool drops = given.dropPadMode == 1;
  const bool needed = drops || given.countKind > 0 || given.range != nullptr;
  check.InRange("expertNum", given.expertNum, needed ? 1 : 0, kAnyExpert, needed ? "1 or more" : "0 or more");
  if (drops) {
    check.InRange("expertCapacity", given.expertCapacity, 1, kAnyExpert, "1 or more");
    check.Require(
        "expertCapacity", "so few places that INT32 holds their numbers",
        [&] { return given.expertCapacity <= kAnyExpert / given.expertNum; },
        [&] { return std::to_string(given.expertCapacity) + " for " + std::to_string(given.expertNum); });
  }
  if (check.Failed()) {
    return;
  }
  args.allExperts = given.expertNum == 0 ? kAnyExpert : given.expertNum;
  args.endExpert = args.allExperts;
  args.capacity = drops ? given.expertCapacity : 0;
  args.countKind = static_cast<ExpertCounts>(given.countKind);
  args.placesOfRows = given.rowIdxType == 1;
  const int64_t copies = NumElements(*experts.tensor);
  args.rows = given.activeNum > 0 ? std::min(given.activeNum, copies) : copies;
  if (given.range != nullptr && !given.range->values.empty()) {
    const std::vector<int64_t>& range = given.range->values;
    check.Require(
        "activeExpertRangeOptional", "two numbers, 0 <= first < end <= expertNum",
        [&] {
          return range.size() == 2 && 0 <= range[0] && range[0] < range[1] && range[1] <= given.expertNum;
        },
        [&] { return ShapeText(range); });
    if (!check.Failed()) {
      args.firstExpert = range[0];
      args.endExpert = range[1];
    }
  }
  check.Require(
      "rowIdxType", "0, as copies may be dropped", [&] { return !drops || given.rowIdxType == 0; },
      [&] { return std::to_string(given.rowIdxType); });
}

void CheckCounts(ArgumentChecks& check, const NamedTensor& counts, std::span<const DType> dtypes,
                 const Args& args) {
  if (args.countKind == ExpertCounts::kNone || check.Failed()) {
    return;
  }
  check.DtypeIn(counts, dtypes).ValidOutputView(counts);
  if (args.countKind == ExpertCounts::kPairs) {
    check.Shape(counts, {args.allExperts, 2}, "[experts, 2]");
  } else {
    check.Shape(counts, {args.endExpert - args.firstExpert}, "[experts]");
  }
}

void CheckBefore(ArgumentChecks& check, const NamedTensor& before, const Args& args) {
  check.DtypeIn(before, kInt32).ValidOutputView(before).Shape(before, {args.allExperts}, "[experts]");
}

// Scales and offsets of a quantization, or of rows that are copied; their result.
void CheckScales(ArgumentChecks& check, const NamedTensor& scale, const NamedTensor& offset,
                 const NamedTensor& expanded, const NamedTensor& x, const Args& args) {
  if (check.Failed()) {
    return;
  }
  if (scale.tensor != nullptr) {
    const int64_t hidden = x.tensor->viewDims[1];
    check.DtypeIn(scale, kFloat).ValidView(scale);
    if (args.quant == RoutingQuant::kNone) {
      check.Shape(scale, {x.tensor->viewDims[0]}, "[tokens]");
    } else if (args.quant == RoutingQuant::kStatic) {
      check.NumElements(scale, 1, "one scale");
    } else {
      const int64_t experts = args.endExpert - args.firstExpert;
      check.Require(
          scale.name, "[1, hidden] or [experts, hidden]",
          [&] {
            const auto& dims = scale.tensor->viewDims;
            return dims.size() == 2 && dims[1] == hidden && (dims[0] == 1 || dims[0] == experts);
          },
          [&] { return ShapeText(scale.tensor->viewDims); });
    }
  }
  if (args.quant == RoutingQuant::kStatic && !check.Failed()) {
    if (offset.tensor != nullptr) {
      check.DtypeIn(offset, kFloat).ValidView(offset).NumElements(offset, 1, "one offset");
    }
  }
  const bool writes =
      args.quant == RoutingQuant::kDynamic || (args.quant == RoutingQuant::kNone && scale.tensor != nullptr);
  if (writes) {
    check.DtypeIn(expanded, kFloat).ValidOutputView(expanded);
    check.NumElements(expanded, args.rows, "one for each row of the result");
  }
}

bool WritesScales(const Args& args, const aclTensor* scale) {
  return args.quant == RoutingQuant::kDynamic || (args.quant == RoutingQuant::kNone && scale != nullptr);
}

// Every version from the second on; arguments that a version lacks are null.
template <size_t kCount>
Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<9>& all, const Attributes& attributes,
            const std::array<size_t, kCount>& places, std::span<const DType> countDtypes) {
  const auto [x, experts, scale, offset, expanded, rowIdx, counts, before, expandedScale] =
      Named(kMoeInitRoutingQuantV2, all);
  ArgumentChecks check;
  check.NotNull(x).NotNull(experts).LiveOrNull(scale).LiveOrNull(offset).NotNull(expanded).NotNull(rowIdx);
  check.LiveOrNull(counts).LiveOrNull(before).LiveOrNull(expandedScale);
  check.LiveOrNull("activeExpertRangeOptional", attributes.range);
  if (attributes.quantMode == 0) {
    check.NotNull(scale);
  }
  if (attributes.quantMode == 1 || (attributes.quantMode == -1 && scale.tensor != nullptr)) {
    check.NotNull(expandedScale);
  }
  if (attributes.countKind != 0) {
    check.NotNull(counts);
  }
  if (attributes.before && attributes.dropPadMode == 1) {
    check.NotNull(before);
  }
  check.InRange("expertTokensNumType", attributes.countKind, 0, 3, "a known one");
  check.InRange("quantMode", attributes.quantMode, -1, 1, "-1, 0 or 1");
  check.InRange("rowIdxType", attributes.rowIdxType, 0, 1, "0 or 1");
  const bool counted = attributes.countKind > 0;
  const bool countsBefore = attributes.before && attributes.dropPadMode == 1;
  Args args;
  args.quant = static_cast<RoutingQuant>(std::clamp<int64_t>(attributes.quantMode + 1, 0, 2));
  CheckTokens(check, x, experts, kIndexDtypes, args);
  CheckAttributes(check, attributes, experts, args);
  CheckExpanded(check, expanded, x, args);
  CheckPlaces(check, rowIdx, experts);
  CheckCounts(check, counts, countDtypes, args);
  if (countsBefore) {
    CheckBefore(check, before, args);
  }
  CheckScales(check, scale, offset, expandedScale, x, args);
  if (check.Failed()) {
    return check.Result();
  }
  const std::array<TensorOfCall, 9> used{x.tensor,
                                         experts.tensor,
                                         scale.tensor,
                                         {offset.tensor, args.quant == RoutingQuant::kStatic},
                                         expanded.tensor,
                                         rowIdx.tensor,
                                         {counts.tensor, counted},
                                         {before.tensor, countsBefore},
                                         {expandedScale.tensor, WritesScales(args, scale.tensor)}};
  TensorsOfCall tensors;
  for (const size_t place : places) {
    tensors.push_back(used[place]);
  }
  return call.Bind(op, args, tensors);
}

constexpr std::array<size_t, 6> kPlacesOfSecond{0, 1, 4, 5, 6, 7};
constexpr std::array<size_t, 8> kPlacesOfThird{0, 1, 2, 3, 4, 5, 6, 8};
constexpr std::array<size_t, 9> kAllPlaces{0, 1, 2, 3, 4, 5, 6, 7, 8};

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMoeInitRouting,
               (const aclTensor* x, const aclTensor* rowIdx, const aclTensor* expertIdx, int64_t activeNum,
                const aclTensor* expandedXOut, const aclTensor* expandedRowIdxOut,
                const aclTensor* expandedExpertIdxOut),
               BindFirst(call, {x, rowIdx, expertIdx, expandedXOut, expandedRowIdxOut, expandedExpertIdxOut},
                         activeNum))

OPENACLNN_CALL(aclnnMoeInitRoutingV2,
               (const aclTensor* x, const aclTensor* expertIdx, int64_t activeNum, int64_t expertCapacity,
                int64_t expertNum, int64_t dropPadMode, int64_t expertTokensCountOrCumsumFlag,
                bool expertTokensBeforeCapacityFlag, const aclTensor* expandedXOut,
                const aclTensor* expandedRowIdxOut, const aclTensor* expertTokensCountOrCumsumOut,
                const aclTensor* expertTokensBeforeCapacityOut),
               Bind(call, kMoeInitRoutingV2,
                    {x, expertIdx, nullptr, nullptr, expandedXOut, expandedRowIdxOut,
                     expertTokensCountOrCumsumOut, expertTokensBeforeCapacityOut, nullptr},
                    {.activeNum = activeNum,
                     .expertCapacity = expertCapacity,
                     .expertNum = expertNum,
                     .dropPadMode = dropPadMode,
                     .countKind = expertTokensCountOrCumsumFlag == 3 ? -1 : expertTokensCountOrCumsumFlag,
                     .before = expertTokensBeforeCapacityFlag},
                    kPlacesOfSecond, kInt32))

OPENACLNN_CALL(aclnnMoeInitRoutingQuantV2,
               (const aclTensor* x, const aclTensor* expertIdx, const aclTensor* scaleOptional,
                const aclTensor* offsetOptional, int64_t activeNum, int64_t expertCapacity, int64_t expertNum,
                int64_t dropPadMode, int64_t expertTokensCountOrCumsumFlag,
                bool expertTokensBeforeCapacityFlag, int64_t quantMode, const aclTensor* expandedXOut,
                const aclTensor* expandedRowIdxOut, const aclTensor* expertTokensCountOrCumsumOut,
                const aclTensor* expertTokensBeforeCapacityOut, const aclTensor* expandedScaleOut),
               Bind(call, kMoeInitRoutingQuantV2,
                    {x, expertIdx, scaleOptional, offsetOptional, expandedXOut, expandedRowIdxOut,
                     expertTokensCountOrCumsumOut, expertTokensBeforeCapacityOut, expandedScaleOut},
                    {.activeNum = activeNum,
                     .expertCapacity = expertCapacity,
                     .expertNum = expertNum,
                     .dropPadMode = dropPadMode,
                     .countKind = expertTokensCountOrCumsumFlag == 3 ? -1 : expertTokensCountOrCumsumFlag,
                     .before = expertTokensBeforeCapacityFlag,
                     .quantMode = quantMode == -1 ? 2 : quantMode},
                    kAllPlaces, kInt32))

OPENACLNN_CALL(aclnnMoeInitRoutingV3,
               (const aclTensor* x, const aclTensor* expertIdx, const aclTensor* scaleOptional,
                const aclTensor* offsetOptional, int64_t activeNum, int64_t expertCapacity, int64_t expertNum,
                int64_t dropPadMode, int64_t expertTokensNumType, bool expertTokensNumFlag, int64_t quantMode,
                const aclIntArray* activeExpertRangeOptional, int64_t rowIdxType,
                const aclTensor* expandedXOut, const aclTensor* expandedRowIdxOut,
                const aclTensor* expertTokensCountOrCumsumOut, const aclTensor* expandedScaleOut),
               Bind(call, kMoeInitRoutingV3,
                    {x, expertIdx, scaleOptional, offsetOptional, expandedXOut, expandedRowIdxOut,
                     expertTokensCountOrCumsumOut, nullptr, expandedScaleOut},
                    {.activeNum = activeNum,
                     .expertCapacity = expertCapacity,
                     .expertNum = expertNum,
                     .dropPadMode = dropPadMode,
                     .countKind = !expertTokensNumFlag ? 0
                                  : expertTokensNumType < 0 || expertTokensNumType > 2
                                      ? -1
                                      : expertTokensNumType + 1,
                     .quantMode = quantMode,
                     .range = activeExpertRangeOptional,
                     .rowIdxType = rowIdxType},
                    kPlacesOfThird, kInt64))

OPENACLNN_CALL(aclnnMoeTokenPermute,
               (const aclTensor* tokens, const aclTensor* indices, int64_t numOutTokens, bool paddedMode,
                const aclTensor* permuteTokensOut, const aclTensor* sortedIndicesOut),
               BindPermute(call, {tokens, indices, permuteTokensOut, sortedIndicesOut}, numOutTokens,
                           paddedMode))
