// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/task_groups.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/no_destructor.h"
#include "checker/kept_work.h"
#include "runtime/core/check.h"
#include "runtime/core/handle_table.h"
#include "runtime/graph/capture.h"
#include "runtime/graph/recorder.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

struct TaskGroup {
  std::weak_ptr<Graph> graph;
  std::vector<size_t> tasks;
};

struct Groups {
  HandleTable<TaskGroup> byHandle{HandleKind::kTaskGroup};
  std::mutex mutex;
  std::vector<std::pair<const Graph*, void*>> ofGraphs;
};

Groups& AllGroups() {
  static NoDestructor<Groups> groups;
  return *groups;
}

Status ExpectOperator(bool isOperator) {
  return isOperator ? Status::Ok()
                    : Status(code::kRtTaskTypeNotSupported,
                             "a task group is being updated: expected an operator, got another task");
}

// The calls that replace those of a group.
class TaskUpdate final : public Recording {
 public:
  TaskUpdate(std::shared_ptr<Graph> graph, std::vector<size_t> tasks)
      : graph_(std::move(graph)), tasks_(std::move(tasks)) {}

  [[nodiscard]] Status KeepWork(size_t /*lane*/, std::unique_ptr<backend::RepeatableWork> work) override {
    OPENACLNN_RETURN_IF_ERROR(ExpectOperator(work->IsOperator()));
    WorkTask task;
    task.notes = checker::TakeKeptWork();
    for (backend::TaskMemory& memory : work->GiveUpMemory()) {
      task.memory.push_back({memory.name, memory.address, memory.bytes, 0});
      task.own.push_back(std::move(memory.block));
    }
    task.work = std::move(work);
    const std::lock_guard lock(mutex_);
    works_.push_back(std::move(task));
    return Status::Ok();
  }
  [[nodiscard]] Status KeepTask(size_t /*lane*/, TaskBody /*body*/) override { return ExpectOperator(false); }
  [[nodiscard]] Status KeepValue(size_t /*lane*/, const backend::Cell& /*cell*/, uint64_t /*value*/,
                                 std::optional<backend::ValueTest> /*test*/) override {
    return ExpectOperator(false);
  }
  Status Refuse(Status /*why*/) override { return ExpectOperator(false); }
  void StreamIsGone(size_t /*lane*/) noexcept override { StopRecording(nullptr); }

  // The task that replaces those of the group when the stream arrives there.
  [[nodiscard]] Status Finish(std::unique_ptr<backend::Work>* replacement);

 private:
  class Replacement;

  const std::shared_ptr<Graph> graph_;
  const std::vector<size_t> tasks_;
  std::mutex mutex_;
  std::vector<WorkTask> works_;
};

class TaskUpdate::Replacement final : public backend::Work {
 public:
  Replacement(std::shared_ptr<Graph> graph, std::vector<std::pair<WorkTask*, WorkTask>> tasks)
      : graph_(std::move(graph)), tasks_(std::move(tasks)) {}
  [[nodiscard]] const char* Name() const override { return "update of tasks"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override {
    for (auto& [task, with] : tasks_) {
      const std::lock_guard lock(*task->guard);
      std::swap(task->work, with.work);
      std::swap(task->memory, with.memory);
      std::swap(task->own, with.own);
      std::swap(task->notes, with.notes);
    }
    return Status::Ok();
  }

 private:
  const std::shared_ptr<Graph> graph_;  // of the tasks
  std::vector<std::pair<WorkTask*, WorkTask>> tasks_;
};

Status TaskUpdate::Finish(std::unique_ptr<backend::Work>* replacement) {
  const std::lock_guard lock(mutex_);
  if (works_.size() != tasks_.size()) {
    return Mismatch(code::kRtParamInvalid, "the calls of the update",
                    "as many as the group has: " + std::to_string(tasks_.size()),
                    std::to_string(works_.size()));
  }
  std::vector<std::pair<WorkTask*, WorkTask>> tasks;
  for (size_t i = 0; i < tasks_.size(); ++i) {
    auto& task = std::get<WorkTask>(graph_->Tasks()[tasks_[i]].body);
    const std::string name = task.work->Name();
    if (name != works_[i].work->Name()) {
      return Mismatch(code::kRtParamInvalid, "call " + std::to_string(i) + " of the update", name,
                      works_[i].work->Name());
    }
    tasks.emplace_back(&task, std::move(works_[i]));
  }
  *replacement = std::make_unique<Replacement>(graph_, std::move(tasks));
  return Status::Ok();
}

// The update that a stream records; null: none.
std::shared_ptr<TaskUpdate> UpdateOf(const Stream& stream) {
  return std::dynamic_pointer_cast<TaskUpdate>(TargetOf(stream).recording);
}

Status FindCapture(void* streamHandle, std::shared_ptr<Capture>* capture, size_t* lane) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  *capture = Capture::Of(*stream, lane);
  return *capture != nullptr ? Status::Ok()
                             : Mismatch(code::kRtStreamNotCaptured, "stream", "one that is being captured",
                                        "one that is not");
}

}  // namespace

