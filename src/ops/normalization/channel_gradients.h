// SPDX-License-Identifier: Apache-2.0
//
// How the gradients of a normalization are scaled, where each channel has statistics of its own or shares
// them with others.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace openaclnn::channel_gradients {

// How inputs are centred: d = x * power - centre, which is (x - mean) * power rounded once. The power of two
// is the nearest to rstd, so that d is near xh = (x - mean) * rstd = d * rest: neither sums of products with
// tiny gradients nor their coefficients lose digits by it.
struct Centring {
  float power;
  float centre;
  double rest;
};
inline Centring CentringOf(float mean, float rstd) {
  const auto exponentOf = [](float value) {
    return static_cast<int32_t>(std::bit_cast<uint32_t>(value) >> 23U & 0xFFU) - 127;
  };
  const int32_t wanted = std::isfinite(rstd) ? exponentOf(rstd * 1.414F) : 0;
  const int32_t most = 126 - std::clamp(exponentOf(mean), 0, 127);  // the centre is finite
  const int32_t exponent = std::clamp(wanted, -100, most);
  const auto power = std::bit_cast<float>((127 + exponent) << 23);
  const auto inverse = std::bit_cast<float>((127 - exponent) << 23);
  return {power, mean * power, static_cast<double>(rstd) * static_cast<double>(inverse)};
}

// rstd as a power of two, which takes no digits from what it is multiplied with, and a factor near 1: what
// overflows without rstd does not with the power, and what is exact stays so.
struct SplitRstd {
  float power;
  float factor;
};
inline SplitRstd Split(float rstd) {
  const auto powerOf = [](int32_t exponent) { return std::bit_cast<float>((127 + exponent) << 23); };
  const auto biased = static_cast<int32_t>(std::bit_cast<uint32_t>(rstd) >> 23U & 0xFFU);
  const int32_t exponent = biased == 0xFF ? 0 : std::clamp(biased - 126, -100, 0);
  return {powerOf(exponent), rstd * powerOf(-exponent)};
}

}  // namespace openaclnn::channel_gradients
