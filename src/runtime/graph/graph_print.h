// SPDX-License-Identifier: Apache-2.0
//
// What clients are shown of a graph.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

// A line for each task, in the log.
[[nodiscard]] Status PrintGraph(const void* handle);
// A file for chrome://tracing; `flags` as the API's ACL_MDLRI_DEBUG_JSON_PRINT_*.
[[nodiscard]] Status WriteGraph(const void* handle, const char* path, uint32_t flags);

}  // namespace openaclnn::runtime
