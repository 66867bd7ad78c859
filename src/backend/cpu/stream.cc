// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/stream.h"

#include <unistd.h>

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

// What a thread has enqueued, and who it is.
struct Issuer {
  uint32_t thread = 0;
  uint32_t lastTask = 0;
};

Issuer& ThisIssuer() {
  thread_local Issuer issuer;
  if (issuer.thread == 0) {
    issuer.thread = static_cast<uint32_t>(gettid());
  }
  return issuer;
}

// Made once, so that those who meet an abort need no memory to say so.
const Status& Aborted() {
  static const auto* const aborted = new Status(code::kRtStreamAbort, "the stream is or was being aborted");
  return *aborted;
}

StreamOptions WithGroup(StreamOptions options) {
  if (options.group == nullptr) {
    options.group = std::make_shared<StreamGroup>();
  }
  return options;
}

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

CpuStream::CpuStream(std::shared_ptr<Arena> arena, StreamOptions options)
    : arena_(std::move(arena)), options_(WithGroup(std::move(options))) {
  readyPriority = options_.priority;
  WorkerPool::Instance().Prepare();
}

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
  if (point == nullptr || !point->ReserveWaiter()) {
    return Status::Ok();
  }
  return Enqueue(WaitTask{std::move(point)}, false);
}

Status CpuStream::Enqueue(Task task, bool tiny) {
  Issuer& issuer = ThisIssuer();
  std::unique_lock lock(mutex_);
  // While the process ends there is no other thread: what an idle stream gets runs here.
  if (WorkerPool::Instance().Stopped()) {
    tiny = !std::holds_alternative<HostTask>(task) && !std::holds_alternative<WaitTask>(task);
  }
  if (options_.group->Stopped()) {
    return options_.group->Failure();
  }
  if (aborting_ > 0) {
    return Aborted();
  }
  const bool runsHere = state_ == State::kIdle && tiny;
  if (!runsHere) {
    queue_.push_back({std::move(task), issuer.thread});
  }
  ++enqueued_;
  if (options_.countsTasks) {
    issuer.lastTask = static_cast<uint32_t>(enqueued_);
  }
  if (!runsHere) {
    if (state_ == State::kIdle) {
      ScheduleOrRest();
    }
    return Status::Ok();
  }
  state_ = State::kRunning;
  issuer_ = issuer.thread;
  const Status pending = Pending();
  lock.unlock();
  CpuContext context(nullptr);
  const Status status = Execute(task, pending, context);
  task = Task();
  lock.lock();
  Finish(lock, status);
  ScheduleOrRest();
  return Status::Ok();
}

Status CpuStream::Execute(const Task& task, const Status& pending, CpuContext& context) const noexcept {
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

Status CpuStream::Pending() const noexcept {
  if (options_.group->Stopped()) {
    return options_.group->Failure();
  }
  return aborting_ > 0 ? Aborted() : error_;
}

void CpuStream::ScheduleOrRest() noexcept {
  if (queue_.empty()) {
    state_ = State::kIdle;
    return;
  }
  state_ = State::kScheduled;
  WorkerPool::Instance().Submit(shared_from_this());
}

void CpuStream::Drop(Task& task) noexcept {
  // Others may wait for a record: it is reached, with the failure, rather than never.
  if (!std::holds_alternative<RecordTask>(task)) {
    task = DroppedTask();
  }
}

void CpuStream::DropQueue() noexcept {
  for (QueuedTask& queued : queue_) {
    Drop(queued.task);
  }
}

void CpuStream::StopWaiting(std::unique_lock<std::mutex>& lock) noexcept {
  if (state_ == State::kBlocked) {
    ++waitTicket_;  // the event finds nobody waiting
    Finish(lock, Status::Ok());
    ScheduleOrRest();
  }
}

void CpuStream::RunReady() noexcept {
  std::unique_lock lock(mutex_);
  CpuContext context(arena_.get());
  for (int turn = 0; turn < kTurn && !queue_.empty(); ++turn) {
    Task task = std::move(queue_.front().task);
    issuer_ = queue_.front().issuer;
    queue_.pop_front();
    if (options_.group->Stopped()) {
      Drop(task);
    }
    if (const auto* wait = std::get_if<WaitTask>(&task)) {
      state_ = State::kBlocked;
      if (wait->point->AddWaiter(weak_from_this(), ++waitTicket_)) {
        return;  // Resume goes on from here
      }
    }
    state_ = State::kRunning;
    const Status pending = Pending();
    lock.unlock();
    const Status status = Execute(task, pending, context);
    task = Task();  // releases what the task held before its end is announced
    lock.lock();
    Finish(lock, status);
  }
  ScheduleOrRest();
}

void CpuStream::Resume(uint64_t ticket) noexcept {
  std::unique_lock lock(mutex_);
  if (ticket == waitTicket_) {
    StopWaiting(lock);
  }
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
  const bool duringAbort = aborting_ > 0;
  const uint64_t aborts = aborts_;
  const bool done = WaitUntilDone(lock, timeout);
  if (options_.group->Stopped()) {
    return options_.group->Failure();
  }
  if (duringAbort || aborts != aborts_) {
    return Aborted();
  }
  if (!done) {
    return {code::kRtStreamSyncTimeout,
            "the stream was not done within " + std::to_string(timeout->count()) + " ms"};
  }
  if (finished_ < enqueued_ && WorkerPool::Instance().Stopped()) {
    return {code::kInternal, "the process is ending: the stream's work will not run any more"};
  }
  return std::exchange(error_, Status::Ok());
}

void CpuStream::Drain() {
  std::unique_lock lock(mutex_);
  WaitUntilDone(lock, std::nullopt);
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
  DropQueue();
  StopWaiting(lock);
  WaitUntilDone(lock, std::nullopt);
  if (--aborting_ == 0) {
    error_ = Status::Ok();
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

namespace openaclnn::backend {

uint32_t LastTaskOfThread() {
  return cpu::ThisIssuer().lastTask;
}

}  // namespace openaclnn::backend
