// SPDX-License-Identifier: Apache-2.0
//
// The log: one line a call, to files or to standard output, as the ASCEND_* variables say. They are read at
// the first line; nothing is created before it. A line is where it belongs when Write returns: there is no
// thread behind it, and nothing is left to do when the process ends or forks. What cannot be written is
// dropped; no call fails for its log.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/log_settings.h"
#include "base/log_where.h"

namespace openaclnn::log {

namespace internal {
// Of each module, the levels that are on: all, until the settings are read.
extern std::array<std::atomic<uint8_t>, kModules> enabledLevels;
}  // namespace internal

// Whether a line would be written. This is all that a line costs whose level is off.
[[nodiscard]] inline bool IsOn(Module module, Level level) {
  const uint8_t levels = internal::enabledLevels[static_cast<size_t>(module)].load(std::memory_order_relaxed);
  return (levels & BitOf(level)) != 0;
}

// Writes a line if its level is on. Thread safe, at any time in the life of the process.
void Write(Module module, Level level, Where where, std::string_view text) noexcept;

}  // namespace openaclnn::log
