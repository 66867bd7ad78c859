// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/backend.h"
#include "base/status.h"

namespace openaclnn::backend {

// What later work does after a failure: run (the failure is reported once), or be dropped (it stays).
enum class FailureMode { kContinue, kStop };

// The streams of one context, which a failure in stop mode stops all at once: each drops what has not
// started, ends the wait that it is in, and takes nothing more. Thread safe. No other lock is taken under its
// own.
class StreamGroup {
 public:
  void Add(const std::shared_ptr<Stream>& stream);
  void SetFailureMode(FailureMode mode) { mode_.store(mode, std::memory_order_relaxed); }

  [[nodiscard]] bool Stopped() const { return stopped_.load(std::memory_order_acquire); }
  // What stopped the group, for good; Ok while nothing has.
  [[nodiscard]] Status Failure() const noexcept { return Stopped() ? failure_ : Status::Ok(); }

  // A task of one of the streams failed. For the stream, which must not hold its lock.
  void TaskFailed(const Status& status) noexcept;

 private:
  std::atomic<FailureMode> mode_{FailureMode::kContinue};
  std::atomic<bool> stopped_{false};
  Status failure_;  // set before stopped_, and never again
  std::mutex mutex_;
  std::vector<std::weak_ptr<Stream>> streams_;  // that there are to stop
};

}  // namespace openaclnn::backend
