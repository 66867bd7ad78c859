// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "acl/acl_base.h"
#include "tests/support/array.h"

namespace openaclnn::testing {

/// How far an output of `dtype` may be from the float64 reference. One formula for all dtypes:
///
///   |actual - expected rounded to dtype|  <=  ulps * UlpSize(dtype, expected)
///                                             + arithmeticUlps * UlpSize(FLOAT, magnitude)
///
/// First term: the output's one rounding. A value computed a little beside the reference may round to the
/// neighbour, never farther, so it is 1. Second term: the arithmetic inside is float32 whatever the dtype.
/// Where large terms cancel, its error is in proportion to the terms, not to the small result, hence
/// `magnitude`, per element the sum of the |terms| that enter it; blocked summation keeps the factor small at
/// any length. For FLOAT16 and BF16 it matters only in such cancellations: otherwise a float32 ulp is lost
/// beside a half's.
struct Tolerance {
  static constexpr double kOutputUlps = 1;
  static constexpr double kArithmeticUlps = 4;

  aclDataType dtype = ACL_FLOAT;
  double ulps = kOutputUlps;
  double arithmeticUlps = kArithmeticUlps;
  /// Shape of the output; absent, or not finite at an element: |expected|, the magnitude of a single term.
  std::optional<Array> magnitudes;
  /// Where infinities meet, the order of operations decides between inf, -inf and NaN. For operators that
  /// promise no order (group norm's slabs), lets any of them stand for any other.
  bool anyNonFinite = false;

  static Tolerance For(aclDataType dtype, std::optional<Array> magnitudes = std::nullopt,
                       double arithmeticUlps = kArithmeticUlps);

  /// Bit-exact but for the sign of zero.
  static Tolerance Exact(aclDataType dtype);

  /// The right-hand side of the formula.
  double Allowed(size_t element, double expected) const;
};

/// Whether every element of `actual` (an output of tolerance.dtype) is close enough to `expected` (float64,
/// not yet rounded). NaN matches NaN, an infinity the same infinity. Where only the rounding to dtype
/// overflows, infinity counts as the number after the largest finite one. An element that was never written
/// matches nothing. A failure counts the bad elements and shows the first few and the worst with index,
/// values, errors and ulps.
::testing::AssertionResult Near(const Array& actual, const Array& expected, const Tolerance& tolerance);

/// The share of elements that are exactly the reference rounded to dtype (two NaNs count as equal); 1 if
/// there are none. Our target for half outputs is nearly 1.
double CorrectlyRoundedFraction(const Array& actual, const Array& expected, aclDataType dtype);

/// The larger of two errors. NaN, which compares with nothing, is an infinite one.
template <class Real>
Real WorseOf(Real worst, Real error) {
  return std::isnan(error) ? std::numeric_limits<Real>::infinity() : std::max(worst, error);
}

}  // namespace openaclnn::testing
