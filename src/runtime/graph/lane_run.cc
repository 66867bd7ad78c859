// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/lane_run.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <utility>
#include <variant>

#include "acl/acl_rt.h"
#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/graph/condition.h"
#include "runtime/graph/lane_notes.h"
#include "trace/trace.h"

namespace openaclnn::runtime {
namespace {

// After so many another stream may get the thread, and an abort comes through.
constexpr size_t kMostTasks = 64;

const Status& Aborted() {
  static const NoDestructor<Status> aborted(code::kRtModelAborted, "the execution of the graph was aborted");
  return *aborted;
}

}  // namespace

// What a lane does from one of its tasks on, up to the next one that the queue has to do itself.
class LaneRun::LaneWork final : public backend::Work {
 public:
  LaneWork(std::shared_ptr<LaneRun> run, size_t lane, size_t position)
      : run_(std::move(run)), lane_(lane), position_(position) {}
  LaneWork(const LaneWork&) = delete;
  LaneWork& operator=(const LaneWork&) = delete;
  ~LaneWork() override {
    if (run_ != nullptr) {  // it was dropped
      run_->Fail(Aborted());
      run_->LeaveLane();
    }
  }

  [[nodiscard]] const char* Name() const override {
    const WorkTask* const task = First();
    return task == nullptr ? "graph" : task->work->Name();
  }
  // Never on the thread that starts it, which may be one of another lane's.
  [[nodiscard]] size_t Bytes() const override { return SIZE_MAX; }
  [[nodiscard]] Status Run(backend::ExecutionContext& context) override {
    const std::shared_ptr<LaneRun> run = std::move(run_);
    run->Go(lane_, position_, context);
    return Status::Ok();
  }
  void Describe(trace::Details& details) const override {
    if (const WorkTask* const task = First()) {
      task->work->Describe(details);
    }
  }

 private:
  [[nodiscard]] const WorkTask* First() const {
    if (run_ == nullptr) {  // it has run, and the graph may be gone
      return nullptr;
    }
    const std::vector<size_t>& tasks = run_->plan_.lanes[lane_].tasks;
    return position_ < tasks.size() ? std::get_if<WorkTask>(&run_->Body(tasks[position_])) : nullptr;
  }

  std::shared_ptr<LaneRun> run_;
  const size_t lane_;
  const size_t position_;
};

class LaneRun::StartWork final : public backend::Work {
 public:
  explicit StartWork(std::shared_ptr<LaneRun> run) : run_(std::move(run)) {}
  StartWork(const StartWork&) = delete;
  StartWork& operator=(const StartWork&) = delete;
  ~StartWork() override {
    if (run_ != nullptr) {
      run_->Fail(Aborted());
      run_->LeaveLane();
    }
  }
  [[nodiscard]] const char* Name() const override { return "start of graph"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& context) override {
    const std::shared_ptr<LaneRun> run = std::move(run_);
    run->Start(context);
    return Status::Ok();
  }

 private:
  std::shared_ptr<LaneRun> run_;
};

// Who waits for the lanes goes: nobody needs them any more.
class LaneRun::AllEnded final : public backend::Condition {
 public:
  explicit AllEnded(std::shared_ptr<LaneRun> run) : run_(std::move(run)) {}
  AllEnded(const AllEnded&) = delete;
  AllEnded& operator=(const AllEnded&) = delete;
  ~AllEnded() override {
    if (!hasPassed_) {
      run_->Abort();
    }
  }
  [[nodiscard]] std::optional<Status> Look() noexcept override {
    hasPassed_ = run_->hasEnded_;
    return hasPassed_ ? std::optional(Status::Ok()) : std::nullopt;
  }
  void Describe(trace::Details& details) const override { details.name = "wait for the graph's streams"; }

 private:
  const std::shared_ptr<LaneRun> run_;
  bool hasPassed_ = false;
};

class LaneRun::IsReached final : public backend::Condition {
 public:
  IsReached(std::shared_ptr<const LaneRun> run, size_t record) : run_(std::move(run)), record_(record) {}
  [[nodiscard]] std::optional<Status> Look() noexcept override {
    return run_->reached_[record_] || run_->isOver_ ? std::optional(Status::Ok()) : std::nullopt;
  }
  void Describe(trace::Details& details) const override { details.name = "wait for event"; }

