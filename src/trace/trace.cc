// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "trace/event_text.h"
#include "trace/output.h"
#include "trace/settings.h"
#include "trace/verbose.h"

namespace openaclnn::trace {

struct HostCall::Record {
  const char* function;
  int64_t begin;
  Record* outer;  // a callback of the client may call again
  Details details;
};

namespace internal {
constinit std::atomic<uint8_t> modes{kUnread};
}  // namespace internal

namespace {

using internal::kOff;
using internal::kTimeline;
using internal::kUnread;
using internal::kVerbose;
using internal::modes;

constexpr int kMostDevices = 64;

// A stream's track is its number, from 1 on; where an older stream of that number has not ended yet, one of
// these later.
constexpr int32_t kTrackStep = 1 << 16;

struct Timeline {
  Output output;
  std::set<std::pair<int32_t, int32_t>> named;    // the tracks of devices, and the devices, that have names
  std::set<std::pair<int32_t, int32_t>> streams;  // the tracks of live streams
  uint64_t mostBytes = UINT64_MAX;
  bool atExit = false;

  void Add(const std::string& event, int64_t time);
  // Ends the timeline where the file could not be written.
  void Expect(bool written);
  void End(const std::string& problem);
  void NameOnce(Place place, const char* kind, const std::string& name, int64_t order);
};

// As for the log: never destroyed, since calls arrive while the process ends, and free at the moment of a
// fork.
constinit std::mutex mutex;
constinit Timeline* timeline = nullptr;
constinit std::atomic<const Filter*> filter{nullptr};  // null: everything is recorded; never destroyed
constinit std::atomic<uint32_t> forks{0};
constinit std::atomic<uint64_t> serials{0};
constinit std::atomic<uint64_t> arrows{0};

// Without a destructor: it works while the thread ends, too.
struct ThisThread {
  HostCall::Record* innermost = nullptr;
  Place place;
  uint32_t forks = 0;
  bool isNamed = false;
};
thread_local constinit ThisThread thisThread;

class KeepErrno {
 public:
  KeepErrno() = default;
  KeepErrno(const KeepErrno&) = delete;
  KeepErrno& operator=(const KeepErrno&) = delete;
  ~KeepErrno() { errno = error_; }

