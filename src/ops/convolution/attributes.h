// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "ops/convolution/windows.h"

namespace openaclnn {

// Attributes with missing spatial dims in front: one dim is [1, 1, width].
struct ConvolutionAttributes {
  Spatial stride{1, 1, 1};
  Spatial padding{0, 0, 0};  // in front; what is behind follows from the output
  Spatial dilation{1, 1, 1};
  int64_t groups = 1;
  bool transposed = false;
};

}  // namespace openaclnn
