// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/lane_planner.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "acl/acl_rt.h"
#include "runtime/graph/condition.h"

namespace openaclnn::runtime {
namespace {

// Gives the tasks of a graph numbers; that of the first one.
size_t AddTasks(Graph& graph, LanePlan& plan) {
  const size_t first = plan.tasks.size();
  for (GraphTask& task : graph.Tasks()) {
    plan.tasks.push_back({&task, first});
  }
  return first;
}

class Planner {
 public:
  Planner(LanePlan& plan, Graph& root) : plan_(plan), root_(root) {}

  void Plan() {
    const size_t first = AddTasks(root_, plan_);
    for (size_t lane = 0; lane < root_.Lanes(); ++lane) {
      const size_t added = AddLane();
      plan_.lanes[added].isHead = true;
      Append(root_, first, lane, added);
    }
  }

 private:
  size_t AddLane() {
    plan_.lanes.emplace_back();
    plan_.lanes.back().queue = root_.AddQueue();
    return plan_.lanes.size() - 1;
  }

  [[nodiscard]] size_t Position(size_t lane) const { return plan_.lanes[lane].tasks.size(); }

  // The tasks of a lane of a graph, to those of a lane of the plan.
  void Append(Graph& graph, size_t first, size_t from, size_t to) {
    for (size_t number = 0; number < graph.Tasks().size(); ++number) {
      GraphTask& task = graph.Tasks()[number];
      // Each record of a capture is a task of its own: none has to be forgotten.
      if (task.lane != from || std::holds_alternative<ResetTask>(task.body)) {
        continue;
      }
      plan_.lanes[to].tasks.push_back(first + number);
      if (auto* const condition = std::get_if<ConditionTask>(&task.body)) {
        AppendBodies(*condition, to);
      }
    }
  }

  void AppendBodies(ConditionTask& condition, size_t lane) {
    const size_t start = Position(lane) - 1;
    std::vector<BodyTask*> ends;
    condition.positions.clear();
    for (const std::shared_ptr<Graph>& body : condition.bodies) {
      condition.positions.push_back(Position(lane));
      const size_t first = AddTasks(*body, plan_);
      BodyTask& begin = AddOwn(lane);
      begin.isBegin = true;
      begin.first = first;
      begin.count = body->Tasks().size();
      for (size_t other = 1; other < body->Lanes(); ++other) {
        const size_t added = AddLane();
        plan_.lanes[added].isOfBody = true;
        begin.lanes.push_back(added);
        Append(*body, first, other, added);
      }
      Append(*body, first, 0, lane);
      ends.push_back(&AddOwn(lane));
    }
    condition.otherwise = Position(lane);
    for (BodyTask* const end : ends) {
      end->next = condition.type == ACL_MODEL_RI_COND_TYPE_WHILE ? start : condition.otherwise;
    }
  }

  BodyTask& AddOwn(size_t lane) {
    GraphTask& task = plan_.own.emplace_back(GraphTask{lane, BodyTask()});
    plan_.lanes[lane].tasks.push_back(plan_.tasks.size());
    plan_.tasks.push_back({&task, plan_.tasks.size()});
    return std::get<BodyTask>(task.body);
  }

  LanePlan& plan_;
  Graph& root_;
};

}  // namespace

std::unique_ptr<LanePlan> PlanBuilt(Graph& graph, const std::vector<bool>& isHead) {
  auto plan = std::make_unique<LanePlan>();
  plan->lanes.resize(graph.Lanes());
  AddTasks(graph, *plan);
  for (size_t number = 0; number < plan->tasks.size(); ++number) {
    plan->lanes[plan->tasks[number].task->lane].tasks.push_back(number);
  }
  for (size_t lane = 1; lane < graph.Lanes(); ++lane) {
    plan->lanes[lane].queue = graph.AddQueue();
    plan->lanes[lane].isHead = isHead[lane];
  }
  plan->isStraight = std::ranges::none_of(graph.Tasks(), [](const GraphTask& task) {
    return std::holds_alternative<SwitchTask>(task.body) || std::holds_alternative<JumpTask>(task.body);
  });
  return plan;
}

std::unique_ptr<LanePlan> PlanCaptured(Graph& graph) {
  auto plan = std::make_unique<LanePlan>();
  Planner(*plan, graph).Plan();
  for (const std::shared_ptr<const Condition>& condition : graph.Conditions()) {
    if (condition->assigned) {
      plan->assigned.push_back(condition);
    }
  }
  return plan;
}

}  // namespace openaclnn::runtime
