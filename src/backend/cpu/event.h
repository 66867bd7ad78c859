// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "backend/backend.h"

namespace openaclnn::backend::cpu {

class CpuStream;

// One record of an event: complete once, for good.
class EventPoint {
 public:
  // Marks the point as reached with the stream's pending failure, and lets the waiting streams go on.
  void Complete(const Status& status) noexcept;
  [[nodiscard]] bool IsComplete() const;
  // Makes room for one AddWaiter more. False if the point is complete already.
  [[nodiscard]] bool ReserveWaiter();
  // Asks for stream->Resume(ticket) at completion, in room that was made before. False if the point is
  // complete already.
  [[nodiscard]] bool AddWaiter(std::weak_ptr<CpuStream> stream, uint64_t ticket) noexcept;
  [[nodiscard]] Status Synchronize(Timeout timeout);
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> Timestamp() const;

 private:
  struct Waiter {
    std::weak_ptr<CpuStream> stream;
    uint64_t ticket;
  };

  mutable std::mutex mutex_;
  std::condition_variable reached_;
  std::optional<std::chrono::steady_clock::time_point> timestamp_;
  Status status_;
  std::vector<Waiter> waiters_;
  size_t reserved_ = 0;
};

class CpuEvent final : public Event {
 public:
  // Makes a point, which is on its way through a stream, the latest record.
  void SetLatest(std::shared_ptr<EventPoint> point);
  // The latest record; null before the first.
  [[nodiscard]] std::shared_ptr<EventPoint> Latest() const;

  [[nodiscard]] bool Recorded() const override { return Latest() != nullptr; }
  [[nodiscard]] bool Complete() const override;
  [[nodiscard]] Status Synchronize(Timeout timeout) override;
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> Timestamp() const override;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<EventPoint> latest_;
};

}  // namespace openaclnn::backend::cpu
