// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/conditions.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/no_destructor.h"
#include "checker/kept_work.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/core/handle_table.h"
#include "runtime/graph/capture.h"
#include "runtime/graph/graph_handles.h"
#include "runtime/graph/inspection.h"
#include "runtime/graph/lane_planner.h"
#include "runtime/graph/task_groups.h"
#include "runtime/graph/thread_mode.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

// Handles go with their graph.
HandleTable<Condition>& Conditions() {
  static NoDestructor<HandleTable<Condition>> conditions(HandleKind::kCondition);
  return *conditions;
}

Status FindCondition(const char* argument, const void* handle, std::shared_ptr<Condition>* condition) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(argument, handle));
  *condition = Conditions().Find(handle);
  return *condition != nullptr ? Status::Ok()
                               : Mismatch(code::kRtInvalidHandle, argument, "a condition of a live graph",
                                          AddressText(handle) + (Conditions().WasLive(handle)
                                                                     ? ", whose graph was destroyed before"
                                                                     : ", which never was one"));
}

// Null: it is gone.
std::shared_ptr<Graph> RootOf(Graph& graph) {
  const std::lock_guard lock(Capture::All().mutex);
  return graph.Root();
}

// What the checkers are told of an access to a word, by a call that is being made.
checker::KeptWork NoteOf(checker::Access access, const char* name) {
  if (!checker::IsOn(checker::kAny)) [[likely]] {
    return {};
  }
  checker::KeepWork({std::move(access)}, name);
  return checker::TakeKeptWork();
}

// Whether a graph, or what it is a body of, is in the making, so that it may get conditions. Requires the lock of all
// captures.
Status ExpectTakesConditions(Graph& graph, std::shared_ptr<Graph>* root) {
  *root = graph.Root();
  if (*root == nullptr) {
    return Mismatch(code::kRtInvalidHandle, "modelRI", "a body of a live graph", "one whose graph is gone");
  }
  if (graph.IsBuilt()) {
    return Mismatch(code::kRtParamInvalid, "modelRI", "a graph that is being captured",
                    "one from aclmdlRIBuildBegin");
  }
  if (graph.IsBody()) {
    return ExpectNotExecuted(**root);
  }
  return graph.IsFinished() ? Mismatch(code::kRtParamInvalid, "modelRI", "a graph that is being captured",
                                       "one whose capture has ended")
                            : Status::Ok();
}

Status ExpectCount(int32_t type, uint32_t count) {
  const char* expected = nullptr;
  switch (type) {
    case ACL_MODEL_RI_COND_TYPE_IF:
      expected = count == 1 || count == 2 ? nullptr : "1 or 2, as the type is ACL_MODEL_RI_COND_TYPE_IF";
      break;
    case ACL_MODEL_RI_COND_TYPE_WHILE:
      expected = count == 1 ? nullptr : "1, as the type is ACL_MODEL_RI_COND_TYPE_WHILE";
      break;
    case ACL_MODEL_RI_COND_TYPE_SWITCH:
      expected = count > 0 ? nullptr : "a positive number";
      break;
    default:
      return Mismatch(code::kRtParamInvalid, "type", "an aclmdlRICondTaskType (0: IF, 1: WHILE, 2: SWITCH)",
                      std::to_string(type));
  }
  return expected == nullptr ? Status::Ok()
                             : Mismatch(code::kRtParamInvalid, "size", expected, std::to_string(count));
}

// New bodies with their handles, which go again unless they are kept.
class NewBodies {
 public:
  NewBodies() = default;
  NewBodies(const NewBodies&) = delete;
  NewBodies& operator=(const NewBodies&) = delete;
  ~NewBodies() {
    for (const std::shared_ptr<Graph>& body : bodies_) {
      RemoveGraph(body->Handle());
    }
  }
  // False: the graph is gone.
  [[nodiscard]] bool Make(Graph& of, uint32_t count) {
    const std::lock_guard lock(Capture::All().mutex);
    for (uint32_t i = 0; i < count; ++i) {
      std::shared_ptr<Graph> body = Graph::MakeBody(of);
      if (body == nullptr) {
        return false;
      }
      bodies_.reserve(bodies_.size() + 1);  // first, as it may lack memory
      AddGraph(body);
      bodies_.push_back(std::move(body));
    }
    return true;
  }
  [[nodiscard]] const std::vector<std::shared_ptr<Graph>>& Get() const { return bodies_; }
  void Keep(void** handles) {
    for (const std::shared_ptr<Graph>& body : bodies_) {
      *handles++ = body->Handle();
    }
    bodies_.clear();
  }

 private:
  std::vector<std::shared_ptr<Graph>> bodies_;
};

}  // namespace

Status CreateCondition(const void* graphHandle, uint32_t value, uint32_t flag, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("handle", static_cast<const void*>(handle)));
  if (flag > ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT) {
    return Mismatch(code::kRtParamInvalid, "flag", "0 or ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT (1)",
                    std::to_string(flag));
  }
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(graphHandle, &graph));
  std::shared_ptr<Condition> condition;
  OPENACLNN_RETURN_IF_ERROR(Condition::Make(graph->Device(), graph->DeviceId(), &condition));
  if (flag == ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT) {
    condition->assigned = value;
    condition->notes = NoteOf(checker::Writes("defaultLaunchValue", condition->word, sizeof(uint64_t)),
                              "aclmdlRICondHandleCreate");
  }
  std::shared_ptr<Graph> root;
  const std::lock_guard lock(Capture::All().mutex);
  OPENACLNN_RETURN_IF_ERROR(ExpectTakesConditions(*graph, &root));
  condition->root = root;
  condition->handle = Conditions().Insert(condition, HandleOwner::kLibrary);
  try {
    root->AddCondition(condition);
  } catch (...) {
    Conditions().Remove(condition->handle);
    throw;
  }
  *handle = condition->handle;
  return Status::Ok();
}

Status GetConditionWord(const void* handle, uint64_t** word) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("condPtr", static_cast<const void*>(word)));
  std::shared_ptr<Condition> condition;
  OPENACLNN_RETURN_IF_ERROR(FindCondition("handle", handle, &condition));
  *word = condition->word;
  return Status::Ok();
}

Status AddCondition(const ConditionChoice& choice, void* streamHandle, uint32_t flag) {
  if (flag != 0) {
    return Mismatch(code::kRtParamInvalid, "flag", "0", std::to_string(flag));
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectCount(choice.type, choice.count));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("modelRIArray", static_cast<const void*>(choice.bodies)));
  ConditionTask task{nullptr, choice.type, {}, {}, {}};
  OPENACLNN_RETURN_IF_ERROR(FindCondition("handle", choice.condition, &task.condition));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  size_t lane = 0;
  const std::shared_ptr<Capture> capture = Capture::Of(*stream, &lane);
  if (capture == nullptr || capture->IsBuild()) {
    return Mismatch(code::kRtStreamNotCaptured, "stream", "one that is being captured",
                    capture == nullptr ? "one that is not" : "one that is bound to a graph");
  }
  if (task.condition->root.lock() != RootOf(*capture->GetGraph())) {
    return Mismatch(code::kRtParamInvalid, "handle", "a condition of the graph that stream is captured into",
                    "one of another graph");
  }
  task.notes =
      NoteOf(checker::Reads("handle", task.condition->word, sizeof(uint64_t)), "aclmdlRIAddCondTask");
  NewBodies bodies;
  if (!bodies.Make(*capture->GetGraph(), choice.count)) {
    return Mismatch(code::kRtInvalidHandle, "stream", "one whose graph is live", "one whose graph is gone");
  }
  task.bodies = bodies.Get();
  OPENACLNN_RETURN_IF_ERROR(capture->KeepTask(lane, std::move(task)));
  bodies.Keep(choice.bodies);
  return Status::Ok();
}

Status BeginBodyCapture(void* streamHandle, const void* graphHandle, int32_t mode) {
  OPENACLNN_RETURN_IF_ERROR(ExpectCaptureMode(mode));
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(graphHandle, &graph));
  if (!graph->IsBody()) {
    return Mismatch(code::kRtParamInvalid, "modelRI", "a body of a condition, from aclmdlRIAddCondTask",
                    "another graph");
  }
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  if (stream->Facts().isDefault) {
    return Mismatch(code::kRtCaptureImplicit, "stream", "one from aclrtCreateStream", "a default stream");
  }
  if (stream->DeviceId() != graph->DeviceId()) {
    return Mismatch(code::kRtParamInvalid, "stream",
                    "one of the graph's device " + std::to_string(graph->DeviceId()),
                    "one of device " + std::to_string(stream->DeviceId()));
  }
  if (stream->Epoch() != graph->Epoch()) {
    return Mismatch(code::kRtInvalidHandle, "modelRI", "one made since the device was last reset",
                    "an older one");
  }
  return Capture::Begin(stream, static_cast<aclmdlRICaptureMode>(mode), graph);
}

Status ExpectExecutable(Graph& graph) {
  if (graph.IsBody()) {
    return Mismatch(code::kRtParamInvalid, "modelRI", "a graph from aclmdlRICaptureEnd or aclmdlRIBuildEnd",
                    "a body of a condition, which runs as a part of its graph");
  }
  if (!graph.IsConditional()) [[likely]] {
    return Status::Ok();
  }
  const std::lock_guard lock(Capture::All().mutex);
  if (graph.IsSealed()) {
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectBodiesCaptured(graph));
  graph.Seal(PlanCaptured(graph));
  return Status::Ok();
}

Status ExpectNoOpenBody(const Graph& graph) {
  if (graph.IsBody()) {
    return Mismatch(code::kRtParamInvalid, "modelRI", "a graph from aclmdlRICaptureEnd or aclmdlRIBuildBegin",
                    "a body of a condition, which goes with its graph");
  }
  const std::lock_guard lock(Capture::All().mutex);
  return ExpectBodiesCaptured(graph);
}

void RemoveParts(const Graph& root, const Status& why) {
  std::vector<std::shared_ptr<Graph>> bodies;
  {
    const std::lock_guard lock(Capture::All().mutex);
    Capture::VoidBodies(root, why);
    bodies = root.Bodies();
    for (const std::shared_ptr<const Condition>& condition : root.Conditions()) {
      Conditions().Remove(condition->handle);
    }
  }
  for (const std::shared_ptr<Graph>& body : bodies) {
    RemoveTaskGroups(*body);
    RemoveInspection(*body);
    if (RemoveGraph(body->Handle())) {
      body->CallAtEnd();
    }
  }
}

}  // namespace openaclnn::runtime
