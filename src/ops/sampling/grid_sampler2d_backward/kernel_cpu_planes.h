// SPDX-License-Identifier: Apache-2.0
//
// Small images of few channels: all sums of one stay in cache, so samples are taken as they come.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "ops/sampling/grid_sampler2d_backward/kernel.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_cut.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_grid_grad.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_rows.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_sums.h"

namespace openaclnn {

class GridPlanes {
 public:
  GridPlanes(const GridSampler2DBackwardArgs& args, const GridCut& cut, std::byte* workspace,
             const backend::cpu::CpuContext& cpu);

  // All of the images [first, first + images), but for what Finish of gridGrad does.
  void Run(int64_t first, int64_t images, const GridGradSums& gridGrad);

 private:
  // A task: an image. Its pixels have a border of one pixel around them, and before it there is room for what
  // samples that touch no pixel add.
  struct Plane {
    int64_t image;  // of the round
    double* sums;   // null if inputGrad is not wanted
    float* input;   // null if gridGrad is not wanted
    std::byte* gradients;
  };

  void RunImage(int64_t image, std::byte* slot, const GridGradSums& gridGrad) const;
  void AddSamples(const Plane& plane, const GridGradSums& gridGrad) const;
  [[nodiscard]] GridGradients GradientsOf(const Plane& plane, int64_t begin, int64_t count) const;
  template <typename Pointer>
  [[nodiscard]] GridPatch<Pointer> PatchOf(const TensorView& view, int64_t image, int64_t row) const;
  void ReadInput(const Plane& plane) const;
  void WriteInputGrad(const Plane& plane) const;

  // Where the pixel at the left end of a row begins, in elements.
  [[nodiscard]] int64_t RowOffset(int64_t row) const { return ((row + 2) * rowPixels_ + 2) * cut_.lanes; }

  const GridSampler2DBackwardArgs& args_;
  const GridCut& cut_;
  const backend::cpu::CpuContext& cpu_;
  std::byte* slots_;
  int64_t rowPixels_;
  int64_t first_ = 0;
};

}  // namespace openaclnn
