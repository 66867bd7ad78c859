// SPDX-License-Identifier: Apache-2.0
//
// Blocks of elements, reduced to one number each by the loops of an expression
// (kernels/reduction/lane_loops.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/reduction/lane_loops.h"
#include "kernels/reduction/reduction_loops.h"

namespace openaclnn {

// What an expression takes beside the elements: one number for all blocks, or one for each, of the type that
// is computed in; and the elements of a second operand, with a stride of their own.
struct LaneParameters {
  double all = 0;
  const void* each = nullptr;
  const void* second = nullptr;
  int64_t secondStride = 0;
};

// Blocks of at most kSumBlock elements, whose elements lie side by side; from one to the next it is `stride`
// bytes.
void ReduceRowBlocks(const LaneLoops& loops, const void* data, int64_t stride, int64_t blocks,
                     int64_t elements, const LaneParameters& parameters, void* to);

// Blocks that lie side by side: columns of the memory, whose rows are `stride` bytes apart. Parameters have
// room for kMostLines.
void ReduceColumnBlocks(const LaneLoops& loops, const void* data, int64_t stride, int64_t elements,
                        int64_t columns, const LaneParameters& parameters, void* to);

// A tile, by the loops that it names.
void ReduceInLanes(const ReductionTile& tile);

}  // namespace openaclnn
