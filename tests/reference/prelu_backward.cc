// SPDX-License-Identifier: Apache-2.0
#include "tests/reference/prelu_backward.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace openaclnn::reference {

using testing::Array;
using testing::Shape;

PreluBackwardResult PreluBackward(const Array& gradOutput, const Array& self, const Array& weight) {
  const bool oneWeight = weight.values.size() == 1;
  const size_t rank = self.shape.size();
  const int64_t channels = rank >= 2 ? self.shape[1] : 1;
  testing::Require(oneWeight || (rank >= 1 && static_cast<int64_t>(weight.values.size()) == channels),
                   "weight has neither one element nor one per channel");
  testing::Require(testing::BroadcastShape(gradOutput.shape, self.shape) == self.shape,
                   "gradOutput does not broadcast to self");

  PreluBackwardResult result;
  result.gradInput = testing::Full(self.shape, 0.0);
  result.gradWeight = testing::Full(oneWeight ? weight.shape : Shape{channels}, 0.0);
  std::vector<long double> weightSums(weight.values.size(), 0.0L);  // long sums: keep digits beyond double

  for (size_t flat = 0; flat < self.values.size(); ++flat) {
    const Shape index = testing::IndexOf(self.shape, static_cast<int64_t>(flat));
    const size_t whichWeight = oneWeight || rank < 2 ? 0 : static_cast<size_t>(index[1]);
    const double x = self.values[flat];
    const double g = testing::BroadcastAt(gradOutput, index);
    if (x > 0) {
      result.gradInput.values[flat] = g;
    } else {
      result.gradInput.values[flat] = g * weight.values[whichWeight];
      weightSums[whichWeight] += static_cast<long double>(g) * x;
    }
  }
  for (size_t w = 0; w < weightSums.size(); ++w) {
    result.gradWeight.values[w] = static_cast<double>(weightSums[w]);
  }
  return result;
}

}  // namespace openaclnn::reference
