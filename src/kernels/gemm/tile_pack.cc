// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "kernels/gemm/panel_rows.h"
#include "kernels/gemm/tile_pack.h"
#include "simd/transpose.h"

namespace openaclnn {
namespace {

// A block of the piece: `lanes` by `depths`, from its first number.
struct Part {
  const uint16_t* from;
  int64_t laneStride;
  int64_t depthStride;
  int64_t lanes;
  int64_t depths;

  [[nodiscard]] bool IsWhole(int64_t width) const { return lanes == width && depths == kTileDepth; }
};

// Each lane's depths side by side.
void PackLanes(const Part& part, uint16_t* to) {
  if (part.depthStride == 1 && part.depths == kTileDepth) {
    CopyPanelRows<kTileDepth>(part.from, part.laneStride, part.lanes, to);
  } else if (part.depthStride == 1) {
    for (int64_t lane = 0; lane < part.lanes; ++lane) {
      std::memcpy(to + lane * kTileDepth, part.from + lane * part.laneStride,
                  static_cast<size_t>(part.depths) * sizeof(uint16_t));
    }
  } else if (part.laneStride == 1 && part.depths == kTileDepth) {
    PlanesToRows(sizeof(uint16_t), part.from, part.depthStride, kTileDepth, part.lanes, to);
  } else {
    for (int64_t lane = 0; lane < part.lanes; ++lane) {
      for (int64_t k = 0; k < part.depths; ++k) {
        to[lane * kTileDepth + k] = part.from[lane * part.laneStride + k * part.depthStride];
      }
    }
  }
}

// For each pair of depths the pairs of all lanes.
void PackPairs(const Part& part, int64_t width, uint16_t* to) {
  if (part.depthStride == 1 && part.laneStride % 2 == 0 && part.IsWhole(width)) {
    // Pairs are numbers of twice the size.
    PlanesToRows(sizeof(uint32_t), part.from, part.laneStride / 2, width, kTileDepth / 2, to);
  } else if (part.laneStride == 1 && part.IsWhole(width)) {
    for (int64_t k = 0; k < kTileDepth; k += 2) {
      PlanesToRows(sizeof(uint16_t), part.from + k * part.depthStride, part.depthStride, 2, width,
                   to + k * width);
    }
  } else {
    for (int64_t k = 0; k < part.depths; ++k) {
      for (int64_t lane = 0; lane < part.lanes; ++lane) {
        to[k / 2 * 2 * width + 2 * lane + k % 2] = part.from[lane * part.laneStride + k * part.depthStride];
      }
    }
  }
}

}  // namespace

void PackTiles(const GemmMatrix& matrix, const GemmPiece& piece, GemmSide side, int64_t width,
               TileNumber* panel) {
  const auto* const data = reinterpret_cast<const uint16_t*>(matrix.data) + piece.lane * matrix.laneStride +
                           piece.depth * matrix.depthStride;
  auto* to = reinterpret_cast<uint16_t*>(panel);
  for (int64_t k = 0; k < piece.depths; k += kTileDepth, to += width * kTileDepth) {
    const Part part{data + k * matrix.depthStride, matrix.laneStride, matrix.depthStride, piece.lanes,
                    std::min(kTileDepth, piece.depths - k)};
    if (!part.IsWhole(width)) {
      std::fill_n(to, width * kTileDepth, uint16_t{0});
    }
    if (side == GemmSide::kRows) {
      PackLanes(part, to);
    } else {
      PackPairs(part, width, to);
    }
  }
}

void ArrangeTiles(const TileNumber* rows, int64_t depths, GemmSide side, int64_t width, TileNumber* panel) {
  PackTiles({reinterpret_cast<const std::byte*>(rows), DType::kBfloat16, 1, width}, {0, width, 0, depths},
            side, width, panel);
}

}  // namespace openaclnn