 private:
  const std::shared_ptr<const LaneRun> run_;
  const size_t record_;
};

LaneRun::LaneRun(std::shared_ptr<Execution> execution, const LanePlan& plan,
                 std::shared_ptr<backend::Signal> signal)
    : plan_(plan),
      signal_(std::move(signal)),
      lanes_(plan.lanes.size()),
      reached_(plan.tasks.size()),
      execution_(std::move(execution)) {}

Status LaneRun::Enqueue(backend::Stream& queue) {
  if (checker::IsOn(checker::kAny)) [[unlikely]] {
    noted_ = TellCheckers(plan_, &queue);
  }
  const std::shared_ptr<Execution> execution = execution_;
  OPENACLNN_RETURN_IF_ERROR(queue.Launch(std::make_unique<StartWork>(shared_from_this())));
  OPENACLNN_RETURN_IF_ERROR(queue.WaitFor(signal_, std::make_unique<AllEnded>(shared_from_this()), {}));
  return queue.Launch(MakeLastTask(execution));
}

void LaneRun::Abort() noexcept {
  const std::shared_ptr<Execution> execution = Running();
  if (execution == nullptr) {
    return;  // the queues may be at work for the next one
  }
  execution->Fail(Aborted());  // first: lanes that see the abort may end the execution
  isAborted_ = true;
  Fail(Aborted());
  for (const LanePlan::Lane& lane : plan_.lanes) {
    if (lane.queue != nullptr) {
      lane.queue->Discard();
    }
  }
}

void LaneRun::Start(backend::ExecutionContext& context) noexcept {
  for (const std::shared_ptr<const Condition>& condition : plan_.assigned) {
    context.Copy(condition->word, &*condition->assigned, sizeof *condition->assigned);
  }
  for (size_t lane = 0; lane < plan_.lanes.size(); ++lane) {
    if (plan_.lanes[lane].isHead) {
      Activate(lane);
    }
  }
  LeaveLane();
}

void LaneRun::Activate(size_t lane) noexcept {
  bool starts = false;
  signal_->Change([&] {
    starts = !std::exchange(lanes_[lane].isActive, true);
    starts ? ++active_ : ++lanes_[lane].again;
  });
  if (starts) {
    Launch(lane, 0);
  }
}

void LaneRun::Launch(size_t lane, size_t position) noexcept {
  std::unique_ptr<LaneWork> work;
  Status status;
  try {
    work = std::make_unique<LaneWork>(shared_from_this(), lane, position);
  } catch (const std::bad_alloc&) {
    Fail({code::kHostAllocation, {}});
    return LeaveLane();
  }
  try {
    status = plan_.lanes[lane].queue->Launch(std::move(work));
  } catch (const std::bad_alloc&) {
    status = {code::kHostAllocation, {}};
  }
  if (!status.IsOk()) {  // the end of the work has ended the lane
    Fail(status);
  }
}

bool LaneRun::IsOwed(const TaskBody& body) {
  return std::holds_alternative<HostTask>(body) || std::holds_alternative<OuterRecordTask>(body);
}

size_t LaneRun::After(const TaskBody& body, size_t position) {
  if (const auto* const condition = std::get_if<ConditionTask>(&body)) {
    return condition->otherwise;
  }
  const auto* const border = std::get_if<BodyTask>(&body);
  return border != nullptr && !border->isBegin ? border->next : position + 1;
}

void LaneRun::Go(size_t lane, size_t position, backend::ExecutionContext& context) noexcept {
  const std::vector<size_t>& tasks = plan_.lanes[lane].tasks;
  const bool isTraced = trace::IsOn();  // on the timeline each piece of work is a task
  for (size_t done = 0; position < tasks.size() && !isAborted_; ++done) {
    const TaskBody& body = Body(tasks[position]);
    if (done == kMostTasks || (isTraced && done > 0 && std::holds_alternative<WorkTask>(body))) {
      return Launch(lane, position);
    }
    if (isOver_ && !IsOwed(body)) {
      position = After(body, position);
      continue;
    }
    Next next{Next::Kind::kTask, position + 1};
    Status status;
    try {
      status = Do(lane, tasks[position], context, &next);
    } catch (const std::bad_alloc&) {
      status = {code::kHostAllocation, {}};
    }
    if (!status.IsOk()) {
      Fail(status);
    }
    position = next.position;
    if (next.kind == Next::Kind::kEnd) {
      break;
    }
    if (next.kind == Next::Kind::kLater) {
      const std::shared_ptr<backend::Stream> queue = plan_.lanes[lane].queue;
      Launch(lane, position);
      if (isAborted_) {  // since it looked
        queue->Discard();
      }
      return;
    }
  }
  EndLane(lane);
}

Status LaneRun::Do(size_t lane, size_t number, backend::ExecutionContext& context, Next* next) {
  backend::Stream& queue = *plan_.lanes[lane].queue;
  const auto later = [next](Status status) {
    if (status.IsOk()) {
      next->kind = Next::Kind::kLater;
    }
    return status;
  };
  return std::visit(
      Overloaded{
          [&](WorkTask& work) { return RunTask(work, *execution_, context); },
          [&](HostTask& host) {
            checker::HostFunction called{host.function, host.argument};
            if (!noted_.empty() && noted_[number].function != nullptr) [[unlikely]] {
              called = std::exchange(noted_[number], {});
            }
            return later(queue.CallHost(called.function, called.argument));
          },
          [&](RecordTask& /*record*/) {
            signal_->Change([&] { reached_[number] = true; });
            return Status::Ok();
          },
          [&](WaitTask& wait) { return Wait(lane, plan_.tasks[number].first + wait.record, next); },
          [&](OuterRecordTask& record) { return later(queue.Record(record.event)); },
          [&](OuterWaitTask& wait) { return later(queue.WaitFor(wait.event, {})); },
          [&](ResetTask& reset) {
            signal_->Change([&] { reached_[plan_.tasks[number].first + reset.record] = false; });
            return Status::Ok();
          },
          [&](FlagWaitTask& wait) { return later(queue.WaitFor(wait.signal, wait.makeCondition(), {})); },
          [&](ValueTask& value) {
            backend::Cell cell{value.address, execution_->Blocks()[value.memory.block]};
            return later(value.test ? queue.WaitForValue(std::move(cell), *value.test, value.value)
                                    : queue.WriteValue(std::move(cell), value.value));
          },
          [&](StartTask& start) {
            Activate(start.lane);
            return Status::Ok();
          },
          [&](SwitchTask& decision) { return Switch(decision, context, next); },
          [](LabelTask& /*label*/) { return Status::Ok(); },
          [&](JumpTask& jump) { return Jump(jump, context, next); },
          [&](ConditionTask& condition) {
            Decide(condition, context, next);
            return Status::Ok();
          },
          [&](BodyTask& body) {
            BeginOrEnd(body, next);
            return Status::Ok();
          },
      },
      Body(number));
}

Status LaneRun::Wait(size_t lane, size_t record, Next* next) {
  bool isReached = false;
  signal_->Change([&] { isReached = reached_[record]; });
  if (isReached) {
    return Status::Ok();
  }
  Status status =
      plan_.lanes[lane].queue->WaitFor(signal_, std::make_unique<IsReached>(shared_from_this(), record), {});
  if (status.IsOk()) {
    next->kind = Next::Kind::kLater;
  }
  return status;
}

Status LaneRun::Read(const char* task, const MemoryUse& use, void* value,
                     backend::ExecutionContext& context) {
  if (execution_->Blocks()[use.block]->Freed()) {
    return FreedTooEarly(task, use);
  }
  context.Copy(value, use.address, use.bytes);
  return Status::Ok();
}

Status LaneRun::Switch(const SwitchTask& task, backend::ExecutionContext& context, Next* next) {
  std::array<int64_t, 2> words{};
  for (size_t i = 0; i < words.size(); ++i) {
    const MemoryUse& use = task.words[i];
    if (use.bytes == sizeof(int64_t)) {
      OPENACLNN_RETURN_IF_ERROR(Read(kSwitchName, use, &words[i], context));
    } else {
      int32_t word = 0;
      OPENACLNN_RETURN_IF_ERROR(Read(kSwitchName, use, &word, context));
      words[i] = word;
    }
  }
  if (const std::optional<size_t> lane = task.compare(words[0], words[1]) ? task.whenTrue : task.whenFalse) {
    Activate(*lane);
    next->kind = Next::Kind::kEnd;
  }
  return Status::Ok();
}

Status LaneRun::Jump(const JumpTask& task, backend::ExecutionContext& context, Next* next) {
  uint32_t index = 0;
  OPENACLNN_RETURN_IF_ERROR(Read(kJumpName, task.index.front(), &index, context));
  next->position = task.positions[std::min<size_t>(index, task.positions.size() - 1)];
  return Status::Ok();
}

void LaneRun::Decide(const ConditionTask& task, backend::ExecutionContext& context, Next* next) {
  uint64_t word = 0;
  context.Copy(&word, task.condition->word, sizeof word);
  if (task.type != ACL_MODEL_RI_COND_TYPE_SWITCH) {
    word = word == 0 ? 1 : 0;  // the second body of ACL_MODEL_RI_COND_TYPE_IF, if any
  }
  next->position = word < task.positions.size() ? task.positions[word] : task.otherwise;
}

// The other lanes of a body have no work left when its first lane is at the end, which waits for them all. So they
// can be started again.
void LaneRun::BeginOrEnd(const BodyTask& body, Next* next) {
  if (!body.isBegin) {
    next->position = body.next;
    return;
  }
  signal_->Change(
      [&] { std::fill_n(reached_.begin() + static_cast<ptrdiff_t>(body.first), body.count, false); });
  for (const size_t lane : body.lanes) {
    Activate(lane);
  }
}

std::shared_ptr<Execution> LaneRun::Running() noexcept {
  std::shared_ptr<Execution> execution;
  signal_->Change([&] { execution = execution_; });
  return execution;
}

void LaneRun::Fail(const Status& status) noexcept {
  if (const std::shared_ptr<Execution> execution = Running()) {
    execution->Fail(status);
  }
  signal_->Change([&] { isOver_ = true; });  // wakes those who wait for records
}

void LaneRun::EndLane(size_t lane) noexcept {
  bool goesOn = false;
  signal_->Change([&] {
    Lane& one = lanes_[lane];
    goesOn = one.again > 0 && !isOver_;
    one.again = goesOn ? one.again - 1 : 0;
    one.isActive = goesOn;
  });
  if (goesOn) {
    Launch(lane, 0);
  } else {
    LeaveLane();
  }
}

void LaneRun::LeaveLane() noexcept {
  std::shared_ptr<Execution> execution;
  signal_->Change([&] {
    if (--active_ == 0) {
      execution = std::move(execution_);
    }
  });
  if (execution != nullptr) {
    execution.reset();
    signal_->Change([&] { hasEnded_ = true; });
  }
}

}  // namespace openaclnn::runtime
