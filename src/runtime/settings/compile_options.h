// SPDX-License-Identifier: Apache-2.0
//
// What clients say about a compiler that is not there. Kept in the core, so that it outlives the library that
// clients load for it.
#pragma once

#include <cstddef>

#include "base/status.h"

namespace openaclnn::runtime {

[[nodiscard]] Status SetCompileOption(int option, const char* value);

// With the terminating zero.
[[nodiscard]] size_t CompileOptionSize(int option);

[[nodiscard]] Status GetCompileOption(int option, char* value, size_t length);

}  // namespace openaclnn::runtime
