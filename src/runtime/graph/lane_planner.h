// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "runtime/graph/graph.h"
#include "runtime/graph/lane_plan.h"

namespace openaclnn::runtime {

// Of a graph that was built by hand, whose first lane is nobody's. `isHead`: by lane.
[[nodiscard]] std::unique_ptr<LanePlan> PlanBuilt(Graph& graph, const std::vector<bool>& isHead);
// Of a graph that was captured, with the bodies of its conditions.
[[nodiscard]] std::unique_ptr<LanePlan> PlanCaptured(Graph& graph);

}  // namespace openaclnn::runtime
