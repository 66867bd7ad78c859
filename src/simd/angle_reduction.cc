// SPDX-License-Identifier: Apache-2.0
#include "simd/angle_reduction.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "simd/math_constants.h"

namespace openaclnn {
namespace {

__extension__ using Wide = unsigned __int128;

// 64 binary digits of 2 / pi, from that of weight 2^-(first + 1) on; those before the point are 0.
uint64_t DigitsFrom(int first) {
  if (first <= -64) {
    return 0;
  }
  if (first < 0) {
    return kTwoOverPiDigits[0] >> static_cast<unsigned>(-first);
  }
  const auto word = static_cast<size_t>(first / 64);
  const auto bit = static_cast<unsigned>(first % 64);
  const uint64_t high = kTwoOverPiDigits[word] << bit;
  return bit == 0 ? high : high | kTwoOverPiDigits[word + 1] >> (64 - bit);
}

}  // namespace

// Payne and Hanek's method: of the product with 2 / pi, only the digits that do not make whole turns, and
// enough behind the point, are computed.
ReducedAngle ReduceAngle(double angle) {
  if (!std::isfinite(angle)) {
    return {0, std::numeric_limits<double>::quiet_NaN(), 0};
  }
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(angle), &exponent);
  const auto mantissa = static_cast<uint64_t>(std::ldexp(fraction, 53));
  exponent -= 53;  // |angle| = mantissa * 2^exponent
  // Digits of weight 2^(2 - exponent) and above give whole turns. A window of 256 from there on; the
  // product's lowest word is dropped.
  std::array<uint64_t, 4> window;
  for (int i = 0; i < 4; ++i) {
    window[static_cast<size_t>(i)] = DigitsFrom(exponent - 2 + 64 * i);
  }
  std::array<uint64_t, 4> product{};  // highest first; 62 digits of its first word are behind the point
  Wide carry = 0;
  for (size_t i = 4; i-- > 0;) {
    carry += static_cast<Wide>(window[i]) * mantissa;
    product[i] = static_cast<uint64_t>(carry);
    carry >>= 64U;
  }
  // To the nearest right angle: what is left is from -1/2 to 1/2 of it, in two words behind the point.
  const uint64_t rounded = product[0] + (uint64_t{1} << 61U);
  int quadrant = static_cast<int>(rounded >> 62U);
  const uint64_t first = product[0] << 2U | product[1] >> 62U;
  const uint64_t second = product[1] << 2U | product[2] >> 62U;
  const uint64_t third = product[2] << 2U | product[3] >> 62U;
  const bool negative = first >> 63U != 0;
  std::array<uint64_t, 3> digits{first, second, third};
  if (negative) {  // two's complement
    bool borrow = true;
    for (size_t i = 3; i-- > 0;) {
      digits[i] = ~digits[i] + (borrow ? 1 : 0);
      borrow = borrow && digits[i] == 0;
    }
  }
  int zeros = 0;  // in front
  while (zeros < 128 && digits[0] >> 63U == 0) {
    digits[0] = digits[0] << 1U | digits[1] >> 63U;
    digits[1] = digits[1] << 1U | digits[2] >> 63U;
    digits[2] <<= 1U;
    ++zeros;
  }
  // 53 digits, and the 53 after them.
  const uint64_t top = digits[0] >> 11U;
  const uint64_t next = (digits[0] << 53U | digits[1] >> 11U) >> 11U;
  const double high = std::ldexp(static_cast<double>(top), -53 - zeros);
  const double low = std::ldexp(static_cast<double>(next), -106 - zeros);
  using C = MathConstants<double>;
  double radians = high * C::kHalfPiHigh;
  double rest =
      std::fma(high, C::kHalfPiHigh, -radians) + std::fma(high, C::kHalfPiLow, low * C::kHalfPiHigh);
  const double sum = radians + rest;
  rest = rest - (sum - radians);
  radians = sum;
  if (negative) {
    radians = -radians;
    rest = -rest;
  }
  if (angle < 0) {
    return {-quadrant & 3, -radians, -rest};
  }
  return {quadrant, radians, rest};
}

}  // namespace openaclnn
