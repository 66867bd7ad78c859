// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "trace/event_text.h"
#include "trace/settings.h"
#include "trace/timelines.h"
#include "trace/verbose.h"

namespace openaclnn::trace {

struct HostCall::Record {
  const char* function;
  int64_t begin;
  Record* outer;  // a callback of the client may call again
  Details details;
};

namespace {

using internal::Has;
using internal::kOff;
using internal::kProfile;
using internal::kTimeline;
using internal::kVerbose;

// A stream's track is its number, from 1 on; where an older stream of that number has not ended yet, one of
// these later.
constexpr int32_t kTrackStep = 1 << 16;

constinit std::set<std::pair<int32_t, int32_t>>* tracks = nullptr;  // of live streams; never destroyed
constinit std::atomic<const Filter*> filter{nullptr};  // null: everything is recorded; never destroyed
constinit std::atomic<uint64_t> serials{0};
constinit std::atomic<uint64_t> arrows{0};

// The innermost call of the thread. Without a destructor: it works while the thread ends, too.
thread_local constinit HostCall::Record* innermost = nullptr;

bool IsAdmitted(std::string_view name) {
  const Filter* const wanted = filter.load(std::memory_order_acquire);
  return wanted == nullptr || wanted->Admits(name);
}

bool IsAdmitted(const char* function, const Details& details) {
  return IsAdmitted(function) || (details.name != nullptr && IsAdmitted(details.name));
}

// Of the files that record, those that take an event: the filter is the environment's.
uint8_t FilesFor(bool isAdmitted) {
  return isAdmitted ? kTimeline | kProfile : kProfile;
}

// An arrow has both its ends, or none: the filter may leave one out.
bool HasArrows(const Timeline& line) {
  return line.mode == kProfile || filter.load(std::memory_order_acquire) == nullptr;
}

// "%p" is the process, "%%" a percent sign.
std::string ExpandPath(std::string_view pattern) {
  std::string path;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const std::string_view two = pattern.substr(i, 2);
    if (two == "%p") {
      path += std::to_string(getpid());
      ++i;
    } else {
      path += pattern[i];
      i += two == "%%" ? 1 : 0;
    }
  }
  return path;
}

// Requires the mutex.
uint8_t Start() {
  uint8_t wanted = kOff;
  const Settings settings = ReadEnvironment();
  filter = settings.filter.AdmitsAll() ? nullptr : new Filter(settings.filter);
  if (settings.verbose) {
    PrintVerbose(VerboseTemplate());
    wanted |= kVerbose;
  }
  if (settings.path.empty()) {
    return wanted;
  }
  Timeline& timeline = internal::MakeTimeline(kTimeline);
  timeline.mostBytes = settings.mostBytes;
  const std::string path = ExpandPath(settings.path);
  const std::string problem = timeline.output.Open(path);
  if (!problem.empty()) {
    PrintVerbose("openaclnn: " + CannotWrite(timeline.asks, path, problem) + "; the timeline ends here\n");
    return wanted;
  }
  const int64_t now = Now();
  const Place host = {HostPlace().process, 0};
  timeline.Add(NameText("process_name", host, now, program_invocation_short_name), now);
  timeline.Add(OrderText("process_sort_index", host, now, 0), now);
  return timeline.output.IsOpen() ? wanted | kTimeline : wanted;
}

}  // namespace

bool internal::ReadSettings() noexcept {
  const KeepErrno keepErrno;
  const std::lock_guard lock(internal::timelineMutex);
  uint8_t now = modes.load(std::memory_order_relaxed);
  if (now == kUnread) {
    try {
      now = Start();
    } catch (...) {
      now = kOff;
    }
    modes.store(now, std::memory_order_relaxed);
  }
  return now != kOff;
}

Details* internal::DetailsOfThisCall() noexcept {
  return innermost == nullptr ? nullptr : &innermost->details;
}

void HostCall::Begin(const char* function) noexcept {
  record_ = new (std::nothrow) Record{function, Now(), innermost, {}};
  if (record_ != nullptr) {
    innermost = record_;
  }
}

