// SPDX-License-Identifier: Apache-2.0
//
// Waiting for all work of a stream or of a device.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

// `milliseconds` as ParseTimeout wants it.
[[nodiscard]] Status SynchronizeStream(void* handle, int32_t milliseconds);

// Waits for every stream of the current device; returns the first failure and takes all of them.
[[nodiscard]] Status SynchronizeDevice(int32_t milliseconds);

}  // namespace openaclnn::runtime
