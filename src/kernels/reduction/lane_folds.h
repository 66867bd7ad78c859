// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/dtype.h"
#include "kernels/reduction/lane_loops.h"

namespace openaclnn {

// The folds of lanes of FLOAT, DOUBLE, INT32, INT64 or BOOL: of truth values, which are any bytes, the
// largest or the smallest.
[[nodiscard]] LaneFolds FindLaneFolds(LaneJoin join, DType number);

}  // namespace openaclnn
