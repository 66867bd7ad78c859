// SPDX-License-Identifier: Apache-2.0
//
// Scatters rows: each row of a source goes to the row of the output that its index names. The owner computes:
// the indices are sorted (kernels/indexing/index_sort.h), so that each row of the output is summed up in the
// order of positions and written once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"
#include "kernels/indexing/sorted_indices.h"
#include "kernels/tiles/scratch.h"

namespace openaclnn {

// What a row of the output becomes: the sum of its source rows, or this divided by their number. Zeros if it
// has none.
enum class ScatterResult { kSum, kMean };

// What fixes the bits of the sums.
struct ScatterPartition {
  // Occurrences that are summed in one go. Longer segments are cut into chunks of so many, each summed by a
  // task, so that a table of a single row keeps all cores busy too.
  int64_t chunk = 0;
};

// How the work is moved and shared.
struct ScatterSchedule {
  bool sourceInPlace = false;  // its rows are read where they lie
  bool outInPlace = false;     // its rows are written where they lie
  bool streaming = false;      // these go past the caches, one by one
  bool byTiles = false;        // or are put together, and then go
  int64_t tileElements = 0;    // so many at most
  int64_t rowsAhead = 0;       // of the source: fetched before they are read
  int64_t chunksPerTask = 0;
  int64_t columnsPerTask = 0;  // of rows that are written
  int64_t stepsPerTask = 0;    // of the path of rows and occurrences
};

struct ScatterPlan {
  ScatterPartition partition;
  ScatterSchedule schedule;
  size_t chunkSums = 0;  // where in the workspace
};

// Decides how to scatter `positions` rows, the elements of `source` in row-major order whatever its dims, to
// `out`, of dims [rows, row length]. Both are FLOAT, FLOAT16 or BFLOAT16; rows have an element at least.
[[nodiscard]] ScatterPlan PlanScatter(const TensorView& source, int64_t positions, const TensorView& out,
                                      ScratchLayout& scratch);

// `sorted` are positions of source rows, by rows of `out`.
void ScatterRows(const ScatterPlan& plan, const TensorView& source, const SortedIndices& sorted,
                 ScatterResult result, const TensorView& out, std::byte* workspace,
                 const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
