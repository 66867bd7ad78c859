// SPDX-License-Identifier: Apache-2.0
#include "collectives/deadline.h"

#include <algorithm>
#include <cstdint>

namespace openaclnn::collectives {

int MillisecondsUntil(Deadline deadline) {
  const Deadline now = Clock::now();
  if (deadline <= now) {
    return 0;
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - now).count();
  return static_cast<int>(std::min<int64_t>(left, 3'600'000));
}

}  // namespace openaclnn::collectives
