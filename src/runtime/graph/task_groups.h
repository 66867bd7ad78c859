// SPDX-License-Identifier: Apache-2.0
//
// Operators of a graph that clients replace.
#pragma once

#include "base/status.h"
#include "runtime/graph/graph.h"

namespace openaclnn::runtime {

[[nodiscard]] Status BeginTaskGroup(void* stream);
[[nodiscard]] Status EndTaskGroup(void* stream, void** group);
[[nodiscard]] Status BeginTaskUpdate(void* stream, const void* group);
[[nodiscard]] Status EndTaskUpdate(void* stream);

// The graph is at its end.
void RemoveTaskGroups(const Graph& graph);

}  // namespace openaclnn::runtime
