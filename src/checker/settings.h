// SPDX-License-Identifier: Apache-2.0
//
// Which mistakes of the client are looked for (OPENACLNN_CHECK). docs/checkers.md describes them. The
// variable is read at the first call. Where it is not set, what is checked costs a look at one word.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/status.h"

namespace openaclnn::checker {

enum Check : uint8_t { kMemory = 1, kRaces = 2, kAny = kMemory | kRaces };

namespace internal {
inline constexpr uint8_t kUnread = 0xff;
extern std::atomic<uint8_t> checks;
[[gnu::cold]] uint8_t ReadSettings() noexcept;
}  // namespace internal

// Of kAny: whether one of them is on.
[[nodiscard]] inline bool IsOn(Check check) noexcept {
  const uint8_t checks = internal::checks.load(std::memory_order_relaxed);
  if ((checks & check) == 0) [[likely]] {
    return false;
  }
  return checks != internal::kUnread || (internal::ReadSettings() & check) != 0;
}

// kInvalidParam if OPENACLNN_CHECK names what is no check. Nothing is checked then.
[[nodiscard]] Status CheckSettings();

}  // namespace openaclnn::checker
