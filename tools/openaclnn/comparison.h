// SPDX-License-Identifier: Apache-2.0
//
// The published precision standard for floating-point operators, applied to two arrays.
#pragma once

#include <cstdint>
#include <optional>

#include "npy.h"

namespace openaclnn::cli {

// An element matches when |actual - expected| <= absolute + relative * |expected|. An array is within the
// standard when enough elements match and the largest absolute error is at most `maxError` or `maxUlps` units
// in the last place, whichever is more. NaN matches NaN, an infinity the same infinity; anything else beside
// one of them is outside, however many elements match.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  double ratio = 1;  // of the elements, that has to match
  double maxError = 0;
  double maxUlps = 0;
};

// The standard's numbers for a type. Integers and bool have to be equal. Empty for fp64, of which the
// standard says nothing.
[[nodiscard]] std::optional<Tolerance> PublishedTolerance(aclDataType dtype);

struct ElementPair {
  int64_t index = 0;  // in row-major order; of complex numbers, of their parts
  double actual = 0;
  double expected = 0;
  double error = 0;  // in the unit of what it is the worst of
};

struct ComparisonResult {
  int64_t elements = 0;
  int64_t matched = 0;
  int64_t identical = 0;  // equal as numbers, or both NaN
  int64_t nanMismatches = 0;
  int64_t infinityMismatches = 0;
  int64_t overLimit = 0;  // finite elements beyond the largest error that is allowed
  std::optional<ElementPair> worstAbsolute;
  std::optional<ElementPair> worstRelative;
  std::optional<ElementPair> worstUlps;
  std::optional<ElementPair> firstNonFiniteMismatch;
  std::optional<ElementPair> firstUnmatched;

  [[nodiscard]] double MatchedRatio() const;
  [[nodiscard]] bool Within(const Tolerance& tolerance) const;
};

// Both arrays have the same shape, and both or neither have complex numbers, whose parts are compared one by one;
// `dtype`, of the parts, says what a unit in the last place is, and what overflows.
[[nodiscard]] ComparisonResult Compare(const Array& actual, const Array& expected, aclDataType dtype,
                                       const Tolerance& tolerance);

}  // namespace openaclnn::cli
