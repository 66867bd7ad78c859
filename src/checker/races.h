// SPDX-License-Identifier: Apache-2.0
//
// Races between streams (OPENACLNN_CHECK=races): two operations that may happen at the same time, touch the
// same byte, and one of them writes it. Whether they may is decided from what orders streams, events and the
// host, when operations are enqueued; when they run does not matter.
//
// What is noted of a recorder (kept_work.h) is left out, but for work: nothing runs.
//
// Everything is noted before it is done, and what the host has waited for afterwards. Streams are named by
// the addresses of their queues. The host is one: that the program's threads wait for each other cannot be
// seen. Nothing here throws. Who calls asks IsOn(kRaces) first, but for NoteWork (IsOn(kAny)), and for Mark
// and HostWait, which ask themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "checker/access_history.h"
#include "checker/call_stack.h"
#include "checker/settings.h"

namespace openaclnn::checker {

void NoteStreamMade(const void* stream, int device, int number, bool isDefault) noexcept;
// The host has waited for its work; it takes no more.
void NoteStreamEnded(const void* stream) noexcept;

// What a call gives to a stream, or (null) does itself before it returns. Work that is given to a recorder is
// kept: see kept_work.h.
// `name` is that of the call; without one, it is found out.
void NoteWork(const void* stream, std::vector<Access> accesses, const char* name = nullptr) noexcept;
// The same, of a call that was made there before.
void NoteWorkOf(const void* stream, std::vector<Access> accesses, const char* name, CallStack stack) noexcept;
void NoteCopy(const void* stream, void* destination, const void* source, size_t bytes) noexcept;

// The host frees memory: nobody may use it any more.
void NoteFree(const char* argument, void* address, size_t bytes) noexcept;
// The memory behind addresses is another one from now on.
void NoteFresh(const void* address, size_t bytes) noexcept;

// A function of the client's that a stream calls: what to enqueue in its place. What it does itself is in the
// order of the stream; what the host does after the call that enqueued it counts as done after the function,
// as a program that waits for it does so unseen.
struct HostFunction {
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
};
[[nodiscard]] HostFunction NoteHostFunction(const void* stream, HostFunction original) noexcept;

struct StreamPoint;

// A point in a stream's work, as events are: empty until it is recorded.
class Mark {
 public:
  void Record(const void* stream) noexcept {
    if (IsOn(kRaces)) [[unlikely]] {
      RecordOn(stream);
    }
  }
  // A stream waits for it.
  void Wait(const void* stream) const noexcept {
    if (IsOn(kRaces)) [[unlikely]] {
      WaitOn(stream);
    }
  }
  // The host knows that it was reached.
  void Seen() const noexcept {
    if (IsOn(kRaces)) [[unlikely]] {
      SeenByHost();
    }
  }
  // That of now: it may be recorded again meanwhile.
  [[nodiscard]] Mark Now() const noexcept;

 private:
  void RecordOn(const void* stream) noexcept;
  void WaitOn(const void* stream) const noexcept;
  void SeenByHost() const noexcept;

  std::shared_ptr<StreamPoint> point_;  // guarded by the state's mutex
};

// The host waits for all that a stream has been given by now.
class HostWait {
 public:
  explicit HostWait(const void* stream) noexcept {
    if (IsOn(kRaces)) [[unlikely]] {
      mark_ = std::make_unique<Mark>();
      mark_->Record(stream);
    }
  }
  // It has come.
  void Over() const noexcept {
    if (mark_ != nullptr) [[unlikely]] {
      mark_->Seen();
    }
  }

 private:
  std::unique_ptr<Mark> mark_;
};

// What streams pass when others have changed it: a notify, or a word of memory. `change` and `passes` play
// that again, one at a time.
class Gate;
[[nodiscard]] std::shared_ptr<Gate> MakeGate();
void NoteChange(const void* stream, std::shared_ptr<Gate> gate, std::function<void()> change) noexcept;
void NotePassage(const void* stream, std::shared_ptr<Gate> gate, std::function<bool()> passes) noexcept;
// The host changes it.
void NoteChangeByHost(const std::function<void()>& change) noexcept;

void NoteValueWritten(const void* stream, const void* address, uint64_t value) noexcept;
void NoteWaitForValue(const void* stream, const void* address,
                      std::function<bool(uint64_t value)> passes) noexcept;

}  // namespace openaclnn::checker
