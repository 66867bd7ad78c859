// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/stream.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "backend/cpu/direction.h"
#include "backend/cpu/memory_gate.h"
#include "backend/cpu/value.h"
#include "backend/cpu/worker_pool.h"
#include "base/no_destructor.h"

namespace openaclnn::backend::cpu {
namespace {

// Handing a task to another thread, and back to the one that synchronizes, costs about 10 us; touching this
// much memory costs less.
constexpr size_t kTinyBytes = size_t{256} << 10;

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
  static const NoDestructor<Status> aborted(code::kRtStreamAbort, "the stream is or was being aborted");
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

class PointIsReached final : public Condition {
 public:
  explicit PointIsReached(std::shared_ptr<const EventPoint> point) : point_(std::move(point)) {}
  [[nodiscard]] std::optional<Status> Look() noexcept override {
    return point_->IsComplete() ? std::optional(Status::Ok()) : std::nullopt;
  }
  void Describe(trace::Details& details) const override {
    details.name = "wait for event";
    if (const auto time = point_->Timestamp()) {
      details.cause = {.place = point_->Where(),
                       .time = time->time_since_epoch() / std::chrono::nanoseconds(1)};
    }
  }

 private:
  const std::shared_ptr<const EventPoint> point_;
};

class EventReset final : public Work {
 public:
  EventReset(std::shared_ptr<CpuEvent> event, std::shared_ptr<EventPoint> point)
      : event_(std::move(event)), point_(std::move(point)) {}
  [[nodiscard]] const char* Name() const override { return "EventReset"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(ExecutionContext& /*context*/) override {
    event_->Forget(point_);
    return Status::Ok();
  }

 private:
  const std::shared_ptr<CpuEvent> event_;
  const std::shared_ptr<EventPoint> point_;
};

}  // namespace

CpuStream::CpuStream(std::shared_ptr<Arena> arena, StreamOptions options)
    : arena_(std::move(arena)),
      options_(WithGroup(std::move(options))),
      track_(options_.device, options_.number, options_.isDefault) {
  readyPriority = options_.priority;
  WorkerPool::Instance().Prepare();
}

// While it exists nobody else holds the stream, so nobody resumes it.
CpuStream::~CpuStream() {
  if (waiting_ != nullptr) {
    waiting_->Withdraw();
  }
}

Status CpuStream::Launch(std::unique_ptr<Work> work) {
  const bool tiny = work->Bytes() <= kTinyBytes;
  return Enqueue(std::move(work), tiny);
}

Status CpuStream::Copy(void* destination, const void* source, size_t bytes,
                       std::shared_ptr<const void> keepAlive) {
  // Looked at before the copy: the memory may be freed meanwhile.
  const char* const direction = track_.IsWatched() ? DirectionOf(destination, source) : nullptr;
  return Enqueue(CopyTask{destination, source, bytes, std::move(keepAlive), direction}, bytes <= kTinyBytes);
}

Status CpuStream::Fill(void* destination, int value, size_t bytes, std::shared_ptr<const void> keepAlive) {
  return Enqueue(FillTask{destination, value, bytes, std::move(keepAlive)}, bytes <= kTinyBytes);
}

Status CpuStream::CallHost(void (*function)(void*), void* argument) {
  return Enqueue(HostTask{function, argument}, false);
}

Status CpuStream::Record(const std::shared_ptr<Event>& event) {
  auto point = std::make_shared<EventPoint>(track_.Where());
  Status status = Enqueue(RecordTask{point}, true);
  // Only now: an event whose record was refused stays what it was, instead of waiting for a point that never
  // comes.
  if (status.IsOk()) {
    std::static_pointer_cast<CpuEvent>(event)->SetLatest(std::move(point));
  }
  return status;
}

Status CpuStream::WaitFor(const std::shared_ptr<Event>& event, WaitOptions options) {
  std::shared_ptr<EventPoint> point = std::static_pointer_cast<CpuEvent>(event)->Latest();
  if (point == nullptr) {
    return Status::Ok();
  }
  const bool isReached = point->IsComplete();
  std::shared_ptr<CpuSignal> reached(point, &point->Reached());
  return Enqueue(WaitTask{std::make_shared<CpuWait>(
                     std::move(reached), std::make_unique<PointIsReached>(point), std::move(options))},
                 isReached);
}

Status CpuStream::Reset(const std::shared_ptr<Event>& event) {
  auto cpuEvent = std::static_pointer_cast<CpuEvent>(event);
  std::shared_ptr<EventPoint> point = cpuEvent->Latest();
  return point == nullptr ? Status::Ok()
                          : Launch(std::make_unique<EventReset>(std::move(cpuEvent), std::move(point)));
}

Status CpuStream::WaitFor(const std::shared_ptr<Signal>& signal, std::unique_ptr<Condition> condition,
                          WaitOptions options) {
  return Enqueue(WaitTask{std::make_shared<CpuWait>(std::static_pointer_cast<CpuSignal>(signal),
                                                    std::move(condition), std::move(options))},
                 false);
}

Status CpuStream::WaitForValue(Cell cell, ValueTest test, uint64_t value) {
  return WaitFor(PolledSignal(), MakeValueCondition(std::move(cell), test, value), {});
}

Status CpuStream::WriteValue(Cell cell, uint64_t value) {
  return Launch(MakeValueWrite(std::move(cell), value));
}

Status CpuStream::Enqueue(Task task, bool tiny) {
  Issuer& issuer = ThisIssuer();
  trace::Handover handover(track_);
  std::unique_lock lock(mutex_);
  // While the process ends there is no other thread: what an idle stream gets runs here.
  if (WorkerPool::Instance().Stopped()) {
    tiny = tiny || !(std::holds_alternative<HostTask>(task) || std::holds_alternative<WaitTask>(task));
  }
  if (options_.group->Stopped()) {
    return options_.group->Failure();
  }
  if (aborting_ > 0) {
    return Aborted();
  }
  const auto accept = [&] {
    ++enqueued_;
    handover.Accepted(enqueued_);
    if (options_.countsTasks) {
      issuer.lastTask = static_cast<uint32_t>(enqueued_);
    }
  };
  if (state_ != State::kIdle || !tiny) {
    queue_.push_back({std::move(task), issuer.thread});
    accept();
    if (state_ == State::kIdle) {
      ScheduleOrRest();
    }
    return Status::Ok();
  }
  accept();
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
  if (track_.IsWatched()) [[unlikely]] {
    return ExecuteTraced(task, pending, context);
  }
  return ExecuteUntraced(task, pending, context);
}

Status CpuStream::ExecuteUntraced(const Task& task, const Status& pending,
                                  CpuContext& context) const noexcept {
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
  Schedule();
}

void CpuStream::Schedule() noexcept {
  state_ = State::kScheduled;
  if (!submitted_) {
    submitted_ = true;
    WorkerPool::Instance().Submit(shared_from_this());
  }
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
    waitBegin_ = track_.IsWatched() ? trace::Now() : 0;
    lock.unlock();
    const bool isOver = wait->wait->Begin(weak_from_this());
    lock.lock();
    if (!isOver || waiting_ != wait->wait) {
      return false;  // Resume or Discard goes on from here, or has already
    }
    waiting_ = nullptr;
  }
  state_ = State::kRunning;
  const Status pending = Pending();
  lock.unlock();
  const Status status = dropped ? Status::Ok() : Execute(task, pending, context);
  task = Task();  // releases what the task held before its end is announced
  lock.lock();
  Finish(lock, status);
  return true;
}

void CpuStream::RunForWaiter(std::unique_lock<std::mutex>& lock, uint64_t target) noexcept {
  // User code runs on the pool's threads, and what blocks leaves this one free to keep its time limit.
  const auto takes = [](const Task& task) {
    return !std::holds_alternative<HostTask>(task) && !std::holds_alternative<WaitTask>(task);
  };
  if (state_ != State::kScheduled || waiting_ != nullptr || WorkerPool::Instance().Stopped()) {
    return;
  }
  CpuContext context(arena_.get());
  while (finished_ < target && !queue_.empty() && takes(queue_.front().task)) {
    RunNext(lock, context);
  }
  ScheduleOrRest();
}

void CpuStream::Resume(const CpuWait& wait) noexcept {
  const std::lock_guard lock(mutex_);
  if (state_ == State::kBlocked && waiting_.get() == &wait) {
    // A worker ends the wait: what it held may take long to release, and belongs to neither the one who
    // announced its end nor the timer.
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

bool CpuStream::Idle() const {
  const std::lock_guard lock(mutex_);
  return finished_ == enqueued_ && holds_->HaveEnded();
}

bool CpuStream::WaitUntilDone(std::unique_lock<std::mutex>& lock, uint64_t tasks, Timeout timeout) {
  // While the process ends, nothing that is queued comes to its end.
  const auto done = [this, tasks] { return finished_ >= tasks || WorkerPool::Instance().Stopped(); };
  if (timeout) {
    progress_.wait_for(lock, *timeout, done);
  } else {
    progress_.wait(lock, done);
  }
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
  lock.unlock();
  const bool ended = holds_->WaitForEnds(target.holds, timeout);
  lock.lock();
  return ended;
}

Status CpuStream::Synchronize(Timeout timeout) {
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
  return std::exchange(error_, Status::Ok());
}

void CpuStream::Drain() {
  std::unique_lock lock(mutex_);
  Target target = Now();
  while (!WaitUntilReleased(lock, target, std::nullopt) && !WorkerPool::Instance().Stopped()) {
    target.holds.interrupts = holds_->Taken().interrupts;  // an abort sends others away, who need not wait
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
  holds_->Interrupt();
  DropQueue();
  StopWaiting(lock);
  WaitUntilDone(lock, enqueued_, std::nullopt);
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
