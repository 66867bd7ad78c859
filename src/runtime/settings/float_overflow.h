// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// What overflow gives on the current device, as the number of an aclrtFloatOverflowMode. Kept and told: the
// host's arithmetic knows infinities and NaN in either mode.
[[nodiscard]] Status SetSaturationMode(int32_t mode);
[[nodiscard]] Status GetSaturationMode(aclrtFloatOverflowMode* mode);

// In stream order. No operator here reports an overflow, so that the status is always zeros.
[[nodiscard]] Status EnqueueOverflowStatus(void* output, size_t bytes, void* stream);
[[nodiscard]] Status EnqueueOverflowReset(void* stream);

}  // namespace openaclnn::runtime
