// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/checked_math.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

// The elements of the tensors of a list, cut into blocks that are counted through. No memory for each block:
// a tensor that is only described may have any number of them.
class ListBlocks {
 public:
  // Elements of a block, which are a task.
  static constexpr int64_t kElements = 16 * kTileElements;

  struct Block {
    size_t tensor;
    int64_t begin;
  };

  // The next tensor.
  void Add(int64_t elements) { ends_.push_back(Count() + CeilDivide(elements, kElements)); }

  [[nodiscard]] int64_t Count() const { return ends_.empty() ? 0 : ends_.back(); }
  // The blocks of a tensor are [Begin, End).
  [[nodiscard]] int64_t Begin(size_t tensor) const { return tensor == 0 ? 0 : ends_[tensor - 1]; }
  [[nodiscard]] int64_t End(size_t tensor) const { return ends_[tensor]; }
  [[nodiscard]] Block At(int64_t number) const {
    const auto tensor = static_cast<size_t>(std::ranges::upper_bound(ends_, number) - ends_.begin());
    return {tensor, (number - Begin(tensor)) * kElements};
  }

 private:
  std::vector<int64_t> ends_;
};

}  // namespace openaclnn
