// SPDX-License-Identifier: Apache-2.0
//
// Correlations straight from the tensor. As a matrix product they would pack each number once for every tap;
// here a task copies the places that its windows see once, with zeros around (direct_tile.h), and
// neighbouring positions are the lanes of vectors that are loaded from there. Sums go over blocks of channels, and in
// a block over [tap][channel]: what all taps of a block see stays in the level-one cache. A block is summed apart, as
// kGemmDepth numbers of a matrix product are.
//
// Rows of positions follow each other in the copy as they are read: what vectors compute at their ends, where
// windows begin in one row and end in the next, nobody reads. Taps that see nothing but zeros from any
// position of a vector are left out, unless the weight holds what times zero is not zero.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/function_ref.h"
#include "kernels/gemm/gemm_result.h"
#include "ops/convolution/windows.h"

namespace openaclnn {

/// How such a correlation is cut: from the windows and the channels of a group alone.
struct DirectPartition {
  DirectPartition() = default;
  DirectPartition(const Windows& windows, int64_t groups, int64_t rows, size_t elementSize);

  /// Whether this is the better way, for so many channels of the result in a group.
  static bool Suits(const Windows& windows, int64_t rows, size_t elementSize);

  /// Channels of the result that are summed up together, at most, and of those that are left.
  static constexpr int64_t kMostTogether = 12;
  static int64_t Together(int64_t left);

  int64_t groups = 0;
  int64_t rows = 0;      // channels of the result in a group
  int64_t together = 0;  // channels of a block
  int64_t band = 0;      // rows of positions of a task
  int64_t slots = 0;
  size_t slotBytes = 0;
  size_t placesAt = 0;  // of the numbers of a window
  size_t workspaceBytes = 0;
};

/// result[n, c, o] = sum over t, i of weight[c][t][i] * source[n, i, o * step + first + t * tapStep]
template <typename T>
struct DirectCall {
  WindowSource source;  // the first group's
  // [group][channels that are summed up together][block of i][tap][i of the block][channel]
  const T* weight;
  FunctionRef<GemmResult(int64_t group)> result;  // a row is a channel; of one sample
  int64_t sampleStride;
};
template <typename T>
void RunDirect(const DirectPartition& partition, const Windows& windows, const DirectCall<T>& call,
               std::byte* workspace, const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
