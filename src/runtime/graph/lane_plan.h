// SPDX-License-Identifier: Apache-2.0
//
// What the streams of a graph do, where that is decided while they run: of a graph that was built by hand, or that has
// conditions. The bodies of a condition are parts of the stream that comes to it.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "backend/backend.h"
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {

struct LanePlan {
  struct Lane {
    std::vector<size_t> tasks;  // by their numbers in the plan
    bool isHead = false;        // starts with the execution
    bool isOfBody = false;      // starts with a body of a condition
    std::shared_ptr<backend::Stream> queue;
  };
  // A task, and the number of the first one of its graph: tasks name each other by their numbers in there.
  struct Task {
    GraphTask* task;
    size_t first;
  };
  std::vector<Lane> lanes;
  std::vector<Task> tasks;
  bool isStraight = true;  // each lane runs all of its tasks but those of bodies, if any
  // Words that get a value at the start of each execution.
  std::vector<std::shared_ptr<const Condition>> assigned;
  std::deque<GraphTask> own;  // tasks that are none of a graph's
};

}  // namespace openaclnn::runtime
