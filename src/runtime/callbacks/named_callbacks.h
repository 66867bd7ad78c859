// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "base/status.h"
#include "runtime/callbacks/callback_list.h"
#include "runtime/core/check.h"

namespace openaclnn::runtime {

// Functions that clients registered under names, to be told of something. Thread safe.
template <typename Function>
class NamedCallbacks {
 public:
  // A null callback takes the name off.
  [[nodiscard]] Status Register(const char* name, Function callback, void* argument) {
    OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("regName", name));
    if (*name == '\0') {
      return Mismatch(code::kRtParamInvalid, "regName", "a name", "an empty string");
    }
    const std::lock_guard lock(mutex_);
    if (callback == nullptr) {
      return list_.Remove(name) ? Status::Ok()
                                : Mismatch(code::kRtParamInvalid, "regName",
                                           "a registered name, as the callback is null", name);
    }
    return list_.Add(name, callback, argument)
               ? Status::Ok()
               : Mismatch(code::kRtParamInvalid, "regName", "a name that is not registered yet", name);
  }

  // Has `call` call each of them, with its argument, in the order of registration and without a lock. What a
  // client throws must not leave what it is told of half done.
  template <typename Call>
  void ForEach(const Call& call) noexcept {
    std::unique_lock lock(mutex_);
    const uint64_t end = list_.End();
    uint64_t next = 0;
    while (const auto callback = list_.First(next, end)) {
      lock.unlock();
      try {
        call(callback->function, callback->argument);
      } catch (...) {  // NOLINT(bugprone-empty-catch): there is nobody who could handle it
      }
      next = callback->number + 1;
      lock.lock();
    }
  }

 private:
  std::mutex mutex_;
  CallbackList<std::string, Function> list_;
};

}  // namespace openaclnn::runtime
