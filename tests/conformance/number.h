// SPDX-License-Identifier: Apache-2.0
#pragma once

// Numbers of the dtypes, fast enough for hundreds of millions of elements, and unrelated to the library's own
// conversions: what those get wrong must not cancel out here. conformance_test holds them against the slow
// ones of tests/support.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "acl/acl_base.h"

namespace openaclnn::conformance {

/// A binary floating-point format no wider than float32; all its values are doubles.
struct FloatFormat {
  int fractionBits;
  int maxExponent;

  int MinExponent() const { return 1 - maxExponent; }

  /// 2^exponent, for exponents of normal doubles.
  static double PowerOfTwo(int exponent) {
    return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
  }

  double LargestFinite() const { return (2.0 - PowerOfTwo(-fractionBits)) * PowerOfTwo(maxExponent); }

  /// The distance of neighbours at |x|, going on beyond the largest finite value as if there were more
  /// exponents. x must be finite.
  double Ulp(double x) const {
    const auto biased = static_cast<int>(std::bit_cast<uint64_t>(x) >> 52 & 0x7FF);
    return PowerOfTwo(std::max(biased - 1023, MinExponent()) - fractionBits);
  }

  /// To nearest, ties to even, subnormals kept, no overflow.
  double RoundUnbounded(double x) const {
    constexpr double kFarOutside = 0x1p900;  // beyond any format here: nothing to gain from rounding
    if (!(std::fabs(x) < kFarOutside)) {
      return x;
    }
    // Beside this number doubles are exactly one ulp of the format apart: the addition rounds.
    const double shift = 0x1.8p52 * Ulp(x);
    return std::copysign((x + shift) - shift, x);
  }

  double Round(double x) const {
    const double rounded = RoundUnbounded(x);
    return std::fabs(rounded) > LargestFinite()
               ? std::copysign(std::numeric_limits<double>::infinity(), rounded)
               : rounded;
  }
};

/// FLOAT, FLOAT16 or BF16; throws std::invalid_argument for others.
const FloatFormat& FormatOf(aclDataType dtype);

/// "fp32", "fp16", "bf16", "fp64", "int8", "int16", "int32", "int64", "uint8", "bool" and back; throws
/// std::invalid_argument for others.
aclDataType DtypeOf(const char* name);
const char* NameOf(aclDataType dtype);

/// Elements in memory to doubles and back: rounded once, integers cut off and saturated.
void Decode(aclDataType dtype, const uint8_t* bytes, size_t count, double* values);
void Encode(aclDataType dtype, const double* values, size_t count, uint8_t* bytes);

/// The value that has these low bits (of as many as the dtype is wide).
double FromBits(aclDataType dtype, uint64_t bits);

}  // namespace openaclnn::conformance
