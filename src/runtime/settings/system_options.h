// SPDX-License-Identifier: Apache-2.0
//
// What aclSysParamOpt names. Kernels here are deterministic in any case and have no variants to choose from:
// the options are stored and returned.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

[[nodiscard]] Status SetProcessOption(int32_t option, int64_t value);
// 0 before the first set.
[[nodiscard]] Status GetProcessOption(int32_t option, int64_t* value);

// Those of the current context, which stand before the process's. kRtSysParamOptNotSet before the first set.
[[nodiscard]] Status SetContextOption(int32_t option, int64_t value);
[[nodiscard]] Status GetContextOption(int32_t option, int64_t* value);

}  // namespace openaclnn::runtime
