// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace openaclnn::log {

// A place in the source. The file may be null.
struct Where {
  const char* file;
  uint32_t line;

  // The caller's.
  static constexpr Where Here(const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace openaclnn::log
