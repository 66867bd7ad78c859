// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace openaclnn {

// Along depth, height and width; of images the depth has windows of one place.
struct PoolWindow {
  std::array<int64_t, 3> kernel{1, 1, 1};
  std::array<int64_t, 3> stride{1, 1, 1};
  std::array<int64_t, 3> padding{};
  std::array<int64_t, 3> dilation{1, 1, 1};
};

}  // namespace openaclnn
