// SPDX-License-Identifier: Apache-2.0
//
// Lane loops that several families have: sums, and extremes.
#pragma once

#include "base/dtype.h"
#include "kernels/reduction/lane_loops.h"

namespace openaclnn {

// Of FLOAT, FLOAT16, BFLOAT16, DOUBLE or INT64 elements.
[[nodiscard]] const LaneLoops& FindSumLanes(DType element);

// The largest or the smallest element; NaN if there is one. Of the same types, INT32 and BOOL: of truth
// values, which are any bytes, not zero if any is not, or if none is.
[[nodiscard]] const LaneLoops& FindExtremeLanes(DType element, bool largest);

}  // namespace openaclnn
