// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "backend/allocation_registry.h"

namespace openaclnn::runtime {

// The blocks that a graph uses, each once. Executions hold them; between these the client may free them, so
// that they have to be found again.
class GraphMemory {
 public:
  using Blocks = std::vector<std::shared_ptr<backend::Allocation>>;

  // The block's place in the list. It is held until LetGo.
  size_t Add(const std::shared_ptr<backend::Allocation>& block);
  void LetGo();
  // All of them. False: one was freed.
  [[nodiscard]] bool Hold(Blocks* held) const;

 private:
  struct Entry {
    std::weak_ptr<backend::Allocation> block;
    // Of several blocks side by side that count as one, which is nobody else's. Also before LetGo.
    std::shared_ptr<backend::Allocation> held;
  };
  std::vector<Entry> entries_;
};

}  // namespace openaclnn::runtime
