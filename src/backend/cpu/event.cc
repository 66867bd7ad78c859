// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/event.h"

#include <utility>

#include "backend/cpu/worker_pool.h"
#include "backend/progress.h"

namespace openaclnn::backend::cpu {

void EventPoint::Complete(const Status& status) noexcept {
  {
    const std::lock_guard lock(mutex_);
    timestamp_ = std::chrono::steady_clock::now();
    status_ = status;
    reached_.notify_all();
  }
  reachedSignal_.Announce();
}

bool EventPoint::IsComplete() const {
  const std::lock_guard lock(mutex_);
  return timestamp_.has_value();
}

Status EventPoint::Synchronize(Timeout timeout) {
  std::unique_lock lock(mutex_);
  const auto reached = [this] { return timestamp_.has_value() || WorkerPool::Instance().Stopped(); };
  if (!GoOnUntil(lock, reached_, timeout, reached)) {
    return {code::kRtEventSyncTimeout,
            "the event was not reached within " + std::to_string(timeout->count()) + " ms"};
  }
  if (!timestamp_) {
    return {code::kInternal, "the process is ending: the event will not be reached any more"};
  }
  return status_;
}

std::optional<std::chrono::steady_clock::time_point> EventPoint::Timestamp() const {
  const std::lock_guard lock(mutex_);
  return timestamp_;
}

void CpuEvent::SetLatest(std::shared_ptr<EventPoint> point) {
  const std::lock_guard lock(mutex_);
  latest_ = std::move(point);
}

std::shared_ptr<EventPoint> CpuEvent::Latest() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

void CpuEvent::Forget(const std::shared_ptr<EventPoint>& point) {
  const std::lock_guard lock(mutex_);
  if (latest_ == point) {
    latest_ = nullptr;
  }
}

bool CpuEvent::Complete() const {
  const std::shared_ptr<EventPoint> point = Latest();
  return point == nullptr || point->IsComplete();
}

Status CpuEvent::Synchronize(Timeout timeout) {
  const std::shared_ptr<EventPoint> point = Latest();
  return point == nullptr ? Status::Ok() : point->Synchronize(timeout);
}

std::optional<std::chrono::nanoseconds> CpuEvent::ElapsedSince(const Event& start) const {
  const auto begin = start.Timestamp();
  const auto end = Timestamp();
  return begin && end ? std::optional<std::chrono::nanoseconds>(*end - *begin) : std::nullopt;
}

std::optional<std::chrono::steady_clock::time_point> CpuEvent::Timestamp() const {
  const std::shared_ptr<EventPoint> point = Latest();
  return point == nullptr ? std::nullopt : point->Timestamp();
}

}  // namespace openaclnn::backend::cpu
