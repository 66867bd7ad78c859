// SPDX-License-Identifier: Apache-2.0
//
// Where samples lie in the image. In float64 and in the documented order of operations: ties of nearest,
// borders and the edges of cells are where that order puts them. For files that are compiled once for each
// instruction set; include after highway.h.
#include <array>
#include <cmath>
#include <cstdint>

#include "ops/sampling/grid_sampler2d_backward/kernel.h"
#include "ops/sampling/grid_sampler2d_backward/samples.h"
#include "simd/formats-inl.h"
#include "simd/whole_numbers-inl.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_GRID_SAMPLER_LOCATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_GRID_SAMPLER_LOCATE_INL
#undef OPENACLNN_GRID_SAMPLER_LOCATE_INL
#else
#define OPENACLNN_GRID_SAMPLER_LOCATE_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::grid_sampler;  // NOLINT(google-build-using-namespace): the room's own, outside of
                                          // targets

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
  explicit Axis(int64_t pixels, bool aligned)
      : size(static_cast<double>(pixels)),
        alignCorners(aligned),
        slope((aligned ? size - 1 : size) / 2),
        scale(aligned ? size - 1 : size) {}

  double size;
  bool alignCorners;
  double slope;  // of unnormalised positions
  double scale;
};

inline Coordinates Unnormalise(const Axis& axis, DoubleVector value) {
  const Doubles d;
  const auto half = hn::Set(d, 0.5);
  const auto scale = hn::Set(d, axis.scale);
  const auto fromLeft = hn::Add(value, hn::Set(d, 1));
  return {axis.alignCorners ? hn::Mul(hn::Mul(fromLeft, half), scale)
                            : hn::Mul(hn::Sub(hn::Mul(fromLeft, scale), hn::Set(d, 1)), half),
          hn::Set(d, axis.slope)};
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

template <GridPadding kPadding>
HWY_INLINE Coordinates Locate(const Axis& axis, DoubleVector value) {
  const Coordinates c = Unnormalise(axis, value);
  if constexpr (kPadding == GridPadding::kBorder) {
    return Clip(axis, c);
  } else if constexpr (kPadding == GridPadding::kReflection) {
    return Clip(axis, Reflect(axis, c));
  } else {
    return c;
  }
}

// The pixels that samples take, ties to even, or the lower ones of the two that they lie between.
template <bool kNearest>
HWY_INLINE DoubleVector Pixels(DoubleVector positions) {
  return kNearest ? RoundEven(positions) : RoundDown(positions);
}

// Whether a position counts, which NaN does not, and the pixel is in the image, or at least the upper one of
// the two is.
template <bool kNearest>
HWY_INLINE DoubleMask Touches(const Axis& axis, DoubleVector position, DoubleVector pixel) {
  const Doubles d;
  constexpr double kLargest = 2147483646;
  const auto inside =
      hn::And(hn::Ge(pixel, hn::Set(d, kNearest ? 0 : -1)), hn::Lt(pixel, hn::Set(d, axis.size)));
  // Smaller images have no pixels where a position does not count.
  return HWY_LIKELY(axis.size < kLargest) ? inside : hn::And(inside, hn::Le(position, hn::Set(d, kLargest)));
}

template <GridPadding kPadding, bool kNearest>
void LocateAll(const Axis axisX, const Axis axisY, const float* pairs, int64_t count, Points& points) {
  const Doubles d;
  const hn::Rebind<float, Doubles> floats;
  const hn::Rebind<int32_t, Doubles> ints;
  const auto nowhere = hn::Set(d, Points::kNowhere);
  static_assert(kTileSamples % hn::MaxLanes(d) == 0);
  for (size_t i = 0; i < static_cast<size_t>(count); i += hn::Lanes(d)) {
    hn::Vec<decltype(floats)> xs;
    hn::Vec<decltype(floats)> ys;
    hn::LoadInterleaved2(floats, pairs + 2 * i, xs, ys);
    const Coordinates x = Locate<kPadding>(axisX, hn::PromoteTo(d, xs));
    const Coordinates y = Locate<kPadding>(axisY, hn::PromoteTo(d, ys));
    const auto x0 = Pixels<kNearest>(x.position);
    const auto y0 = Pixels<kNearest>(y.position);
    const auto somewhere =
        hn::And(Touches<kNearest>(axisX, x.position, x0), Touches<kNearest>(axisY, y.position, y0));
    hn::Store(hn::DemoteTo(ints, hn::IfThenElse(somewhere, x0, nowhere)), ints, points.column.data() + i);
    hn::Store(hn::DemoteTo(ints, hn::IfThenElse(somewhere, y0, nowhere)), ints, points.row.data() + i);
    if constexpr (!kNearest) {
      const auto east = hn::Sub(x.position, x0);
      const auto south = hn::Sub(y.position, y0);
      const auto west = hn::Sub(hn::Set(d, 1), east);
      const auto north = hn::Sub(hn::Set(d, 1), south);
      const auto store = [=](DoubleVector value, PerSample<float>& to)
                             HWY_ATTR { hn::Store(Demote(floats, value), floats, to.data() + i); };
      store(west, points.west);
      store(east, points.east);
      store(north, points.north);
      store(south, points.south);
      hn::Store(hn::Mul(west, north), d, points.weights[0].data() + i);
      hn::Store(hn::Mul(east, north), d, points.weights[1].data() + i);
      hn::Store(hn::Mul(west, south), d, points.weights[2].data() + i);
      hn::Store(hn::Mul(east, south), d, points.weights[3].data() + i);
      store(x.slope, points.slopeX);
      store(y.slope, points.slopeY);
    }
  }
}

// Locates a tile of samples by their pairs (x, y) of grid values. Reads and writes whole vectors: the numbers
// after the last sample, up to kTileSamples, may be anything, but must be there.
inline void LocatePoints(const GridSampler2DBackwardArgs& args, const float* pairs, int64_t count,
                         Points& points) {
  const auto locate = [&]<GridPadding kPadding>() HWY_ATTR {
    const Axis axisX(args.input.dims[3], args.alignCorners);
    const Axis axisY(args.input.dims[2], args.alignCorners);
    return args.interpolation == GridInterpolation::kNearest
               ? LocateAll<kPadding, true>(axisX, axisY, pairs, count, points)
               : LocateAll<kPadding, false>(axisX, axisY, pairs, count, points);
  };
  switch (args.padding) {
    case GridPadding::kBorder:
      return locate.template operator()<GridPadding::kBorder>();
    case GridPadding::kReflection:
      return locate.template operator()<GridPadding::kReflection>();
    default:
      return locate.template operator()<GridPadding::kZeros>();
  }
}

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_GRID_SAMPLER_LOCATE_INL
