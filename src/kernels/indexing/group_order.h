// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace openaclnn {

// Orders rows by their groups, and those of a group as they are: calls place(row, at) for all rows but those of a
// negative group. Leaves where each group begins in `begins`, and behind the last one where it ends.
template <class Place>
void OrderByGroups(std::span<const int64_t> groupOfRow, std::span<int64_t> begins, const Place& place) {
  std::ranges::fill(begins, int64_t{0});
  for (const int64_t group : groupOfRow) {
    if (group >= 0) {
      ++begins[static_cast<size_t>(group)];
    }
  }
  int64_t next = 0;
  for (int64_t& begin : begins) {
    next += std::exchange(begin, next);
  }
  for (size_t row = 0; row < groupOfRow.size(); ++row) {
    if (const int64_t group = groupOfRow[row]; group >= 0) {
      place(static_cast<int64_t>(row), begins[static_cast<size_t>(group)]++);
    }
  }
  // Each begin has become an end, which is where the next group begins.
  std::shift_right(begins.begin(), begins.end(), 1);
  begins.front() = 0;
}

}  // namespace openaclnn
