// SPDX-License-Identifier: Apache-2.0
//
// Convolutions whose taps are moved by offsets, forward and backward: what both have been given, how they are
// cut, and where they sample.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "executor/kernel.h"
#include "executor/operator.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/matrix_product.h"
#include "kernels/gemm/pixel_rows.h"
#include "kernels/tiles/scratch.h"

namespace openaclnn::deformable {

struct Attributes {
  std::array<int64_t, 2> stride{1, 1};  // of rows and of columns
  std::array<int64_t, 2> padding{};     // in front
  std::array<int64_t, 2> dilation{1, 1};
  int64_t groups = 1;
  int64_t offsetGroups = 1;
};

struct Args {
  TensorView input;    // [N, C, H, W]
  TensorView weight;   // [Co, C / groups, taps]
  TensorView offset;   // [N, 3 * offset groups * taps, Ho, Wo]: by how much x moves, then y; then factors
  TensorView bias;     // [Co]; left out: none
  TensorView output;   // [N, Co, Ho, Wo], or its gradient
  TensorView samples;  // [N, C, Ho * tap rows, Wo * tap columns]; left out: not asked for
  TensorView gradInput;
  TensorView gradWeight;
  TensorView gradOffset;
  TensorView gradBias;
  Attributes attributes;
};

/// Some positions of a sample's output: whole rows, or a part of one.
struct Block {
  int64_t sample;
  int64_t row;
  int64_t rows;
  int64_t column;
  int64_t columns;

  [[nodiscard]] int64_t Positions() const { return rows * columns; }
};

/// Extents, and the blocks. The samples of a block are a matrix: of each position the groups, of each group
/// [taps, channels of the group].
struct Extents {
  Extents() = default;
  explicit Extents(const Args& args);

  Attributes attributes;
  int64_t samples = 0;
  int64_t channels = 0;
  int64_t height = 0;
  int64_t width = 0;
  int64_t outChannels = 0;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t tapRows = 0;
  int64_t tapColumns = 0;
  int64_t rowsOfBlock = 1;
  int64_t columnsOfBlock = 1;

  [[nodiscard]] int64_t Taps() const { return tapRows * tapColumns; }
  [[nodiscard]] int64_t GroupChannels() const { return channels / attributes.groups; }
  [[nodiscard]] int64_t GroupOutputs() const { return outChannels / attributes.groups; }
  [[nodiscard]] int64_t Depth() const { return Taps() * GroupChannels(); }  // of a group
  [[nodiscard]] int64_t Line() const { return Taps() * channels; }          // of a position
  [[nodiscard]] int64_t Offsets() const { return 3 * attributes.offsetGroups * Taps(); }
  [[nodiscard]] int64_t Pixels() const { return height * width; }

  [[nodiscard]] int64_t BlocksOfSample() const {
    return CeilDivide(rows, rowsOfBlock) * CeilDivide(columns, columnsOfBlock);
  }
  [[nodiscard]] Block BlockAt(int64_t sample, int64_t number) const {
    const int64_t across = CeilDivide(columns, columnsOfBlock);
    const int64_t row = number / across * rowsOfBlock;
    const int64_t column = number % across * columnsOfBlock;
    return {sample, row, std::min(rowsOfBlock, rows - row), column,
            std::min(columnsOfBlock, columns - column)};
  }
  /// Calls visit(block) for a block of each size that there is.
  template <class Visit>
  void ForEachSize(const Visit& visit) const {
    const std::array<int64_t, 2> heights{rowsOfBlock, rows % rowsOfBlock};
    const std::array<int64_t, 2> widths{columnsOfBlock, columns % columnsOfBlock};
    for (const int64_t high : heights) {
      for (const int64_t wide : widths) {
        if (high > 0 && wide > 0) {
          visit(Block{0, 0, high, 0, wide});
        }
      }
    }
  }

  /// output = weight * samples, of each group
  [[nodiscard]] GemmPartition Product(const Block& block) const {
    return {{attributes.groups, GroupOutputs(), block.Positions(), Depth()}, sizeof(float)};
  }
};

/// A tensor with its dims in another order, some of them cut in two: the extents of a block, or all.
[[nodiscard]] TensorView PixelsOf(const TensorView& images, int64_t sample);  // [H, W, C]
[[nodiscard]] TensorView WeightsOf(const TensorView& weight, const Extents& extents);
[[nodiscard]] TensorView BlockOf(const TensorView& planes, const Block& block);  // [planes, rows, columns]
[[nodiscard]] TensorView SamplesOf(const TensorView& samples, const Extents& extents, const Block& block);
/// FLOATs that lie side by side, as many as a view has.
[[nodiscard]] TensorView LikeIn(float* numbers, const TensorView& view);

/// The samples of a block: where they are, of which pixels and channels.
class Sampler {
 public:
  /// `offsets`: of the block, [3, offset groups, taps, positions]; `pixels`: [H, W, C]; `zeros`: C of them.
  Sampler(const Extents& extents, const Block& block, const float* offsets, const float* pixels,
          const float* zeros)
      : extents_(extents),
        block_(block),
        offsets_(offsets),
        pixels_(pixels),
        zeros_(zeros),
        taps_(extents.Taps()),
        positions_(block.Positions()),
        plane_(extents.attributes.offsetGroups * taps_ * positions_),
        offsetChannels_(extents.channels / extents.attributes.offsetGroups),
        groupChannels_(extents.GroupChannels()) {}

