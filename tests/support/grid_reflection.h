// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace openaclnn::testing {

/// Where a sample ends up on an axis of pixels between two mirrors, and whether the last of them turned it around.
template <typename T>
struct ReflectedPosition {
  T position;
  bool turned;
};

/// The mirrors are the centres of the outer pixels (alignCorners) or the image's edges. In T, with the operations in the
/// documented order; tests are compiled without fused operations. What rounding leaves outside of the mirrors is to be
/// clipped, as positions at reflection are.
template <typename T>
ReflectedPosition<T> Reflect(T position, int64_t size, bool alignCorners) {
  const T low = alignCorners ? T{0} : T{-0.5};
  const auto wayAndBack = static_cast<T>(2 * (alignCorners ? size - 1 : size));
  if (wayAndBack == 0) {
    return {0, false};
  }
  const T distance = std::fabs(position - low);
  const T there = distance - std::floor(distance / wayAndBack) * wayAndBack;
  const T back = wayAndBack - there;
  return {(there > back ? back : there) + low, (position < low) != (there > back)};
}

}  // namespace openaclnn::testing
