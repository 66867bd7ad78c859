// SPDX-License-Identifier: Apache-2.0
//
// The files of events: the timeline that OPENACLNN_TRACE asks for, and the profile between aclprofStart and
// aclprofStop. Each has its bit in the modes for as long as it records.
#pragma once

#include <cerrno>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "trace/details.h"
#include "trace/modes.h"
#include "trace/output.h"

namespace openaclnn::trace {

class KeepErrno {
 public:
  KeepErrno() = default;
  KeepErrno(const KeepErrno&) = delete;
  KeepErrno& operator=(const KeepErrno&) = delete;
  ~KeepErrno() { errno = error_; }

 private:
  int error_ = errno;
};

// What goes into a file.
struct Scope {
  bool calls = true;
  bool work = true;  // of streams, and the bytes in use
  bool markers = false;
  bool steps = false;
  uint64_t devices = UINT64_MAX;  // a bit each: whose work

  [[nodiscard]] bool HasWorkOf(int device) const { return work && ((devices >> device) & 1) != 0; }
};

// One file. All but the constructor requires the lock of WithTimelines.
struct Timeline {
  Timeline(uint8_t bit, const char* asker, const char* limiter) : mode(bit), asks(asker), limits(limiter) {}

  uint8_t mode;
  const char* asks;    // for the file, and
  const char* limits;  // for its size, in messages
  Output output;
  Scope scope;
  std::set<std::pair<int32_t, int32_t>> named;  // the tracks of devices, and the devices, that have names
  uint64_t mostBytes = UINT64_MAX;
  bool atExit = false;

  void Add(const std::string& event, int64_t time);
  // Ends the timeline where the file could not be written.
  void Expect(bool written);
  void NameOnce(Place place, const char* kind, const std::string& name, int64_t order);
  void NameHost();
  void NameDevice(int device);

 private:
  void End(const std::string& problem);
};

constexpr int kMostDevices = 64;

// The calling thread's track.
[[nodiscard]] Place HostPlace() noexcept;
// The process of the timeline that a device is.
[[nodiscard]] int32_t ProcessOfDevice(int device) noexcept;

[[nodiscard]] std::string CannotWrite(const char* asks, const std::string& path, const std::string& problem);

namespace internal {

// As for the log: never destroyed, since calls arrive while the process ends, and free at the moment of a
// fork.
extern std::mutex timelineMutex;

// The file of a mode, which stays; null before it was made. Requires the mutex.
[[nodiscard]] Timeline* FindTimeline(uint8_t mode) noexcept;
[[nodiscard]] Timeline& MakeTimeline(uint8_t mode);

}  // namespace internal

// Calls write(timeline) under the lock for the files of these modes that record.
template <typename Write>
void WithTimelines(uint8_t wanted, const Write& write) noexcept {
  if (!internal::Has(wanted)) {
    return;
  }
  const KeepErrno keepErrno;
  try {
    const std::lock_guard lock(internal::timelineMutex);
    for (const uint8_t mode : {internal::kTimeline, internal::kProfile}) {
      Timeline* const timeline = (wanted & mode) == 0 ? nullptr : internal::FindTimeline(mode);
      if (timeline != nullptr && timeline->output.IsOpen()) {
        write(*timeline);
      }
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): no memory for an event: it is left out
  }
}

}  // namespace openaclnn::trace
