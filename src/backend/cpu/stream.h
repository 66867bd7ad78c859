// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <variant>

#include "backend/backend.h"
#include "backend/cpu/event.h"
#include "backend/cpu/parallel.h"

namespace openaclnn::backend::cpu {

// An in-order queue. At any time at most one thread runs its tasks: a worker of the pool, or, for a tiny task
// on an idle stream, the thread that enqueued it. A stream that waits for an event occupies no thread.
class CpuStream final : public Stream, public std::enable_shared_from_this<CpuStream> {
 public:
  explicit CpuStream(std::shared_ptr<Arena> arena) : arena_(std::move(arena)) {}

  [[nodiscard]] Status Launch(std::unique_ptr<Work> work) override;
  [[nodiscard]] Status Copy(void* destination, const void* source, size_t bytes,
                            std::shared_ptr<const void> keepAlive) override;
  [[nodiscard]] Status Fill(void* destination, int value, size_t bytes,
                            std::shared_ptr<const void> keepAlive) override;
  [[nodiscard]] Status CallHost(void (*function)(void*), void* argument) override;
  [[nodiscard]] Status Record(const std::shared_ptr<Event>& event) override;
  [[nodiscard]] Status Wait(const std::shared_ptr<Event>& event) override;
  [[nodiscard]] bool Idle() const override;
  [[nodiscard]] Status Synchronize(Timeout timeout) override;
  void Drain() override;
  void Discard() override;
  void SetFailureMode(FailureMode mode) override;

  // Runs tasks until there are none, one has to wait, or it is another stream's turn. For the pool.
  void RunReady();
  // Ends the wait that was given this ticket, if it is still the current one. For event points.
  void Resume(uint64_t ticket);

 private:
  struct CopyTask {
    void* destination;
    const void* source;
    size_t bytes;
    std::shared_ptr<const void> keepAlive;
  };
  struct FillTask {
    void* destination;
    int value;
    size_t bytes;
    std::shared_ptr<const void> keepAlive;
  };
  struct HostTask {
    void (*function)(void*);
    void* argument;
  };
  struct RecordTask {
    std::shared_ptr<EventPoint> point;
  };
  struct WaitTask {
    std::shared_ptr<EventPoint> point;
  };
  struct DroppedTask {};  // keeps its place, so that tasks finish in the order they were enqueued
  using Task =
      std::variant<std::unique_ptr<Work>, CopyTask, FillTask, HostTask, RecordTask, WaitTask, DroppedTask>;

  enum class State {
    kIdle,       // nothing to run
    kScheduled,  // in the pool's queue
    kRunning,    // a thread runs a task
    kBlocked,    // waits for an event
  };

  // `tiny`: cheaper to run at once than to hand to another thread.
  [[nodiscard]] Status Enqueue(Task task, bool tiny);
  [[nodiscard]] Status Execute(const Task& task, const Status& pending, CpuContext& context) const;
  void Finish(const Status& status);  // requires mutex_
  void ScheduleOrRest();              // requires mutex_
  void DropQueue();                   // requires mutex_
  bool WaitUntilDone(std::unique_lock<std::mutex>& lock, Timeout timeout);

  const std::shared_ptr<Arena> arena_;
  mutable std::mutex mutex_;
  std::condition_variable progress_;
  std::deque<Task> queue_;
  State state_ = State::kIdle;
  uint64_t enqueued_ = 0;
  uint64_t finished_ = 0;
  uint64_t waitTicket_ = 0;
  Status error_;  // the first failure since the last synchronize
  FailureMode failureMode_ = FailureMode::kContinue;
};

}  // namespace openaclnn::backend::cpu
