// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/graph_memory.h"

#include <utility>

namespace openaclnn::runtime {

size_t GraphMemory::Add(const std::shared_ptr<backend::Allocation>& block) {
  // From the end: tasks mostly use what those before them use.
  for (size_t place = entries_.size(); place > 0; --place) {
    if (entries_[place - 1].held == block) {
      return place - 1;
    }
  }
  entries_.push_back({block, block});
  return entries_.size() - 1;
}

void GraphMemory::LetGo() {
  const backend::AllocationRegistry& registry = backend::AllocationRegistry::Instance();
  for (Entry& entry : entries_) {
    if (entry.held != nullptr && registry.Find(entry.held->Base()) == entry.held) {
      entry.held = nullptr;
    }
  }
}

bool GraphMemory::Hold(Blocks* held) const {
  held->reserve(entries_.size());
  for (const Entry& entry : entries_) {
    std::shared_ptr<backend::Allocation> block = entry.held == nullptr ? entry.block.lock() : entry.held;
    if (block == nullptr || block->Freed()) {
      return false;
    }
    held->push_back(std::move(block));
  }
  return true;
}

}  // namespace openaclnn::runtime
