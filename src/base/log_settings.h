// SPDX-License-Identifier: Apache-2.0
//
// What the ASCEND_* variables say about the log. A value that cannot be used means the default.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/function_ref.h"

namespace openaclnn::log {

// In the order of the numbers that users give; events have a switch of their own.
enum class Level : uint8_t { kDebug, kInfo, kWarning, kError, kEvent };

// Who speaks: this library, or the program by aclAppLog.
enum class Module : uint8_t { kApi, kApplication };
inline constexpr size_t kModules = 2;

[[nodiscard]] constexpr uint8_t BitOf(Level level) {
  return static_cast<uint8_t>(1U << static_cast<unsigned>(level));
}

[[nodiscard]] std::string_view NameOf(Module module);

struct Settings {
  std::array<uint8_t, kModules> levels{};  // of each module, the BitOf of every level that is on
  bool toStdout = false;                   // instead of files
  std::string root;                        // where the files go; empty: there is no place for them
  size_t maxFiles = 0;                     // of this process and kind; older ones are deleted
};

// The value of a variable, null if it is unset.
using Lookup = FunctionRef<const char*(const char* variable)>;

[[nodiscard]] Settings ReadSettings(Lookup lookup);

}  // namespace openaclnn::log
