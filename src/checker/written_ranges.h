// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>

namespace openaclnn::checker {

// Which bytes of a block were written, as ranges that do not touch.
class WrittenRanges {
 public:
  void Add(size_t begin, size_t end) {
    auto next = ranges_.lower_bound(begin);
    if (next != ranges_.begin() && std::prev(next)->second >= begin) {
      --next;
    }
    while (next != ranges_.end() && next->first <= end) {
      begin = std::min(begin, next->first);
      end = std::max(end, next->second);
      next = ranges_.erase(next);
    }
    ranges_.emplace(begin, end);
  }

  // Whether any byte of [begin, end) was written.
  [[nodiscard]] bool Meets(size_t begin, size_t end) const {
    const auto next = ranges_.lower_bound(end);
    return next != ranges_.begin() && std::prev(next)->second > begin;
  }

 private:
  std::map<size_t, size_t> ranges_;  // begin to end
};

}  // namespace openaclnn::checker
