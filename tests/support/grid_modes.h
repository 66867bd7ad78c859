// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace openaclnn {

/// The modes of grid samplers, numbered as their operators take them.
enum GridSamplerInterpolation : int64_t { kBilinear = 0, kNearest = 1, kBicubic = 2 };
enum GridSamplerPadding : int64_t { kZeros = 0, kBorder = 1, kReflection = 2 };

}  // namespace openaclnn
