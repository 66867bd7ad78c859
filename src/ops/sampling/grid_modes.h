// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace openaclnn {

// Numbered as the attributes of the operators; gradients are without bicubic.
enum class GridInterpolation : int64_t { kBilinear = 0, kNearest = 1, kBicubic = 2 };
enum class GridPadding : int64_t { kZeros = 0, kBorder = 1, kReflection = 2 };

}  // namespace openaclnn
