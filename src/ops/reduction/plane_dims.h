// SPDX-License-Identifier: Apache-2.0
//
// What reductions of whole planes, volumes and so on share: all dims behind the images and channels.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "ops/reduction/reduction.h"

namespace openaclnn {

inline DimsArgument PlaneDims(const aclTensor* self) {
  static constexpr std::array<int64_t, 6> kDims{2, 3, 4, 5, 6, 7};
  const size_t rank = IsLive(self) ? self->viewDims.size() : 0;
  return {.name = "self", .dims = std::span(kDims).first(std::clamp<size_t>(rank, 2, 8) - 2)};
}

inline ReductionCall& CheckPlanes(ReductionCall& checked, const aclTensor* self) {
  checked.Checks().Require(
      "self", "4 to 8 dims, [N, C, ...]",
      [&] { return self->viewDims.size() >= 4 && self->viewDims.size() <= 8; },
      [&] { return ShapeText(self->viewDims); });
  return checked;
}

}  // namespace openaclnn
