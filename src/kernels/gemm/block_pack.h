// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gemm/gemm.h"

namespace openaclnn {

/// A matrix in blocks, each of which is a matrix in memory, of rows of `width` numbers: some columns of all depths side by
/// side, or some depths of all columns.
struct BlockedMatrix {
  const std::byte* data = nullptr;
  DType dtype{};
  int64_t blockStride = 0;  // elements from block to block
  int64_t width = 0;
  bool ofDepths = false;
};

/// Packs a piece of one, whose lanes are columns, as PackMatrix does.
template <typename T>
void PackBlocks(const BlockedMatrix& matrix, GemmPiece piece, int64_t width, T* panel);

}  // namespace openaclnn
