// SPDX-License-Identifier: Apache-2.0
//
// Element-by-element operators against what their formulas give in long double.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/pointwise/oracle.h"

namespace openaclnn::testing {
namespace {

using Oracles = std::vector<PointwiseOracle>;

// An operator and the one in place, which have the same oracle.
Oracles WithInplace(Oracles oracles, const std::vector<const char*>& inplace) {
  for (size_t i = 0; i < inplace.size(); ++i) {
    PointwiseOracle oracle = oracles[i];
    oracle.function = inplace[i];
    oracles.push_back(oracle);
  }
  return oracles;
}

// ---- Sums and products

long double Sum(Elements x) {
  return x[0] + x[2] * x[1];
}
long double PositiveSum(Elements x) {
  return Sum(x) <= 0 ? 0 : Sum(x);
}
long double Difference(Elements x) {
  return x[0] - x[2] * x[1];
}
long double Exchanged(Elements x) {
  return x[1] - x[2] * x[0];
}
long double Product(Elements x) {
  return x[0] * x[1];
}

const std::array<PointwiseOracle, 19> kSums{{
    {.function = "aclnnAdd", .result = Sum, .roundsNumbers = true},
    {.function = "aclnnAdds", .result = Sum, .roundsNumbers = true},
    {.function = "aclnnInplaceAdd", .result = Sum, .roundsNumbers = true},
    {.function = "aclnnInplaceAdds", .result = Sum, .roundsNumbers = true},
    {.function = "aclnnAddRelu", .result = PositiveSum, .roundsNumbers = true},
    {.function = "aclnnInplaceAddRelu", .result = PositiveSum, .roundsNumbers = true},
    {.function = "aclnnAddV3", .result = Sum, .roundsNumbers = true},
    {.function = "aclnnInplaceAddV3", .result = Sum, .roundsNumbers = true},
    {"aclnnInplaceMul", Product},
    {"aclnnInplaceMuls", Product},
    {.function = "aclnnInplaceSub", .result = Difference, .roundsNumbers = true},
    {.function = "aclnnInplaceSubs", .result = Difference, .roundsNumbers = true},
    {"aclnnMul", Product},
    {"aclnnSquare", [](Elements x) { return x[0] * x[0]; }},
    {"aclnnMuls", Product},
    {.function = "aclnnRsub", .result = Exchanged, .roundsNumbers = true},
    {.function = "aclnnRsubs", .result = Exchanged, .roundsNumbers = true},
    {.function = "aclnnSub", .result = Difference, .roundsNumbers = true},
    {.function = "aclnnSubs", .result = Difference, .roundsNumbers = true},
}};
OPENACLNN_POINTWISE_TESTS(Sums, kSums);

// value is the last operand; all terms are exact here but for the product's first rounding.
long double SumOfProduct(Elements x) {
  return x[0] + x[3] * x[1] * x[2];
}
long double SumOfQuotient(Elements x) {
  return x[0] + x[3] * (x[1] / x[2]);
}
long double TruncatedQuotient(Elements x) {
  return x[1] == 0 ? -1 : std::trunc(x[0] / x[1]);
}
long double SumOfWholeQuotient(Elements x) {
  return x[0] + x[3] * TruncatedQuotient(x.subspan(1));
}
long double MagnitudeOfSum(Elements x) {
  return std::fabs(x[0]) + std::fabs(x[3] * x[1] * x[2]);
}
long double MagnitudeOfSumOfQuotient(Elements x) {
  return std::fabs(x[0]) + std::fabs(x[3] * (x[1] / x[2]));
}
long double Interpolated(Elements x) {
  return std::fabs(x[2]) < 0.5L ? x[0] + x[2] * (x[1] - x[0]) : x[1] - (x[1] - x[0]) * (1 - x[2]);
}
long double MagnitudeOfInterpolation(Elements x) {
  return std::fabs(x[0]) + std::fabs(x[1]) + std::fabs(x[2]) * (std::fabs(x[0]) + std::fabs(x[1]));
}
Oracles BlendOracles() {
  Oracles oracles;
  for (const char* function : {"aclnnAddcmul", "aclnnInplaceAddcmul"}) {
    oracles.push_back({.function = function, .result = SumOfProduct, .ulps = 4, .magnitude = MagnitudeOfSum});
  }
  for (const char* function : {"aclnnAddcdiv", "aclnnInplaceAddcdiv"}) {
    oracles.push_back({.function = function,
                       .result = SumOfQuotient,
                       .ofIntegers = SumOfWholeQuotient,
                       .ulps = 4,
                       .magnitude = MagnitudeOfSumOfQuotient,
                       .finite = true});  // quotients by the smallest numbers overflow
  }
  for (const char* function : {"aclnnLerp", "aclnnInplaceLerp", "aclnnLerps", "aclnnInplaceLerps"}) {
    oracles.push_back(
        {.function = function, .result = Interpolated, .ulps = 4, .magnitude = MagnitudeOfInterpolation});
  }
  oracles.push_back(
      {.function = "aclnnMaskedScale", .result = [](Elements x) { return x[0] * x[1] * x[2]; }, .ulps = 2});
  return oracles;
}
OPENACLNN_POINTWISE_TESTS(Blends, BlendOracles());

// ---- Quotients and remainders

long double Quotient(Elements x) {
  return x[0] / x[1];
}
// Of the remainder, which is exact: a quotient in long double may reach the next whole number.
long double FloorQuotient(Elements x) {
  const long double remainder = std::fmod(x[0], x[1]);
  const long double quotient = (x[0] - remainder) / x[1];
  const bool lower = remainder != 0 && (remainder < 0) != (x[1] < 0);
  return x[1] == 0 ? x[0] / x[1] : std::nearbyint(quotient) - (lower ? 1 : 0);
}
long double WholeFloorQuotient(Elements x) {
  return x[1] == 0 ? -1 : std::floor(x[0] / x[1]);
}
long double Remainder(Elements x) {
  const long double remainder = std::fmod(x[0], x[1]);
  return remainder != 0 && (remainder < 0) != (x[1] < 0) ? remainder + x[1] : remainder;
}
long double WholeRemainder(Elements x) {
  return x[1] == 0 ? x[0] : Remainder(x);
}
long double Fmod(Elements x) {
  return std::fmod(x[0], x[1]);
}
long double WholeFmod(Elements x) {
  return x[1] == 0 ? x[0] : Fmod(x);
}
long double ByMode(Elements x) {
  return x[2] == 0 ? Quotient(x) : x[2] == 1 ? std::trunc(x[0] / x[1]) : FloorQuotient(x);
}
long double WholeByMode(Elements x) {
  return x[2] == 1 ? TruncatedQuotient(x) : WholeFloorQuotient(x);
}
Oracles DivisionOracles() {
  Oracles oracles;
  for (const char* function : {"aclnnDiv", "aclnnDivs", "aclnnInplaceDiv", "aclnnInplaceDivs"}) {
    oracles.push_back({.function = function, .result = Quotient});
  }
  for (const char* function : {"aclnnDivMod", "aclnnDivMods", "aclnnInplaceDivMod", "aclnnInplaceDivMods"}) {
    oracles.push_back({.function = function, .result = ByMode, .ofIntegers = WholeByMode});
  }
  for (const char* function :
       {"aclnnFloorDivide", "aclnnFloorDivides", "aclnnInplaceFloorDivide", "aclnnInplaceFloorDivides"}) {
    oracles.push_back({.function = function, .result = FloorQuotient, .ofIntegers = WholeFloorQuotient});
  }
  for (const char* function :
       {"aclnnRemainderTensorTensor", "aclnnRemainderTensorScalar", "aclnnInplaceRemainderTensorTensor",
        "aclnnInplaceRemainderTensorScalar", "aclnnRemainderScalarTensor"}) {
    oracles.push_back(
        {.function = function, .result = Remainder, .ofIntegers = WholeRemainder, .roundsNumbers = true});
  }
  for (const char* function :
       {"aclnnFmodTensor", "aclnnFmodScalar", "aclnnInplaceFmodTensor", "aclnnInplaceFmodScalar"}) {
    oracles.push_back({.function = function, .result = Fmod, .ofIntegers = WholeFmod, .roundsNumbers = true});
  }
  return oracles;
}
OPENACLNN_POINTWISE_TESTS(Divisions, DivisionOracles());

// ---- Comparisons and bounds

Oracles ComparisonOracles() {
  struct Comparison {
    std::array<const char*, 4> functions;
    long double (*holds)(Elements);
  };
  const std::array<Comparison, 6> comparisons{{
      {{"aclnnEqTensor", "aclnnInplaceEqTensor", "aclnnEqScalar", "aclnnInplaceEqScalar"},
       [](Elements x) -> long double { return x[0] == x[1] ? 1 : 0; }},
      {{"aclnnNeTensor", "aclnnInplaceNeTensor", "aclnnNeScalar", "aclnnInplaceNeScalar"},
       [](Elements x) -> long double { return x[0] != x[1] ? 1 : 0; }},
      {{"aclnnGtTensor", "aclnnInplaceGtTensor", "aclnnGtScalar", "aclnnInplaceGtScalar"},
       [](Elements x) -> long double { return x[0] > x[1] ? 1 : 0; }},
      {{"aclnnGeTensor", "aclnnInplaceGeTensor", "aclnnGeScalar", "aclnnInplaceGeScalar"},
       [](Elements x) -> long double { return x[0] >= x[1] ? 1 : 0; }},
      {{"aclnnLtTensor", "aclnnInplaceLtTensor", "aclnnLtScalar", "aclnnInplaceLtScalar"},
       [](Elements x) -> long double { return x[0] < x[1] ? 1 : 0; }},
      {{"aclnnLeTensor", "aclnnInplaceLeTensor", "aclnnLeScalar", "aclnnInplaceLeScalar"},
       [](Elements x) -> long double { return x[0] <= x[1] ? 1 : 0; }},
  }};
  Oracles oracles;
  for (const Comparison& comparison : comparisons) {
    for (const char* function : comparison.functions) {
      oracles.push_back(
          {.function = function, .result = comparison.holds, .roundsNumbers = true, .truth = true});
    }
  }
  return oracles;
}
OPENACLNN_POINTWISE_TESTS(Comparisons, ComparisonOracles());

// The last operand is whether the result is inverted.
const std::array<PointwiseOracle, 2> kMembership{{
    {.function = "aclnnIsInTensorScalar",
     .result = [](Elements x) -> long double { return (x[0] == x[1]) != (x[3] != 0) ? 1 : 0; },
     .roundsNumbers = true,
     .truth = true},
    {.function = "aclnnIsInScalarTensor",
     .result = [](Elements x) -> long double { return (x[0] == x[1]) != (x[3] != 0) ? 1 : 0; },
     .roundsNumbers = true,
     .truth = true},
}};
OPENACLNN_POINTWISE_TESTS(Membership, kMembership);

long double IsClose(Elements x) {
  const bool nan = x[4] != 0 && std::isnan(x[0]) && std::isnan(x[1]);
  const bool finite = std::isfinite(x[0]) && std::isfinite(x[1]);
  const bool near = finite && std::fabs(x[0] - x[1]) <= x[3] + x[2] * std::fabs(x[1]);
  return x[0] == x[1] || near || nan ? 1 : 0;
}
const std::array<PointwiseOracle, 1> kCloseness{
    {{.function = "aclnnIsClose", .result = IsClose, .truth = true}}};
OPENACLNN_POINTWISE_TESTS(Closeness, kCloseness);

long double Larger(Elements x) {
  return std::isnan(x[0]) ? x[0] : std::isnan(x[1]) ? x[1] : std::max(x[0], x[1]);
}
long double Smaller(Elements x) {
  return std::isnan(x[0]) ? x[0] : std::isnan(x[1]) ? x[1] : std::min(x[0], x[1]);
}
long double Clamped(Elements x) {
  const std::array<long double, 2> raised{Larger(x), x[2]};
  return Smaller(raised);
}
Oracles BoundOracles() {
  Oracles oracles;
  for (const char* function :
       {"aclnnMaximum", "aclnnClampMin", "aclnnClampMinTensor", "aclnnInplaceClampMinTensor"}) {
    oracles.push_back({.function = function, .result = Larger, .roundsNumbers = true});
  }
  for (const char* function : {"aclnnMinimum", "aclnnClampMax", "aclnnClampMaxTensor", "aclnnInplaceClampMax",
                               "aclnnInplaceClampMaxTensor"}) {
    oracles.push_back({.function = function, .result = Smaller, .roundsNumbers = true});
  }
  for (const char* function : {"aclnnClamp", "aclnnClampTensor"}) {
    oracles.push_back({.function = function, .result = Clamped, .roundsNumbers = true});
  }
  return oracles;
}
OPENACLNN_POINTWISE_TESTS(Bounds, BoundOracles());

// ---- Truth values and bits

Oracles LogicOracles() {
  struct Operation {
    std::array<const char*, 2> logical;
    std::array<const char*, 4> bitwise;
    long double (*truth)(Elements);
    long double (*bits)(Elements);
  };
  const std::array<Operation, 3> operations{{
      {{"aclnnLogicalAnd", "aclnnInplaceLogicalAnd"},
       {"aclnnBitwiseAndTensor", "aclnnInplaceBitwiseAndTensor", "aclnnBitwiseAndScalar",
        "aclnnInplaceBitwiseAndScalar"},
       [](Elements x) -> long double { return x[0] != 0 && x[1] != 0 ? 1 : 0; },
       [](Elements x) -> long double {
         return static_cast<long double>(static_cast<int64_t>(x[0]) & static_cast<int64_t>(x[1]));
       }},
      {{"aclnnLogicalOr", "aclnnInplaceLogicalOr"},
       {"aclnnBitwiseOrTensor", "aclnnInplaceBitwiseOrTensor", "aclnnBitwiseOrScalar",
        "aclnnInplaceBitwiseOrScalar"},
       [](Elements x) -> long double { return x[0] != 0 || x[1] != 0 ? 1 : 0; },
       [](Elements x) -> long double {
         return static_cast<long double>(static_cast<int64_t>(x[0]) | static_cast<int64_t>(x[1]));
       }},
      {{"aclnnLogicalXor", "aclnnInplaceLogicalXor"},
       {"aclnnBitwiseXorTensor", "aclnnInplaceBitwiseXorTensor", "aclnnBitwiseXorScalar",
        "aclnnInplaceBitwiseXorScalar"},
       [](Elements x) -> long double { return (x[0] != 0) != (x[1] != 0) ? 1 : 0; },
       [](Elements x) -> long double {
         return static_cast<long double>(static_cast<int64_t>(x[0]) ^ static_cast<int64_t>(x[1]));
       }},
  }};
  const auto isZero = [](Elements x) -> long double { return x[0] == 0 ? 1 : 0; };
  Oracles oracles{
      {.function = "aclnnBitwiseAndTensorOut", .result = operations[0].bits},
      {.function = "aclnnInplaceBitwiseAndTensorOut", .result = operations[0].bits},
      {.function = "aclnnLogicalNot", .result = isZero, .truth = true},
      {.function = "aclnnInplaceLogicalNot", .result = isZero, .truth = true},
      {.function = "aclnnBitwiseNot",
       .result = [](Elements x) -> long double { return -x[0] - 1; },
       .ofTruths = isZero},
  };
  for (const Operation& operation : operations) {
    for (const char* function : operation.logical) {
      oracles.push_back({.function = function, .result = operation.truth, .truth = true});
    }
    for (const char* function : operation.bitwise) {
      oracles.push_back({.function = function, .result = operation.bits});
    }
  }
  return oracles;
}
OPENACLNN_POINTWISE_TESTS(LogicAndBits, LogicOracles());

// ---- Functions of one number

long double Sign(Elements x) {
  return x[0] > 0 ? 1 : x[0] < 0 ? -1 : 0;
}
long double Step(Elements x) {
  return x[0] == 0 ? x[1] : x[0] > 0 ? 1 : 0;
}
long double Replaced(Elements x) {
  return std::isnan(x[0]) ? x[1] : !std::isinf(x[0]) ? x[0] : x[0] > 0 ? x[2] : x[3];
}
// The product's rounding decides where the whole numbers meet: in float32, or for DOUBLE in float64.
template <typename Real>
long double RoundedIn(Real x, long double decimals) {
  const auto scale = static_cast<Real>(std::pow(10.0L, std::fabs(decimals)));
  return decimals < 0 ? std::nearbyint(x / scale) * scale : std::nearbyint(x * scale) / scale;
}
long double RoundedTo(Elements x) {
  const auto single = static_cast<float>(x[0]);
  return static_cast<long double>(single) == x[0] ? RoundedIn(single, x[1])
                                                  : RoundedIn(static_cast<double>(x[0]), x[1]);
}
Oracles FunctionOracles() {
  using One = long double (*)(Elements);
  const One negated = [](Elements x) { return -x[0]; };
  const One magnitude = [](Elements x) { return std::fabs(x[0]); };
  const One up = [](Elements x) { return std::ceil(x[0]); };
  const One down = [](Elements x) { return std::floor(x[0]); };
  const One towardsZero = [](Elements x) { return std::trunc(x[0]); };
  const One fraction = [](Elements x) { return x[0] - std::trunc(x[0]); };
  const One nearest = [](Elements x) { return std::nearbyint(x[0]); };
  const One root = [](Elements x) { return std::sqrt(x[0]); };
  const One inverseRoot = [](Elements x) { return 1 / std::sqrt(x[0]); };
  const One inverse = [](Elements x) { return 1 / x[0]; };
  const One finite = [](Elements x) -> long double { return std::isfinite(x[0]) ? 1 : 0; };
  const One infinite = [](Elements x) -> long double { return std::isinf(x[0]) ? 1 : 0; };
  const One lowest = [](Elements x) -> long double { return std::isinf(x[0]) && x[0] < 0 ? 1 : 0; };
  const One highest = [](Elements x) -> long double { return std::isinf(x[0]) && x[0] > 0 ? 1 : 0; };
  const One minus = [](Elements x) -> long double { return std::signbit(x[0]) ? 1 : 0; };
  // Those that are also in place come first, in the order of the list below.
  const Oracles oracles{
      {.function = "aclnnNeg", .result = negated},
      {.function = "aclnnSign", .result = Sign},
      {.function = "aclnnCeil", .result = up},
      {.function = "aclnnFloor", .result = down},
      {.function = "aclnnTrunc", .result = towardsZero},
      {.function = "aclnnFrac", .result = fraction},
      {.function = "aclnnRound", .result = nearest},
      {.function = "aclnnRoundDecimals", .result = RoundedTo},
      {.function = "aclnnSqrt", .result = root},
      {.function = "aclnnRsqrt", .result = inverseRoot, .ulps = 2},
      {.function = "aclnnReciprocal", .result = inverse},
      {.function = "aclnnAbs", .result = magnitude},
      {.function = "aclnnIsFinite", .result = finite, .truth = true},
      {.function = "aclnnIsInf", .result = infinite, .truth = true},
      {.function = "aclnnIsNegInf", .result = lowest, .truth = true},
      {.function = "aclnnIsPosInf", .result = highest, .truth = true},
      {.function = "aclnnSignbit", .result = minus, .truth = true},
      {.function = "aclnnHeaviside", .result = Step},
      {.function = "aclnnNanToNum", .result = Replaced},
      {.function = "aclnnInplaceNanToNum", .result = Replaced},
  };
  return WithInplace(
      oracles, {"aclnnInplaceNeg", "aclnnInplaceSign", "aclnnInplaceCeil", "aclnnInplaceFloor",
                "aclnnInplaceTrunc", "aclnnInplaceFrac", "aclnnInplaceRound", "aclnnInplaceRoundDecimals",
                "aclnnInplaceSqrt", "aclnnInplaceRsqrt", "aclnnInplaceReciprocal"});
}
OPENACLNN_POINTWISE_TESTS(Rounding, FunctionOracles());

// ---- What moves elements

Oracles SelectionOracles() {
  using One = long double (*)(Elements);
  const One chosen = [](Elements x) { return x[0] != 0 ? x[1] : x[2]; };
  const One value = [](Elements x) { return x[1]; };
  const One masked = [](Elements x) { return x[1] != 0 ? x[2] : x[0]; };
  const One zero = [](Elements) -> long double { return 0; };
  const One one = [](Elements) -> long double { return 1; };
  return {
      {.function = "aclnnSWhere", .result = chosen},
      {.function = "aclnnInplaceFillScalar", .result = value, .roundsNumbers = true},
      {.function = "aclnnInplaceFillTensor", .result = value, .finite = true},
      {.function = "aclnnInplaceZero", .result = zero},
      {.function = "aclnnInplaceOne", .result = one},
      {.function = "aclnnInplaceMaskedFillScalar", .result = masked, .roundsNumbers = true},
      {.function = "aclnnInplaceMaskedFillTensor", .result = masked, .finite = true},
  };
}
OPENACLNN_POINTWISE_TESTS(Selections, SelectionOracles());

}  // namespace
}  // namespace openaclnn::testing
