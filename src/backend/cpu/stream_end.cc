// SPDX-License-Identifier: Apache-2.0
//
// How a stream is waited for, and how its work is dropped.
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "backend/cpu/stream.h"
#include "backend/progress.h"
#include "base/no_destructor.h"

namespace openaclnn::backend::cpu {

const Status& CpuStream::Aborted() {
  static const NoDestructor<Status> aborted(code::kRtStreamAbort, "the stream is or was being aborted");
  return *aborted;
}

bool CpuStream::CanBeDropped(const Task& task) noexcept {
  // Others may wait for a record: it is reached, with the failure, rather than never.
  return !std::holds_alternative<RecordTask>(task);
}

void CpuStream::DropQueue() noexcept {
  for (QueuedTask& queued : queue_) {
    queued.dropped = CanBeDropped(queued.task);
  }
}

void CpuStream::StopWaiting(std::unique_lock<std::mutex>& lock) noexcept {
  if (state_ == State::kBlocked) {
    EndWait(lock);
    ScheduleOrRest();
  }
}

bool CpuStream::Idle() const {
  const std::lock_guard lock(mutex_);
  return finished_ == enqueued_ && holds_->HaveEnded();
}

bool CpuStream::WaitUntilDone(std::unique_lock<std::mutex>& lock, uint64_t tasks, Timeout timeout) {
  // While the process ends, nothing that is queued comes to its end.
  const auto done = [this, tasks] { return finished_ >= tasks || WorkerPool::Instance().Stopped(); };
  GoOnUntil(lock, progress_, timeout, done);
  return finished_ >= tasks;
}

bool CpuStream::WaitUntilReleased(std::unique_lock<std::mutex>& lock, const Target& target, Timeout timeout) {
  using std::chrono::steady_clock;
  const auto start = timeout ? steady_clock::now() : steady_clock::time_point();
  if (!WaitUntilDone(lock, target.tasks, timeout)) {
    return false;
  }
  if (timeout) {
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - start);
    timeout = std::max(std::chrono::milliseconds(0), *timeout - spent);
  }
  if (target.holds.begun == 0) {
    return true;
  }
  lock.unlock();
  const bool ended = holds_->WaitForEnds(target.holds, timeout);
  lock.lock();
  return ended;
}

void CpuStream::NoteRest() noexcept {
  atRest_.store(state_ == State::kIdle && error_.IsOk() && aborting_ == 0, std::memory_order_release);
}

Status CpuStream::Synchronize(Timeout timeout) {
  RenewAllowance();
  if (AtRest()) {
    return Status::Ok();
  }
  std::unique_lock lock(mutex_);
  const bool duringAbort = aborting_ > 0;
  const uint64_t aborts = aborts_;
  // Taken before any task runs here: what is enqueued meanwhile may wait for this call's return.
  const Target target = Now();
  if (!timeout) {
    RunForWaiter(lock, target.tasks);
  }
  const bool done = WaitUntilReleased(lock, target, timeout);
  if (options_.group->Stopped()) {
    return options_.group->Failure();
  }
  if (duringAbort || aborts != aborts_) {
    return Aborted();
  }
  if (!done && WorkerPool::Instance().Stopped()) {
    return {code::kInternal, "the process is ending: the stream's work will not run any more"};
  }
  if (!done) {
    return {code::kRtStreamSyncTimeout,
            "the stream was not done within " + std::to_string(timeout->count()) + " ms"};
  }
  Status error = std::exchange(error_, Status::Ok());
  NoteRest();
  return error;
}

void CpuStream::Drain() {
  std::unique_lock lock(mutex_);
  Target target = Now();
  while (!WaitUntilReleased(lock, target, std::nullopt) && !WorkerPool::Instance().Stopped()) {
    target.holds.interrupts = holds_->Begun().interrupts;  // an abort sends others away, who need not wait
  }
}

void CpuStream::Discard() noexcept {
  std::unique_lock lock(mutex_);
  DropQueue();
  StopWaiting(lock);
}

void CpuStream::Abort() {
  static_cast<void>(Aborted());  // asks for its memory now, where nothing has happened yet
  std::unique_lock lock(mutex_);
  ++aborting_;
  ++aborts_;
  NoteRest();
  holds_->Interrupt();
  DropQueue();
  StopWaiting(lock);
  WaitUntilDone(lock, enqueued_, std::nullopt);
  if (--aborting_ == 0) {
    error_ = Status::Ok();
    NoteRest();
  }
}

void CpuStream::StopTask() {
  std::unique_lock lock(mutex_);
  if (state_ == State::kRunning) {
    progress_.wait(lock, [this, target = finished_ + 1] {
      return finished_ >= target || WorkerPool::Instance().Stopped();
    });
  } else {
    StopWaiting(lock);
  }
}

}  // namespace openaclnn::backend::cpu
