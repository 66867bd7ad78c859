// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/tensor_view.h"

namespace openaclnn {

// Elements [fromBegin, fromBegin + count) of one view, counted row-major, become those from toBegin on of
// another one of the same type, whatever the dims and layouts; on the calling thread.
void CopyFlat(const TensorView& from, int64_t fromBegin, const TensorView& to, int64_t toBegin,
              int64_t count);

}  // namespace openaclnn
