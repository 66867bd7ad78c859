// SPDX-License-Identifier: Apache-2.0
#include "trace/modes.h"

#include <chrono>

namespace openaclnn::trace {

namespace internal {
constinit std::atomic<uint8_t> modes{kUnread};
}  // namespace internal

int64_t Now() noexcept {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

}  // namespace openaclnn::trace
