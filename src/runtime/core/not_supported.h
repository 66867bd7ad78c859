// SPDX-License-Identifier: Apache-2.0
//
// The answer of functions that a CPU cannot provide.
#pragma once

#include <cstdint>

#include "base/log.h"

namespace openaclnn::runtime {

// Reports that the entry point `function` is not supported, with the reason, and returns
// kRtFeatureNotSupported. The log gets one line for each function: programs ask some of them again and again.
int32_t NotSupported(const char* function, const char* reason,
                     log::Where where = log::Where::Here()) noexcept;

}  // namespace openaclnn::runtime
