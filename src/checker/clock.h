// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace openaclnn::checker {

// What somebody knows of each stream: the number of the last of its operations that has ended by then (a
// vector clock). Streams have slots, which are used again.
class Clock {
 public:
  [[nodiscard]] uint64_t Of(size_t slot) const { return slot < ticks_.size() ? ticks_[slot] : 0; }

  // The next operation of a stream; its number.
  uint64_t Advance(size_t slot) {
    if (slot >= ticks_.size()) {
      ticks_.resize(slot + 1);
    }
    return ++ticks_[slot];
  }

  // What the other knows, too.
  void Join(const Clock& other) {
    if (other.ticks_.size() > ticks_.size()) {
      ticks_.resize(other.ticks_.size());
    }
    for (size_t slot = 0; slot < other.ticks_.size(); ++slot) {
      ticks_[slot] = std::max(ticks_[slot], other.ticks_[slot]);
    }
  }

 private:
  std::vector<uint64_t> ticks_;
};

}  // namespace openaclnn::checker
