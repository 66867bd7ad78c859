// SPDX-License-Identifier: Apache-2.0
//
// Which mistakes of the client are looked for (OPENACLNN_CHECK). docs/checkers.md describes them. The
// variable is read at the first call. Where it is not set, what is checked costs a look at one word.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/status.h"

namespace openaclnn::checker {

enum Check : uint8_t { kMemory = 1 };

namespace internal {
inline constexpr uint8_t kUnread = 0xff;
extern std::atomic<uint8_t> checks;
[[gnu::cold]] uint8_t ReadSettings() noexcept;
}  // namespace internal

[[nodiscard]] inline bool IsOn(Check check) noexcept {
  uint8_t checks = internal::checks.load(std::memory_order_relaxed);
  if (checks == internal::kUnread) [[unlikely]] {
    checks = internal::ReadSettings();
  }
  return (checks & check) != 0;
}

// kInvalidParam if OPENACLNN_CHECK names what is no check. Nothing is checked then.
[[nodiscard]] Status CheckSettings();

}  // namespace openaclnn::checker
