// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "backend/cpu/parallel.h"
#include "executor/kernel.h"

namespace openaclnn {

struct EmbeddingDenseBackwardArgs {
  TensorView grad;     // rows of the last dim, all other dims counting the rows
  TensorView indices;  // one for each row of grad
  TensorView out;      // [numWeights, last dim of grad]
  int64_t paddingIdx = -1;
  bool scaleGradByFreq = false;
};

// out[v,:] = sum over rows t with indices[t] == v of grad[t,:], divided by the number of such t if
// scaleGradByFreq. Rows whose index is paddingIdx are left out. Any other index outside the table fails the
// run before anything is written.
extern const KernelEntry<EmbeddingDenseBackwardArgs> kEmbeddingDenseBackwardCpu;

// What follows is between the two files of the CPU kernel: kernel_cpu_sort.cc sorts the indices,
// kernel_cpu.cc sums what the sort has brought together.

// A position of `indices` and the table row that it names. Word is uint32_t where both fit, else uint64_t.
template <typename Word>
struct IndexOccurrence {
  Word row;
  Word position;
};

// How the sort is cut, from the shape alone.
struct IndexSortPlan {
  explicit IndexSortPlan(const EmbeddingDenseBackwardArgs& args);

  int64_t positions;
  int64_t tableRows;
  bool wide;  // Word is uint64_t
  int64_t blockSize;
  int64_t blocks;
  int passes;
  int digitBits;  // of each pass
  size_t scratchBytes;
};

// The occurrences that are not padding, by row, and within a row by position. They lie in `scratch`, which
// starts at a cache line. Fails at an index outside the table; names the first.
template <typename Word>
[[nodiscard]] Status SortIndices(const EmbeddingDenseBackwardArgs& args, const IndexSortPlan& plan,
                                 std::byte* scratch, const backend::cpu::CpuContext& cpu,
                                 std::span<const IndexOccurrence<Word>>& sorted);

}  // namespace openaclnn