  struct Place {
    Corners corners;
    float factor;
    int64_t offset;  // of x, among the offsets
  };
  /// From an offset to that of the next plane.
  [[nodiscard]] int64_t Plane() const { return plane_; }

  /// Calls visit(place, offset group, tap) for the samples of a position in the offset groups [first, last].
  template <class Visit>
  void ForEachPlace(int64_t position, int64_t first, int64_t last, const Visit& visit) const {
    const Attributes& attributes = extents_.attributes;
    const int64_t row = block_.row + position / block_.columns;
    const int64_t column = block_.column + position % block_.columns;
    const int64_t top = row * attributes.stride[0] - attributes.padding[0];
    const int64_t left = column * attributes.stride[1] - attributes.padding[1];
    for (int64_t group = first; group <= last; ++group) {
      int64_t tap = 0;
      for (int64_t i = 0; i < extents_.tapRows; ++i) {
        for (int64_t j = 0; j < extents_.tapColumns; ++j, ++tap) {
          const int64_t offset = (group * taps_ + tap) * positions_ + position;
          const float* const own = offsets_ + offset;
          const double y =
              static_cast<double>(top + i * attributes.dilation[0]) + static_cast<double>(own[plane_]);
          const double x =
              static_cast<double>(left + j * attributes.dilation[1]) + static_cast<double>(own[0]);
          visit(Place{CornersAt(y, x, extents_.height, extents_.width), own[2 * plane_], offset}, group, tap);
        }
      }
    }
  }

  /// Calls visit(channel, count, place in the position's line) for the channels of an offset group, from
  /// `begin` to `end` at most: runs of one group each.
  template <class Visit>
  void ForEachRun(int64_t group, int64_t tap, int64_t begin, int64_t end, const Visit& visit) const {
    begin = std::max(begin, group * offsetChannels_);
    end = std::min(end, (group + 1) * offsetChannels_);
    while (begin < end) {
      const int64_t owner = extents_.attributes.groups == 1 ? 0 : begin / groupChannels_;
      const int64_t until = std::min(end, (owner + 1) * groupChannels_);
      visit(begin, until - begin, (owner * taps_ + tap) * groupChannels_ + begin - owner * groupChannels_);
      begin = until;
    }
  }
  [[nodiscard]] std::array<const float*, kCorners> RowsAt(const Corners& corners, int64_t channel) const {
    std::array<const float*, kCorners> rows;
    for (size_t corner = 0; corner < kCorners; ++corner) {
      const int64_t pixel = corners.pixels[corner];
      rows[corner] = (pixel < 0 ? zeros_ : pixels_ + pixel * extents_.channels) + channel;
    }
    return rows;
  }

 private:
  const Extents& extents_;
  Block block_;
  const float* offsets_;
  const float* pixels_;
  const float* zeros_;
  // Quotients and products of extents: each sample needs them.
  int64_t taps_;
  int64_t positions_;
  int64_t plane_;
  int64_t offsetChannels_;
  int64_t groupChannels_;
};

/// What forward and backward run on a block alike: scratch for it, and the weights in the order of its matrix.
struct Scratch {
  void Book(const Extents& extents, ScratchLayout& layout);
  void Load(const Args& args, const Extents& extents, std::byte* workspace,
            const backend::cpu::CpuContext& cpu) const;
  void LoadImage(const Args& args, int64_t sample, std::byte* workspace,
                 const backend::cpu::CpuContext& cpu) const;

  ScratchArray<float> weights;  // [groups, Co / groups, taps, C / groups]
  ScratchArray<float> pixels;   // [H, W, C]
  ScratchArray<float> zeros;    // [C]
  ScratchArray<float> offsets;
  ScratchArray<float> lines;  // of all positions
  int64_t zeroCount = 0;
};

extern const KernelEntry<Args> kForwardCpu;
extern const KernelEntry<Args> kBackwardCpu;

}  // namespace openaclnn::deformable
