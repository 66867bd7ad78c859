// SPDX-License-Identifier: Apache-2.0
//
// How long an operator may run, of the process. A device rounds a wish up to a whole number of its timer's
// steps. Kept and told; nothing on a CPU ends a task that runs.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

// 0 means the longest time there is. `effective` may be null: nobody asked.
[[nodiscard]] Status SetOperatorTimeout(uint64_t microseconds, uint64_t* effective);

[[nodiscard]] Status OperatorTimeout(uint64_t* microseconds);

[[nodiscard]] Status OperatorTimeoutStep(uint64_t* microseconds);

}  // namespace openaclnn::runtime
