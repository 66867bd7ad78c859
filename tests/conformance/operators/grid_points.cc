// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/operators/grid_points.h"

#include <cmath>

#include "tests/support/grid_modes.h"

namespace openaclnn::conformance {
namespace {

/// A coordinate in pixels and its derivative with respect to the grid's value.
struct Coordinate {
  double at;
  double slope;
};

Coordinate Reflect(const Coordinate& c, double low, double span) {
  if (span == 0) {  // a single pixel
    return {0, 0};
  }
  const double distance = std::fabs(c.at - low);
  const double sign = c.at < low ? -1.0 : 1.0;
  const double rest = std::fmod(distance, span);
  const bool evenTurns = std::fmod(std::floor(distance / span), 2.0) == 0;
  return evenTurns ? Coordinate{rest + low, c.slope * sign} : Coordinate{span - rest + low, -c.slope * sign};
}

/// The borders themselves count as outside: slope 0 there. NaN stays NaN.
Coordinate Clip(const Coordinate& c, double last) {
  if (c.at <= 0) {
    return {0, 0};
  }
  return c.at >= last ? Coordinate{last, 0} : c;
}

Coordinate AlongAxis(double gridValue, int64_t size, const GridOptions& options) {
  const auto s = static_cast<double>(size);
  Coordinate c = options.alignCorners ? Coordinate{(gridValue + 1) / 2 * (s - 1), (s - 1) / 2}
                                      : Coordinate{((gridValue + 1) * s - 1) / 2, s / 2};
  if (options.paddingMode == kReflection) {
    c = options.alignCorners ? Reflect(c, 0, s - 1) : Reflect(c, -0.5, s);
  }
  return options.paddingMode == kZeros ? c : Clip(c, s - 1);
}

bool IsUsable(double coordinate) {
  return coordinate >= -0x1p31 && coordinate <= 0x1p31 - 2;  // false for NaN
}

}  // namespace

GridPoint Locate(double gridX, double gridY, int64_t width, int64_t height, const GridOptions& options) {
  const Coordinate x = AlongAxis(gridX, width, options);
  const Coordinate y = AlongAxis(gridY, height, options);
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
  point.tx = x.at - std::floor(x.at);
  point.ty = y.at - std::floor(y.at);
  point.slopeX = x.slope;
  point.slopeY = y.slope;
  point.corners = 4;
  return point;
}

}  // namespace openaclnn::conformance
