// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/capture.h"

#include <algorithm>
#include <utility>

#include "backend/allocation_registry.h"
#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/graph/lane_planner.h"

namespace openaclnn::runtime {
namespace {

// For a body whose capture is about to begin.
Status ExpectEmptyBody(Graph& body) {
  const std::shared_ptr<Graph> root = body.Root();
  if (root == nullptr) {
    return Mismatch(code::kRtInvalidHandle, "modelRI", "a body of a live graph", "one whose graph is gone");
  }
  if (body.State() != Graph::BodyState::kEmpty) {
    return Mismatch(code::kRtParamInvalid, "modelRI", "a body that has not been captured",
                    body.State() == Graph::BodyState::kOpen ? "one that is being captured"
                                                            : "one that was captured before");
  }
  return ExpectNotExecuted(*root);
}

Status GroupIsOpen() {
  return {code::kRtTaskGroupState, "a task group is open: call aclmdlRICaptureTaskGrpEnd first"};
}

}  // namespace

Status ExpectNotExecuted(const Graph& root) {
  return root.IsSealed() ? Mismatch(code::kRtParamInvalid, "modelRI",
                                    "a body of a graph that has not been executed", "one of a graph that has")
                         : Status::Ok();
}

Status ExpectBodiesCaptured(const Graph& root) {
  const bool isOpen = std::ranges::any_of(root.Bodies(), [](const std::shared_ptr<Graph>& body) {
    return body->State() == Graph::BodyState::kOpen;
  });
  return isOpen ? Mismatch(code::kRtBodyCaptured, "modelRI", "a graph no body of which is being captured",
                           "one with a body whose capture aclmdlRICaptureEnd has not ended")
                : Status::Ok();
}

Capture::Open& Capture::All() {
  static NoDestructor<Open> open;
  return *open;
}

Status Capture::Begin(const std::shared_ptr<Stream>& origin, aclmdlRICaptureMode mode,
                      const std::shared_ptr<Graph>& graph) {
  const auto capture = std::make_shared<Capture>(mode, graph, false);
  const std::lock_guard lock(All().mutex);
  if (origin->IsRecorded()) {
    return {code::kRtStreamCaptured, "stream: expected one that is not being captured, got one that is"};
  }
  All().captures.reserve(All().captures.size() + 1);  // first, as it may lack memory
  capture->origin_ = origin.get();
  capture->streams_.push_back(origin);
  if (graph->IsBody()) {
    OPENACLNN_RETURN_IF_ERROR(ExpectEmptyBody(*graph));
  }
  StartRecording(*origin, {capture, 0});
  if (graph->IsBody()) {
    graph->Open();
  }
  All().captures.push_back(capture);
  return Status::Ok();
}

std::shared_ptr<Capture> Capture::BeginBuild(const std::shared_ptr<Graph>& graph) {
  auto capture = std::make_shared<Capture>(ACL_MODEL_RI_CAPTURE_MODE_RELAXED, graph, true);
  capture->streams_.emplace_back();
  const std::lock_guard lock(All().mutex);
  All().captures.push_back(capture);
  return capture;
}

Status Capture::FinishBuild(const std::vector<bool>& isHead) {
  if (IsVoidLocked()) {
    return Invalidated();
  }
  if (group_) {
    return GroupIsOpen();
  }
  OPENACLNN_RETURN_IF_ERROR(ResolveJumps(graph_->Id(), graph_->Tasks()));
  ProtectGroups();
  graph_->FinishBuilt(PlanBuilt(*graph_, isHead));
  return Status::Ok();
}

void Capture::Forget() {
  std::erase_if(All().captures, [this](const std::shared_ptr<Capture>& one) { return one.get() == this; });
}

size_t Capture::Join(const std::shared_ptr<Stream>& stream) {
  streams_.reserve(streams_.size() + 1);  // first, as it may lack memory
  StartRecording(*stream, {shared_from_this(), graph_->Lanes()});
  streams_.push_back(stream);
  return graph_->AddLane();
}

Status Capture::End(const Stream& origin, std::shared_ptr<Graph>* graph) {
  const std::lock_guard lock(All().mutex);
  const auto isIt = [&](const std::shared_ptr<Capture>& one) { return one->origin_ == &origin; };
  const auto found = std::ranges::find_if(All().captures, isIt);
  if (found == All().captures.end()) {
    return Mismatch(code::kRtCaptureUnmatched, "stream", "the one that the capture began on",
                    origin.IsRecorded() ? "one that joined a capture" : "one that is not being captured");
  }
  const std::shared_ptr<Capture> capture = *found;
  if (capture->mode_ != ACL_MODEL_RI_CAPTURE_MODE_RELAXED && capture->thread_ != std::this_thread::get_id()) {
    return {code::kRtCaptureWrongThread,
            "the capture began on another thread, and its mode is not ACL_MODEL_RI_CAPTURE_MODE_RELAXED"};
  }
  All().captures.erase(found);
  capture->StopAll();
  *graph = capture->graph_;
  Status status = capture->CheckEnd();
  if (!status.IsOk()) {
    if (capture->graph_->IsBody()) {
      capture->graph_->Empty();
    }
    return status;
  }
  capture->ProtectGroups();
  capture->graph_->Finish();
  return Status::Ok();
}

void Capture::VoidBodies(const Graph& root, const Status& why) {
  for (const std::shared_ptr<Capture>& capture : All().captures) {
    const std::vector<std::shared_ptr<Graph>>& bodies = root.Bodies();
    if (std::ranges::find(bodies, capture->graph_) != bodies.end()) {
      capture->Void(why);
    }
  }
}

void Capture::ProtectGroups() {
  for (const size_t task : grouped_) {
    std::get<WorkTask>(graph_->Tasks()[task].body).guard = std::make_shared<std::mutex>();
  }
}

void Capture::StopAll() {
  for (const std::weak_ptr<Stream>& one : streams_) {
    const std::shared_ptr<Stream> stream = one.lock();
    StopRecording(stream.get());
  }
}

Status Capture::CheckEnd() const {
  if (IsVoidLocked()) {
    return Invalidated();
  }
  if (group_) {
    return GroupIsOpen();
  }
  OPENACLNN_RETURN_IF_ERROR(CheckJoined());
  return graph_->IsBody() ? Status::Ok() : ExpectBodiesCaptured(*graph_);
}

// From the end: which lanes lead to the end of the first one.
Status Capture::CheckJoined() const {
  const std::vector<GraphTask>& tasks = graph_->Tasks();
  std::vector<bool> isJoined(graph_->Lanes(), false);
  std::vector<bool> isAwaited(tasks.size(), false);
  isJoined.front() = true;
  for (size_t number = tasks.size(); number > 0; --number) {
    const GraphTask& task = tasks[number - 1];
    if (std::holds_alternative<RecordTask>(task.body)) {
      isJoined[task.lane] = isJoined[task.lane] || isAwaited[number - 1];
      continue;  // one that nobody waits for leaves nothing behind
    }
    if (!isJoined[task.lane]) {
      const std::shared_ptr<Stream> stream = streams_[task.lane].lock();
      const std::string name =
          stream == nullptr ? "another stream" : "stream " + std::to_string(stream->Facts().id);
      return {code::kRtStreamUnjoined,
              name +
                  " is part of the capture, and the stream that the capture began on does not wait for its "
                  "last work: record an event there, and wait for it"};
    }
    if (const auto* const wait = std::get_if<WaitTask>(&task.body)) {
      isAwaited[wait->record] = true;
    }
  }
  return Status::Ok();
}

std::shared_ptr<Capture> Capture::Of(const Stream& stream, size_t* lane) {
  Recorder::Target target = TargetOf(stream);
  if (lane != nullptr) {
    *lane = target.lane;
  }
  return std::dynamic_pointer_cast<Capture>(std::move(target.recording));
}

void Capture::Void(const Status& why) {
  if (why_.IsOk()) {
    why_ = why;
  }
}

bool Capture::IsVoid() {
  const std::lock_guard lock(All().mutex);
  return IsVoidLocked();
}

Status Capture::Invalidated() const {
  const std::string why = std::to_string(why_.Code()) + " (" + why_.Message() + ")";
  return {code::kRtCaptureInvalidated,
          isBuild_
              ? "the graph is void since a call failed with " + why + ". Destroy it with aclmdlRIDestroy"
              : "the capture is void since a call failed with " + why + ". End it with aclmdlRICaptureEnd"};
}

bool Capture::Forbids(std::thread::id thread, aclmdlRICaptureMode threadMode) const {
  if (IsVoidLocked() || threadMode == ACL_MODEL_RI_CAPTURE_MODE_RELAXED) {
    return false;
  }
  switch (mode_) {
    case ACL_MODEL_RI_CAPTURE_MODE_GLOBAL:
      return thread == thread_ || threadMode == ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
    case ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL:
      return thread == thread_;
    case ACL_MODEL_RI_CAPTURE_MODE_RELAXED:
      break;
  }
  return false;
}

Status Capture::Refuse(Status why) {
  const std::lock_guard lock(All().mutex);
  if (IsVoidLocked()) {
    return Invalidated();
  }
  Void(why);
  return why;
}

Status Capture::CheckGroup(size_t lane, bool isOperator) {
  if (!group_) {
    return Status::Ok();
  }
  Status status;
  if (group_->lane != lane) {
    status = {code::kRtTaskGroupInterrupted,
              "stream: expected the one of the open task group, got another one of the capture"};
  } else if (!isOperator) {
    status = {code::kRtTaskTypeNotSupported, "a task group is open: expected an operator, got another task"};
  }
  if (!status.IsOk()) {
    Void(status);
  }
  return status;
}

Status Capture::AddLocked(size_t lane, TaskBody body) {
  if (IsVoidLocked()) {
    return Invalidated();
  }
  const auto* const work = std::get_if<WorkTask>(&body);
  OPENACLNN_RETURN_IF_ERROR(CheckGroup(lane, work != nullptr && work->work->IsOperator()));
  const size_t number = graph_->Add(lane, std::move(body));
  if (group_) {
    group_->tasks.push_back(number);
  }
  return Status::Ok();
}

Status Capture::AddTask(size_t lane, TaskBody body) {
  return AddLocked(lane, std::move(body));
}

Status Capture::KeepTask(size_t lane, TaskBody body) {
  const std::lock_guard lock(All().mutex);
  return AddLocked(lane, std::move(body));
}

Status Capture::KeepWork(size_t lane, std::unique_ptr<backend::RepeatableWork> work) {
  WorkTask task;
  task.notes = checker::TakeKeptWork();
  backend::TaskMemories memory = work->GiveUpMemory();
  task.work = std::move(work);
  const std::lock_guard lock(All().mutex);
  task.memory = graph_->Keep(std::move(memory));
  return AddLocked(lane, std::move(task));
}

Status Capture::KeepValue(size_t lane, const backend::Cell& cell, uint64_t value,
                          std::optional<backend::ValueTest> test) {
  backend::TaskMemories memory;
  memory.push_back({"devAddr", cell.address, sizeof value,
                    backend::AllocationRegistry::Instance().Find(cell.address, sizeof value)});
  if (memory.front().block == nullptr) {
    return {code::kRtParamInvalid, "devAddr: another thread has just freed its memory"};
  }
  return KeepWithMemory(lane, std::move(memory), [&](std::vector<MemoryUse> uses) -> TaskBody {
    return ValueTask{cell.address, value, test, uses.front()};
  });
}

Status Capture::KeepWithMemory(size_t lane, backend::TaskMemories memory,
                               FunctionRef<TaskBody(std::vector<MemoryUse>)> make) {
  const std::lock_guard lock(All().mutex);
  return AddLocked(lane, make(graph_->Keep(std::move(memory))));
}

Status Capture::KeepLabel(size_t lane, Label& label) {
  const std::lock_guard lock(All().mutex);
  if (label.graph != 0) {
    return Mismatch(code::kRtParamInvalid, "label", "one that is not set",
                    "one that aclrtSetLabel has set before");
  }
  OPENACLNN_RETURN_IF_ERROR(AddLocked(lane, LabelTask()));
  label.graph = graph_->Id();
  label.task = graph_->Tasks().size() - 1;
  return Status::Ok();
}

Status Capture::DropTasks(size_t lane) {
  const std::lock_guard lock(All().mutex);
  if (IsVoidLocked()) {
    return Invalidated();
  }
  std::vector<GraphTask>& tasks = graph_->Tasks();
  if (group_ || std::ranges::any_of(grouped_, [&](size_t task) { return tasks[task].lane == lane; })) {
    return {code::kRtTaskGroupState, "stream: expected one without a task group, got one with one"};
  }
  for (GraphTask& task : tasks) {
    if (task.lane == lane && !std::holds_alternative<RecordTask>(task.body)) {
      task.body = LabelTask();
    }
  }
  return Status::Ok();
}

std::optional<size_t> Capture::LaneOf(const std::shared_ptr<Stream>& stream) const {
  const std::lock_guard lock(All().mutex);
  const auto found = std::ranges::find_if(streams_, [&](const std::weak_ptr<Stream>& one) {
    return !one.owner_before(stream) && !stream.owner_before(one);
  });
  return found == streams_.end() ? std::nullopt : std::optional<size_t>(found - streams_.begin());
}

// In the destructor of its recorder: nobody else has the stream.
void Capture::StreamIsGone(size_t lane) noexcept {
  const std::lock_guard lock(All().mutex);
  if (why_.IsOk()) {
    try {
      why_ = {code::kRtInvalidHandle, "a stream of it was released with its device or context"};
    } catch (...) {
      why_ = {code::kRtInvalidHandle, {}};
    }
  }
  if (isBuild_) {
    StopRecording(nullptr);
  } else if (lane == 0) {
    StopAll();
    Forget();
  }
}

std::optional<size_t> Capture::RecordOf(const backend::Event& event) const {
  const auto found = records_.find(&event);
  return found == records_.end() ? std::nullopt : std::optional(found->second.task);
}

Status Capture::AddRecord(size_t lane, const std::shared_ptr<backend::Event>& event) {
  OPENACLNN_RETURN_IF_ERROR(AddLocked(lane, RecordTask()));
  records_[event.get()] = {graph_->Tasks().size() - 1, event};
  return Status::Ok();
}

bool Capture::ClaimOuter(const std::shared_ptr<backend::Event>& event) {
  if (std::ranges::find(outer_, event) != outer_.end()) {
    return false;
  }
  outer_.push_back(event);
  return true;
}

Status Capture::BeginGroup(size_t lane) {
  const std::lock_guard lock(All().mutex);
  if (IsVoidLocked()) {
    return Invalidated();
  }
  if (group_) {
    Void({code::kRtTaskGroupState, "a task group is open already"});
    return why_;
  }
  group_ = Group{lane, {}};
  return Status::Ok();
}

Status Capture::EndGroup(size_t lane, std::vector<size_t>* tasks) {
  const std::lock_guard lock(All().mutex);
  if (IsVoidLocked()) {
    return Invalidated();
  }
  if (!group_ || group_->lane != lane) {
    Void({code::kRtTaskGroupState, "no task group of this stream is open"});
    return why_;
  }
  *tasks = std::move(group_->tasks);
  grouped_.insert(grouped_.end(), tasks->begin(), tasks->end());
  group_ = std::nullopt;
  return Status::Ok();
}

}  // namespace openaclnn::runtime
