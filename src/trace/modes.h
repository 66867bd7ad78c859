// SPDX-License-Identifier: Apache-2.0
//
// Who watches what the library does: one word, which each call looks at.
#pragma once

#include <atomic>
#include <cstdint>

namespace openaclnn::trace {

namespace internal {

// The bits: a timeline in a file, lines on standard error, a profile. kUnread: the environment was not read.
enum Mode : uint8_t { kOff = 0, kTimeline = 1, kVerbose = 2, kProfile = 4, kUnread = 0xff };
extern std::atomic<uint8_t> modes;

[[nodiscard]] inline bool Has(uint8_t mode) noexcept {
  const uint8_t now = modes.load(std::memory_order_relaxed);
  return now != kUnread && (now & mode) != 0;
}

}  // namespace internal

// Nanoseconds of the steady clock.
[[nodiscard]] int64_t Now() noexcept;

}  // namespace openaclnn::trace
