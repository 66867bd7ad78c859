// SPDX-License-Identifier: Apache-2.0
#include "trace/profile.h"

#include <ctime>
#include <mutex>

#include "trace/event_text.h"
#include "trace/trace.h"

namespace openaclnn::trace {
namespace {

using internal::kProfile;

int64_t Read(clockid_t clock) {
  constexpr int64_t kSecond = 1'000'000'000;
  timespec time{};
  clock_gettime(clock, &time);
  return time.tv_sec * kSecond + time.tv_nsec;
}

void AddClocks(Timeline& profile) {
  const Clocks clocks = {Now(), Read(CLOCK_MONOTONIC_RAW), Read(CLOCK_REALTIME)};
  profile.Add(ClockText({HostPlace().process, 0}, clocks), clocks.steady);
}

// Calls change(profile) under the lock where a file is open, whether it records or not.
template <typename Change>
void WithOpenProfile(const Change& change) noexcept {
  const KeepErrno keepErrno;
  try {
    const std::lock_guard lock(internal::timelineMutex);
    Timeline* const profile = internal::FindTimeline(kProfile);
    if (profile != nullptr && profile->output.IsOpen()) {
      change(*profile);
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): no memory for an event: it is left out
  }
}

void SetRecording(bool records) {
  if (records) {
    internal::modes.fetch_or(kProfile, std::memory_order_relaxed);
  } else {
    internal::modes.fetch_and(static_cast<uint8_t>(~kProfile), std::memory_order_relaxed);
  }
}

}  // namespace

std::string OpenProfile(const std::string& path, uint64_t mostBytes) {
  static_cast<void>(IsOn());  // the environment's files first
  const std::lock_guard lock(internal::timelineMutex);
  Timeline& profile = internal::MakeTimeline(kProfile);
  profile.mostBytes = mostBytes;
  profile.named.clear();
  return profile.output.Open(path);
}

void SetProfileScope(const std::optional<Scope>& scope) noexcept {
  WithOpenProfile([&](Timeline& profile) {
    AddClocks(profile);
    profile.scope = scope.value_or(Scope());
    SetRecording(scope.has_value() && profile.output.IsOpen());
    profile.Expect(!profile.output.IsOpen() || profile.output.Flush());
  });
}

void CloseProfile() noexcept {
  WithOpenProfile([](Timeline& profile) {
    profile.Expect(profile.output.Flush());
    profile.output.Abandon();
    SetRecording(false);
  });
}

void AddMark(const Mark& mark) noexcept {
  WithTimelines(kProfile, [&](Timeline& profile) {
    if (mark.isStep ? profile.scope.steps : profile.scope.markers) {
      profile.NameHost();
      profile.Add(MarkText(mark.message, mark.domain, {mark.place, mark.begin, mark.end}, mark.stream),
                  mark.end);
    }
  });
}

}  // namespace openaclnn::trace
