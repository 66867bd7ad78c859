// SPDX-License-Identifier: Apache-2.0
//
// What the checkers are told of work that a stream only records: kept with the work, and told each time it
// runs. Nothing here throws; where no checker is on, nothing is kept.
#pragma once

#include <vector>

#include "checker/access_history.h"
#include "checker/call_stack.h"
#include "checker/settings.h"

namespace openaclnn::checker {

struct KeptWork {
  const char* name = nullptr;  // as that of Operation
  std::vector<Access> accesses;
  CallStack stack;  // of the call that was recorded
};

// What takes a stream's work instead of running it, by its address.
void NoteRecorder(const void* recorder) noexcept;
void NoteRecorderEnded(const void* recorder) noexcept;
[[nodiscard]] bool IsRecorder(const void* stream) noexcept;

// The calling thread is about to give work to a recorder.
void KeepWork(std::vector<Access> accesses, const char* name) noexcept;
// What the calling thread kept since the last time.
[[nodiscard]] KeptWork TakeKeptWork() noexcept;

namespace internal {
extern thread_local bool nothingRuns;
}

// While it lives, what the calling thread notes of reads and writes is not so: it records the work.
class NothingRuns {
 public:
  explicit NothingRuns(bool isSo) noexcept : isSo_(isSo) {
    if (isSo_) [[unlikely]] {
      internal::nothingRuns = true;
    }
  }
  NothingRuns(const NothingRuns&) = delete;
  NothingRuns& operator=(const NothingRuns&) = delete;
  ~NothingRuns() {
    if (isSo_) [[unlikely]] {
      internal::nothingRuns = false;
    }
  }

 private:
  const bool isSo_;
};

}  // namespace openaclnn::checker
