// SPDX-License-Identifier: Apache-2.0
//
// Where samples lie along an axis of an image: in float32, in float64 for DOUBLE, and in the documented order of
// operations, which is PyTorch's: ties of nearest, borders and the edges of cells are where that order and its
// roundings put them. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <cstdint>

#include "ops/sampling/grid_modes.h"
#include "simd/whole_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {
namespace hn = hwy::HWY_NAMESPACE;

// Positions along one axis, in pixels, and their derivatives with respect to the grid values.
template <class V>
struct Coordinates {
  V position;
  V slope;
};

// One axis of the image.
template <typename T>
struct Axis {
  Axis(int64_t extent, bool aligned)
      : pixels(extent),
        size(static_cast<T>(extent)),
        last(static_cast<T>(extent - 1)),
        scale(aligned ? last : size),
        slope(scale / 2),
        alignCorners(aligned) {}

  int64_t pixels;
  T size;
  T last;
  T scale;
  T slope;  // of unnormalised positions
  bool alignCorners;
};

template <typename T, class V>
HWY_INLINE Coordinates<V> Unnormalise(const Axis<T>& axis, V value) {
  const hn::DFromV<V> d;
  const auto half = hn::Set(d, T{0.5});
  const auto scale = hn::Set(d, axis.scale);
  const auto one = hn::Set(d, T{1});
  const auto fromLeft = hn::Add(value, one);
  return {axis.alignCorners ? hn::Mul(hn::Mul(fromLeft, half), scale)
                            : hn::Mul(hn::Sub(hn::Mul(fromLeft, scale), one), half),
          hn::Set(d, axis.slope)};
}

// The border pixels' centres count as outside: slope 0. NaN stays.
template <typename T, class V>
HWY_INLINE Coordinates<V> Clip(const Axis<T>& axis, const Coordinates<V>& c) {
  const hn::DFromV<V> d;
  const auto last = hn::Set(d, axis.last);
  const auto below = hn::Le(c.position, hn::Zero(d));
  const auto above = hn::Ge(c.position, last);
  return {hn::IfThenZeroElse(below, hn::IfThenElse(above, last, c.position)),
          hn::IfThenZeroElse(hn::Or(below, above), c.slope)};
}

// Mirrors at the centres (alignCorners) or the outer edges of the border pixels. Infinity becomes NaN. What
// rounding leaves outside of the mirrors is to be clipped.
template <typename T, class V>
HWY_INLINE Coordinates<V> Reflect(const Axis<T>& axis, const Coordinates<V>& c) {
  const hn::DFromV<V> d;
  if (axis.scale == 0) {
    return {hn::Zero(d), hn::Zero(d)};
  }
  const auto wayAndBack = hn::Set(d, 2 * axis.scale);
  const auto low = hn::Set(d, axis.alignCorners ? T{0} : T{-0.5});
  const auto slope = hn::IfThenElse(hn::Lt(c.position, low), hn::Neg(c.slope), c.slope);
  auto there = hn::Abs(hn::Sub(c.position, low));
  if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Lt(there, wayAndBack)))) {
    there = hn::Sub(there, hn::Mul(RoundDown(hn::Div(there, wayAndBack)), wayAndBack));
  }
  const auto back = hn::Sub(wayAndBack, there);
  const auto turned = hn::Gt(there, back);
  return {hn::Add(hn::IfThenElse(turned, back, there), low), hn::IfThenElse(turned, hn::Neg(slope), slope)};
}

template <GridPadding kPadding, typename T, class V>
HWY_INLINE Coordinates<V> Locate(const Axis<T>& axis, V value) {
  const Coordinates<V> c = Unnormalise(axis, value);
  if constexpr (kPadding == GridPadding::kBorder) {
    return Clip(axis, c);
  } else if constexpr (kPadding == GridPadding::kReflection) {
    return Clip(axis, Reflect(axis, c));
  } else {
    return c;
  }
}

// Whole numbers from -1 to 2^31 - 1 as integers, which may be compared with extents that the floating-point type does
// not hold; `other` for those that are not in the mask.
template <class V>
HWY_INLINE auto IntegersOf(V pixel, hn::Mask<hn::DFromV<V>> mask, int32_t other) {
  const hn::DFromV<V> d;
  const hn::Rebind<int32_t, decltype(d)> ints;
  const auto pixels = hn::IfThenElse(mask, pixel, hn::Set(d, static_cast<hn::TFromV<V>>(other)));
  if constexpr (sizeof(hn::TFromV<V>) == sizeof(int32_t)) {
    return hn::ConvertTo(ints, pixels);
  } else {
    return hn::DemoteTo(ints, pixels);
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
