// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/graph.h"

#include <algorithm>
#include <optional>
#include <span>

#include "base/address_text.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/graph/execution.h"
#include "runtime/graph/graph_notes.h"
#include "runtime/graph/lane_plan.h"
#include "runtime/graph/lane_run.h"
#include "trace/trace.h"

namespace openaclnn::runtime {
namespace {

// After so many tasks another stream may get the thread, and an abort comes through.
constexpr size_t kMostWorks = 64;

// Streams of clients have smaller numbers on the timeline.
constexpr int kFirstQueueNumber = 1'000'000;

uint32_t NextId() {
  static std::atomic<uint32_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

int NextQueueNumber() {
  static std::atomic<int> next{kFirstQueueNumber};
  return next.fetch_add(1, std::memory_order_relaxed);
}

// What a task is called in messages.
const char* NameOf(const TaskBody& body) {
  if (const auto* const work = std::get_if<WorkTask>(&body)) {
    return work->work->Name();
  }
  return std::holds_alternative<SwitchTask>(body) ? kSwitchName
         : std::holds_alternative<JumpTask>(body) ? kJumpName
                                                  : "a value";
}

// Calls visit(body, use) for all memory of the tasks.
template <typename Visit>
Status ForEachUse(const TaskBody& body, std::vector<MemoryUse>& uses, const Visit& visit) {
  for (MemoryUse& use : uses) {
    OPENACLNN_RETURN_IF_ERROR(visit(body, use));
  }
  return Status::Ok();
}

template <typename Visit>
Status ForEachUse(GraphTask& task, const Visit& visit) {
  if (auto* const work = std::get_if<WorkTask>(&task.body); work != nullptr && work->own.empty()) {
    return ForEachUse(task.body, work->memory, visit);
  }
  if (auto* const value = std::get_if<ValueTask>(&task.body)) {
    return visit(task.body, value->memory);
  }
  if (auto* const decision = std::get_if<SwitchTask>(&task.body)) {
    return ForEachUse(task.body, decision->words, visit);
  }
  auto* const jump = std::get_if<JumpTask>(&task.body);
  return jump == nullptr ? Status::Ok() : ForEachUse(task.body, jump->index, visit);
}

// `plan`: of the tasks, which may have those of further graphs; null: there is none.
template <typename Visit>
Status ForEachUse(std::vector<GraphTask>& tasks, const LanePlan* plan, const Visit& visit) {
  if (plan != nullptr) {
    for (const LanePlan::Task& task : plan->tasks) {
      OPENACLNN_RETURN_IF_ERROR(ForEachUse(*task.task, visit));
    }
    return Status::Ok();
  }
  for (GraphTask& task : tasks) {
    OPENACLNN_RETURN_IF_ERROR(ForEachUse(task, visit));
  }
  return Status::Ok();
}

Status NoMemory(const TaskBody& body, const MemoryUse& use, const backend::Allocation* found) {
  const std::string got =
      found == nullptr
          ? AddressText(use.address) + ", which lies in memory that was freed"
          : AddressText(use.address) + ", which lies in a smaller block of " + std::to_string(found->Bytes());
  return Mismatch(code::kRtParamInvalid, std::string(NameOf(body)) + ": " + use.name.Text(),
                  std::to_string(use.bytes) + " bytes of live memory, as the graph was captured with", got);
}

}  // namespace

Graph::Graph(const Context& context, bool isBuilt)
    : device_(context.SharedDevice()),
      group_(context.Group()),
      deviceId_(context.DeviceId()),
      isBuilt_(isBuilt),
      isBody_(false),
      epoch_(context.Epoch()),
      id_(NextId()),
      memory_(std::make_shared<GraphMemory>()) {}

Graph::Graph(const std::shared_ptr<Graph>& root)
    : device_(root->device_),
      group_(root->group_),
      deviceId_(root->deviceId_),
      isBuilt_(false),
      isBody_(true),
      root_(root),
      epoch_(root->epoch_),
      id_(NextId()),
      isFinished_(true),
      memory_(root->memory_) {}

std::shared_ptr<Graph> Graph::MakeBody(Graph& of) {
  const std::shared_ptr<Graph> root = of.Root();
  if (root == nullptr) {
    return nullptr;
  }
  root->bodies_.reserve(root->bodies_.size() + 1);  // first, as it may lack memory
  std::shared_ptr<Graph> body(new Graph(root));     // its constructor is nobody else's
  root->bodies_.push_back(body);
  return body;
}

Graph::~Graph() {
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    for (const std::shared_ptr<backend::Stream>& queue : queues_) {
      checker::NoteStreamEnded(queue.get());
    }
    checker::NoteStreamEnded(own_.get());
  }
}

size_t Graph::Add(size_t lane, TaskBody body) {
  tasks_.push_back({lane, std::move(body)});
  return tasks_.size() - 1;
}

std::vector<MemoryUse> Graph::Keep(backend::TaskMemories memory) {
  std::vector<MemoryUse> uses;
  uses.reserve(memory.size());
  for (const backend::TaskMemory& one : memory) {
    uses.push_back({one.name, one.address, one.bytes, memory_->Add(one.block)});
  }
  return uses;
}

void Graph::Finish() {
  if (isBody_) {
    state_ = BodyState::kCaptured;
  } else if (isConditional_ = !conditions_.empty(); !isConditional_) {  // otherwise Seal plans
    MakeEvents();
    PlanSteps();
    for (size_t lane = 1; lane < lanes_; ++lane) {
      queues_.push_back(MakeQueue());
    }
  }
  memory_->LetGo();
  isFinished_.store(true, std::memory_order_release);
}

void Graph::FinishBuilt(std::unique_ptr<LanePlan> plan) {
  plan_ = std::move(plan);
  memory_->LetGo();
  isFinished_.store(true, std::memory_order_release);
}

void Graph::Open() {
  state_ = BodyState::kOpen;
  isFinished_.store(false, std::memory_order_release);
}

void Graph::Empty() {
  tasks_.clear();
  lanes_ = 1;
  state_ = BodyState::kEmpty;
  memory_->LetGo();
  isFinished_.store(true, std::memory_order_release);
}

void Graph::Seal(std::unique_ptr<LanePlan> plan) {
  plan_ = std::move(plan);
}

// For the records that a task waits for.
void Graph::MakeEvents() {
  for (const GraphTask& task : tasks_) {
    if (const auto* const wait = std::get_if<WaitTask>(&task.body)) {
      auto& record = std::get<RecordTask>(tasks_[wait->record].body);
      // The order of one lane's tasks is that of its queue.
      if (record.event == nullptr && tasks_[wait->record].lane != task.lane) {
        record.event = device_->CreateEvent();
      }
    }
  }
}

void Graph::PlanSteps() {
  constexpr size_t kNone = SIZE_MAX;
  const size_t mostWorks = trace::IsOn() ? 1 : kMostWorks;  // on the timeline each is a task
  std::vector<size_t> open(lanes_, kNone);                  // the step that takes further works of a lane
  for (GraphTask& task : tasks_) {
    if (auto* const work = std::get_if<WorkTask>(&task.body)) {
      if (open[task.lane] == kNone || steps_[open[task.lane]].works.size() == mostWorks) {
        open[task.lane] = steps_.size();
        steps_.push_back({task.lane, {}});
      }
      Step& step = steps_[open[task.lane]];
      step.works.push_back(work);
      step.bytes += std::min(work->work->Bytes(), SIZE_MAX - step.bytes);
      continue;
    }
    const auto* const record = std::get_if<RecordTask>(&task.body);
    const auto* const wait = std::get_if<WaitTask>(&task.body);
    const bool isNothing = (record != nullptr && record->event == nullptr) ||
                           (wait != nullptr && tasks_[wait->record].lane == task.lane) ||
                           std::holds_alternative<ResetTask>(task.body);
    if (!isNothing) {
      open[task.lane] = kNone;
      steps_.push_back({task.lane, {}, 0, &task});
    }
  }
  needsLastTask_ = lanes_ > 1 || (!steps_.empty() && steps_.back().other != nullptr);
}

std::shared_ptr<backend::Stream> Graph::AddQueue() {
  return queues_.emplace_back(MakeQueue());
}

std::shared_ptr<backend::Stream> Graph::MakeQueue() {
  const int number = NextQueueNumber();
  std::shared_ptr<backend::Stream> queue = device_->CreateStream({.number = number, .group = group_});
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NoteStreamMade(queue.get(), deviceId_, number, false);
  }
  return queue;
}

