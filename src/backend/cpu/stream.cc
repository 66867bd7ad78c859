// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/stream.h"

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "backend/cpu/worker_pool.h"

namespace openaclnn::backend::cpu {
namespace {

// Handing a task to another thread costs some microseconds; touching this much memory costs less.
constexpr size_t kTinyBytes = size_t{16} << 10;

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

Status CpuStream::Launch(std::unique_ptr<Work> work) {
  const bool tiny = work->Bytes() <= kTinyBytes;
  return Enqueue(std::move(work), tiny);
}

Status CpuStream::Copy(void* destination, const void* source, size_t bytes,
                       std::shared_ptr<const void> keepAlive) {
  return Enqueue(CopyTask{destination, source, bytes, std::move(keepAlive)}, bytes <= kTinyBytes);
}

Status CpuStream::Fill(void* destination, int value, size_t bytes, std::shared_ptr<const void> keepAlive) {
  return Enqueue(FillTask{destination, value, bytes, std::move(keepAlive)}, bytes <= kTinyBytes);
}

Status CpuStream::CallHost(void (*function)(void*), void* argument) {
  return Enqueue(HostTask{function, argument}, false);
}

Status CpuStream::Record(const std::shared_ptr<Event>& event) {
  auto point = std::make_shared<EventPoint>();
  Status status = Enqueue(RecordTask{point}, true);
  // Only now: an event whose record was refused stays what it was, instead of waiting for a point that never
  // comes.
  if (status.IsOk()) {
    std::static_pointer_cast<CpuEvent>(event)->SetLatest(std::move(point));
  }
  return status;
}

Status CpuStream::Wait(const std::shared_ptr<Event>& event) {
  std::shared_ptr<EventPoint> point = std::static_pointer_cast<CpuEvent>(event)->Latest();
  if (point == nullptr || point->IsComplete()) {
    return Status::Ok();
  }
  return Enqueue(WaitTask{std::move(point)}, false);
}

Status CpuStream::Enqueue(Task task, bool tiny) {
  std::unique_lock lock(mutex_);
  // While the process ends there is no other thread: what an idle stream gets runs here.
  if (WorkerPool::Instance().Stopped()) {
    tiny = !std::holds_alternative<HostTask>(task) && !std::holds_alternative<WaitTask>(task);
  }
  const bool stopped = failureMode_ == FailureMode::kStop && !error_.IsOk();
  if (stopped && !std::holds_alternative<RecordTask>(task)) {
    return error_;
  }
  if (state_ != State::kIdle || !tiny) {
    queue_.push_back(std::move(task));
    ++enqueued_;
    if (state_ == State::kIdle) {
      ScheduleOrRest();
    }
    return Status::Ok();
  }
  ++enqueued_;
  state_ = State::kRunning;
  const Status pending = error_;
  lock.unlock();
  CpuContext context(nullptr);
  const Status status = Execute(task, pending, context);
  task = Task();
  lock.lock();
  Finish(status);
  ScheduleOrRest();
  return Status::Ok();
}

Status CpuStream::Execute(const Task& task, const Status& pending, CpuContext& context) const {
  try {
    return std::visit(Overloaded{
                          [&](const std::unique_ptr<Work>& work) { return work->Run(context); },
                          [&](const CopyTask& copy) {
                            CopyBytes(context, copy.destination, copy.source, copy.bytes);
                            return Status::Ok();
                          },
                          [&](const FillTask& fill) {
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
                          [&](const WaitTask& /*wait*/) { return Status::Ok(); },
                          [&](const DroppedTask& /*dropped*/) { return Status::Ok(); },
                      },
                      task);
  } catch (const std::bad_alloc&) {
    return {code::kHostAllocation, {}};
  } catch (const std::exception& error) {
    return {code::kInternal, std::string("a task of the stream failed: ") + error.what()};
  }
}

void CpuStream::Finish(const Status& status) {
  if (!status.IsOk() && error_.IsOk()) {
    error_ = status;
  }
  if (!status.IsOk() && failureMode_ == FailureMode::kStop) {
    DropQueue();
  }
  ++finished_;
  progress_.notify_all();
}

void CpuStream::ScheduleOrRest() {
  if (queue_.empty()) {
    state_ = State::kIdle;
    return;
  }
  state_ = State::kScheduled;
  WorkerPool::Instance().Submit(shared_from_this());
}

void CpuStream::DropQueue() {
  for (Task& task : queue_) {
    // Others may wait for a record: it is reached, with the failure, rather than never.
    if (!std::holds_alternative<RecordTask>(task)) {
      task = DroppedTask();
    }
  }
}

void CpuStream::RunReady() {
  std::unique_lock lock(mutex_);
  CpuContext context(arena_.get());
  for (int turn = 0; turn < kTurn && !queue_.empty(); ++turn) {
    Task task = std::move(queue_.front());
    queue_.pop_front();
    if (const auto* wait = std::get_if<WaitTask>(&task)) {
      state_ = State::kBlocked;
      if (wait->point->AddWaiter(weak_from_this(), ++waitTicket_)) {
        return;  // Resume goes on from here
      }
    }
    state_ = State::kRunning;
    const Status pending = error_;
    lock.unlock();
    const Status status = Execute(task, pending, context);
    task = Task();  // releases what the task held before its end is announced
    lock.lock();
    Finish(status);
  }
  ScheduleOrRest();
}

void CpuStream::Resume(uint64_t ticket) {
  const std::lock_guard lock(mutex_);
  if (state_ != State::kBlocked || ticket != waitTicket_) {
    return;
  }
  Finish(Status::Ok());
  ScheduleOrRest();
}

bool CpuStream::Idle() const {
  const std::lock_guard lock(mutex_);
  return finished_ == enqueued_;
}

bool CpuStream::WaitUntilDone(std::unique_lock<std::mutex>& lock, Timeout timeout) {
  const uint64_t target = enqueued_;
  // While the process ends, nothing that is queued comes to its end.
  const auto done = [this, target] { return finished_ >= target || WorkerPool::Instance().Stopped(); };
  if (timeout) {
    return progress_.wait_for(lock, *timeout, done);
  }
  progress_.wait(lock, done);
  return true;
}

Status CpuStream::Synchronize(Timeout timeout) {
  std::unique_lock lock(mutex_);
  if (!WaitUntilDone(lock, timeout)) {
    return {code::kRtStreamSyncTimeout,
            "the stream was not done within " + std::to_string(timeout->count()) + " ms"};
  }
  if (finished_ < enqueued_ && WorkerPool::Instance().Stopped()) {
    return {code::kInternal, "the process is ending: the stream's work will not run any more"};
  }
  return failureMode_ == FailureMode::kStop ? error_ : std::exchange(error_, Status::Ok());
}

void CpuStream::Drain() {
  std::unique_lock lock(mutex_);
  WaitUntilDone(lock, std::nullopt);
}

void CpuStream::Discard() {
  const std::lock_guard lock(mutex_);
  DropQueue();
  if (state_ == State::kBlocked) {
    ++waitTicket_;  // the event finds nobody waiting
    Finish(Status::Ok());
    ScheduleOrRest();
  }
}

void CpuStream::SetFailureMode(FailureMode mode) {
  const std::lock_guard lock(mutex_);
  failureMode_ = mode;
  if (mode == FailureMode::kStop && !error_.IsOk()) {
    DropQueue();
  }
}

}  // namespace openaclnn::backend::cpu
