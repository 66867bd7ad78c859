// SPDX-License-Identifier: Apache-2.0
//
// The derivative of a correlation for its weight. As a matrix product it would pack each number of the wide
// tensor once for every tap; here a task copies it once, with zeros around (direct_tile.h), and channels of
// the narrow tensor are the lanes of vectors that are multiplied by single numbers from there. Sums have the
// order of the matrix product's: over positions, in blocks of kGemmDepth and in its parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/function_ref.h"
#include "kernels/gemm/gemm.h"
#include "ops/convolution/windows.h"

namespace openaclnn {

/// How such a derivative is cut: from the windows and the product that it is, by their shapes alone.
struct DirectWeightPartition {
  DirectWeightPartition() = default;
  DirectWeightPartition(const Windows& windows, const GemmPartition& product, size_t elementSize);

  /// Whether this is the better way.
  static bool Suits(const Windows& windows, const GemmPartition& product, size_t elementSize);

  int64_t groups = 0;
  int64_t rows = 0;   // channels of the narrow tensor in a group
  int64_t lanes = 0;  // of them, that lie side by side
  int64_t rowBlocks = 0;
  int64_t rowBlocksOfTask = 0;
  int64_t channels = 0;  // of the wide tensor, of a task
  int64_t channelBlocks = 0;
  int64_t parts = 0;  // of the positions
  int64_t positionsOfPart = 0;
  int64_t positionsOfTile = 0;  // a multiple of kGemmDepth
  int64_t slots = 0;
  size_t slotBytes = 0;
  size_t sumsAt = 0;  // of the tasks
  size_t rowsAt = 0;  // of the result
  size_t workspaceBytes = 0;
};

/// result[c, t, i] = sum over n, o of narrow[n, c, o] * wide[n, i, o * step + first + t * tapStep]
template <typename T>
struct DirectWeightCall {
  WindowSource wide;                              // the first group's
  GemmPack<T> packNarrow;                         // a lane is a channel, the depth is positions
  FunctionRef<GemmResult(int64_t group)> result;  // a row is a channel
};
template <typename T>
void RunDirectWeight(const DirectWeightPartition& partition, const Windows& windows,
                     const DirectWeightCall<T>& call, std::byte* workspace,
                     const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
