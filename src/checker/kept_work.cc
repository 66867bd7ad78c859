// SPDX-License-Identifier: Apache-2.0
#include "checker/kept_work.h"

#include <mutex>
#include <set>
#include <utility>

#include "base/no_destructor.h"

namespace openaclnn::checker {
namespace {

struct Recorders {
  std::mutex mutex;
  std::set<const void*> all;
};

Recorders& Known() {
  static NoDestructor<Recorders> recorders;
  return *recorders;
}

thread_local KeptWork kept;

}  // namespace

thread_local bool internal::nothingRuns = false;

void NoteRecorder(const void* recorder) noexcept {
  if (IsOn(kAny)) [[unlikely]] {
    try {
      const std::lock_guard lock(Known().mutex);
      Known().all.insert(recorder);
    } catch (...) {  // NOLINT(bugprone-empty-catch): less is told
    }
  }
}

void NoteRecorderEnded(const void* recorder) noexcept {
  if (IsOn(kAny)) [[unlikely]] {
    const std::lock_guard lock(Known().mutex);
    Known().all.erase(recorder);
  }
}

bool IsRecorder(const void* stream) noexcept {
  const std::lock_guard lock(Known().mutex);
  return Known().all.contains(stream);
}

void KeepWork(std::vector<Access> accesses, const char* name) noexcept {
  try {
    kept = {name, std::move(accesses), CallStack::Here()};
  } catch (...) {
    kept = {};
  }
}

KeptWork TakeKeptWork() noexcept {
  return IsOn(kAny) ? std::exchange(kept, {}) : KeptWork();
}

}  // namespace openaclnn::checker
