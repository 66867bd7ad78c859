// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/array.h"

namespace openaclnn::reference {

struct PreluBackwardResult {
  testing::Array gradInput;   // shape of self
  testing::Array gradWeight;  // shape of a one-element weight, else [channels]
};

/// Gradients of y = self > 0 ? self : w * self, where w is the only weight or that of the channel (dim 1 of
/// self; self of rank 0 or 1 has one channel). For tests only: slow.
///
///   gradInput  = self > 0 ? gradOutput : gradOutput * w
///   gradWeight = sum over the channel (over all, if there is one weight) of self > 0 ? 0 : gradOutput * self
///
/// Zeros of either sign and NaN in self take the second branch. gradOutput broadcasts to self's shape.
///
/// Scale of rounding of both outputs (the sum of |terms|): Abs of PreluBackward(Abs(gradOutput), self,
/// Abs(weight)), since all terms of a gradWeight then have one sign.
PreluBackwardResult PreluBackward(const testing::Array& gradOutput, const testing::Array& self,
                                  const testing::Array& weight);

}  // namespace openaclnn::reference
