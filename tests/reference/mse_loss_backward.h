// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tests/support/array.h"

namespace openaclnn::reference {

/// Gradient of the mean squared error with respect to self, from its forward definition. For tests only:
/// slow.
///
/// Forward: l[i] = (self[i] - target[i])^2 over the broadcast of self and target; reduction 0 returns l, 1
/// the sum of l over numel(self), 2 the sum of l. Hence out = k * (self - target) * gradOutput with k = 2, or
/// 2 / numel(self) for the mean; numel(self) is taken before broadcasting. All three inputs broadcast
/// together, out has the broadcast shape. Each output is one term: |out| is its own scale of rounding.
testing::Array MseLossBackward(const testing::Array& gradOutput, const testing::Array& self,
                               const testing::Array& target, int64_t reduction);

}  // namespace openaclnn::reference
