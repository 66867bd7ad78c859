// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/support/array.h"

namespace openaclnn::testing {

/// A number as quantization documents it: to nearest with ties to even, saturated, 0 for NaN.
inline double Quantized(double number, double lowest, double highest) {
  return std::isnan(number) ? 0 : std::clamp(std::nearbyint(number), lowest, highest);
}

/// INT4 as INT32: eight along the last dim in each, the first one in the lowest bits.
inline Array PackedWords(const Array& numbers) {
  Array words{numbers.shape, {}};
  words.shape.back() /= 8;
  for (size_t begin = 0; begin < numbers.values.size(); begin += 8) {
    uint32_t word = 0;
    for (size_t i = 0; i < 8; ++i) {
      const auto nibble = static_cast<uint32_t>(static_cast<int32_t>(numbers.values[begin + i])) & 15U;
      word |= nibble << (4 * i);
    }
    words.values.push_back(static_cast<double>(static_cast<int32_t>(word)));
  }
  return words;
}

}  // namespace openaclnn::testing
