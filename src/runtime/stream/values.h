// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

// Tasks on 64 bits of device memory; `flag` as the API has it.
[[nodiscard]] Status WriteValue(void* address, uint64_t value, uint32_t flag, void* stream);
[[nodiscard]] Status WaitForValue(void* address, uint64_t value, uint32_t flag, void* stream);

}  // namespace openaclnn::runtime
