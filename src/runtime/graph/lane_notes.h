// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "checker/races.h"
#include "runtime/graph/lane_plan.h"

namespace openaclnn::runtime {

// Tells the checkers of an execution of a graph that has a plan: of each task once, though tasks may come more
// than once or never. What comes in place of each other is told in an order, so that no race is seen there. The
// functions that are to be called in place of the client's, by task, once each; empty: there are none.
[[nodiscard]] std::vector<checker::HostFunction> TellCheckers(const LanePlan& plan, const void* queue);

}  // namespace openaclnn::runtime
