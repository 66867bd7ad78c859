// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "kernels/elementwise/conversion.h"
#include "kernels/elementwise/elementwise.h"

namespace openaclnn {

// What an output begins as that only some elements are put into: a copy of self, of the same shape, unless it
// is self already.
class SelfCopy {
 public:
  SelfCopy() = default;
  SelfCopy(const TensorView& self, const TensorView& out)
      : plan_(out, std::array{&self}, {self.dtype, out.dtype}, FindConversion(self.dtype, out.dtype)) {}

  void Run(const TensorView& self, const TensorView& out, const backend::cpu::CpuContext& cpu) const {
    const bool inPlace = self.data == out.data && std::ranges::equal(self.Dims(), out.Dims()) &&
                         std::ranges::equal(self.Strides(), out.Strides());
    if (!inPlace) {
      const std::array<const std::byte*, 1> inputs{self.data};
      plan_.Run(out.data, inputs, {}, cpu);
    }
  }

  [[nodiscard]] size_t Cost() const { return plan_.Cost(); }

 private:
  ElementwisePlan plan_;
};

}  // namespace openaclnn
