// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "executor/kernel.h"
#include "kernels/layout/plane_copy.h"

namespace openaclnn {

// The windows along one axis.
struct PoolAxis {
  int64_t extent = 1;   // of the input
  int64_t windows = 1;  // of the output
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t padding = 0;
  int64_t dilation = 1;
  bool adaptive = false;  // window i from floor(i * extent / windows) to ceil((i + 1) * extent / windows)

  // The first place of a window that lies inside, and one past the last one that may.
  [[nodiscard]] int64_t First(int64_t window) const {
    if (adaptive) {
      return window * extent / windows;
    }
    const int64_t first = window * stride - padding;
    return first >= 0 ? first : first + CeilDivide(-first, dilation) * dilation;
  }
  [[nodiscard]] int64_t End(int64_t window) const {
    if (adaptive) {
      return CeilDivide((window + 1) * extent, windows);
    }
    return std::min(window * stride - padding + dilation * (kernel - 1) + 1, extent);
  }
  // No place of this window or a later one is before it: with dilation a later one may begin before this one.
  [[nodiscard]] int64_t Lowest(int64_t window) const {
    return adaptive ? First(window) : std::max<int64_t>(0, window * stride - padding);
  }
  // The most places from one window to the next, and from the first to the last place of one.
  [[nodiscard]] int64_t Step() const { return adaptive ? CeilDivide(extent, windows) : stride; }
  [[nodiscard]] int64_t Reach() const { return adaptive ? Step() + 1 : dilation * (kernel - 1) + 1; }
  [[nodiscard]] int64_t Taps() const { return std::min(adaptive ? Reach() : kernel, extent); }
};

struct MaxPoolArgs {
  TensorView self;               // [..., H, W] or [..., D, H, W]
  TensorView out;                // FLOAT, FLOAT16, BFLOAT16 or DOUBLE, as self
  TensorView indices;            // INT32 or INT64; may be left out
  std::array<PoolAxis, 3> axes;  // depth, height and width
};

// out = the largest element of each window, indices = where in its plane or volume it is. Of equal ones the
// first, of NaNs the last.
extern const KernelEntry<MaxPoolArgs> kMaxPoolCpu;

// Its parts, for other kernels.
struct MaxPoolState : Prepared {
  int64_t planes = 0;
  int64_t rowsOfTask = 0;
  int64_t bands = 0;  // tasks of an image of the output
  int64_t slots = 0;
  size_t slotBytes = 0;
  int64_t rowsInScratch = 0;
  int64_t pitch = 0;       // from a row of windows to the next
  int64_t lineLength = 0;  // of a row of the input as vectors take it; 0: they do not
  PlaneCopy planesOfSelf;
};
[[nodiscard]] MaxPoolState PrepareMaxPool(const MaxPoolArgs& args);
void RunMaxPool(const MaxPoolArgs& args, const MaxPoolState& state, std::byte* workspace,
                const backend::cpu::CpuContext& cpu);

struct MaxPoolBackwardArgs {
  TensorView gradOutput;
  TensorView self;     // its shape alone is of interest
  TensorView indices;  // INT32 or INT64
  TensorView gradInput;
  size_t spatial = 2;
};

// gradInput = the sums of those gradients whose index names the place, in their order. An index outside the
// plane or volume fails the run before anything is written.
extern const KernelEntry<MaxPoolBackwardArgs> kMaxPoolBackwardCpu;

}  // namespace openaclnn
