// SPDX-License-Identifier: Apache-2.0
//
// gridGrad, from what the chunks of channels have to say to it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "ops/sampling/grid_sampler2d_backward/kernel.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_cut.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_sums.h"

namespace openaclnn {

class GridGradSums {
 public:
  GridGradSums(const GridSampler2DBackwardArgs& args, const GridCut& cut, std::byte* workspace,
               const backend::cpu::CpuContext& cpu);

  // Takes up the images [first, first + images); below, they are counted from the first.
  void Begin(int64_t first, int64_t images);

  // A chunk's part of the samples order[0], order[1], ...
  void Write(int64_t image, int64_t chunk, const int64_t* order, int64_t count,
             const GridGradTile& gridGrad) const;
  // All there is to say to the samples from `sample` on.
  void Write(int64_t image, int64_t sample, int64_t count, const GridGradTile& gridGrad) const;

  // When all chunks of all samples are there.
  void Finish() const;

 private:
  [[nodiscard]] double* Staged(int64_t image, int64_t chunk) const;
  void FinishPiece(int64_t image, int64_t piece) const;

  const GridSampler2DBackwardArgs& args_;
  const GridCut& cut_;
  const backend::cpu::CpuContext& cpu_;
  double* staged_;
  int64_t first_ = 0;
  int64_t images_ = 0;
};

}  // namespace openaclnn
