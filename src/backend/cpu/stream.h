// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <variant>

#include "backend/backend.h"
#include "backend/cpu/event.h"
#include "backend/cpu/holds.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/signal.h"
#include "backend/cpu/worker_pool.h"
#include "backend/stream_group.h"
#include "trace/trace.h"

namespace openaclnn::backend::cpu {

// An in-order queue. At any time at most one thread runs its tasks: a worker of the pool; for a tiny task on
// an idle stream, or a small one of a program that waits for each, the thread that enqueued it; or a thread
// that synchronizes before a worker has come, which saves two hand-overs. A stream that waits occupies no
// thread.
//
// Once a task is accepted nothing on its way asks for memory, so that a lack of it can make a task fail but
// never the stream hang.
class CpuStream final : public Stream,
                        public Served,
                        public Waiter,
                        public std::enable_shared_from_this<CpuStream> {
 public:
  explicit CpuStream(std::shared_ptr<Arena> arena, StreamOptions options = {});
  ~CpuStream() override;

  [[nodiscard]] Status LaunchHolding(std::unique_ptr<Work> work, std::shared_ptr<Hold> hold) override;
  [[nodiscard]] Status Copy(void* destination, const void* source, size_t bytes,
                            std::shared_ptr<const void> keepAlive) override;
  [[nodiscard]] Status Fill(void* destination, int value, size_t bytes,
                            std::shared_ptr<const void> keepAlive) override;
  [[nodiscard]] Status CallHost(void (*function)(void*), void* argument) override;
  [[nodiscard]] Status Record(const std::shared_ptr<Event>& event) override;
  [[nodiscard]] Status WaitFor(const std::shared_ptr<Event>& event, WaitOptions options) override;
  [[nodiscard]] Status Reset(const std::shared_ptr<Event>& event) override;
  [[nodiscard]] Status WaitFor(const std::shared_ptr<Signal>& signal, std::unique_ptr<Condition> condition,
                               WaitOptions options) override;
  [[nodiscard]] Status WaitForValue(Cell cell, ValueTest test, uint64_t value) override;
  [[nodiscard]] Status WriteValue(Cell cell, uint64_t value) override;
  [[nodiscard]] std::shared_ptr<Hold> MakeHold() override { return holds_->Make(); }
  [[nodiscard]] bool Idle() const override;
  [[nodiscard]] Status Synchronize(Timeout timeout) override;
  void Drain() override;
  void Discard() noexcept override;
  void Abort() override;
  void StopTask() override;

  // For the pool.
  void RunReady() noexcept override;
  // For the wait.
  void Resume(const CpuWait& wait) noexcept override;

 private:
  struct CopyTask {
    void* destination;
    const void* source;
    size_t bytes;
    std::shared_ptr<const void> keepAlive;
    const char* direction;  // for the timeline
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
    std::shared_ptr<CpuWait> wait;
  };
  using Task = std::variant<std::unique_ptr<Work>, CopyTask, FillTask, HostTask, RecordTask, WaitTask>;

  struct QueuedTask {
    Task task;
    uint32_t issuer;       // the thread that enqueued it
    bool dropped = false;  // keeps its place, so that tasks finish in the order they were enqueued
  };

  enum class State {
    kIdle,       // nothing to run
    kScheduled,  // in the pool's queue, and nobody has come yet
    kRunning,    // a thread runs a task
    kBlocked,    // waits
  };

  // Whether all that was enqueued so far is done, and there is nothing to tell of it. Without the lock; what
  // was done before is seen.
  [[nodiscard]] bool AtRest() const {
    return atRest_.load(std::memory_order_acquire) && !options_.group->Stopped() && !holds_->AnyBegun();
  }
  void NoteRest() noexcept;  // requires mutex_

  // What there is to wait for at some time.
  struct Target {
    uint64_t tasks;
    Holds::Mark holds;
  };
  [[nodiscard]] Target Now() const { return {enqueued_, holds_->Begun()}; }  // requires mutex_

  // `bytes`: as Work::Bytes. `hold`, which may be null, begins with the task.
  [[nodiscard]] Status Enqueue(Task task, size_t bytes, Hold* hold = nullptr);
  // Whether a task of an idle stream is better run where it is enqueued; takes its bytes from the allowance.
  [[nodiscard]] bool RunsAtOnce(const Task& task, size_t bytes) noexcept;  // requires mutex_
  // Somebody has waited for the stream: what comes next will be waited for, too, so that a hand-over of it to
  // a thread that sleeps would lengthen the way, and nothing else be done meanwhile.
  void RenewAllowance() noexcept;
  // What is told of an abort. Made once, so that those who meet one need no memory.
  [[nodiscard]] static const Status& Aborted();
  [[nodiscard]] Status Execute(const Task& task, const Status& pending, CpuContext& context) const noexcept;
  [[nodiscard]] Status ExecuteTraced(const Task& task, const Status& pending,
                                     CpuContext& context) const noexcept;
  [[nodiscard]] Status ExecuteUntraced(const Task& task, const Status& pending,
                                       CpuContext& context) const noexcept;
  [[nodiscard]] static Status Run(const Task& task, const Status& pending, CpuContext& context) noexcept;
  // For the timeline.
  static void Describe(const Task& task, trace::Details& details);
  static void DescribeWait(const CpuWait& wait, trace::Details& details);
  void TraceWait(const CpuWait& wait) const noexcept;
  // The end of the task that was taken last. Tells of a failure, with the lock released meanwhile.
  void Finish(std::unique_lock<std::mutex>& lock, const Status& status) noexcept;
  void TellOfFailure(const TaskFailure& failure) const noexcept;  // requires that mutex_ is not held
  // The failure that a task passes on: only records do.
  [[nodiscard]] Status PendingFor(const Task& task) const noexcept;  // requires mutex_
  void ScheduleOrRest() noexcept;                                    // requires mutex_
  void Schedule() noexcept;                                          // requires mutex_
  // Runs the first task of the queue, with the lock released meanwhile. False: the stream waits, and goes on
  // by itself.
  bool RunNext(std::unique_lock<std::mutex>& lock, CpuContext& context) noexcept;
  // On a thread that waits for these tasks anyway, until they are done: runs them here, as far as nobody else
  // has begun, and ends the stream's waits.
  void RunForWaiter(std::unique_lock<std::mutex>& lock, uint64_t target) noexcept;
  [[nodiscard]] static bool CanBeDropped(const Task& task) noexcept;
  void DropQueue() noexcept;  // requires mutex_
  // Ends the wait that the stream is in, if it is in one.
  void StopWaiting(std::unique_lock<std::mutex>& lock) noexcept;
  // The end of the current wait, with the lock released meanwhile.
  void EndWait(std::unique_lock<std::mutex>& lock) noexcept;
  // These wait for tasks, and for the holds, too. False if they are not done: the time is over, there was an
  // abort, or the process is ending.
  bool WaitUntilDone(std::unique_lock<std::mutex>& lock, uint64_t tasks, Timeout timeout);
  bool WaitUntilReleased(std::unique_lock<std::mutex>& lock, const Target& target, Timeout timeout);

  const std::shared_ptr<Arena> arena_;
  const StreamOptions options_;
  const trace::StreamTrack track_;
  const std::shared_ptr<Holds> holds_ = std::make_shared<Holds>();
  std::atomic<bool> atRest_{true};    // written under the mutex; see AtRest
  std::atomic<size_t> allowance_{0};  // bytes that small tasks may still touch at once; see RenewAllowance
  mutable std::mutex mutex_;
  std::condition_variable progress_;
  std::deque<QueuedTask> queue_;
  State state_ = State::kIdle;
  bool submitted_ = false;  // to the pool, which has not come to it yet
  uint64_t enqueued_ = 0;
  uint64_t finished_ = 0;
  uint32_t issuer_ = 0;               // of the task that was taken last
  std::shared_ptr<CpuWait> waiting_;  // the current wait, until its end is announced
  int waiters_ = 0;                   // threads in RunForWaiter that would go on with the stream
  int64_t waitBegin_ = 0;             // for the timeline
  Status error_;                      // the first failure since the last synchronize
  int aborting_ = 0;                  // threads in Abort
  uint64_t aborts_ = 0;
};

}  // namespace openaclnn::backend::cpu
