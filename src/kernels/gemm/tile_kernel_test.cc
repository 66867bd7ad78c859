// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/tile_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "kernels/gemm/gemm_panels.h"
#include "kernels/gemm/tile_pack.h"

namespace openaclnn {
namespace {

constexpr int64_t kWidth = kMostTileWidth;
using Panel = std::vector<TileNumber>;

// A matrix of lanes and depths with some strides: whole numbers from -7 to 7, whose sums of a few thousand
// products are exact in float32.
struct Numbers {
  Numbers(int64_t lanes, int64_t depths, int64_t ofLane, int64_t ofDepth)
      : laneStride(ofLane),
        depthStride(ofDepth),
        bits(static_cast<size_t>((lanes - 1) * ofLane + (depths - 1) * ofDepth + 1)) {
    for (size_t i = 0; i < bits.size(); ++i) {
      const auto number = static_cast<float>(static_cast<int>(i * 37 % 15) - 7);
      bits[i] = static_cast<uint16_t>(std::bit_cast<uint32_t>(number) >> 16U);
    }
  }
  [[nodiscard]] uint16_t BitsAt(int64_t lane, int64_t depth) const {
    return bits[static_cast<size_t>(lane * laneStride + depth * depthStride)];
  }
  [[nodiscard]] float At(int64_t lane, int64_t depth) const {
    return std::bit_cast<float>(static_cast<uint32_t>(BitsAt(lane, depth)) << 16U);
  }
  [[nodiscard]] GemmMatrix Matrix() const {
    return {reinterpret_cast<const std::byte*>(bits.data()), DType::kBfloat16, laneStride, depthStride};
  }

  int64_t laneStride;
  int64_t depthStride;
  std::vector<uint16_t> bits;
};

// The layouts of an operand: depths or lanes side by side, with gaps, of an odd distance, in steps.
std::vector<Numbers> Layouts(int64_t lanes, int64_t depths) {
  return {{lanes, depths, depths, 1}, {lanes, depths, depths + 1, 1}, {lanes, depths, depths + 2, 1},
          {lanes, depths, 1, lanes},  {lanes, depths, 1, lanes + 3},  {lanes, depths, 2, 2 * lanes}};
}

Panel PanelOf(const Numbers& numbers, const GemmPiece& piece, GemmSide side) {
  constexpr uint16_t kNeverWritten = 0x7FFF;
  Panel panel(static_cast<size_t>(PanelStride<TileNumber>(kWidth, piece.depths)), {kNeverWritten});
  PackTiles(numbers.Matrix(), piece, side, kWidth, panel.data());
  return panel;
}

TEST(TileKernel, PanelsHoldEachNumberInItsPlaceAndZeros) {
  for (const int64_t lanes : {1, 5, 31, 32}) {
    for (const int64_t depths : {1, 2, 31, 32, 33, 70}) {
      for (const Numbers& numbers : Layouts(lanes + 3, depths + 2)) {
        const GemmPiece piece{3, lanes, 2, depths};
        const Panel rows = PanelOf(numbers, piece, GemmSide::kRows);
        const Panel columns = PanelOf(numbers, piece, GemmSide::kColumns);
        for (int64_t k = 0; k < (depths + kTileDepth - 1) / kTileDepth * kTileDepth; ++k) {
          for (int64_t lane = 0; lane < kWidth; ++lane) {
            const uint16_t expected =
                lane < lanes && k < depths ? numbers.BitsAt(piece.lane + lane, piece.depth + k) : 0;
            const int64_t block = k / kTileDepth * kTileDepth * kWidth;
            const int64_t within = k % kTileDepth;
            ASSERT_EQ(rows[static_cast<size_t>(block + lane * kTileDepth + within)].bits, expected)
                << "lane " << lane << " of " << lanes << ", depth " << k << " of " << depths;
            ASSERT_EQ(
                columns[static_cast<size_t>(block + within / 2 * 2 * kWidth + 2 * lane + within % 2)].bits,
                expected)
                << "lane " << lane << " of " << lanes << ", depth " << k << " of " << depths;
          }
        }
      }
    }
  }
}

TEST(TileKernel, SumsWholeNumbersExactly) {
  if (!HasTileKernel()) {
    return;  // the processor has no such instructions: there is no kernel to call
  }
  const std::vector<int64_t> extents{1, 15, 16, 17, 31, 32};
  const GemmKernel<TileNumber>& kernel = BestGemmKernel<TileNumber>();
  const GemmKernelScope<TileNumber> scope(kernel);
  for (const int64_t m : extents) {
    for (const int64_t n : extents) {
      for (const int64_t depth : {1, 32, 100, 256}) {
        const Numbers a(m, depth, depth, 1);
        const Numbers b(n, depth, 1, n);
        const Panel rows = PanelOf(a, {0, m, 0, depth}, GemmSide::kRows);
        const Panel columns = PanelOf(b, {0, n, 0, depth}, GemmSide::kColumns);
        constexpr int64_t kStride = kWidth + 5;
        constexpr float kBefore = 0.5F;
        for (const bool add : {false, true}) {
          std::vector<float> c(static_cast<size_t>(kWidth * kStride), kBefore);
          kernel.run(m, n, depth, rows.data(), columns.data(), add, c.data(), kStride);
          for (int64_t i = 0; i < kWidth; ++i) {
            for (int64_t j = 0; j < kStride; ++j) {
              float expected = kBefore;
              if (i < m && j < n) {
                expected = add ? kBefore : 0;
                for (int64_t k = 0; k < depth; ++k) {
                  expected += a.At(i, k) * b.At(j, k);
                }
              }
              ASSERT_EQ(c[static_cast<size_t>(i * kStride + j)], expected)
                  << m << " x " << depth << " x " << n << " at " << i << ", " << j;
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn
