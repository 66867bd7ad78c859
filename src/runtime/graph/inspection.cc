// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/inspection.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/core/handle_table.h"
#include "runtime/graph/graph_handles.h"
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {
namespace {

struct LaneOfGraph {
  std::weak_ptr<Graph> graph;
  std::vector<void*> tasks;  // handles
};

struct TaskOfGraph {
  std::weak_ptr<Graph> graph;
  size_t number;
};

// A graph that was asked for its streams.
struct Inspected {
  const Graph* graph;
  std::vector<void*> lanes;
};

struct Inspection {
  HandleTable<LaneOfGraph> lanes{HandleKind::kGraphStream};
  HandleTable<TaskOfGraph> tasks{HandleKind::kGraphTask};
  std::mutex mutex;  // guards what follows
  std::vector<Inspected> graphs;
};

Inspection& All() {
  static NoDestructor<Inspection> inspection;
  return *inspection;
}

void RemoveLanes(const std::vector<void*>& lanes) {
  for (void* const handle : lanes) {
    const std::shared_ptr<LaneOfGraph> lane = All().lanes.Remove(handle);
    for (void* const task : lane->tasks) {
      All().tasks.Remove(task);
    }
  }
}

// Gives the lanes of a graph and their tasks handles.
std::vector<void*> MakeLanes(const std::shared_ptr<Graph>& graph) {
  std::vector<std::shared_ptr<LaneOfGraph>> lanes(graph->Lanes());
  for (std::shared_ptr<LaneOfGraph>& lane : lanes) {
    lane = std::make_shared<LaneOfGraph>();
    lane->graph = graph;
  }
  const std::vector<GraphTask>& tasks = graph->Tasks();
  for (size_t number = 0; number < tasks.size(); ++number) {
    auto task = std::make_shared<TaskOfGraph>();
    task->graph = graph;
    task->number = number;
    std::vector<void*>& handles = lanes[tasks[number].lane]->tasks;
    handles.push_back(nullptr);
    handles.back() = All().tasks.Insert(std::move(task), HandleOwner::kLibrary);
  }
  std::vector<void*> handles;
  // Where a graph was built by hand, no stream has the first lane.
  for (size_t lane = graph->IsBuilt() ? 1 : 0; lane < lanes.size(); ++lane) {
    handles.push_back(All().lanes.Insert(lanes[lane], HandleOwner::kLibrary));
  }
  return handles;
}

Status FindTask(const void* handle, std::shared_ptr<Graph>* graph, size_t* number) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("task", handle));
  const std::shared_ptr<TaskOfGraph> task = All().tasks.Find(handle);
  *graph = task == nullptr ? nullptr : task->graph.lock();
  if (*graph == nullptr) {
    return Mismatch(code::kRtInvalidHandle, "task", "a task of a live graph, from aclmdlRIGetTasksByStream",
                    AddressText(handle) + (All().tasks.WasLive(handle) ? ", whose graph was destroyed before"
                                                                       : ", which never was one"));
  }
  *number = task->number;
  return Status::Ok();
}

// As all functions of this kind do it: without an array they say how long one has to be.
Status Give(const std::vector<void*>& handles, const char* arrayName, void** array, const char* countName,
            uint32_t* count) {
  if (array != nullptr) {
    if (*count < handles.size()) {
      return Mismatch(code::kRtArrayTooSmall, countName,
                      "room for " + std::to_string(handles.size()) + " in " + arrayName,
                      std::to_string(*count));
    }
    std::ranges::copy(handles, array);
  }
  *count = static_cast<uint32_t>(handles.size());
  return Status::Ok();
}

}  // namespace

Status GetGraphStreams(const void* handle, void** streams, uint32_t* count) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("numStreams", count));
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindFinishedGraph(handle, &graph));
  Inspection& all = All();
  const std::lock_guard lock(all.mutex);
  auto found = std::ranges::find(all.graphs, graph.get(), &Inspected::graph);
  if (found == all.graphs.end()) {
    all.graphs.reserve(all.graphs.size() + 1);  // first, as it may lack memory
    std::vector<void*> lanes = MakeLanes(graph);
    all.graphs.push_back({graph.get(), std::move(lanes)});
    found = all.graphs.end() - 1;
  }
  return Give(found->lanes, "streams", streams, "numStreams", count);
}

Status GetStreamTasks(const void* handle, void** tasks, uint32_t* count) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("numTasks", count));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("stream", handle));
  const std::shared_ptr<LaneOfGraph> lane = All().lanes.Find(handle);
  if (lane == nullptr) {
    return Mismatch(code::kRtInvalidHandle, "stream", "a stream of a live graph, from aclmdlRIGetStreams",
                    AddressText(handle) + (All().lanes.WasLive(handle) ? ", whose graph was destroyed before"
                                                                       : ", which is none"));
  }
  return Give(lane->tasks, "tasks", tasks, "numTasks", count);
}

Status GetTaskType(const void* handle, aclmdlRITaskType* type) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("type", type));
  std::shared_ptr<Graph> graph;
  size_t number = 0;
  OPENACLNN_RETURN_IF_ERROR(FindTask(handle, &graph, &number));
  *type = TypeOf(graph->Tasks()[number].body);
  return Status::Ok();
}

Status GetTaskNumber(const void* handle, uint32_t* result) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("id", result));
  std::shared_ptr<Graph> graph;
  size_t number = 0;
  OPENACLNN_RETURN_IF_ERROR(FindTask(handle, &graph, &number));
  *result = static_cast<uint32_t>(number);
  return Status::Ok();
}

Status DisableTask(const void* handle) {
  std::shared_ptr<Graph> graph;
  size_t number = 0;
  OPENACLNN_RETURN_IF_ERROR(FindTask(handle, &graph, &number));
  if (!std::holds_alternative<WorkTask>(graph->Tasks()[number].body)) {
    return {code::kRtTaskTypeNotSupported,
            "task: expected an operator, a copy or a fill, got a task of another type, which others may wait "
            "for"};
  }
  graph->Disable(number);
  return Status::Ok();
}

Status UpdateGraph(const void* handle) {
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(handle, &graph));
  const char* const got = !graph->IsFinished() ? "one that is being captured or built"
                          : graph->Update()    ? nullptr
                                               : "one that is being executed";
  return got == nullptr
             ? Status::Ok()
             : Mismatch(code::kRtModelUpdate, "modelRI", "a complete graph that is not being executed", got);
}

void RemoveInspection(const Graph& graph) {
  Inspection& all = All();
  const std::lock_guard lock(all.mutex);
  const auto found = std::ranges::find(all.graphs, &graph, &Inspected::graph);
  if (found != all.graphs.end()) {
    RemoveLanes(found->lanes);
    all.graphs.erase(found);
  }
}

}  // namespace openaclnn::runtime
