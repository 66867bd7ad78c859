// SPDX-License-Identifier: Apache-2.0
//
// In float64 and in the documented order of operations: ties of nearest, borders and the edges of cells are
// where that order puts them.
#include "ops/grid_sampler2d_backward/kernel_cpu_points.h"

#include <cmath>

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/grid_sampler2d_backward/kernel_cpu_points.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using DoubleVector = hn::Vec<Doubles>;
using DoubleMask = hn::Mask<Doubles>;

// Positions along one axis, in pixels, and their derivatives with respect to the grid values.
struct Coordinates {
  DoubleVector position;
  DoubleVector slope;
};

// One axis of the image.
struct Axis {
  double size;
  bool nearest;
  GridPadding padding;
  bool alignCorners;
};

inline Coordinates Unnormalise(const Axis& axis, DoubleVector value) {
  const Doubles d;
  const auto half = hn::Set(d, 0.5);
  const auto fromLeft = hn::Add(value, hn::Set(d, 1));
  if (axis.alignCorners) {
    return {hn::Mul(hn::Mul(fromLeft, half), hn::Set(d, axis.size - 1)), hn::Set(d, (axis.size - 1) / 2)};
  }
  return {hn::Mul(hn::Sub(hn::Mul(fromLeft, hn::Set(d, axis.size)), hn::Set(d, 1)), half),
          hn::Set(d, axis.size / 2)};
}

// The border pixels' centres count as outside: slope 0. NaN stays.
inline Coordinates Clip(const Axis& axis, const Coordinates& c) {
  const Doubles d;
  const auto last = hn::Set(d, axis.size - 1);
  const auto below = hn::Le(c.position, hn::Zero(d));
  const auto above = hn::Ge(c.position, last);
  return {hn::IfThenZeroElse(below, hn::IfThenElse(above, last, c.position)),
          hn::IfThenZeroElse(hn::Or(below, above), c.slope)};
}

// How often a sample at these distances from the lower mirror is turned around (whether evenly often), and
// where it ends up. Infinity becomes NaN.
struct Reflection {
  DoubleVector rest;
  DoubleMask even;
};

inline Reflection ReflectFar(DoubleVector distances, double span) {
  const Doubles d;
  constexpr size_t kLanes = hn::MaxLanes(d);
  HWY_ALIGN std::array<double, kLanes> rest;
  HWY_ALIGN std::array<double, kLanes> odd;
  hn::Store(distances, d, rest.data());
  for (size_t lane = 0; lane < kLanes; ++lane) {
    const double halfFlips = std::floor(rest[lane] / span) / 2;
    odd[lane] = std::floor(halfFlips) == halfFlips ? 0 : 1;
    rest[lane] = std::fmod(rest[lane], span);
  }
  return {hn::Load(d, rest.data()), hn::Eq(hn::Load(d, odd.data()), hn::Zero(d))};
}

// Mirrors at the centres (alignCorners) or the outer edges of the border pixels.
inline Coordinates Reflect(const Axis& axis, const Coordinates& c) {
  const Doubles d;
  const double span = axis.alignCorners ? axis.size - 1 : axis.size;
  if (span == 0) {
    return {hn::Zero(d), hn::Zero(d)};
  }
  const auto spans = hn::Set(d, span);
  const auto low = hn::Set(d, axis.alignCorners ? 0 : -0.5);
  const auto distance = hn::Abs(hn::Sub(c.position, low));
  const auto slope = hn::IfThenElse(hn::Lt(c.position, low), hn::Neg(c.slope), c.slope);
  const auto even = hn::Lt(distance, spans);
  // The difference is exact below twice the span.
  Reflection reflection{hn::IfThenElse(even, distance, hn::Sub(distance, spans)), even};
  if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Lt(distance, hn::Set(d, 2 * span))))) {
    reflection = ReflectFar(distance, span);
  }
  return {hn::Add(hn::IfThenElse(reflection.even, reflection.rest, hn::Sub(spans, reflection.rest)), low),
          hn::IfThenElse(reflection.even, slope, hn::Neg(slope))};
}

inline Coordinates Locate(const Axis& axis, DoubleVector value) {
  const Coordinates c = Unnormalise(axis, value);
  switch (axis.padding) {
    case GridPadding::kBorder:
      return Clip(axis, c);
    case GridPadding::kReflection:
      return Clip(axis, Reflect(axis, c));
    default:
      return c;
  }
}

// The pixels that samples take, ties to even, or the lower ones of the two that they lie between.
inline DoubleVector Pixels(const Axis& axis, DoubleVector positions) {
  return axis.nearest ? hn::Round(positions) : hn::Floor(positions);
}

// Whether a position counts, which NaN does not, and the pixel is in the image, or at least the upper one of
// the two is.
inline DoubleMask Touches(const Axis& axis, DoubleVector position, DoubleVector pixel) {
  const Doubles d;
  const auto counts =
      hn::And(hn::Ge(position, hn::Set(d, -2147483648.0)), hn::Le(position, hn::Set(d, 2147483646.0)));
  const auto inside =
      hn::And(hn::Ge(pixel, hn::Set(d, axis.nearest ? 0 : -1)), hn::Lt(pixel, hn::Set(d, axis.size)));
  return hn::And(counts, inside);
}

void LocatePoints(const GridSampler2DBackwardArgs& args, const float* pairs, int64_t count,
                  GridPoints& points) {
  const Doubles d;
  const hn::Rebind<float, Doubles> floats;
  const hn::Rebind<int32_t, Doubles> ints;
  const auto axis = [&](size_t dim) {
    return Axis{static_cast<double>(args.input.dims[dim]), args.interpolation == GridInterpolation::kNearest,
                args.padding, args.alignCorners};
  };
  const Axis axisX = axis(3);
  const Axis axisY = axis(2);
  const auto nowhere = hn::Set(d, GridPoints::kNowhere);
  static_assert(kGridTile % hn::MaxLanes(d) == 0 && hn::MaxLanes(d) <= kGridPadding + 1);
  for (size_t i = 0; i < static_cast<size_t>(count); i += hn::Lanes(d)) {
    hn::Vec<decltype(floats)> xs;
    hn::Vec<decltype(floats)> ys;
    hn::LoadInterleaved2(floats, pairs + 2 * i, xs, ys);
    const Coordinates x = Locate(axisX, hn::PromoteTo(d, xs));
    const Coordinates y = Locate(axisY, hn::PromoteTo(d, ys));
    const auto x0 = Pixels(axisX, x.position);
    const auto y0 = Pixels(axisY, y.position);
    const auto somewhere = hn::And(Touches(axisX, x.position, x0), Touches(axisY, y.position, y0));
    hn::Store(hn::DemoteTo(ints, hn::IfThenElse(somewhere, x0, nowhere)), ints, points.x0.data() + i);
    hn::Store(hn::DemoteTo(ints, hn::IfThenElse(somewhere, y0, nowhere)), ints, points.y0.data() + i);
    hn::Store(hn::Sub(x.position, x0), d, points.tx.data() + i);
    hn::Store(hn::Sub(y.position, y0), d, points.ty.data() + i);
    hn::Store(x.slope, d, points.slopeX.data() + i);
    hn::Store(y.slope, d, points.slopeY.data() + i);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LocatePoints);

void LocateGridPoints(const GridSampler2DBackwardArgs& args, const float* pairs, int64_t count,
                      GridPoints& points) {
  HWY_DYNAMIC_DISPATCH(LocatePoints)(args, pairs, count, points);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
