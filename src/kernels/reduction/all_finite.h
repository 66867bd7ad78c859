// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "kernels/tiles/tiles.h"

namespace openaclnn {

// Whether none of the elements [begin, end) of a view of FLOAT, FLOAT16 or BFLOAT16 is an infinity or NaN.
inline bool AllFinite(const TensorView& view, int64_t begin, int64_t end) {
  const TileReader reader(view);
  TileBuffer buffer;
  uint32_t largest = 0;
  for (int64_t at = begin; at < end; at += kTileElements) {
    const int64_t count = std::min(kTileElements, end - at);
    const float* const values = reader.Read(at, count, buffer);
    for (int64_t i = 0; i < count; ++i) {
      largest = std::max(largest, std::bit_cast<uint32_t>(values[i]) & 0x7FFFFFFFU);
    }
  }
  return largest < std::bit_cast<uint32_t>(std::numeric_limits<float>::infinity());
}

}  // namespace openaclnn
