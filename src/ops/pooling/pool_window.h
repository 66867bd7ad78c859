// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace openaclnn {

// Along height and width.
struct PoolWindow {
  std::array<int64_t, 2> kernel{};
  std::array<int64_t, 2> stride{};
  std::array<int64_t, 2> padding{};
  std::array<int64_t, 2> dilation{};
};

}  // namespace openaclnn
