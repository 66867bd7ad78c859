// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.h"
#include "runtime/core/context.h"
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {

// A place in a lane of a graph that is built by hand, for jumps.
struct Label {
  std::weak_ptr<Context> context;
  // Guarded by the lock of all captures: the number of the graph that it was set in, 0 before, and that of its task.
  uint32_t graph = 0;
  size_t task = 0;
};

// At the end of a graph's building: has its jumps know where they lead. Fails before it changes any.
[[nodiscard]] Status ResolveJumps(uint32_t graph, std::vector<GraphTask>& tasks);

}  // namespace openaclnn::runtime
