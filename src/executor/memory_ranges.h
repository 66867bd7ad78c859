// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/small_vector.h"
#include "base/tensor_view.h"
#include "executor/operator_call.h"

namespace openaclnn {

// The memory that tensors of a call span, gaps included, to be asked which of them meet a view: in lists of
// thousands of tensors nobody compares each with each.
class MemoryRanges {
 public:
  // Whether the memory of an output meets that of another tensor: in most calls none does, and nothing else
  // has to be asked. Calls of many tensors are not looked through: true.
  template <typename ViewOf>
  static bool OutputsMeet(const TensorSlots& slots, const ViewOf& viewOf) {
    if (slots.size() > kUsualTensors) {
      return true;
    }
    std::array<Range, kUsualTensors> ranges;
    for (size_t slot = 0; slot < slots.size(); ++slot) {
      ranges[slot] = RangeOf(slot, viewOf(slot));
      for (size_t other = 0; other < slot; ++other) {
        const bool written = slots[slot].role == Role::kOutput || slots[other].role == Role::kOutput;
        if (written && ranges[slot].begin < ranges[other].end && ranges[other].begin < ranges[slot].end) {
          return true;
        }
      }
    }
    return false;
  }

  // Views without elements or address meet nothing.
  void Add(size_t slot, const TensorView& view) {
    if (const Range range = RangeOf(slot, view); range.begin < range.end) {
      ranges_.push_back(range);
    }
  }

  // To be called once, before questions.
  void Sort() {
    std::sort(ranges_.begin(), ranges_.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
    uintptr_t farthest = 0;
    for (Range& range : ranges_) {
      farthest = std::max(farthest, range.end);
      range.farthest = farthest;
    }
  }

  // Calls visit(slot) for each whose range meets that of `view`.
  template <typename Visit>
  void ForEachMeeting(const TensorView& view, const Visit& visit) const {
    const Range asked = RangeOf(0, view);
    if (asked.begin >= asked.end) {
      return;
    }
    const Range* range = std::partition_point(ranges_.begin(), ranges_.end(),
                                              [&](const Range& one) { return one.begin < asked.end; });
    while (range != ranges_.begin() && (range - 1)->farthest > asked.begin) {
      --range;
      if (range->end > asked.begin) {
        visit(range->slot);
      }
    }
  }

 private:
  struct Range {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    uintptr_t farthest = 0;  // the end of this one and of all before it
    size_t slot = 0;
  };

  static Range RangeOf(size_t slot, const TensorView& view) {
    if (view.data == nullptr || !view.Defined()) {
      return {};
    }
    const auto begin = reinterpret_cast<uintptr_t>(view.data);
    return {begin, begin + static_cast<uintptr_t>(view.Extent()) * SizeOf(view.dtype), 0, slot};
  }

  SmallVector<Range, kUsualTensors> ranges_;
};

}  // namespace openaclnn
