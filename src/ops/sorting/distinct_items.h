// SPDX-License-Identifier: Apache-2.0
//
// The distinct ones of some items: elements, or slices along a dim. Equal items make a group; groups are in
// the order of their items' values, or, where items are not sorted, in that of the items, and then only
// neighbours are equal. Slices are compared element by element. A NaN is larger than any number and equal to
// nothing, itself included; zeros are equal.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"
#include "kernels/layout/rows.h"
#include "kernels/tiles/scratch.h"

namespace openaclnn {

class DistinctItems {
 public:
  DistinctItems() = default;
  // So many items, of which the elements of self, in row-major order, are made up.
  DistinctItems(const TensorView& self, int64_t items, bool sorts, ScratchLayout& scratch);

  // Finds the groups; returns how many there are. Comes first.
  [[nodiscard]] int64_t Find(const TensorView& self, std::byte* workspace,
                             const backend::cpu::CpuContext& cpu) const;

  // Of each group the first item, and where its items begin in the order of all: as many as there are groups,
  // and one more of the latter. Of each item its group.
  [[nodiscard]] const int64_t* Firsts(std::byte* workspace) const { return firsts_.In(workspace); }
  [[nodiscard]] const int64_t* Starts(std::byte* workspace) const { return starts_.In(workspace); }
  [[nodiscard]] const int64_t* Groups(std::byte* workspace) const { return groups_.In(workspace); }

  [[nodiscard]] int64_t Items() const { return items_; }

 private:
  class Comparer;

  const std::byte* Gather(const TensorView& self, std::byte* workspace,
                          const backend::cpu::CpuContext& cpu) const;
  const int64_t* Sort(const Comparer& items, const std::byte* elements, std::byte* workspace,
                      const backend::cpu::CpuContext& cpu) const;
  const int64_t* SortSlices(const Comparer& items, std::byte* workspace,
                            const backend::cpu::CpuContext& cpu) const;

  int64_t items_ = 0;
  int64_t width_ = 0;  // elements of an item
  bool sorts_ = true;
  bool inPlace_ = false;              // items are compared where they lie
  DType compared_{};                  // the type in which they are
  ScratchArray<std::byte> elements_;  // in that type, item after item
  ScratchArray<int64_t> order_;       // items as they come
  ScratchArray<int64_t> firsts_;
  ScratchArray<int64_t> starts_;
  ScratchArray<int64_t> groups_;
  ScratchArray<uint8_t> isFirst_;   // whether a group begins, in order
  ScratchArray<int64_t> ofBlocks_;  // groups before each block of items
  RowPlan sort_;                    // of items that are one element
  ScratchArray<std::byte> sortScratch_;
};

}  // namespace openaclnn
