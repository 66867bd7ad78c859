// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string_view>

namespace openaclnn {

// Looks again and again for what may come sooner than a sleeping thread wakes up, which takes 5 to 40 us on a
// virtual machine: for a bounded time, and only while no other thread wants the processor.
//
//   BoundedSpin spin;
//   while (!HasCome() && spin.Again()) {
//   }
//   if (!HasCome()) ... sleep until it comes
class BoundedSpin {
 public:
  // For as long as OPENACLNN_SPIN says.
  BoundedSpin() : BoundedSpin(Limit()) {}
  explicit BoundedSpin(std::chrono::microseconds limit);

  // Lets other threads of the processor go first. Whether to look again; once it is false, it stays so.
  [[nodiscard]] bool Again() noexcept;
  // Also where others want the processor, for as long as they give it back in time: for what a thread that
  // sleeps would have to hand over first.
  [[nodiscard]] bool AgainAnyway() noexcept;
  // As Again, with the lock released meanwhile.
  [[nodiscard]] bool Again(std::unique_lock<std::mutex>& lock) noexcept;

  static constexpr const char* kVariable = "OPENACLNN_SPIN";
  static constexpr std::chrono::microseconds kDefault{50};
  static constexpr std::chrono::microseconds kMost{100'000};
  // A whole number of microseconds up to kMost; empty if the text is none.
  [[nodiscard]] static std::optional<std::chrono::microseconds> Parse(std::string_view text) noexcept;
  // What OPENACLNN_SPIN says, read at the first call: the backend makes it before any thread of ours runs. Where the value
  // cannot be used aclInit fails; here it counts as none.
  static std::chrono::microseconds Limit() noexcept;

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point last_;
  Clock::time_point end_;
};

// A while of waiting for a condition that the lock guards, before a sleep.
template <typename Condition>
void SpinFor(std::unique_lock<std::mutex>& lock, const Condition& holds) noexcept {
  if (holds()) {
    return;  // not even the time is asked for
  }
  BoundedSpin spin;
  while (spin.Again(lock) && !holds()) {
  }
}

}  // namespace openaclnn
