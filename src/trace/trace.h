// SPDX-License-Identifier: Apache-2.0
//
// What happens when: as a timeline in a file (OPENACLNN_TRACE), as lines on standard error
// (OPENACLNN_VERBOSE), as a profile (profile.h). docs/tracing.md and docs/profiling.md describe them. The
// variables are read at the first call. Where nobody watches, a call or a task costs a look at one word; no
// description is made.
//
// Nothing here throws or fails: what cannot be recorded is left out. Thread safe, at any time in the life of
// the process.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "trace/details.h"
#include "trace/modes.h"

namespace openaclnn::trace {

namespace internal {
[[gnu::cold]] bool ReadSettings() noexcept;
[[nodiscard]] Details* DetailsOfThisCall() noexcept;
}  // namespace internal

// Whether anybody watches.
[[nodiscard]] inline bool IsOn() noexcept {
  const uint8_t modes = internal::modes.load(std::memory_order_relaxed);
  return modes != internal::kOff && (modes != internal::kUnread || internal::ReadSettings());
}

// An entry point of the API, while it runs.
class HostCall {
 public:
  explicit HostCall(const char* function) noexcept {
    if (IsOn()) [[unlikely]] {
      Begin(function);
    }
  }
  HostCall(const HostCall&) = delete;
  HostCall& operator=(const HostCall&) = delete;
  ~HostCall() = default;

  // To be called once, at the end; returns the status.
  int32_t End(int32_t status) noexcept {
    if (record_ != nullptr) [[unlikely]] {
      Finish(status);
    }
    return status;
  }

  struct Record;

 private:
  [[gnu::cold]] void Begin(const char* function) noexcept;
  [[gnu::cold]] void Finish(int32_t status) noexcept;

  Record* record_ = nullptr;
};

// Calls `describe` with the Details of the entry point that this thread is in, if somebody watches.
template <typename Describe>
void Annotate(const Describe& describe) noexcept {
  if (IsOn()) [[unlikely]] {
    if (Details* const details = internal::DetailsOfThisCall()) {
      try {
        describe(*details);
      } catch (...) {  // NOLINT(bugprone-empty-catch): no memory: less is told
      }
    }
  }
}

// The track of a stream, from its making to its end. A profile may begin at any time: every stream has one.
class StreamTrack {
 public:
  StreamTrack(int device, int stream, bool isDefault) noexcept;
  StreamTrack(const StreamTrack&) = delete;
  StreamTrack& operator=(const StreamTrack&) = delete;
  ~StreamTrack();

  [[nodiscard]] Place Where() const noexcept { return place_; }
  [[nodiscard]] int Device() const noexcept { return device_; }
  [[nodiscard]] int Stream() const noexcept { return stream_; }
  // Names a task of the stream: the same where it is enqueued and where it runs.
  [[nodiscard]] uint64_t TaskId(uint64_t number) const noexcept { return (serial_ << 32) | number; }

 private:
  uint64_t serial_;
  Place place_;
  int device_;
  int stream_;
};

// The hand-over of a task to a stream, on the thread that enqueues it.
class Handover {
 public:
  explicit Handover(const StreamTrack& track) noexcept : track_(track) {
    if (IsOn()) [[unlikely]] {
      time_ = Now();
    }
  }
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;
  ~Handover() {
    if (time_ != 0 && task_ != 0) [[unlikely]] {
      Record();
    }
  }
  // The stream took the task, and gave it this number.
  void Accepted(uint64_t task) noexcept { task_ = task; }

 private:
  [[gnu::cold]] void Record() const noexcept;

  const StreamTrack& track_;
  int64_t time_ = 0;
  uint64_t task_ = 0;
};

// A task of a stream, while it runs.
class TaskSpan {
 public:
  TaskSpan(const StreamTrack& track, uint64_t task) noexcept : track_(track), task_(task) {
    if (IsOn()) [[unlikely]] {
      begin_ = Now();
    }
  }
  // One that began at another time; 0: when nobody watched.
  TaskSpan(const StreamTrack& track, uint64_t task, int64_t begin) noexcept
      : track_(track), task_(task), begin_(begin) {}

  // Its end: `describe` fills in Details, if somebody watches.
  template <typename Describe>
  void End(int32_t status, const Describe& describe) const noexcept {
    if (begin_ != 0) [[unlikely]] {
      const int64_t end = Now();
      try {
        Details details;
        describe(details);
        Record(details, end, status);
      } catch (...) {  // NOLINT(bugprone-empty-catch): no memory: it is left out
      }
    }
  }

 private:
  [[gnu::cold]] void Record(const Details& details, int64_t end, int32_t status) const;

  const StreamTrack& track_;
  uint64_t task_;
  int64_t begin_ = 0;
};

// The bytes of a memory that are in use, as a curve.
class MemoryCounter {
 public:
  // Of a device's memory, or of pinned host memory.
  static MemoryCounter OfDevice(int device) noexcept { return MemoryCounter(device); }
  static MemoryCounter OfHost() noexcept { return MemoryCounter(kHost); }
  // Of memory that nobody watches.
  MemoryCounter() noexcept = default;

  void Changed(const std::atomic<size_t>& used) const noexcept {
    if (of_ != kNobody && IsOn()) [[unlikely]] {
      Record(used);
    }
  }

 private:
  static constexpr int kNobody = -2;
  static constexpr int kHost = -1;

  explicit MemoryCounter(int of) noexcept : of_(of) {}
  [[gnu::cold]] void Record(const std::atomic<size_t>& used) const noexcept;

  int of_ = kNobody;
};

// What is wrong with a variable's value, by its name; empty: nothing. As the environment is now.
[[nodiscard]] std::string ProblemOfSettings();

// Puts what is recorded into the file now.
void Flush() noexcept;

}  // namespace openaclnn::trace
