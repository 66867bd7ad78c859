// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace openaclnn {

// How sums of many elements are made, on every instruction set: each element of a block of kSumBlock goes to
// one of kSumLanes float32 lanes, and the lanes are added up in float64. So are the sums of blocks, in order.
// A lane takes 32 elements at most, so its rounding errors stay small.
inline constexpr int64_t kSumLanes = 16;
inline constexpr int64_t kSumBlock = 512;

}  // namespace openaclnn
