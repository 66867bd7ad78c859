// SPDX-License-Identifier: Apache-2.0
//
// How a stream runs its tasks, one after the other.
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "backend/cpu/memory_gate.h"
#include "backend/cpu/stream.h"
#include "backend/progress.h"

namespace openaclnn::backend::cpu {
namespace {

// After this many tasks another stream gets the thread.
constexpr int kTurn = 16;

// Around user code, also where it throws.
class BlockingSection {
 public:
  BlockingSection() { WorkerPool::Instance().EnterBlocking(); }
  BlockingSection(const BlockingSection&) = delete;
  BlockingSection& operator=(const BlockingSection&) = delete;
  ~BlockingSection() { WorkerPool::Instance().LeaveBlocking(); }
};

template <typename... Callables>
struct Overloaded : Callables... {
  using Callables::operator()...;
};
template <typename... Callables>
Overloaded(Callables...) -> Overloaded<Callables...>;

}  // namespace

Status CpuStream::Execute(const Task& task, const Status& pending, CpuContext& context) const noexcept {
  if (trace::IsOn()) [[unlikely]] {
    return ExecuteTraced(task, pending, context);
  }
  return ExecuteUntraced(task, pending, context);
}

Status CpuStream::ExecuteUntraced(const Task& task, const Status& pending,
                                  CpuContext& context) const noexcept {
  Status outcome = Run(task, pending, context);
  // What computes here has come to its end with Run.
  const auto* const work = std::get_if<std::unique_ptr<Work>>(&task);
  return work == nullptr ? outcome : (*work)->Complete(std::move(outcome));
}

Status CpuStream::Run(const Task& task, const Status& pending, CpuContext& context) noexcept {
  try {
    return std::visit(Overloaded{
                          [&](const std::unique_ptr<Work>& work) {
                            const MemoryGate::Pass pass;
                            return work->Run(context);
                          },
                          [&](const CopyTask& copy) {
                            const MemoryGate::Pass pass;
                            CopyBytes(context, copy.destination, copy.source, copy.bytes);
                            return Status::Ok();
                          },
                          [&](const FillTask& fill) {
                            const MemoryGate::Pass pass;
                            FillBytes(context, fill.destination, fill.value, fill.bytes);
                            return Status::Ok();
                          },
                          [&](const HostTask& host) {
                            const BlockingSection section;
                            host.function(host.argument);
                            return Status::Ok();
                          },
                          [&](const RecordTask& record) {
                            record.point->Complete(pending);
                            return Status::Ok();
                          },
                          [&](const WaitTask& wait) {
                            wait.wait->Release();
                            return wait.wait->Result();
                          },
                      },
                      task);
  } catch (const std::bad_alloc&) {
    return {code::kHostAllocation, {}};
  } catch (const std::exception& error) {
    try {
      return {code::kInternal, std::string("a task of the stream failed: ") + error.what()};
    } catch (...) {
      return {code::kInternal, {}};
    }
  } catch (...) {
    return {code::kInternal, {}};
  }
}

void CpuStream::Finish(std::unique_lock<std::mutex>& lock, const Status& status) noexcept {
  if (!status.IsOk()) {
    const TaskFailure failure{static_cast<uint32_t>(finished_ + 1), issuer_, status};
    lock.unlock();
    TellOfFailure(failure);
    lock.lock();
    if (error_.IsOk()) {
      error_ = status;
    }
  }
  ++finished_;
  progress_.notify_all();
}

void CpuStream::TellOfFailure(const TaskFailure& failure) const noexcept {
  options_.group->TaskFailed(failure.status);
  if (options_.onFailure) {
    const BlockingSection section;
    options_.onFailure(failure);
  }
}

Status CpuStream::PendingFor(const Task& task) const noexcept {
  if (!std::holds_alternative<RecordTask>(task)) {
    return Status::Ok();
  }
  if (options_.group->Stopped()) {
    return options_.group->Failure();
  }
  return aborting_ > 0 ? Aborted() : error_;
}

void CpuStream::ScheduleOrRest() noexcept {
  if (queue_.empty()) {
    state_ = State::kIdle;
    NoteRest();
    return;
  }
  Schedule();
}

void CpuStream::Schedule() noexcept {
  state_ = State::kScheduled;
  if (!submitted_) {
    submitted_ = true;
    WorkerPool::Instance().Submit(shared_from_this());
  }
}

void CpuStream::RunReady() noexcept {
  std::unique_lock lock(mutex_);
  submitted_ = false;
  if (state_ != State::kScheduled) {
    return;  // a thread that synchronizes was here first
  }
  CpuContext context(arena_.get());
  if (waiting_ != nullptr) {
    EndWait(lock);
  }
  for (int turn = 0; turn < kTurn && !queue_.empty(); ++turn) {
    if (!RunNext(lock, context)) {
      return;
    }
  }
  ScheduleOrRest();
}

bool CpuStream::RunNext(std::unique_lock<std::mutex>& lock, CpuContext& context) noexcept {
  Task task = std::move(queue_.front().task);
  const bool dropped = queue_.front().dropped || (options_.group->Stopped() && CanBeDropped(task));
  issuer_ = queue_.front().issuer;
  queue_.pop_front();
  if (const auto* wait = std::get_if<WaitTask>(&task); wait != nullptr && !dropped) {
    state_ = State::kBlocked;
    waiting_ = wait->wait;
    waitBegin_ = trace::IsOn() ? trace::Now() : 0;
    lock.unlock();
    const bool isOver = wait->wait->Begin(weak_from_this());
    lock.lock();
    if (!isOver || waiting_ != wait->wait) {
      return false;  // Resume or Discard goes on from here, or has already
    }
    waiting_ = nullptr;
  }
  state_ = State::kRunning;
  const Status pending = PendingFor(task);
  lock.unlock();
  const Status status = dropped ? Status::Ok() : Execute(task, pending, context);
  task.emplace<std::unique_ptr<Work>>();  // releases what the task held before its end is announced
  lock.lock();
  Finish(lock, status);
  return true;
}

void CpuStream::RunForWaiter(std::unique_lock<std::mutex>& lock, uint64_t target) noexcept {
  // User code runs on the pool's threads.
  const auto takes = [](const Task& task) { return !std::holds_alternative<HostTask>(task); };
  const auto isStopped = [] { return WorkerPool::Instance().Stopped(); };
  const auto waitIsOver = [&] { return state_ == State::kScheduled && waiting_ != nullptr; };
  CpuContext context(arena_.get());
  while (!isStopped() && finished_ < target) {
    if (state_ == State::kScheduled) {
      if (waiting_ != nullptr) {
        EndWait(lock);
      }
      bool goesOn = true;
      while (goesOn && finished_ < target && !queue_.empty() && takes(queue_.front().task)) {
        goesOn = RunNext(lock, context);
      }
      if (goesOn) {
        ScheduleOrRest();
      }
    }
    ++waiters_;
    const auto goesOn = [&] { return finished_ >= target || waitIsOver() || isStopped(); };
    GoOnUntil(lock, progress_, std::nullopt, goesOn);
    --waiters_;
  }
  if (waitIsOver()) {
    Schedule();  // of a later task, and left to this thread, which goes
  }
}

void CpuStream::Resume(const CpuWait& wait) noexcept {
  const std::lock_guard lock(mutex_);
  if (state_ != State::kBlocked || waiting_.get() != &wait) {
    return;
  }
  // Another thread ends the wait: what it held may take long to release, and belongs to neither the one who
  // announced its end nor the timer. One that synchronizes has to wake up anyway.
  if (waiters_ > 0) {
    state_ = State::kScheduled;
    progress_.notify_all();
  } else {
    Schedule();
  }
}

void CpuStream::EndWait(std::unique_lock<std::mutex>& lock) noexcept {
  const std::shared_ptr<CpuWait> wait = std::move(waiting_);
  waiting_ = nullptr;
  state_ = State::kRunning;
  lock.unlock();
  wait->Withdraw();
  TraceWait(*wait);
  wait->Release();
  lock.lock();
  Finish(lock, wait->Result());
}

}  // namespace openaclnn::backend::cpu
