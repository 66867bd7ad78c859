// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "backend/backend.h"
#include "backend/cpu/signal.h"
#include "trace/details.h"

namespace openaclnn::backend::cpu {

// One record of an event: complete once, for good.
class EventPoint {
 public:
  // `place` is that of the stream, for the timeline.
  explicit EventPoint(trace::Place place) : place_(place) {}
  // Marks the point as reached with the stream's pending failure, and lets the waiting streams go on.
  void Complete(const Status& status) noexcept;
  [[nodiscard]] bool IsComplete() const;
  // Announces that the point is reached.
  [[nodiscard]] CpuSignal& Reached() { return reachedSignal_; }
  [[nodiscard]] Status Synchronize(Timeout timeout);
  [[nodiscard]] trace::Place Where() const { return place_; }
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> Timestamp() const;

 private:
  const trace::Place place_;
  mutable std::mutex mutex_;
  std::condition_variable reached_;
  std::optional<std::chrono::steady_clock::time_point> timestamp_;
  Status status_;
  CpuSignal reachedSignal_;
};

class CpuEvent final : public Event {
 public:
  // Makes a point, which is on its way through a stream, the latest record.
  void SetLatest(std::shared_ptr<EventPoint> point);
  // The latest record; null before the first.
  [[nodiscard]] std::shared_ptr<EventPoint> Latest() const;
  // Makes the event unrecorded, if this is its latest record.
  void Forget(const std::shared_ptr<EventPoint>& point);

  [[nodiscard]] bool Recorded() const override { return Latest() != nullptr; }
  [[nodiscard]] bool Complete() const override;
  [[nodiscard]] Status Synchronize(Timeout timeout) override;
  [[nodiscard]] std::optional<std::chrono::nanoseconds> ElapsedSince(const Event& start) const override;
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> Timestamp() const override;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<EventPoint> latest_;
};

}  // namespace openaclnn::backend::cpu
