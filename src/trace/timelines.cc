// SPDX-License-Identifier: Apache-2.0
#include "trace/timelines.h"

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <system_error>

#include "trace/event_text.h"
#include "trace/verbose.h"

namespace openaclnn::trace {

namespace internal {
constinit std::mutex timelineMutex;
}  // namespace internal

namespace {

using internal::kProfile;
using internal::kTimeline;
using internal::timelineMutex;

constinit Timeline* ofEnvironment = nullptr;
constinit Timeline* ofProfiler = nullptr;
constinit std::atomic<uint32_t> forks{0};

// Without a destructor: it works while the thread ends, too.
struct ThisThread {
  Place place;
  uint32_t forks = 0;
  bool isNamed = false;
};
thread_local constinit ThisThread thisThread;

void EndOfProcess() {
  WithTimelines(kTimeline | kProfile, [](Timeline& line) {
    line.atExit = true;  // what comes now may be the last
    line.Expect(line.output.Flush());
  });
}

// The child has neither the files nor the streams of its parent. What it calls is a matter of its own: it
// reads the variables again.
void InChild() {
  for (Timeline* const timeline : {ofEnvironment, ofProfiler}) {
    if (timeline != nullptr) {
      timeline->output.Abandon();
      timeline->named.clear();
    }
  }
  forks.fetch_add(1, std::memory_order_relaxed);
  internal::modes.store(internal::kUnread, std::memory_order_relaxed);
  timelineMutex.unlock();
}

[[maybe_unused]] const int atForkRegistered =
    pthread_atfork([] { timelineMutex.lock(); }, [] { timelineMutex.unlock(); }, InChild);

}  // namespace

Timeline* internal::FindTimeline(uint8_t mode) noexcept {
  return mode == kTimeline ? ofEnvironment : ofProfiler;
}

Timeline& internal::MakeTimeline(uint8_t mode) {
  Timeline*& timeline = mode == kTimeline ? ofEnvironment : ofProfiler;
  if (timeline == nullptr) {
    if (ofEnvironment == nullptr && ofProfiler == nullptr &&
        (std::atexit(EndOfProcess) != 0 || std::at_quick_exit(EndOfProcess) != 0)) {
      throw std::bad_alloc();
    }
    timeline = mode == kTimeline ? new Timeline(mode, "OPENACLNN_TRACE", "OPENACLNN_TRACE_LIMIT")
                                 : new Timeline(mode, "aclprofStart", "ACL_PROF_STORAGE_LIMIT");
  }
  return *timeline;
}

void Timeline::Add(const std::string& event, int64_t time) {
  if (!output.IsOpen()) {
    return;
  }
  if (!output.HasRoomFor(event.size(), mostBytes)) {
    Expect(output.Flush());
    End(std::string(limits) + ": " + output.Path() + " has " + std::to_string(mostBytes) +
        " bytes, all it may have");
    return;
  }
  Expect(output.Append(event, time) && (!atExit || output.Flush()));
}

void Timeline::Expect(bool written) {
  if (written) {
    return;
  }
  End(CannotWrite(asks, output.Path(), std::generic_category().message(errno)));
}

void Timeline::End(const std::string& problem) {
  internal::modes.fetch_and(static_cast<uint8_t>(~mode), std::memory_order_relaxed);
  if (output.IsOpen()) {
    output.Abandon();
    PrintVerbose("openaclnn: " + problem + "; the timeline ends here\n");
  }
}

void Timeline::NameOnce(Place place, const char* kind, const std::string& name, int64_t order) {
  if (!named.emplace(place.process, place.track).second) {
    return;
  }
  const int64_t now = Now();
  Add(NameText(std::string(kind) + "_name", place, now, name), now);
  Add(OrderText(std::string(kind) + "_sort_index", place, now, order), now);
}

void Timeline::NameHost() {
  const Place place = HostPlace();
  // A profile may begin late, and again: it keeps its own count.
  const bool wasNamed = mode == kTimeline ? std::exchange(thisThread.isNamed, true)
                                          : !named.emplace(place.process, place.track).second;
  if (wasNamed) {
    return;
  }
  std::array<char, 32> name{"thread"};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  const int64_t now = Now();
  const bool isMain = place.process == place.track;
  Add(NameText("thread_name", place, now, isMain ? "main" : name.data()), now);
}

void Timeline::NameDevice(int device) {
  NameOnce({ProcessOfDevice(device), 0}, "process", "device " + std::to_string(device), 1 + device);
}

Place HostPlace() noexcept {
  const uint32_t generation = forks.load(std::memory_order_relaxed) + 1;
  if (thisThread.forks != generation) {
    thisThread.forks = generation;
    thisThread.place = {getpid(), gettid()};
    thisThread.isNamed = false;
  }
  return thisThread.place;
}

int32_t ProcessOfDevice(int device) noexcept {
  return HostPlace().process * kMostDevices + device;
}

std::string CannotWrite(const char* asks, const std::string& path, const std::string& problem) {
  return std::string(asks) + ": cannot write " + path + ": " + problem;
}

}  // namespace openaclnn::trace