Status BeginTaskGroup(void* streamHandle) {
  std::shared_ptr<Capture> capture;
  size_t lane = 0;
  OPENACLNN_RETURN_IF_ERROR(FindCapture(streamHandle, &capture, &lane));
  return capture->BeginGroup(lane);
}

Status EndTaskGroup(void* streamHandle, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("handle", static_cast<const void*>(handle)));
  std::shared_ptr<Capture> capture;
  size_t lane = 0;
  OPENACLNN_RETURN_IF_ERROR(FindCapture(streamHandle, &capture, &lane));
  auto group = std::make_shared<TaskGroup>();
  group->graph = capture->GetGraph();
  OPENACLNN_RETURN_IF_ERROR(capture->EndGroup(lane, &group->tasks));
  Groups& groups = AllGroups();
  const std::lock_guard lock(groups.mutex);
  *handle = groups.byHandle.Insert(group, HandleOwner::kLibrary);
  groups.ofGraphs.emplace_back(capture->GetGraph().get(), *handle);
  return Status::Ok();
}

Status BeginTaskUpdate(void* streamHandle, const void* handle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  const std::shared_ptr<TaskGroup> group = AllGroups().byHandle.Find(handle);
  std::shared_ptr<Graph> graph = group == nullptr ? nullptr : group->graph.lock();
  if (graph == nullptr) {
    return Mismatch(code::kRtParamInvalid, "handle", "a task group of a live graph", AddressText(handle));
  }
  if (!graph->IsFinished()) {
    return Mismatch(code::kRtModelCaptured, "handle", "a task group of a graph whose capture has ended",
                    "one of a graph that is being captured");
  }
  const std::lock_guard lock(Capture::All().mutex);
  if (UpdateOf(*stream) != nullptr) {
    return {code::kRtTaskGroupState, "stream: expected one without an open update, got one with one"};
  }
  if (stream->IsRecorded()) {
    return Mismatch(code::kRtStreamCaptured, "stream", "one that is not being captured", "one that is");
  }
  StartRecording(*stream, {std::make_shared<TaskUpdate>(std::move(graph), group->tasks), 0});
  return Status::Ok();
}

Status EndTaskUpdate(void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  std::shared_ptr<TaskUpdate> update;
  {
    const std::lock_guard lock(Capture::All().mutex);
    update = UpdateOf(*stream);
    if (update == nullptr) {
      return {code::kRtTaskGroupState,
              "stream: expected one with an open update, got one without: call "
              "aclmdlRICaptureTaskUpdateBegin first"};
    }
    StopRecording(stream.get());
  }
  std::unique_ptr<backend::Work> replacement;
  OPENACLNN_RETURN_IF_ERROR(update->Finish(&replacement));
  return stream->Queue()->Launch(std::move(replacement));
}

void RemoveTaskGroups(const Graph& graph) {
  Groups& groups = AllGroups();
  const std::lock_guard lock(groups.mutex);
  std::erase_if(groups.ofGraphs, [&](const auto& one) {
    if (one.first == &graph) {
      groups.byHandle.Remove(one.second);
    }
    return one.first == &graph;
  });
}

}  // namespace openaclnn::runtime
