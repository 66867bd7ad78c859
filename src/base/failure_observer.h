// SPDX-License-Identifier: Apache-2.0
//
// Who wants to know of every call that fails, beside the client.
#pragma once

#include "base/status.h"

namespace openaclnn {

using FailureObserver = void (*)(const char* function, const Status& status) noexcept;

// From now on it is called at the end of each entry point that fails, on the calling thread.
void ObserveFailures(FailureObserver observer) noexcept;

}  // namespace openaclnn
