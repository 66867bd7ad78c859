// SPDX-License-Identifier: Apache-2.0
//
// What a reduction's loops see of a tensor, and what its driver (kernels/reduction/reduction.h) sees of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "kernels/reduction/lane_loops.h"
#include "simd/lane_sums.h"

namespace openaclnn {

inline constexpr int64_t kSegmentBlocks = 16;
inline constexpr int64_t kSegment = kSegmentBlocks * kSumBlock;
inline constexpr size_t kMostResults = 2;
inline constexpr size_t kMostPartialBytes = 32;
inline constexpr size_t kMostResultBytes = 16;

// Numbers that go into a reduction beside the elements.
struct ReductionNumbers {
  double count = 0;      // elements that are reduced to one result; set by the driver
  double parameter = 0;  // the operator's
};

// Rows of elements, all in the type that the loop reads. Either the elements of a row lie side by side or the
// rows do.
struct ReductionTile {
  const std::byte* data;
  int64_t lines;
  int64_t lineStride;  // in bytes
  int64_t elements;    // of each row, at most kSegment; in whole blocks, but for the last ones
  int64_t elementStride;
  int64_t begin;           // the first element's number among all that are reduced to one result
  bool first;              // nothing has been reduced to `partials` yet
  std::byte* partials;     // one for each row
  const LaneLoops* lanes;  // of the expression, where one reduces in lanes
  ReductionNumbers numbers;

  // Whether the elements of a row lie side by side. Rows of one element that do so themselves are columns.
  [[nodiscard]] bool InRows(int64_t size) const {
    return elementStride == size && (elements > 1 || lineStride != size);
  }
};

// How an expression reduces, compiled for one type of elements.
struct ReductionLoops {
  DType compute;                            // of elements; tensors of other types are converted on the way
  std::array<DType, kMostResults> results;  // what finish writes; kUndefined: nothing
  size_t partialBytes;                      // what is kept of elements that are reduced
  int64_t acrossLines;                      // rows side by side that are best reduced at a time
  void (*reduce)(const ReductionTile& tile);
  // Joins neighbouring partials, in order, into the first of them. There is at least one.
  void (*join)(std::byte* partials, int64_t count);
  void (*finish)(const std::byte* partials, int64_t count, const ReductionNumbers& numbers,
                 const std::array<std::byte*, kMostResults>& results);
  // Of an expression that reduces in lanes: its loops, and those of FLOAT16 and of BFLOAT16 elements. Without
  // such loops, these are converted on the way, too.
  const LaneLoops* lanes = nullptr;
  std::array<const LaneLoops*, 2> halfLanes{};
};

}  // namespace openaclnn
