// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/small_vector.h"
#include "base/tensor_view.h"
#include "executor/byte_range.h"
#include "executor/operator_call.h"

namespace openaclnn {

// The ranges of some of a call's tensors, to be asked which of them meet a view: in lists of thousands of
// tensors nobody compares each with each.
class MemoryRanges {
 public:
  // Views without elements or address meet nothing.
  void Add(size_t slot, const TensorView& view) {
    if (const ByteRange range(view); !range.Empty()) {
      ranges_.push_back({range, 0, slot});
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
    const ByteRange asked(view);
    if (asked.Empty()) {
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
  struct Range : ByteRange {
    uintptr_t farthest = 0;  // the end of this one and of all before it
    size_t slot = 0;
  };

  SmallVector<Range, kUsualTensors> ranges_;
};

}  // namespace openaclnn
