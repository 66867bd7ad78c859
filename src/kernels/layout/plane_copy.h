// SPDX-License-Identifier: Apache-2.0
//
// Copies of channels-last tensors for kernels that read planes one by one: each plane would else be gathered
// from all lines of its image.
#pragma once

#include <cstddef>

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"
#include "kernels/tiles/scratch.h"

namespace openaclnn {

// Of a tensor [samples, channels, positions...].
class PlaneCopy {
 public:
  PlaneCopy() = default;
  // Books room for a copy where one is worth it.
  PlaneCopy(const TensorView& view, ScratchLayout* workspace);

  // What is to be read: the copy, which it makes, or the view itself.
  [[nodiscard]] TensorView Make(const TensorView& view, std::byte* workspace,
                                const backend::cpu::CpuContext& cpu) const;

 private:
  bool copies_ = false;
  ScratchArray<std::byte> at_;
};

}  // namespace openaclnn
