// SPDX-License-Identifier: Apache-2.0
//
// Panels of an operand of a matrix product, one behind the other for each block of depth.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "base/function_ref.h"
#include "kernels/gemm/gemm_kernel.h"

namespace openaclnn {

/// The depth that is packed at a time: panels of it fit into the level-one cache, a tile's into level two.
inline constexpr int64_t kGemmDepth = 256;

/// Some lanes of an operand (rows of A or columns of B) over some of the depth.
struct GemmPiece {
  int64_t lane;
  int64_t lanes;
  int64_t depth;
  int64_t depths;
};

/// Writes a piece as one row of `width` numbers for each depth, or as tiles: its lanes, at most `width`, and
/// zeros.
template <typename T>
using GemmPack = FunctionRef<void(int64_t batch, const GemmPiece& piece, int64_t width, T* panel)>;

/// Elements from a panel to the next, which begins at an aligned address.
template <typename T>
int64_t PanelStride(int64_t width, int64_t depths) {
  constexpr int64_t kUnit = kGemmPanelAlignment / static_cast<int64_t>(sizeof(T));
  constexpr int64_t kDepthUnit = kGemmDepthUnit<T>;
  return CeilDivide(width * CeilDivide(depths, kDepthUnit) * kDepthUnit, kUnit) * kUnit;
}

/// Packs lanes [piece.lane, + piece.lanes) over the piece's depths, at most kGemmDepth, panel by panel.
template <typename T>
void PackPanels(const GemmPack<T>& pack, int64_t batch, const GemmPiece& piece, int64_t width, T* panels) {
  const int64_t stride = PanelStride<T>(width, piece.depths);
  for (int64_t lane = 0; lane < piece.lanes; lane += width) {
    pack(batch, {piece.lane + lane, std::min(width, piece.lanes - lane), piece.depth, piece.depths}, width,
         panels);
    panels += stride;
  }
}

/// Where the panels of all lanes and of the whole depth lie, of each matrix of a batch.
template <typename T>
class WholePanels {
 public:
  WholePanels(int64_t lanes, int64_t depth, int64_t width)
      : lanes_(lanes), depth_(depth), width_(width), panels_(CeilDivide(lanes, width)) {}

  /// About, of any shape: elements of huge ones, which views of a few elements can have, are beyond int64_t.
  [[nodiscard]] double EstimatedBytes() const {
    return static_cast<double>(panels_) * static_cast<double>(width_) * static_cast<double>(depth_) *
           sizeof(T);
  }
  [[nodiscard]] int64_t ElementsOfBatch() const {
    const int64_t full = depth_ / kGemmDepth * kGemmDepth;
    return panels_ * (width_ * full + PanelStride<T>(width_, depth_ - full));
  }
  /// The first panel of a lane that is a multiple of the width, in the block that begins at `depth`.
  [[nodiscard]] int64_t At(int64_t batch, int64_t lane, int64_t depth) const {
    return batch * ElementsOfBatch() + panels_ * width_ * depth +
           lane / width_ * PanelStride<T>(width_, std::min(kGemmDepth, depth_ - depth));
  }

  void Pack(const GemmPack<T>& pack, int64_t batches, T* panels, const backend::cpu::CpuContext& cpu) const {
    const int64_t lanesOfTask = CeilDivide(kLanesOfTask, width_) * width_;
    const int64_t tasksOfBlock = CeilDivide(lanes_, lanesOfTask);
    const int64_t blocks = CeilDivide(depth_, kGemmDepth);
    cpu.ParallelFor(batches * blocks * tasksOfBlock, [&](int64_t task) {
      const int64_t lane = task % tasksOfBlock * lanesOfTask;
      task /= tasksOfBlock;
      const int64_t depth = task % blocks * kGemmDepth;
      const int64_t batch = task / blocks;
      PackPanels(pack, batch,
                 {lane, std::min(lanesOfTask, lanes_ - lane), depth, std::min(kGemmDepth, depth_ - depth)},
                 width_, panels + At(batch, lane, depth));
    });
  }

 private:
  static constexpr int64_t kLanesOfTask = 192;

  int64_t lanes_;
  int64_t depth_;
  int64_t width_;
  int64_t panels_;
};

}  // namespace openaclnn
