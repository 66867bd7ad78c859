// SPDX-License-Identifier: Apache-2.0
//
// Conditions of captured graphs: words of memory that decide, at each execution, which bodies are run.
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "runtime/graph/graph.h"

namespace openaclnn::runtime {

[[nodiscard]] Status CreateCondition(const void* graph, uint32_t value, uint32_t flag, void** handle);
[[nodiscard]] Status GetConditionWord(const void* handle, uint64_t** word);
// `type` as the public enumerator. Makes `count` bodies.
struct ConditionChoice {
  const void* condition;
  int32_t type;
  uint32_t count;
  void** bodies;
};
[[nodiscard]] Status AddCondition(const ConditionChoice& choice, void* stream, uint32_t flag);
[[nodiscard]] Status BeginBodyCapture(void* stream, const void* graph, int32_t mode);

// Before a graph is executed.
[[nodiscard]] Status ExpectExecutable(Graph& graph);
// Before it is destroyed.
[[nodiscard]] Status ExpectNoOpenBody(const Graph& graph);
// With the handles of a root, what belongs to it goes: bodies, and conditions. `why`: what voids their captures.
void RemoveParts(const Graph& root, const Status& why);

}  // namespace openaclnn::runtime
