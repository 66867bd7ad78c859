// SPDX-License-Identifier: Apache-2.0
//
// Where the samples of a tile lie in the image. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <cstdint>

#include "ops/sampling/grid_sampler2d_backward/kernel.h"
#include "ops/sampling/grid_sampler2d_backward/samples.h"
#include "ops/sampling/location-inl.h"
#include "simd/formats-inl.h"
#include "simd/whole_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::grid_sampler;  // NOLINT(google-build-using-namespace): the room's own, outside of
                                          // targets

// The pixels that samples take, ties to even, or the lower ones of the two that they lie between, as integers;
// kNowhere if the pixel is not in the image, or the upper one of the two is not. NaN is nowhere.
template <bool kNearest, class V>
HWY_INLINE auto PixelsOf(const Axis<float>& axis, V pixel) {
  const hn::DFromV<V> d;
  const hn::Rebind<int32_t, decltype(d)> ints;
  const auto inside =
      hn::And(hn::Ge(pixel, hn::Set(d, kNearest ? 0.0F : -1.0F)), hn::Lt(pixel, hn::Set(d, axis.size)));
  const auto place = IntegersOf(pixel, inside, Points::kNowhere);
  return hn::IfThenElse(hn::Lt(place, hn::Set(ints, static_cast<int32_t>(axis.pixels))), place,
                        hn::Set(ints, Points::kNowhere));
}

template <GridPadding kPadding, bool kNearest>
void LocateAll(const Axis<float> axisX, const Axis<float> axisY, const float* pairs, int64_t count,
               Points& points) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<int32_t, decltype(d)> ints;
  using V = hn::Vec<decltype(d)>;
  const auto nowhere = hn::Set(ints, Points::kNowhere);
  const auto one = hn::Set(d, 1.0F);
  static_assert(kTileSamples % hn::MaxLanes(d) == 0);
  for (size_t i = 0; i < static_cast<size_t>(count); i += hn::Lanes(d)) {
    V xs;
    V ys;
    hn::LoadInterleaved2(d, pairs + 2 * i, xs, ys);
    const Coordinates<V> x = Locate<kPadding>(axisX, xs);
    const Coordinates<V> y = Locate<kPadding>(axisY, ys);
    const auto x0 = kNearest ? RoundEven(x.position) : RoundDown(x.position);
    const auto y0 = kNearest ? RoundEven(y.position) : RoundDown(y.position);
    const auto column = PixelsOf<kNearest>(axisX, x0);
    const auto row = PixelsOf<kNearest>(axisY, y0);
    const auto isNowhere = hn::Or(hn::Eq(column, nowhere), hn::Eq(row, nowhere));
    hn::Store(hn::IfThenElse(isNowhere, nowhere, column), ints, points.column.data() + i);
    hn::Store(hn::IfThenElse(isNowhere, nowhere, row), ints, points.row.data() + i);
    if constexpr (!kNearest) {
      const auto east = hn::Sub(x.position, x0);
      const auto south = hn::Sub(y.position, y0);
      const auto west = hn::Sub(one, east);
      const auto north = hn::Sub(one, south);
      hn::Store(west, d, points.west.data() + i);
      hn::Store(east, d, points.east.data() + i);
      hn::Store(north, d, points.north.data() + i);
      hn::Store(south, d, points.south.data() + i);
      hn::Store(hn::Mul(west, north), d, points.weights[0].data() + i);
      hn::Store(hn::Mul(east, north), d, points.weights[1].data() + i);
      hn::Store(hn::Mul(west, south), d, points.weights[2].data() + i);
      hn::Store(hn::Mul(east, south), d, points.weights[3].data() + i);
      hn::Store(x.slope, d, points.slopeX.data() + i);
      hn::Store(y.slope, d, points.slopeY.data() + i);
    }
  }
}

// Locates a tile of samples by their pairs (x, y) of grid values. Reads and writes whole vectors: the numbers
// after the last sample, up to kTileSamples, may be anything, but must be there.
inline void LocatePoints(const GridSampler2DBackwardArgs& args, const float* pairs, int64_t count,
                         Points& points) {
  VisitPadding(args.padding, [&]<GridPadding kPadding>() HWY_ATTR {
    const Axis<float> axisX(args.input.dims[3], args.alignCorners);
    const Axis<float> axisY(args.input.dims[2], args.alignCorners);
    return args.interpolation == GridInterpolation::kNearest
               ? LocateAll<kPadding, true>(axisX, axisY, pairs, count, points)
               : LocateAll<kPadding, false>(axisX, axisY, pairs, count, points);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();
