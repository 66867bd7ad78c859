// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace openaclnn {

// float64 to float32, truncated, with the last bit set if anything was lost. Rounding the result to FLOAT16
// or BFLOAT16 then gives what rounding `value` once would have: two roundings to nearest can go wrong at
// ties, this cannot (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms
// using rounding to odd", 2008).
inline float RoundToOdd(double value) {
  const auto nearest = static_cast<float>(value);
  const auto back = static_cast<double>(nearest);
  const uint32_t away = std::fabs(back) > std::fabs(value) ? 1 : 0;
  const uint32_t inexact = back != value ? 1 : 0;
  return std::bit_cast<float>((std::bit_cast<uint32_t>(nearest) - away) | inexact);
}

}  // namespace openaclnn
