// SPDX-License-Identifier: Apache-2.0
//
// What the grid sampler and its gradient take.
#pragma once

#include <cstdint>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sampling {

enum GridInterpolation : int64_t { kBilinear = 0, kNearest = 1, kBicubic = 2 };
enum GridPadding : int64_t { kZeros = 0, kBorder = 1, kReflection = 2 };

struct Grid {
  Shape input;  // N, C, H, W
  int64_t outHeight;
  int64_t outWidth;
  int64_t interpolation;
  int64_t padding;
  bool alignCorners;
  bool specials = false;
  const char* leftOut = nullptr;
};

/// The images, the points and the modes.
[[nodiscard]] Arguments GridArguments(const Grid& grid);

}  // namespace openaclnn::catalogue::sampling
