// SPDX-License-Identifier: Apache-2.0
//
// Loops over indices without branches, by vectors.
#pragma once

#include <cstdint>

namespace openaclnn {

// Whether all of them lie in [-below, extent).
[[nodiscard]] bool AllInRange(const int64_t* indices, int64_t count, int64_t below, int64_t extent);

// Adds indices[i] * stride to offsets[i]; negative indices count from `extent`. All have been checked.
void AddOffsets(const int64_t* indices, int64_t count, int64_t extent, int64_t stride, int64_t* offsets);
// The same for offsets that begin as first + i * step.
void SetOffsets(const int64_t* indices, int64_t count, int64_t extent, int64_t stride, int64_t first,
                int64_t step, int64_t* offsets);

}  // namespace openaclnn
