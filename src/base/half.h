// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace openaclnn {

// The numbers that the bits of the half types stand for, one at a time.
inline float FromBfloat16(uint16_t bits) {
  return std::bit_cast<float>(uint32_t{bits} << 16);
}

inline float FromFloat16(uint16_t bits) {
  const int exponent = bits >> 10 & 0x1F;
  const int digits = bits & 0x3FF;
  float magnitude = 0;
  if (exponent == 0x1F) {
    magnitude =
        digits == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  } else {
    magnitude = exponent == 0 ? std::ldexp(static_cast<float>(digits), -24)
                              : std::ldexp(static_cast<float>(digits + 0x400), exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

}  // namespace openaclnn
