// SPDX-License-Identifier: Apache-2.0
//
// Where samples lie. In float64 and in the documented order of operations: ties of nearest, borders and the
// edges of cells are where that order puts them.
#include <cmath>

#include "ops/grid_sampler2d_backward/kernel.h"

namespace openaclnn {
namespace {

// A position along one axis, in pixels, and its derivative with respect to the grid value.
struct Coordinate {
  double position;
  double slope;
};

// A product on its own: where the processor can, compilers fuse it with the sum that follows, and that moves
// positions.
double Rounded(double product) {
  const volatile double rounded = product;
  return rounded;
}

Coordinate Unnormalise(double value, double size, bool alignCorners) {
  if (alignCorners) {
    return {Rounded((value + 1) / 2 * (size - 1)), (size - 1) / 2};
  }
  return {(Rounded((value + 1) * size) - 1) / 2, size / 2};
}

// The border pixels' centres count as outside: slope 0. NaN stays.
Coordinate Clip(const Coordinate& c, double size) {
  if (c.position <= 0) {
    return {0, 0};
  }
  if (c.position >= size - 1) {
    return {size - 1, 0};
  }
  return c;
}

// Mirrors at the centres (alignCorners) or the outer edges of the border pixels. Infinity becomes NaN.
Coordinate Reflect(const Coordinate& c, double size, bool alignCorners) {
  const double low = alignCorners ? 0 : -0.5;
  const double span = alignCorners ? size - 1 : size;
  if (span == 0) {
    return {0, 0};
  }
  const double distance = std::fabs(c.position - low);
  const double sign = c.position < low ? -1 : 1;
  const double rest =
      distance < span ? distance : std::fmod(distance, span);  // mostly inside: spare the call
  const double halfFlips = std::floor(distance / span) / 2;
  const bool even = std::floor(halfFlips) == halfFlips;
  return even ? Coordinate{rest + low, c.slope * sign} : Coordinate{span - rest + low, c.slope * -sign};
}

// A position that counts; NaN does not.
bool Usable(double position) {
  return position >= -2147483648.0 && position <= 2147483646.0;
}

class Axis {
 public:
  Axis(const GridSampler2DBackwardArgs& args, int64_t size)
      : size_(static_cast<double>(size)),
        nearest_(args.interpolation == GridInterpolation::kNearest),
        padding_(args.padding),
        alignCorners_(args.alignCorners) {}

  [[nodiscard]] Coordinate Locate(double value) const {
    const Coordinate c = Unnormalise(value, size_, alignCorners_);
    switch (padding_) {
      case GridPadding::kBorder:
        return Clip(c, size_);
      case GridPadding::kReflection:
        return Clip(Reflect(c, size_, alignCorners_), size_);
      default:
        return c;
    }
  }

  // The pixel that the sample takes, ties to even, or the lower one of the two that it lies between.
  [[nodiscard]] double Pixel(double position) const {
    return nearest_ ? std::nearbyint(position) : std::floor(position);
  }

  // Whether that is in the image, or at least the upper one of the two is.
  [[nodiscard]] bool Touches(double pixel) const { return pixel >= (nearest_ ? 0 : -1) && pixel < size_; }

 private:
  double size_;
  bool nearest_;
  GridPadding padding_;
  bool alignCorners_;
};

}  // namespace

void LocateGridPoints(const GridSampler2DBackwardArgs& args, const float* gridValues, int64_t count,
                      GridPoint* points, GridSlopes* slopes) {
  const Axis axisX(args, args.input.dims[3]);
  const Axis axisY(args, args.input.dims[2]);
  for (int64_t i = 0; i < count; ++i) {
    const Coordinate x = axisX.Locate(static_cast<double>(gridValues[2 * i]));
    const Coordinate y = axisY.Locate(static_cast<double>(gridValues[2 * i + 1]));
    const double x0 = axisX.Pixel(x.position);
    const double y0 = axisY.Pixel(y.position);
    const bool somewhere = Usable(x.position) && Usable(y.position) && axisX.Touches(x0) && axisY.Touches(y0);
    points[i] = somewhere ? GridPoint{x.position - x0, y.position - y0, static_cast<int32_t>(x0),
                                      static_cast<int32_t>(y0)}
                          : kGridNowhere;
    if (slopes != nullptr) {
      slopes[i] = somewhere ? GridSlopes{x.slope, y.slope} : GridSlopes{0, 0};
    }
  }
}

}  // namespace openaclnn
