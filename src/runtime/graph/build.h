// SPDX-License-Identifier: Apache-2.0
//
// Graphs that are built by hand: of streams that are bound to them, which collect tasks and run none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.h"
#include "runtime/core/context.h"
#include "runtime/graph/graph.h"

namespace openaclnn::runtime {

[[nodiscard]] Status BeginBuild(void** graph, uint32_t flag);
[[nodiscard]] Status BindStream(const void* graph, void* stream, uint32_t flag);
[[nodiscard]] Status UnbindStream(const void* graph, void* stream);
[[nodiscard]] Status EndTasks(const void* graph, void* stream);
[[nodiscard]] Status EndBuild(const void* graph, const void* reserved);
[[nodiscard]] Status AbortGraph(const void* graph);

// Frees the streams of a graph that is about to go.
void ForgetBuild(const Graph& graph);

}  // namespace openaclnn::runtime
