// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/status.h"

namespace openaclnn::runtime {

// Checks an option of the profiler (ACL_PROF_*) and its value. `bytes` receives the limit of a collection's
// size, if it is that one.
[[nodiscard]] Status CheckProfilerOption(int32_t option, std::string_view value,
                                         std::optional<uint64_t>* bytes);

}  // namespace openaclnn::runtime
