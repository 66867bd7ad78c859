// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/tensor_view.h"

namespace openaclnn {

// The class of a view's strides, for people to read:
//   empty          no elements
//   contiguous     row-major without gaps
//   channels-last  without gaps, dim 1 innermost and the others in order (3 dims or more)
//   permuted       without gaps, in another order
//   broadcast      a dim is repeated by stride 0
//   strided        anything else
[[nodiscard]] const char* LayoutName(const TensorView& view);

}  // namespace openaclnn
