// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace openaclnn {

// How sums of many elements are made, on every instruction set: each element of a block of kSumBlock goes to
// one of kSumLanes float32 lanes, and the lanes are added up in float64, by kLaneTotals sums and then these.
// So are the sums of blocks, in order. A lane takes 32 elements at most, so its rounding errors stay small;
// where errors count, it goes to float64 after a chain of fewer (ChainOf).
inline constexpr int64_t kSumLanes = 16;
inline constexpr int64_t kLaneTotals = 8;
inline constexpr int64_t kSumBlock = 512;

// How many of `elements` FLOAT numbers a lane adds up in float32: so few that the error of a sum is that of
// the terms, and one where that costs little.
constexpr int64_t ChainOf(int64_t elements) {
  return elements <= 64 ? 1 : elements <= 128 ? 2 : 4;
}

}  // namespace openaclnn
