// SPDX-License-Identifier: Apache-2.0
#include "base/bounded_spin.h"

#include <sched.h>

#include <charconv>
#include <cstdlib>

namespace openaclnn {
namespace {

using std::chrono::microseconds;

// Yielding takes a microsecond at most where there is nobody to yield to.
constexpr microseconds kNobodyElse{10};

}  // namespace

BoundedSpin::BoundedSpin(microseconds limit) : last_(Clock::now()), end_(last_ + limit) {}

bool BoundedSpin::Again() noexcept {
  if (last_ >= end_) {
    return false;
  }
  sched_yield();
  const Clock::time_point now = Clock::now();
  if (now - last_ >= kNobodyElse) {
    end_ = now;
  }
  last_ = now;
  return now < end_;
}

bool BoundedSpin::AgainAnyway() noexcept {
  if (last_ >= end_) {
    return false;
  }
  sched_yield();
  last_ = Clock::now();
  return last_ < end_;
}

bool BoundedSpin::Again(std::unique_lock<std::mutex>& lock) noexcept {
  lock.unlock();
  const bool again = Again();
  lock.lock();
  return again;
}

std::optional<microseconds> BoundedSpin::Parse(std::string_view text) noexcept {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end && number >= 0 && microseconds(number) <= kMost
             ? std::optional(microseconds(number))
             : std::nullopt;
}

microseconds BoundedSpin::Limit() noexcept {
  static const microseconds limit = [] {
    const char* const value = std::getenv(kVariable);  // NOLINT(concurrency-mt-unsafe): read once
    return value == nullptr ? kDefault : Parse(value).value_or(kDefault);
  }();
  return limit;
}

}  // namespace openaclnn
