// SPDX-License-Identifier: Apache-2.0
//
// The samples of some images, sorted by the rows of cells that they lie in: with their grid values and their
// gradients, so that whoever goes down the rows reads both one after the other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "ops/sampling/grid_sampler2d_backward/kernel.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_cut.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_grid_grad.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_points.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_sums.h"

namespace openaclnn {

class SortedGridSamples {
 public:
  SortedGridSamples(const GridSampler2DBackwardArgs& args, const GridCut& cut, std::byte* workspace,
                    const backend::cpu::CpuContext& cpu);

  using Range = GridCut::Range;

  // Takes up the images [first, first + images); below, they are counted from the first. Sets gridGrad of
  // samples that touch no pixel to zero: nothing else will look at these.
  void Sort(int64_t first, int64_t images, const GridGradSums& gridGrad);

  // The places in the order of a bucket: its samples stand in their own order.
  [[nodiscard]] Range PlacesOf(int64_t image, int64_t cellRow, int64_t segment) const;

  // The samples at up to kGridTile places: where they lie, and their gradients of a chunk of channels.
  void Locate(int64_t image, int64_t place, int64_t count, GridPoints& points) const;
  [[nodiscard]] GridGradients GradientsOf(int64_t image, int64_t chunk, int64_t place) const;

  // Which samples stand at a place and the following ones.
  [[nodiscard]] const int64_t* OrderOf(int64_t image, int64_t place) const;

 private:
  [[nodiscard]] int64_t* CountsOf(int64_t image, int64_t piece) const;
  [[nodiscard]] std::byte* PackedGradients(int64_t image, int64_t chunk) const;

  void LocatePiece(int64_t image, int64_t piece) const;
  void FindBuckets(const GridPoints& points, int64_t count, int64_t* buckets) const;
  void PlaceBuckets(int64_t image) const;
  void SortPiece(int64_t image, int64_t piece, const GridGradSums& gridGrad) const;
  void PackGradients(int64_t image, int64_t chunk, int64_t piece) const;

  const GridSampler2DBackwardArgs& args_;
  const GridCut& cut_;
  const backend::cpu::CpuContext& cpu_;
  int64_t* places_;
  int64_t* counts_;
  int64_t* order_;
  float* pairs_;
  std::byte* packedGradients_;
  int64_t elementSize_;
  int64_t first_ = 0;
};

}  // namespace openaclnn
