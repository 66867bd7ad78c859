// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace openaclnn::runtime::internal {

// How many streams are recorded.
extern std::atomic<uint32_t> recordings;

}  // namespace openaclnn::runtime::internal
