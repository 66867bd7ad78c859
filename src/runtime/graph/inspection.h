// SPDX-License-Identifier: Apache-2.0
//
// The streams and tasks of a graph by handles, which go with the graph.
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "runtime/graph/graph.h"

namespace openaclnn::runtime {

// `streams`, `tasks`: null to ask how many there are.
[[nodiscard]] Status GetGraphStreams(const void* graph, void** streams, uint32_t* count);
[[nodiscard]] Status GetStreamTasks(const void* stream, void** tasks, uint32_t* count);
[[nodiscard]] Status GetTaskType(const void* task, aclmdlRITaskType* type);
[[nodiscard]] Status GetTaskNumber(const void* task, uint32_t* number);
// From the next UpdateGraph on.
[[nodiscard]] Status DisableTask(const void* task);
[[nodiscard]] Status UpdateGraph(const void* graph);

// The handles of a graph that is about to go.
void RemoveInspection(const Graph& graph);

}  // namespace openaclnn::runtime
