// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "base/status.h"
#include "runtime/core/context.h"
#include "runtime/graph/condition.h"
#include "runtime/graph/graph_memory.h"
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {

class Execution;
class LaneRun;
struct LanePlan;

// Tasks of one or more streams, captured once and executed any number of times. The tasks of the stream that
// the capture began on (lane 0) go to the stream that an execution is for; those of the others go to queues of
// the graph's own, and its own events order them. Where it was built by hand, no task is of lane 0: its queue
// waits for the others.
//
// The bodies of its conditions are graphs, too, which a client captures. They are parts of one root: they use its
// memory, and only its executions run them.
class Graph : public std::enable_shared_from_this<Graph> {
 public:
  // For the streams of a context's device. `isBuilt`: by hand, instead of by a capture.
  explicit Graph(const Context& context, bool isBuilt = false);
  // A body, which is empty at first. Requires the lock of all captures.
  [[nodiscard]] static std::shared_ptr<Graph> MakeBody(Graph& of);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph();

  [[nodiscard]] const std::shared_ptr<backend::Device>& Device() const { return device_; }
  [[nodiscard]] int DeviceId() const { return deviceId_; }
  [[nodiscard]] uint64_t Epoch() const { return epoch_; }
  [[nodiscard]] uint32_t Id() const { return id_; }
  [[nodiscard]] void* Handle() const { return handle_; }
  void SetHandle(void* handle) { handle_ = handle; }

  // While it is captured; one thread at a time. A lane for one more stream; the number of a new task.
  size_t AddLane() { return lanes_++; }
  size_t Add(size_t lane, TaskBody body);
  // The memory of a task, as the graph keeps it.
  [[nodiscard]] std::vector<MemoryUse> Keep(backend::TaskMemories memory);
  [[nodiscard]] std::vector<GraphTask>& Tasks() { return tasks_; }
  [[nodiscard]] size_t Lanes() const { return lanes_; }
  // The end of the capture: from then on the tasks stay as they are.
  void Finish();
  // The same, where it was built by hand.
  void FinishBuilt(std::unique_ptr<LanePlan> plan);
  [[nodiscard]] bool IsFinished() const { return isFinished_.load(std::memory_order_acquire); }

  [[nodiscard]] bool IsBody() const { return isBody_; }
  // Those below require the lock of all captures. What a body is a part of; null: it is gone.
  [[nodiscard]] std::shared_ptr<Graph> Root() { return isBody_ ? root_.lock() : shared_from_this(); }
  // A body may be captured once, until the root is executed first.
  enum class BodyState : uint8_t { kEmpty, kOpen, kCaptured };
  [[nodiscard]] BodyState State() const { return state_; }
  void Open();
  // Its capture has failed: it is empty again.
  void Empty();
  // Of a root: all bodies, also of bodies, and all conditions.
  [[nodiscard]] const std::vector<std::shared_ptr<Graph>>& Bodies() const { return bodies_; }
  [[nodiscard]] const std::vector<std::shared_ptr<const Condition>>& Conditions() const {
    return conditions_;
  }
  void AddCondition(std::shared_ptr<const Condition> condition) {
    conditions_.push_back(std::move(condition));
  }
  // Whether it has conditions. Of a root that is finished; needs no lock.
  [[nodiscard]] bool IsConditional() const { return isConditional_; }
  // Of a root with conditions: from now on its bodies stay as they are.
  void Seal(std::unique_ptr<LanePlan> plan);
  [[nodiscard]] bool IsSealed() const { return plan_ != nullptr; }

  // In the order of a queue of its device, after other executions of it.
  [[nodiscard]] Status Execute(const std::shared_ptr<backend::Stream>& queue);
  // On a queue of its own; waits for the end.
  [[nodiscard]] Status ExecuteAndWait(backend::Timeout timeout);
  [[nodiscard]] bool IsBuilt() const { return isBuilt_; }
  // Where it was built by hand: ends the executions that there are.
  void Abort();
  [[nodiscard]] bool IsRunning() const { return running_.load(std::memory_order_acquire) > 0; }

  void SetName(std::string name);
  [[nodiscard]] std::string Name() const;

  // Leaves out an operator, a copy or a fill from the next update on.
  void Disable(size_t task);
  // False: it is being executed.
  [[nodiscard]] bool Update();

  // A further one of its own. While it is planned, before any execution.
  std::shared_ptr<backend::Stream> AddQueue();

  // Called by CallAtEnd, each once. False: it is there already, or is not there.
  using EndFunction = void (*)(void*);
  [[nodiscard]] bool AddEndFunction(EndFunction function, void* argument);
  [[nodiscard]] bool RemoveEndFunction(EndFunction function);
  void CallAtEnd();

 private:
  // What goes to a stream at once: operators, copies and fills that follow each other on a lane, or one task
  // of another kind.
  struct Step {
    size_t lane;
    std::vector<WorkTask*> works;
    size_t bytes = 0;  // of the works
    GraphTask* other = nullptr;
  };

  void PlanSteps();
  void MakeEvents();
  std::shared_ptr<backend::Stream> MakeQueue();
  // Holds the memory of all tasks. Where some was freed, finds what is at its addresses now.
  [[nodiscard]] Status HoldMemory(GraphMemory::Blocks* held);
  [[nodiscard]] Status FindMemory();
  // An execution on another queue has to come to its end first.
  [[nodiscard]] Status WaitForOthers(const std::shared_ptr<backend::Stream>& queue);
  [[nodiscard]] Status EnqueueSteps(const std::shared_ptr<backend::Stream>& queue,
                                    const std::shared_ptr<Execution>& execution);
  [[nodiscard]] Status EnqueueLanes(const std::shared_ptr<backend::Stream>& queue,
                                    const std::shared_ptr<Execution>& execution);
  [[nodiscard]] Status Enqueue(const Step& step, backend::Stream& queue,
                               const std::shared_ptr<Execution>& execution);
  [[nodiscard]] Status EnqueueWorks(const Step& step, backend::Stream& queue,
                                    const std::shared_ptr<Execution>& execution);

  // A body of a root.
  explicit Graph(const std::shared_ptr<Graph>& root);

  const std::shared_ptr<backend::Device> device_;
  const std::shared_ptr<backend::StreamGroup> group_;
  const int deviceId_;
  const bool isBuilt_;
  const bool isBody_;
  const std::weak_ptr<Graph> root_;  // of a body
  const uint64_t epoch_;
  const uint32_t id_;
  void* handle_ = nullptr;

  size_t lanes_ = 1;
  std::vector<GraphTask> tasks_;
  std::vector<Step> steps_;
  std::unique_ptr<LanePlan> plan_;  // of one that was built by hand, or has conditions
  bool isConditional_ = false;      // known from the end of the capture on
  bool needsLastTask_ = false;      // what ends an execution is not known otherwise
  std::atomic<bool> isFinished_{false};
  std::atomic<int> running_{0};  // executions

  // Guarded by the lock of all captures.
  BodyState state_ = BodyState::kEmpty;
  std::vector<std::shared_ptr<Graph>> bodies_;
  std::vector<std::shared_ptr<const Condition>> conditions_;

  std::mutex executing_;  // guards what follows; an idle stream runs small tasks while it is held
  const std::shared_ptr<GraphMemory> memory_;             // of a root and its bodies
  std::vector<std::shared_ptr<backend::Stream>> queues_;  // of the lanes but that of the execution
  std::shared_ptr<backend::Stream> own_;                  // made by the first ExecuteAndWait
  std::weak_ptr<backend::Stream> last_;                   // that an execution was given to
  std::vector<std::weak_ptr<LaneRun>> runs_;
  std::vector<size_t> disabled_;  // tasks, from the next update on

  mutable std::mutex facts_;  // guards what follows
  std::string name_;
  std::vector<std::pair<EndFunction, void*>> endFunctions_;
};

}  // namespace openaclnn::runtime
