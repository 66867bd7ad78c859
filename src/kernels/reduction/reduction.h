// SPDX-License-Identifier: Apache-2.0
//
// Reductions of views of any layout along any dims: the driver of sums, extremes, norms and their like. What
// is computed is a set of loops (kernels/reduction/block_reduction.h); here they are led through the tensor,
// in parallel.
//
// The order of a reduction follows from shapes alone. The trailing reduced dims, as many as have a block's
// elements together, make up a row; the reduced dims before them count rows. A row is cut into blocks of
// kSumBlock elements, a block is reduced in lanes, and blocks are joined in order, first to segments of
// kSegmentBlocks of them, then these, row after row. Which thread reduces a segment, and how its elements lie
// in memory, changes nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/cpu/parallel.h"
#include "base/dtype.h"
#include "base/merged_dims.h"
#include "base/tensor_view.h"
#include "kernels/elementwise/elementwise_tile.h"
#include "kernels/reduction/reduction_loops.h"

namespace openaclnn {

// Of dims: bit d.
using DimSet = uint32_t;

// How the tensors of a call are walked: made once, from dtypes, shapes and strides.
class ReductionPlan {
 public:
  ReductionPlan() = default;
  // Elements of `self` are converted to `cast` first. The results have self's dims without the reduced ones,
  // or with extent 1 there.
  ReductionPlan(const TensorView& self, DimSet reduced, DType cast, std::span<const TensorView> results,
                const ReductionLoops& loops);

  // With the tensors' memory as of now.
  void Run(const std::byte* self, std::span<std::byte* const> results, double parameter, std::byte* workspace,
           const backend::cpu::CpuContext& cpu) const;

  [[nodiscard]] size_t WorkspaceBytes() const;
  [[nodiscard]] size_t Cost() const { return cost_; }

 private:
  // A dim along which rows are counted. Strides in bytes, of partials in partials.
  struct LineDim {
    int64_t size;
    int64_t stride;
    int64_t partialStride;
    std::array<int64_t, kMostResults> resultStrides;
  };
  struct Result {
    ElementwiseLoop conversion;  // null: none
    int64_t size;                // of an element
    TensorView kept;             // without the reduced dims

    // Stores results of the loop's type.
    void Store(const std::byte* wide, int64_t count, int64_t stride, std::byte* to) const;
  };
  class Runner;
  // Of a tile, in the loop's type.
  using WideResults = std::array<std::byte, static_cast<size_t>(kMostLines) * kMostResultBytes>;

  void SetRows(const TensorView& self, DimSet reduced);
  void SetLines(const TensorView& self, DimSet reduced);
  void SortAndMergeLines();
  void ChooseLayout();
  void JoinSmallTiles();
  [[nodiscard]] int64_t BufferedLines(int64_t elements) const;
  void SetConversions(DType self, DType cast);
  void JoinAll(std::byte* partials, std::span<std::byte* const> results, const ReductionNumbers& numbers,
               const backend::cpu::CpuContext& cpu) const;

  ReductionLoops loops_{};
  int64_t size_ = 0;  // of an element of self
  ElementwiseLoop cast_ = nullptr;
  int64_t castSize_ = 0;
  ElementwiseLoop conversion_ = nullptr;
  int64_t readSize_ = 0;  // of an element that loops read
  TensorView row_;        // the trailing reduced dims
  int64_t rowLength_ = 0;
  int64_t rowStride_ = 0;       // in bytes, where one stride steps through the row
  bool rowIsRun_ = false;       // it does
  std::vector<LineDim> lines_;  // outermost first; the last one makes the rows of tiles
  int64_t rows_ = 1;            // that are reduced to one result
  int64_t segments_ = 1;        // of a row
  int64_t parts_ = 1;           // partials of a result
  int64_t kept_ = 0;            // results
  std::array<Result, kMostResults> results_{};
  size_t resultCount_ = 0;
  bool across_ = false;  // rows lie side by side in tiles
  bool packed_ = false;  // tiles are gathered into a buffer
  int64_t tileLines_ = 1;
  int64_t tileGroups_ = 1;  // of whole innermost line dims, that a tile takes along the one before
  int64_t tiles_ = 0;
  int64_t tilesOfTask_ = 1;
  size_t cost_ = 0;
};

}  // namespace openaclnn
