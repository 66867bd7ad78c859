// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/tiles/tiles.h"

namespace openaclnn {

// Rows that a task goes through whose work on each is that of so many elements.
[[nodiscard]] inline int64_t RowsOfTask(int64_t length) {
  return std::max<int64_t>(1, 16 * kTileElements / std::max<int64_t>(length, 1));
}

}  // namespace openaclnn
