// SPDX-License-Identifier: Apache-2.0
#pragma once

// Number formats for tests: slow arithmetic with frexp and ldexp, unrelated to the library's conversions on
// purpose. The round-to-nearest-even of nearbyint is relied on, so the floating-point environment must be the
// default one.

#include <array>
#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"

namespace openaclnn::testing {

/// From double in one rounding, to nearest even; subnormals kept, overflow to infinity, any NaN to the quiet
/// one of the same sign.
uint16_t EncodeFloat16(double value);
uint16_t EncodeBfloat16(double value);
uint32_t EncodeFloat32(double value);

double DecodeFloat16(uint16_t bits);
double DecodeBfloat16(uint16_t bits);
double DecodeFloat32(uint32_t bits);

bool IsFloating(aclDataType dtype);

/// What most operators compute with.
inline constexpr std::array<aclDataType, 10> kElementDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE,
                                                            ACL_INT8,  ACL_INT16,   ACL_INT32, ACL_INT64,
                                                            ACL_UINT8, ACL_BOOL};

/// In bytes, of kElementDtypes; throws std::invalid_argument for others, as do the functions below.
size_t ElementSize(aclDataType dtype);

/// One element in memory (host byte order). Integers are truncated toward zero and saturated.
void EncodeElement(aclDataType dtype, double value, uint8_t* bytes);
double DecodeElement(aclDataType dtype, const uint8_t* bytes);

/// The value of `dtype` that `value` becomes.
double RoundTo(aclDataType dtype, double value);

/// The low bits of an integer as `dtype` reads them, as integer arithmetic that wraps around leaves them; for
/// what is no integer of 8, 16 or 32 bits, the whole.
int64_t WrapTo(aclDataType dtype, int64_t whole);

/// As RoundTo, with the exponent going on beyond the largest finite value instead of overflowing: what lets a
/// result at the overflow threshold be compared by distance.
double RoundUnbounded(aclDataType dtype, double value);

/// The infinity of `dtype` seen as the number that comes after its largest finite one.
double OverflowThreshold(aclDataType dtype);

/// The spacing of `dtype` at |x|, never less than its smallest subnormal, and going on beyond its largest
/// finite value; NaN for NaN, infinity for infinity, 1 for integers.
double UlpSize(aclDataType dtype, double x);

/// How many representable values lie between a and b, both rounded to `dtype` first. Zeros of either sign are
/// one value, infinity follows the largest finite one; two NaNs are 0 apart, NaN and a number INT64_MAX.
int64_t UlpDistance(aclDataType dtype, double a, double b);

}  // namespace openaclnn::testing
