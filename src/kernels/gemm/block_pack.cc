// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/block_pack.h"

#include <algorithm>
#include <array>

namespace openaclnn {
namespace {

// Lanes that are packed at a time.
constexpr int64_t kLanesOfBlock = 16;

}  // namespace

template <typename T>
void PackBlocks(const BlockedMatrix& matrix, GemmPiece piece, int64_t width, T* panel) {
  const int64_t blockWidth = matrix.width;
  const int64_t blockBytes = matrix.blockStride * static_cast<int64_t>(SizeOf(matrix.dtype));
  const auto pack = [&](int64_t block, const GemmPiece& part, int64_t rowWidth, T* to) {
    const int64_t laneStride = matrix.ofDepths ? blockWidth : 1;
    const int64_t depthStride = matrix.ofDepths ? 1 : blockWidth;
    PackMatrix({matrix.data + block * blockBytes, matrix.dtype, laneStride, depthStride}, part, rowWidth, to);
  };
  if (matrix.ofDepths) {
    for (int64_t left = piece.depths; left > 0; left -= piece.depths) {
      const int64_t depth = piece.depth % blockWidth;
      piece.depths = std::min(left, blockWidth - depth);
      pack(piece.depth / blockWidth, {piece.lane, piece.lanes, depth, piece.depths}, width, panel);
      piece.depth += piece.depths;
      panel += piece.depths * width;
    }
    return;
  }
  const int64_t lane = piece.lane % blockWidth;
  if (lane + piece.lanes <= blockWidth) {
    pack(piece.lane / blockWidth, {lane, piece.lanes, piece.depth, piece.depths}, width, panel);
    return;
  }
  std::array<T, kLanesOfBlock * kGemmDepth> block;
  for (int64_t done = 0; done < width;) {
    const int64_t first = (piece.lane + done) % blockWidth;
    const bool within = done < piece.lanes;
    const int64_t lanes =
        within ? std::min({piece.lanes - done, blockWidth - first, kLanesOfBlock}) : width - done;
    if (within) {
      pack((piece.lane + done) / blockWidth, {first, lanes, piece.depth, piece.depths}, lanes, block.data());
    }
    for (int64_t k = 0; k < piece.depths; ++k) {
      T* row = panel + k * width + done;
      if (within) {
        std::copy_n(block.data() + k * lanes, lanes, row);
      } else {
        std::fill_n(row, lanes, T{0});
      }
    }
    done += lanes;
  }
}

template void PackBlocks(const BlockedMatrix&, GemmPiece, int64_t, float*);
template void PackBlocks(const BlockedMatrix&, GemmPiece, int64_t, double*);

}  // namespace openaclnn
