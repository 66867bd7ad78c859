// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/operators/grid_points.h"

#include <cmath>

#include "tests/support/grid_modes.h"

namespace openaclnn::conformance {
namespace {

/// A coordinate in pixels and its derivative with respect to the grid's value.
struct Coordinate {
  float at;
  float slope;
};

/// `wayAndBack`: from one mirror to the other and back.
Coordinate Reflect(const Coordinate& c, float low, float wayAndBack) {
  if (wayAndBack == 0) {  // a single pixel
    return {0, 0};
  }
  const float distance = std::fabs(c.at - low);
  const float slope = c.at < low ? -c.slope : c.slope;
  const float there = distance - std::floor(distance / wayAndBack) * wayAndBack;
  const float back = wayAndBack - there;
  return there > back ? Coordinate{back + low, -slope} : Coordinate{there + low, slope};
}

/// The borders themselves count as outside: slope 0 there. NaN stays NaN.
Coordinate Clip(const Coordinate& c, float last) {
  if (c.at <= 0) {
    return {0, 0};
  }
  return c.at >= last ? Coordinate{last, 0} : c;
}

Coordinate AlongAxis(float gridValue, int64_t size, const GridOptions& options) {
  const auto s = static_cast<float>(size);
  const auto last = static_cast<float>(size - 1);
  Coordinate c = options.alignCorners ? Coordinate{(gridValue + 1) / 2 * last, last / 2}
                                      : Coordinate{((gridValue + 1) * s - 1) / 2, s / 2};
  if (options.paddingMode == kReflection) {
    c = options.alignCorners ? Reflect(c, 0, 2 * last) : Reflect(c, -0.5F, 2 * s);
  }
  return options.paddingMode == kZeros ? c : Clip(c, last);
}

bool IsUsable(double coordinate) {
  return coordinate >= -0x1p31 && coordinate <= 0x1p31 - 2;  // false for NaN
}

}  // namespace

GridPoint Locate(double gridX, double gridY, int64_t width, int64_t height, const GridOptions& options) {
  const Coordinate x = AlongAxis(static_cast<float>(gridX), width, options);
  const Coordinate y = AlongAxis(static_cast<float>(gridY), height, options);
  GridPoint point;
  if (!IsUsable(x.at) || !IsUsable(y.at)) {
    return point;
  }
  if (options.nearest) {
    point.left = static_cast<int64_t>(std::nearbyint(x.at));  // ties to even
    point.top = static_cast<int64_t>(std::nearbyint(y.at));
    point.corners = 1;
    return point;
  }
  point.left = static_cast<int64_t>(std::floor(x.at));
  point.top = static_cast<int64_t>(std::floor(y.at));
  point.tx = double{x.at} - std::floor(x.at);
  point.ty = double{y.at} - std::floor(y.at);
  point.slopeX = x.slope;
  point.slopeY = y.slope;
  point.corners = 4;
  return point;
}

}  // namespace openaclnn::conformance