Status Graph::HoldMemory(GraphMemory::Blocks* held) {
  if (memory_->Hold(held)) {
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(FindMemory());
  held->clear();
  if (!memory_->Hold(held)) {
    return {code::kRtParamInvalid, "the graph's memory: another thread has just freed some of it"};
  }
  return Status::Ok();
}

Status Graph::FindMemory() {
  const backend::AllocationRegistry& registry = backend::AllocationRegistry::Instance();
  GraphMemory found;
  std::vector<size_t> places;
  OPENACLNN_RETURN_IF_ERROR(
      ForEachUse(tasks_, plan_.get(), [&](const TaskBody& body, const MemoryUse& use) -> Status {
        const std::shared_ptr<backend::Allocation> block = registry.Find(use.address, use.bytes);
        if (block == nullptr || !block->Contains(use.address, use.bytes)) {
          return NoMemory(body, use, block.get());
        }
        places.push_back(found.Add(block));
        return Status::Ok();
      }));
  found.LetGo();
  *memory_ = std::move(found);
  auto place = places.begin();
  return ForEachUse(tasks_, plan_.get(), [&](const TaskBody& /*body*/, MemoryUse& use) {
    use.block = *place++;
    return Status::Ok();
  });
}

Status Graph::WaitForOthers(const std::shared_ptr<backend::Stream>& queue) {
  const std::shared_ptr<backend::Stream> last = last_.lock();
  if (last == nullptr || last == queue || !IsRunning()) {
    return Status::Ok();
  }
  const std::shared_ptr<backend::Event> over = device_->CreateEvent();
  OPENACLNN_RETURN_IF_ERROR(last->Record(over));
  return queue->Wait(over);
}

Status Graph::EnqueueWorks(const Step& step, backend::Stream& queue,
                           const std::shared_ptr<Execution>& execution) {
  for (const WorkTask* work : step.works) {
    if (work->isDisabled) {
      continue;
    }
    NoteKeptWork(&queue, work->notes);
    if (work->note && checker::IsOn(checker::kRaces)) [[unlikely]] {
      work->note(&queue);
    }
  }
  return queue.Launch(MakeSegment(execution, std::span(step.works), step.bytes, !needsLastTask_));
}

Status Graph::Enqueue(const Step& step, backend::Stream& queue, const std::shared_ptr<Execution>& execution) {
  if (step.other == nullptr) {
    return EnqueueWorks(step, queue, execution);
  }
  const auto note = [&](const StreamNote& told) {
    if (told && checker::IsOn(checker::kRaces)) [[unlikely]] {
      told(&queue);
    }
  };
  return std::visit(
      Overloaded{
          [&](WorkTask& /*work*/) { return Status::Ok(); },  // part of a step above
          [&](HostTask& host) {
            if (checker::IsOn(checker::kRaces)) [[unlikely]] {
              const auto placed = checker::NoteHostFunction(&queue, {host.function, host.argument});
              return queue.CallHost(placed.function, placed.argument);
            }
            return queue.CallHost(host.function, host.argument);
          },
          [&](RecordTask& record) {
            record.mark.Record(&queue);
            return queue.Record(record.event);
          },
          [&](WaitTask& wait) {
            const auto& record = std::get<RecordTask>(tasks_[wait.record].body);
            record.mark.Wait(&queue);
            return queue.WaitFor(record.event, {.limit = {}, .keepAlive = execution, .hold = nullptr});
          },
          [&](OuterRecordTask& record) {
            note(record.note);
            return queue.Record(record.event);
          },
          [&](OuterWaitTask& wait) {
            note(wait.note);
            return queue.WaitFor(wait.event, {.limit = {}, .keepAlive = execution, .hold = nullptr});
          },
          [&](ResetTask& /*reset*/) { return Status::Ok(); },
          [&](FlagWaitTask& wait) {
            note(wait.note);
            return queue.WaitFor(wait.signal, wait.makeCondition(),
                                 {.limit = {}, .keepAlive = execution, .hold = nullptr});
          },
          [&](ValueTask& value) {
            const backend::Cell cell{value.address, execution->Blocks()[value.memory.block]};
            if (checker::IsOn(checker::kRaces)) [[unlikely]] {
              NoteValue(&queue, value);
            }
            return value.test ? queue.WaitForValue(cell, *value.test, value.value)
                              : queue.WriteValue(cell, value.value);
          },
          [](StartTask& /*start*/) { return Status::Ok(); },  // these are none of a capture's
          [](SwitchTask& /*decision*/) { return Status::Ok(); },
          [](LabelTask& /*label*/) { return Status::Ok(); },
          [](JumpTask& /*jump*/) { return Status::Ok(); },
          [](ConditionTask& /*condition*/) { return Status::Ok(); },  // a graph with these has a plan
          [](BodyTask& /*body*/) { return Status::Ok(); },
      },
      step.other->body);
}

Status Graph::Execute(const std::shared_ptr<backend::Stream>& queue) {
  const std::lock_guard lock(executing_);
  GraphMemory::Blocks blocks;
  OPENACLNN_RETURN_IF_ERROR(HoldMemory(&blocks));
  if (plan_ == nullptr ? steps_.empty() : plan_->tasks.empty() && plan_->assigned.empty()) {
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(WaitForOthers(queue));
  last_ = queue;
  const auto execution = std::make_shared<Execution>(
      std::shared_ptr<std::atomic<int>>(shared_from_this(), &running_), std::move(blocks));
  return plan_ == nullptr ? EnqueueSteps(queue, execution) : EnqueueLanes(queue, execution);
}

Status Graph::EnqueueSteps(const std::shared_ptr<backend::Stream>& queue,
                           const std::shared_ptr<Execution>& execution) {
  for (const Step& step : steps_) {
    backend::Stream& sink = step.lane == 0 ? *queue : *queues_[step.lane - 1];
    const Status status = Enqueue(step, sink, execution);
    if (!status.IsOk()) {
      execution->Drop();
      return status;
    }
  }
  return needsLastTask_ ? queue->Launch(MakeLastTask(execution)) : Status::Ok();
}

Status Graph::EnqueueLanes(const std::shared_ptr<backend::Stream>& queue,
                           const std::shared_ptr<Execution>& execution) {
  std::erase_if(runs_, [](const std::weak_ptr<LaneRun>& one) { return one.expired(); });
  const auto run = std::make_shared<LaneRun>(execution, *plan_, device_->CreateSignal());
  runs_.push_back(run);
  Status status = run->Enqueue(*queue);
  if (!status.IsOk()) {
    run->Abort();
  }
  return status;
}

void Graph::Abort() {
  std::vector<std::weak_ptr<LaneRun>> runs;
  {
    const std::lock_guard lock(executing_);
    runs = runs_;
  }
  for (const std::weak_ptr<LaneRun>& one : runs) {
    if (const std::shared_ptr<LaneRun> run = one.lock()) {
      run->Abort();
    }
  }
}

Status Graph::ExecuteAndWait(backend::Timeout timeout) {
  std::shared_ptr<backend::Stream> queue;
  {
    const std::lock_guard lock(executing_);
    if (own_ == nullptr) {
      own_ = MakeQueue();
    }
    queue = own_;
  }
  OPENACLNN_RETURN_IF_ERROR(Execute(queue));
  const checker::HostWait wait(queue.get());
  Status status = queue->Synchronize(timeout);
  if (status.Code() != code::kRtStreamSyncTimeout) {
    wait.Over();
  }
  return status;
}

void Graph::Disable(size_t task) {
  const std::lock_guard lock(executing_);
  disabled_.push_back(task);
}

bool Graph::Update() {
  const std::shared_ptr<Graph> root = isBody_ ? root_.lock() : shared_from_this();
  if (root == nullptr) {
    return true;  // nothing executes it any more
  }
  const std::lock_guard lock(root->executing_);
  if (root->IsRunning()) {
    return false;
  }
  std::unique_lock<std::mutex> own;
  if (root.get() != this) {
    own = std::unique_lock(executing_);
  }
  for (const size_t task : disabled_) {
    std::get<WorkTask>(tasks_[task].body).isDisabled = true;
  }
  disabled_.clear();
  return true;
}

void Graph::SetName(std::string name) {
  const std::lock_guard lock(facts_);
  name_ = std::move(name);
}

std::string Graph::Name() const {
  const std::lock_guard lock(facts_);
  return name_;
}

bool Graph::AddEndFunction(EndFunction function, void* argument) {
  const std::lock_guard lock(facts_);
  const auto isIt = [&](const auto& one) { return one.first == function; };
  if (std::ranges::any_of(endFunctions_, isIt)) {
    return false;
  }
  endFunctions_.emplace_back(function, argument);
  return true;
}

bool Graph::RemoveEndFunction(EndFunction function) {
  const std::lock_guard lock(facts_);
  return std::erase_if(endFunctions_, [&](const auto& one) { return one.first == function; }) > 0;
}

void Graph::CallAtEnd() {
  std::vector<std::pair<EndFunction, void*>> functions;
  {
    const std::lock_guard lock(facts_);
    functions.swap(endFunctions_);
  }
  for (const auto& [function, argument] : functions) {
    function(argument);
  }
}

}  // namespace openaclnn::runtime
