// SPDX-License-Identifier: Apache-2.0
#include "comparison.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "progress.h"

namespace openaclnn::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The spacing of a floating type at a value, never below that of its subnormals; 1 for integers.
double UlpAt(aclDataType dtype, double value) {
  int mantissa = 0;
  int lowestExponent = 0;
  switch (dtype) {
    case ACL_FLOAT16:
      mantissa = 10;
      lowestExponent = -14;
      break;
    case ACL_BF16:
      mantissa = 7;
      lowestExponent = -126;
      break;
    case ACL_FLOAT:
      mantissa = 23;
      lowestExponent = -126;
      break;
    case ACL_DOUBLE:
      mantissa = 52;
      lowestExponent = -1022;
      break;
    default:
      return 1;
  }
  const int exponent = value == 0 ? lowestExponent : std::max(std::ilogb(value), lowestExponent);
  return std::ldexp(1.0, exponent - mantissa);
}

// What a reference of a wider type is in the judged one where that is infinite; else the value itself, not
// rounded.
double Overflowed(const ElementType& type, double value) {
  constexpr double kLargestOfFloat16 = 65504;  // the narrowest range
  if (std::fabs(value) <= kLargestOfFloat16) {
    return value;
  }
  std::byte encoded[sizeof(double)];
  double rounded = 0;
  Encode(type, &value, 1, encoded);
  Decode(type, encoded, 1, &rounded);
  return std::isinf(rounded) ? rounded : value;
}

void KeepWorst(std::optional<ElementPair>* worst, const ElementPair& pair, double error) {
  if (!*worst || error > (*worst)->error) {
    *worst = pair;
    (*worst)->error = error;
  }
}

class Judge {
 public:
  Judge(const ElementType& type, bool wider, const Tolerance& tolerance, ComparisonResult* result)
      : type_(type), wider_(wider), tolerance_(tolerance), result_(*result) {}

  // `equal`: whether the two are the same bits, which float64 cannot tell of large integers.
  void Add(int64_t index, double actual, double expected, bool equal) {
    ++result_.elements;
    if (wider_ && std::isfinite(expected)) {
      expected = Overflowed(type_, expected);
    }
    const ElementPair pair{index, actual, expected, 0};
    if (!std::isfinite(actual) || !std::isfinite(expected)) {
      AddNonFinite(pair);
      return;
    }
    const double error = std::fabs(actual - expected);
    const double ulp = UlpAt(type_.dtype, expected);
    const bool same = type_.floating ? error == 0 : equal;
    const bool matches =
        same || (error > 0 && error <= tolerance_.absolute + tolerance_.relative * std::fabs(expected));
    result_.identical += same ? 1 : 0;
    Match(pair, matches);
    if (error > std::max(tolerance_.maxError, tolerance_.maxUlps * ulp)) {
      ++result_.overLimit;
    }
    if (!same) {
      KeepWorst(&result_.worstAbsolute, pair, error);
      KeepWorst(&result_.worstUlps, pair, error / ulp);
      KeepWorst(&result_.worstRelative, pair, expected == 0 ? kInfinity : error / std::fabs(expected));
    }
  }

 private:
  void AddNonFinite(const ElementPair& pair) {
    const bool anyNan = std::isnan(pair.actual) || std::isnan(pair.expected);
    const bool same =
        anyNan ? std::isnan(pair.actual) && std::isnan(pair.expected) : pair.actual == pair.expected;
    result_.identical += same ? 1 : 0;
    Match(pair, same);
    if (!same) {
      ++(anyNan ? result_.nanMismatches : result_.infinityMismatches);
      if (!result_.firstNonFiniteMismatch) {
        result_.firstNonFiniteMismatch = pair;
      }
    }
  }

  void Match(const ElementPair& pair, bool matches) {
    result_.matched += matches ? 1 : 0;
    if (!matches && !result_.firstUnmatched) {
      result_.firstUnmatched = pair;
    }
  }

  const ElementType& type_;
  bool wider_;
  Tolerance tolerance_;
  ComparisonResult& result_;
};

}  // namespace

std::optional<Tolerance> PublishedTolerance(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return Tolerance{0x1p-9, 0x1p-9, 0.99, 1e-1, 32};
    case ACL_BF16:
      return Tolerance{0x1p-6, 0x1p-6, 0.99, 1, 32};
    case ACL_FLOAT:
      return Tolerance{0x1p-10, 0x1p-16, 0.99, 1e-2, 32};
    case ACL_DOUBLE:
      return std::nullopt;
    default:
      return Tolerance{};
  }
}

double ComparisonResult::MatchedRatio() const {
  return elements == 0 ? 1 : static_cast<double>(matched) / static_cast<double>(elements);
}

bool ComparisonResult::Within(const Tolerance& tolerance) const {
  return MatchedRatio() >= tolerance.ratio && overLimit == 0 && nanMismatches == 0 && infinityMismatches == 0;
}

ComparisonResult Compare(const Array& actual, const Array& expected, aclDataType dtype,
                         const Tolerance& tolerance) {
  constexpr int64_t kBlock = 4096;
  const ElementType& actualType = PartOf(TypeOf(actual.dtype));
  const ElementType& expectedType = PartOf(TypeOf(expected.dtype));
  const int64_t parts = PartsOf(TypeOf(actual.dtype));
  const auto room = static_cast<size_t>(kBlock * parts);
  std::vector<std::byte> actualBytes(room * actualType.size);
  std::vector<std::byte> expectedBytes(room * expectedType.size);
  std::vector<double> actualValues(room);
  std::vector<double> expectedValues(room);
  ComparisonResult result;
  Judge judge(TypeOf(dtype), expectedType.dtype != dtype, tolerance, &result);
  Progress progress("comparing");
  const int64_t count = actual.Count();
  for (int64_t done = 0; done < count; done += kBlock) {
    const int64_t block = std::min(kBlock, count - done);
    actual.Gather(done, block, actualBytes.data());
    expected.Gather(done, block, expectedBytes.data());
    Decode(actualType, actualBytes.data(), block * parts, actualValues.data());
    Decode(expectedType, expectedBytes.data(), block * parts, expectedValues.data());
    for (int64_t i = 0; i < block * parts; ++i) {
      const auto at = static_cast<size_t>(i);
      const bool equal = actual.dtype == expected.dtype &&
                         std::memcmp(&actualBytes[at * actualType.size], &expectedBytes[at * actualType.size],
                                     actualType.size) == 0;
      judge.Add(done * parts + i, actualValues[at], expectedValues[at], equal);
    }
    progress.Update(static_cast<double>(done + block) / static_cast<double>(count));
  }
  return result;
}

}  // namespace openaclnn::cli