void HostCall::Finish(int32_t status) noexcept {
  const int64_t end = Now();
  Record& record = *record_;
  if (record.details.name == nullptr) {
    record.details.name = record.function;
  }
  const KeepErrno keepErrno;
  try {
    const bool isAdmitted = IsAdmitted(record.function, record.details);
    if (const uint8_t files = FilesFor(isAdmitted); Has(files)) {
      const std::string text =
          SpanText(record.function, {HostPlace(), record.begin, end}, record.details, std::nullopt, status);
      WithTimelines(files, [&](Timeline& line) {
        if (line.scope.calls) {
          line.NameHost();
          line.Add(text, end);
        }
      });
    }
    if (isAdmitted && record.details.phase != nullptr && Has(kVerbose)) {
      PrintVerbose(VerboseLine("host", record.details, status, end - record.begin));
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): no memory to tell of it: it is left out
  }
  innermost = record.outer;
  delete record_;
  record_ = nullptr;
}

StreamTrack::StreamTrack(int device, int stream, bool isDefault) noexcept
    : serial_(serials.fetch_add(1, std::memory_order_relaxed) + 1),
      place_{ProcessOfDevice(device), stream + 1},
      device_(device),
      stream_(stream) {
  try {
    const std::lock_guard lock(internal::timelineMutex);
    if (tracks == nullptr) {
      tracks = new std::set<std::pair<int32_t, int32_t>>;
    }
    while (!tracks->emplace(place_.process, place_.track).second) {
      place_.track += kTrackStep;
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): no memory: it may share a track
  }
  if (!IsOn()) {
    return;
  }
  WithTimelines(kTimeline, [&](Timeline& line) {
    line.NameDevice(device);
    line.NameOnce(place_, "thread", "stream " + std::to_string(stream) + (isDefault ? " (default)" : ""),
                  stream);
  });
}

StreamTrack::~StreamTrack() {
  const std::lock_guard lock(internal::timelineMutex);
  if (tracks != nullptr) {
    tracks->erase({place_.process, place_.track});
  }
}

void Handover::Record() const noexcept {
  WithTimelines(kTimeline | kProfile, [&](Timeline& line) {
    if (HasArrows(line) && line.scope.HasWorkOf(track_.Device())) {
      line.NameHost();
      line.Add(ArrowText(true, "enqueue", track_.TaskId(task_), HostPlace(), time_), time_);
    }
  });
}

void TaskSpan::Record(const Details& details, int64_t end, int32_t status) const {
  const KeepErrno keepErrno;
  const Place place = track_.Where();
  const bool isAdmitted = IsAdmitted(details.name);
  if (const uint8_t files = FilesFor(isAdmitted); Has(files)) {
    const std::string arrow = ArrowText(false, "enqueue", track_.TaskId(task_), place, begin_);
    const std::string text = SpanText(details.name, {place, begin_, end}, details, track_.Stream(), status);
    WithTimelines(files, [&](Timeline& line) {
      if (!line.scope.HasWorkOf(track_.Device())) {
        return;
      }
      if (HasArrows(line)) {
        line.Add(arrow, end);
      }
      line.Add(text, end);
      if (details.cause && HasArrows(line)) {
        const uint64_t id = arrows.fetch_add(1, std::memory_order_relaxed) + 1;
        const int64_t tip = std::max({begin_, end - 1, details.cause->time});
        line.Add(ArrowText(true, "event", id, details.cause->place, details.cause->time), end);
        line.Add(ArrowText(false, "event", id, place, tip), end);
      }
    });
  }
  if (isAdmitted && details.phase != nullptr && Has(kVerbose)) {
    const std::string where =
        "device:" + std::to_string(track_.Device()) + " stream:" + std::to_string(track_.Stream());
    PrintVerbose(VerboseLine(where, details, status, end - begin_));
  }
}

void MemoryCounter::Record(const std::atomic<size_t>& used) const noexcept {
  const bool isHost = of_ == kHost;
  const char* const name = isHost ? "pinned host memory" : "memory";
  WithTimelines(FilesFor(IsAdmitted(name)), [&](Timeline& line) {
    if (!isHost && !line.scope.HasWorkOf(of_)) {
      return;
    }
    const Place place = {isHost ? HostPlace().process : ProcessOfDevice(of_), 0};
    if (!isHost) {
      line.NameDevice(of_);
    }
    const int64_t now = Now();  // with the value, and under the lock: the curve does not jump back
    line.Add(CounterText(name, place, now, used.load(std::memory_order_relaxed)), now);
  });
}

std::string ProblemOfSettings() {
  return ReadEnvironment().problem;
}

void Flush() noexcept {
  WithTimelines(kTimeline | kProfile, [](Timeline& line) { line.Expect(line.output.Flush()); });
}

}  // namespace openaclnn::trace