 private:
  int error_ = errno;
};

bool Has(uint8_t mode) {
  const uint8_t now = modes.load(std::memory_order_relaxed);
  return now != kUnread && (now & mode) != 0;
}

void Complain(const std::string& problem) {
  PrintVerbose("openaclnn: " + problem + "; the timeline ends here\n");
}

std::string CannotWrite(const std::string& path, const std::string& problem) {
  return "OPENACLNN_TRACE: cannot write " + path + ": " + problem;
}

bool IsAdmitted(std::string_view name) {
  const Filter* const wanted = filter.load(std::memory_order_acquire);
  return wanted == nullptr || wanted->Admits(name);
}

bool IsAdmitted(const char* function, const Details& details) {
  return IsAdmitted(function) || (details.name != nullptr && IsAdmitted(details.name));
}

// Calls write(timeline) under the lock, if there is a timeline.
template <typename Write>
void WithTimeline(const Write& write) noexcept {
  if (!Has(kTimeline)) {
    return;
  }
  const KeepErrno keepErrno;
  try {
    const std::lock_guard lock(mutex);
    if (timeline != nullptr && timeline->output.IsOpen()) {
      write(*timeline);
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): no memory for an event: it is left out
  }
}

void Timeline::Add(const std::string& event, int64_t time) {
  if (!output.IsOpen()) {
    return;
  }
  if (!output.HasRoomFor(event.size(), mostBytes)) {
    Expect(output.Flush());
    End("OPENACLNN_TRACE_LIMIT: " + output.Path() + " has " + std::to_string(mostBytes) +
        " bytes, all it may have");
    return;
  }
  Expect(output.Append(event, time) && (!atExit || output.Flush()));
}

void Timeline::Expect(bool written) {
  if (written) {
    return;
  }
  End(CannotWrite(output.Path(), std::generic_category().message(errno)));
}

void Timeline::End(const std::string& problem) {
  modes.fetch_and(static_cast<uint8_t>(~kTimeline), std::memory_order_relaxed);
  if (output.IsOpen()) {
    output.Abandon();
    Complain(problem);
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

// The calling thread's track.
Place HostPlace() noexcept {
  const uint32_t generation = forks.load(std::memory_order_relaxed) + 1;
  if (thisThread.forks != generation) {
    thisThread.forks = generation;
    thisThread.place = {getpid(), gettid()};
    thisThread.isNamed = false;
  }
  return thisThread.place;
}

void NameHost(Timeline& line) {
  const Place place = HostPlace();
  if (std::exchange(thisThread.isNamed, true)) {
    return;
  }
  std::array<char, 32> name{"thread"};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  const int64_t now = Now();
  const bool isMain = place.process == place.track;
  line.Add(NameText("thread_name", place, now, isMain ? "main" : name.data()), now);
}

void NameDevice(Timeline& line, int device) {
  line.NameOnce({ProcessOfDevice(device), 0}, "process", "device " + std::to_string(device), 1 + device);
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

void EndOfProcess() {
  WithTimeline([](Timeline& line) {
    line.atExit = true;  // what comes now may be the last
    line.Expect(line.output.Flush());
  });
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
  if (timeline == nullptr) {
    timeline = new Timeline;
    if (std::atexit(EndOfProcess) != 0 || std::at_quick_exit(EndOfProcess) != 0) {
      throw std::bad_alloc();
    }
  }
  timeline->mostBytes = settings.mostBytes;
  const std::string path = ExpandPath(settings.path);
  const std::string problem = timeline->output.Open(path);
  if (!problem.empty()) {
    Complain(CannotWrite(path, problem));
    return wanted;
  }
  const int64_t now = Now();
  const Place host = {HostPlace().process, 0};
  timeline->Add(NameText("process_name", host, now, program_invocation_short_name), now);
  timeline->Add(OrderText("process_sort_index", host, now, 0), now);
  return timeline->output.IsOpen() ? wanted | kTimeline : wanted;
}

// The child has neither the file nor the streams of its parent. What it calls is a matter of its own: it
// reads the variables again.
void InChild() {
  if (timeline != nullptr) {
    timeline->output.Abandon();
    timeline->named.clear();
  }
  forks.fetch_add(1, std::memory_order_relaxed);
  modes.store(kUnread, std::memory_order_relaxed);
  mutex.unlock();
}

[[maybe_unused]] const int atForkRegistered =
    pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); }, InChild);

}  // namespace

bool internal::ReadSettings() noexcept {
  const KeepErrno keepErrno;
  const std::lock_guard lock(mutex);
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
  return thisThread.innermost == nullptr ? nullptr : &thisThread.innermost->details;
}

int64_t Now() noexcept {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

void HostCall::Begin(const char* function) noexcept {
  record_ = new (std::nothrow) Record{function, Now(), thisThread.innermost, {}};
  if (record_ != nullptr) {
    thisThread.innermost = record_;
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
    if (isAdmitted && Has(kTimeline)) {
      const std::string text =
          SpanText(record.function, {HostPlace(), record.begin, end}, record.details, std::nullopt, status);
      WithTimeline([&](Timeline& line) {
        NameHost(line);
        line.Add(text, end);
      });
    }
    if (isAdmitted && record.details.phase != nullptr && Has(kVerbose)) {
      PrintVerbose(VerboseLine("host", record.details, status, end - record.begin));
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): no memory to tell of it: it is left out
  }
  thisThread.innermost = record.outer;
  delete record_;
  record_ = nullptr;
}

int32_t ProcessOfDevice(int device) noexcept {
  return HostPlace().process * kMostDevices + device;
}

void StreamTrack::Open(int device, int stream, bool isDefault) noexcept {
  serial_ = serials.fetch_add(1, std::memory_order_relaxed) + 1;
  device_ = device;
  stream_ = stream;
  WithTimeline([&](Timeline& line) {
    place_ = {ProcessOfDevice(device), stream + 1};
    while (!line.streams.emplace(place_.process, place_.track).second) {
      place_.track += kTrackStep;
    }
    NameDevice(line, device);
    line.NameOnce(place_, "thread", "stream " + std::to_string(stream) + (isDefault ? " (default)" : ""),
                  stream);
  });
}

void StreamTrack::Close() noexcept {
  WithTimeline([&](Timeline& line) { line.streams.erase({place_.process, place_.track}); });
}

void Handover::Record() const noexcept {
  WithTimeline([&](Timeline& line) {
    if (filter == nullptr) {  // else one of the arrow's ends may be left out
      NameHost(line);
      line.Add(ArrowText(true, "enqueue", track_.TaskId(task_), HostPlace(), time_), time_);
    }
  });
}

void TaskSpan::Record(const Details& details, int64_t end, int32_t status) const {
  const KeepErrno keepErrno;
  const Place place = track_.Where();
  if (!IsAdmitted(details.name)) {
    return;
  }
  if (Has(kTimeline)) {
    const std::string arrow = ArrowText(false, "enqueue", track_.TaskId(task_), place, begin_);
    const std::string text = SpanText(details.name, {place, begin_, end}, details, track_.Stream(), status);
    WithTimeline([&](Timeline& line) {
      if (filter == nullptr) {
        line.Add(arrow, end);
      }
      line.Add(text, end);
      if (details.cause && filter == nullptr) {
        const uint64_t id = arrows.fetch_add(1, std::memory_order_relaxed) + 1;
        const int64_t tip = std::max({begin_, end - 1, details.cause->time});
        line.Add(ArrowText(true, "event", id, details.cause->place, details.cause->time), end);
        line.Add(ArrowText(false, "event", id, place, tip), end);
      }
    });
  }
  if (details.phase != nullptr && Has(kVerbose)) {
    const std::string where =
        "device:" + std::to_string(track_.Device()) + " stream:" + std::to_string(track_.Stream());
    PrintVerbose(VerboseLine(where, details, status, end - begin_));
  }
}

void MemoryCounter::Record(const std::atomic<size_t>& used) const noexcept {
  const bool isHost = of_ == kHost;
  const char* const name = isHost ? "pinned host memory" : "memory";
  if (!IsAdmitted(name)) {
    return;
  }
  WithTimeline([&](Timeline& line) {
    const Place place = {isHost ? HostPlace().process : ProcessOfDevice(of_), 0};
    if (!isHost) {
      NameDevice(line, of_);
    }
    const int64_t now = Now();  // with the value, and under the lock: the curve does not jump back
    line.Add(CounterText(name, place, now, used.load(std::memory_order_relaxed)), now);
  });
}

std::string ProblemOfSettings() {
  return ReadEnvironment().problem;
}

void Flush() noexcept {
  WithTimeline([](Timeline& line) { line.Expect(line.output.Flush()); });
}

}  // namespace openaclnn::trace
