// SPDX-License-Identifier: Apache-2.0
//
// What grid samplers of images and of volumes check, and bind, alike.
#pragma once

#include <array>
#include <cstdint>

#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/sampling/grid_modes.h"

namespace openaclnn {

// The attributes of a grid sampler.
struct GridAttributes {
  int64_t interpolation;
  int64_t padding;
  bool alignCorners;
};

inline void CheckGridModes(ArgumentChecks& check, const GridAttributes& attributes, bool bicubic = false) {
  const GridInterpolation last = bicubic ? GridInterpolation::kBicubic : GridInterpolation::kNearest;
  check.InRange("interpolationMode", attributes.interpolation,
                static_cast<int64_t>(GridInterpolation::kBilinear), static_cast<int64_t>(last),
                bicubic ? "0 (bilinear), 1 (nearest) or 2 (bicubic)" : "0 (bilinear) or 1 (nearest)");
  check.InRange("paddingMode", attributes.padding, static_cast<int64_t>(GridPadding::kZeros),
                static_cast<int64_t>(GridPadding::kReflection), "0 (zeros), 1 (border) or 2 (reflection)");
}

// gradOutput, input, grid, inputGrad and gridGrad, of which the mask may leave out the last two: they are then not
// looked at again, their addresses included.
inline TensorsOfCall GridGradients(const std::array<const aclTensor*, 5>& given,
                                   const aclBoolArray& outputMask) {
  return {given[0],
          given[1],
          given[2],
          {given[3], outputMask.values[0] != 0},
          {given[4], outputMask.values[1] != 0}};
}

}  // namespace openaclnn
