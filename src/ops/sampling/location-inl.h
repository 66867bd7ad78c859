// SPDX-License-Identifier: Apache-2.0
//
// Where samples lie along an axis of an image. In float64 and in the documented order of operations: ties of
// nearest, borders and the edges of cells are where that order puts them. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "ops/sampling/grid_modes.h"
#include "simd/formats-inl.h"
#include "simd/whole_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {
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

// Calls visit with the padding as its template argument.
template <class Visit>
HWY_INLINE void VisitPadding(GridPadding padding, const Visit& visit) {
  switch (padding) {
    case GridPadding::kBorder:
      return visit.template operator()<GridPadding::kBorder>();
    case GridPadding::kReflection:
      return visit.template operator()<GridPadding::kReflection>();
    default:
      return visit.template operator()<GridPadding::kZeros>();
  }
}

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();
