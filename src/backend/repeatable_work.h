// SPDX-License-Identifier: Apache-2.0
//
// Work that can run more than once: what graphs are made of.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "backend/allocation_registry.h"
#include "backend/backend.h"
#include "base/tensor_name.h"

namespace openaclnn::backend {

// Memory that a task uses, under the name of the argument that it belongs to.
struct TaskMemory {
  TensorName name;
  const void* address;
  size_t bytes;
  std::shared_ptr<Allocation> block;  // the one around it
};
using TaskMemories = std::vector<TaskMemory>;

// Work whose Run and Complete may be called again, one pair after the other.
class RepeatableWork : public Work {
 public:
  // All the memory that it uses. It neither holds nor checks that any longer: whoever keeps the work does
  // both, each time before Run.
  [[nodiscard]] virtual TaskMemories GiveUpMemory() = 0;
  // Whether it is a call of an operator: such a task of a graph can be replaced.
  [[nodiscard]] virtual bool IsOperator() const { return false; }
};

}  // namespace openaclnn::backend
