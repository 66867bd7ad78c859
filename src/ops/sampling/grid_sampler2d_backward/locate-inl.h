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
    const Axis axisX(args.input.dims[3], args.alignCorners);
    const Axis axisY(args.input.dims[2], args.alignCorners);
    return args.interpolation == GridInterpolation::kNearest
               ? LocateAll<kPadding, true>(axisX, axisY, pairs, count, points)
               : LocateAll<kPadding, false>(axisX, axisY, pairs, count, points);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();
