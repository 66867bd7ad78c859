// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/stream.h"

#include <unistd.h>

#include <chrono>
#include <limits>
#include <optional>
#include <utility>

#include "backend/cpu/direction.h"
#include "backend/cpu/value.h"

namespace openaclnn::backend::cpu {
namespace {

// Handing a task to another thread, and back to the one that synchronizes, costs about 10 us; touching this
// much memory costs less.
constexpr size_t kTinyBytes = size_t{256} << 10;

// Not worth waking a thread for where the caller will wait anyway: one that sleeps takes up to 0.1 ms to come
// on a virtual machine. Longer work leaves the caller free, and so does whatever follows, which runs beside
// what enqueues more.
constexpr size_t kAllowance = size_t{4} << 20;

// Of a task whose time says nothing: another thread runs it.
constexpr size_t kUnknownBytes = std::numeric_limits<size_t>::max();

// What a thread has enqueued, and who it is.
struct Issuer {
  uint32_t thread = 0;
  uint32_t lastTask = 0;
};

// Not inlined: each mention would ask for the thread's address again.
[[gnu::noinline]] Issuer& ThisIssuer() {
  thread_local Issuer issuer;
  if (issuer.thread == 0) {
    issuer.thread = static_cast<uint32_t>(gettid());
  }
  return issuer;
}

StreamOptions WithGroup(StreamOptions options) {
  if (options.group == nullptr) {
    options.group = std::make_shared<StreamGroup>();
  }
  return options;
}

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

Status CpuStream::LaunchHolding(std::unique_ptr<Work> work, std::shared_ptr<Hold> hold) {
  const size_t bytes = work->Bytes();
  return Enqueue(std::move(work), bytes, hold.get());
}

Status CpuStream::Copy(void* destination, const void* source, size_t bytes,
                       std::shared_ptr<const void> keepAlive) {
  // Looked at before the copy: the memory may be freed meanwhile.
  const char* const direction = trace::IsOn() ? DirectionOf(destination, source) : nullptr;
  return Enqueue(CopyTask{destination, source, bytes, std::move(keepAlive), direction}, bytes);
}

Status CpuStream::Fill(void* destination, int value, size_t bytes, std::shared_ptr<const void> keepAlive) {
  return Enqueue(FillTask{destination, value, bytes, std::move(keepAlive)}, bytes);
}

Status CpuStream::CallHost(void (*function)(void*), void* argument) {
  return Enqueue(HostTask{function, argument}, kUnknownBytes);
}

Status CpuStream::Record(const std::shared_ptr<Event>& event) {
  auto point = std::make_shared<EventPoint>(track_.Where());
  Status status = Enqueue(RecordTask{point}, 0);
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
  const std::shared_ptr<Hold> hold = std::move(options.hold);
  std::shared_ptr<CpuSignal> reached(point, &point->Reached());
  return Enqueue(WaitTask{std::make_shared<CpuWait>(
                     std::move(reached), std::make_unique<PointIsReached>(point), std::move(options))},
                 isReached ? 0 : kUnknownBytes, hold.get());
}

Status CpuStream::Reset(const std::shared_ptr<Event>& event) {
  auto cpuEvent = std::static_pointer_cast<CpuEvent>(event);
  std::shared_ptr<EventPoint> point = cpuEvent->Latest();
  return point == nullptr ? Status::Ok()
                          : Launch(std::make_unique<EventReset>(std::move(cpuEvent), std::move(point)));
}

Status CpuStream::WaitFor(const std::shared_ptr<Signal>& signal, std::unique_ptr<Condition> condition,
                          WaitOptions options) {
  const std::shared_ptr<Hold> hold = std::move(options.hold);
  return Enqueue(WaitTask{std::make_shared<CpuWait>(std::static_pointer_cast<CpuSignal>(signal),
                                                    std::move(condition), std::move(options))},
                 kUnknownBytes, hold.get());
}

Status CpuStream::WaitForValue(Cell cell, ValueTest test, uint64_t value) {
  return WaitFor(PolledSignal(), MakeValueCondition(std::move(cell), test, value), {});
}

Status CpuStream::WriteValue(Cell cell, uint64_t value) {
  return Launch(MakeValueWrite(std::move(cell), value));
}

bool CpuStream::RunsAtOnce(const Task& task, size_t bytes) noexcept {
  // While the process ends there is no other thread: what an idle stream gets runs here.
  if (bytes <= kTinyBytes || (WorkerPool::Instance().Stopped() && !std::holds_alternative<HostTask>(task) &&
                              !std::holds_alternative<WaitTask>(task))) {
    return true;
  }
  const size_t allowance = allowance_.load(std::memory_order_relaxed);
  if (bytes > allowance) {
    return false;
  }
  allowance_.store(allowance - bytes, std::memory_order_relaxed);
  return true;
}

void CpuStream::RenewAllowance() noexcept {
  if (allowance_.load(std::memory_order_relaxed) != kAllowance) {
    allowance_.store(kAllowance, std::memory_order_relaxed);
  }
}

Status CpuStream::Enqueue(Task task, size_t bytes, Hold* hold) {
  Issuer& issuer = ThisIssuer();
  trace::Handover handover(track_);
  std::unique_lock lock(mutex_);
  if (options_.group->Stopped()) {
    return options_.group->Failure();
  }
  if (aborting_ > 0) {
    return Aborted();
  }
  const auto accept = [&] {
    ++enqueued_;
    atRest_.store(false, std::memory_order_relaxed);
    if (hold != nullptr) {
      holds_->Begin(*hold);
    }
    handover.Accepted(enqueued_);
    if (options_.countsTasks) {
      issuer.lastTask = static_cast<uint32_t>(enqueued_);
    }
  };
  if (state_ != State::kIdle || !RunsAtOnce(task, bytes)) {
    const bool waits = std::holds_alternative<WaitTask>(task) && !WorkerPool::Instance().Stopped();
    queue_.push_back({std::move(task), issuer.thread});
    accept();
    if (state_ == State::kIdle && waits) {
      // A wait begins at once: who is waited for may be told by that, and waits for it.
      CpuContext context(nullptr);
      if (RunNext(lock, context)) {
        ScheduleOrRest();
      }
    } else if (state_ == State::kIdle) {
      ScheduleOrRest();
    }
    return Status::Ok();
  }
  accept();
  state_ = State::kRunning;
  issuer_ = issuer.thread;
  const Status pending = PendingFor(task);
  lock.unlock();
  // While the process ends the library that lends threads may be gone.
  const bool joined = bytes > kTinyBytes && WorkerPool::Instance().Join();
  CpuContext context(joined ? arena_.get() : nullptr);
  const Status status = Execute(task, pending, context);
  task.emplace<std::unique_ptr<Work>>();
  if (joined) {
    WorkerPool::Instance().Leave();
  }
  lock.lock();
  Finish(lock, status);
  ScheduleOrRest();
  return Status::Ok();
}

}  // namespace openaclnn::backend::cpu

namespace openaclnn::backend {

uint32_t LastTaskOfThread() {
  return cpu::ThisIssuer().lastTask;
}

}  // namespace openaclnn::backend
