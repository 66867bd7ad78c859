// SPDX-License-Identifier: Apache-2.0
//
// Correlations in which a channel of the result comes from one channel alone. A matrix product would have a
// single row; here sixteen channels lie side by side as lanes of vectors: a task packs the places that its
// windows see, with zeros around, and goes through the taps of each position. Sums have the order of the
// matrix product's: over taps, or over positions in blocks of kGemmDepth.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "kernels/gemm/gemm.h"
#include "ops/convolution/windows.h"

namespace openaclnn {

/// How the channels of a correlation are cut: from the windows alone.
struct DepthwisePartition {
  DepthwisePartition() = default;
  DepthwisePartition(const Windows& windows, int64_t channels, size_t elementSize);

  /// Whether the places that a row of windows sees fit into the tile of a task.
  static bool Fits(const Windows& windows, size_t elementSize);

  int64_t channels = 0;
  int64_t band = 0;   // rows of positions of a task
  int64_t width = 0;  // of the tile
  int64_t parts = 0;  // of the positions, where they are summed up
  int64_t positionsOfPart = 0;
  int64_t slots = 0;
  size_t slotBytes = 0;
  size_t partsAt = 0;
  size_t workspaceBytes = 0;
};

/// result[n, c, o] = sum over t of weight[c][t] * source[n, c, o * step + first + t * tapStep]
template <typename T>
struct DepthwiseCall {
  WindowSource source;
  const T* weight;
  GemmResult result;  // a row is a channel; of one sample
  int64_t sampleStride;
};
template <typename T>
void RunDepthwise(const DepthwisePartition& partition, const Windows& windows, const DepthwiseCall<T>& call,
                  std::byte* workspace, const backend::cpu::CpuContext& cpu);

/// result[c, t] = sum over n, o of gradient[n, c, o] * source[n, c, o * step + first + t * tapStep]
struct DepthwiseWeightCall {
  WindowSource source;
  WindowSource gradient;
  GemmResult result;  // a row is a channel
};
template <typename T>
void RunDepthwiseWeight(const DepthwisePartition& partition, const Windows& windows,
                        const DepthwiseWeightCall& call, std::byte* workspace,
                        const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
