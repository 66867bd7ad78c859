// SPDX-License-Identifier: Apache-2.0
//
// The sizes of stacks and print buffers of device kernels. Kernels here run on host threads and have neither:
// the sizes are checked, stored and returned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

// By aclrtDeviceLimit.
using LimitValues = std::array<size_t, 5>;

inline constexpr LimitValues kDefaultLimits{1152, 1024, 32768, 32768, 2097152};

// Sets one of `values`; `argument` is what a message calls it.
[[nodiscard]] Status StoreLimit(const char* argument, int32_t limit, size_t value, LimitValues* values);

// What aclInit begins with.
void ResetDeviceLimits(const LimitValues& values);

[[nodiscard]] Status SetDeviceLimit(int32_t limit, size_t value);
[[nodiscard]] Status GetDeviceLimit(int32_t limit, size_t* value);

}  // namespace openaclnn::runtime
