// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/dtype.h"
#include "kernels/layout/rows.h"
#include "ops/softmax/softmax_steps.h"

namespace openaclnn::softmax {

// The loops of rows of FLOAT, FLOAT16, BFLOAT16 or DOUBLE elements. Of gradients the inputs are gradOutput
// and output.
[[nodiscard]] RowLoops FindRowLoops(Kind kind, DType dtype);

}  // namespace openaclnn::softmax
