// SPDX-License-Identifier: Apache-2.0
//
// Graphs by the handles that clients have.
#pragma once

#include <memory>

#include "base/status.h"
#include "runtime/graph/graph.h"

namespace openaclnn::runtime {

// Gives a new one its handle, and returns that. A body's is its root's.
void* AddGraph(const std::shared_ptr<Graph>& graph);
// False: it is not there any more.
bool RemoveGraph(const void* handle);

[[nodiscard]] Status FindGraph(const void* handle, std::shared_ptr<Graph>* graph);
// One that is not being captured or built any more.
[[nodiscard]] Status FindFinishedGraph(const void* handle, std::shared_ptr<Graph>* graph);
// What is said of another one.
[[nodiscard]] Status StillInTheMaking(const Graph& graph);

}  // namespace openaclnn::runtime
