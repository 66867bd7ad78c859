// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>

#include "base/tensor_view.h"

namespace openaclnn {

// Permutes the dims of all views alike, so that the row-major order of the first one is its order in memory.
// For element-by-element work, where any order gives the same bits: tensors that lie in memory in one way,
// transposed or channels-last, are then read and written like contiguous ones. The views have the same dims.
void FollowMemory(std::initializer_list<TensorView*> views);

}  // namespace openaclnn
