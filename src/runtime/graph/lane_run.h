// SPDX-License-Identifier: Apache-2.0
//
// How the tasks of a graph that was built by hand, or has conditions, are run. What each of its streams does next is known only when
// it arrives there, so a stream is given one piece of work, which gives it the next one.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "backend/backend.h"
#include "base/status.h"
#include "checker/races.h"
#include "runtime/graph/execution.h"
#include "runtime/graph/graph_tasks.h"
#include "runtime/graph/lane_plan.h"

namespace openaclnn::runtime {

// One execution. Its pieces of work hold it; the graph outlives them, up to the end of the last lane.
class LaneRun final : public std::enable_shared_from_this<LaneRun> {
 public:
  LaneRun(std::shared_ptr<Execution> execution, const LanePlan& plan,
          std::shared_ptr<backend::Signal> signal);
  LaneRun(const LaneRun&) = delete;
  LaneRun& operator=(const LaneRun&) = delete;
  ~LaneRun() = default;

  // In the order of a queue, which waits until all lanes have come to their ends.
  [[nodiscard]] Status Enqueue(backend::Stream& queue);
  // Nothing that has not begun is begun any more, and waits end.
  void Abort() noexcept;

 private:
  class LaneWork;
  class StartWork;
  class AllEnded;
  class IsReached;

  // What comes after a task of a lane: the one at a position; nothing now, as the queue was given what the lane
  // waits for; or nothing at all.
  struct Next {
    enum class Kind { kTask, kLater, kEnd } kind;
    size_t position;  // also of kLater
  };

  // Null once all lanes have ended. Keeps the graph.
  [[nodiscard]] std::shared_ptr<Execution> Running() noexcept;
  void Start(backend::ExecutionContext& context) noexcept;
  void Activate(size_t lane) noexcept;
  void Launch(size_t lane, size_t position) noexcept;
  void Go(size_t lane, size_t position, backend::ExecutionContext& context) noexcept;
  // `next` is the following task, unless it says otherwise.
  [[nodiscard]] Status Do(size_t lane, size_t number, backend::ExecutionContext& context, Next* next);
  [[nodiscard]] Status Wait(size_t lane, size_t record, Next* next);
  [[nodiscard]] Status Switch(const SwitchTask& task, backend::ExecutionContext& context, Next* next);
  [[nodiscard]] Status Jump(const JumpTask& task, backend::ExecutionContext& context, Next* next);
  void Decide(const ConditionTask& task, backend::ExecutionContext& context, Next* next);
  void BeginOrEnd(const BodyTask& body, Next* next);
  [[nodiscard]] Status Read(const char* task, const MemoryUse& use, void* value,
                            backend::ExecutionContext& context);
  // Whether a failure leaves a task to be done: others may wait for it.
  [[nodiscard]] static bool IsOwed(const TaskBody& body);
  // The place of the task after one that a failure leaves out.
  [[nodiscard]] static size_t After(const TaskBody& body, size_t position);
  [[nodiscard]] TaskBody& Body(size_t number) const { return plan_.tasks[number].task->body; }
  void Fail(const Status& status) noexcept;
  void EndLane(size_t lane) noexcept;
  void LeaveLane() noexcept;

  const LanePlan& plan_;
  const std::shared_ptr<backend::Signal> signal_;
  std::atomic<bool> isAborted_{false};
  std::atomic<bool> isOver_{false};           // nothing else is waited for
  std::vector<checker::HostFunction> noted_;  // by task: what is called in place of the client's, once

  // Guarded by the signal.
  struct Lane {
    bool isActive = false;
    size_t again = 0;  // how often it was started meanwhile
  };
  std::vector<Lane> lanes_;
  std::vector<bool> reached_;  // by record
  size_t active_ = 1;          // lanes, and who starts them
  bool hasEnded_ = false;
  // Null once all lanes have ended, so that the graph counts as idle before others know.
  std::shared_ptr<Execution> execution_;
};

}  // namespace openaclnn::runtime
