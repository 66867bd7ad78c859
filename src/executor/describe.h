// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/tensor_name.h"
#include "base/tensor_view.h"
#include "trace/details.h"

namespace openaclnn {

// Adds a tensor argument that was not left out, and its bytes.
void DescribeTensor(const TensorName& name, bool isOutput, const TensorView& view, trace::Details& details);

}  // namespace openaclnn
