// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "base/checked_math.h"
#include "base/tensor_view.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

/// Sets every element of the view to zero, by all threads. `cpu` shares work among them by
/// ParallelFor(count, body), as a CpuContext does.
template <class Cpu>
void FillZero(const Cpu& cpu, const TensorView& view) {
  constexpr int64_t kTaskElements = 16 * kTileElements;
  const int64_t elements = view.NumElements();
  cpu.ParallelFor(CeilDivide(elements, kTaskElements), [&](int64_t task) {
    FillZero(view, task * kTaskElements, std::min(elements, (task + 1) * kTaskElements));
  });
}

/// Gradients that nothing adds to; undefined ones are not asked for.
inline void FillZeroIfDefined(std::initializer_list<const TensorView*> gradients) {
  for (const TensorView* gradient : gradients) {
    if (gradient->Defined()) {
      FillZero(*gradient);
    }
  }
}

}  // namespace openaclnn
