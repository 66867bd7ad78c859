// SPDX-License-Identifier: Apache-2.0
#include "tests/reference/mse_loss_backward.h"

#include <cstddef>

namespace openaclnn::reference {

using testing::Array;
using testing::BroadcastAt;
using testing::BroadcastShape;
using testing::Shape;

Array MseLossBackward(const Array& gradOutput, const Array& self, const Array& target, int64_t reduction) {
  testing::Require(reduction >= 0 && reduction <= 2, "reduction is not 0, 1 or 2");
  Array out = testing::Full(BroadcastShape(BroadcastShape(gradOutput.shape, self.shape), target.shape), 0.0);
  if (out.values.empty()) {
    return out;
  }
  // Long double: the difference of two floats of very different size keeps more than a double's digits.
  const long double k =
      reduction == 1 ? 2.0L / static_cast<long double>(testing::NumElements(self.shape)) : 2.0L;
  for (size_t flat = 0; flat < out.values.size(); ++flat) {
    const Shape index = testing::IndexOf(out.shape, static_cast<int64_t>(flat));
    const long double difference =
        static_cast<long double>(BroadcastAt(self, index)) - BroadcastAt(target, index);
    out.values[flat] = static_cast<double>(k * difference * BroadcastAt(gradOutput, index));
  }
  return out;
}

}  // namespace openaclnn::reference
