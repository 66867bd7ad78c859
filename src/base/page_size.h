// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace openaclnn {

inline constexpr size_t kPage = size_t{4} << 10;
inline constexpr size_t kHugePage = size_t{2} << 20;

}  // namespace openaclnn
