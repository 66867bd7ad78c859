// SPDX-License-Identifier: Apache-2.0
//
// Which pixels along one axis a sample takes, and how much of each. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ops/sampling/grid_modes.h"
#include "ops/sampling/location-inl.h"
#include "ops/sampling/sample_tiles.h"
#include "simd/formats-inl.h"
#include "simd/whole_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {
namespace hn = hwy::HWY_NAMESPACE;
using openaclnn::grid_sampler::kTileSamples;
using openaclnn::grid_sampler::PerSample;

inline constexpr size_t kMostTaps = 4;

// Of a tile of samples. What is outside of the image has a negative pixel and weight 0. A nearest pixel has
// no weight.
template <class T>
struct Taps {
  alignas(64) std::array<PerSample<int32_t>, kMostTaps> pixels{};
  alignas(64) std::array<PerSample<T>, kMostTaps> weights{};
};

// The weights of four neighbouring pixels, `t` behind the second: cubic convolution with A = -3/4 (Keys,
// "Cubic convolution interpolation for digital image processing", 1981).
inline std::array<DoubleVector, kMostTaps> CubicWeights(DoubleVector t) {
  const Doubles d;
  constexpr double kA = -0.75;
  const auto set = [=](double value) HWY_ATTR { return hn::Set(d, value); };
  const auto near = [&](DoubleVector x) HWY_ATTR {
    const auto line = hn::Sub(hn::Mul(set(kA + 2), x), set(kA + 3));
    return hn::Add(hn::Mul(hn::Mul(line, x), x), set(1));
  };
  const auto far = [&](DoubleVector x) HWY_ATTR {
    const auto line = hn::Sub(hn::Mul(set(kA), x), set(5 * kA));
    const auto square = hn::Add(hn::Mul(line, x), set(8 * kA));
    return hn::Sub(hn::Mul(square, x), set(4 * kA));
  };
  return {far(hn::Add(t, set(1))), near(t), near(hn::Sub(set(1), t)), far(hn::Sub(set(2), t))};
}

template <GridPadding kPadding>
HWY_INLINE DoubleVector PadPixel(const Axis& axis, DoubleVector pixel) {
  const Coordinates c{pixel, pixel};
  if constexpr (kPadding == GridPadding::kBorder) {
    return Clip(axis, c).position;
  } else if constexpr (kPadding == GridPadding::kReflection) {
    return Clip(axis, Reflect(axis, c)).position;
  } else {
    return pixel;
  }
}

// Of kTileSamples samples by their grid values. Samples at NaN, and for bicubic at infinities, have no
// pixels.
template <GridPadding kPadding, GridInterpolation kMode, class T>
void LocateTaps(const Axis& axis, const double* values, Taps<T>& taps) {
  const Doubles d;
  const hn::Rebind<int32_t, Doubles> ints;
  // NaN is in no image.
  const auto isInside = [&](DoubleVector pixel) HWY_ATTR {
    return hn::And(hn::Ge(pixel, hn::Zero(d)), hn::Lt(pixel, hn::Set(d, axis.size)));
  };
  const auto storePixel = [&](size_t tap, size_t i, DoubleVector pixel, DoubleMask inside) HWY_ATTR {
    hn::Store(hn::DemoteTo(ints, hn::IfThenElse(inside, pixel, hn::Set(d, -1))), ints,
              taps.pixels[tap].data() + i);
  };
  const auto store = [&](size_t tap, size_t i, DoubleVector pixel, DoubleVector weight, DoubleMask inside)
                         HWY_ATTR {
                           storePixel(tap, i, pixel, inside);
                           const auto used = hn::IfThenElseZero(inside, weight);
                           if constexpr (std::is_same_v<T, double>) {
                             hn::Store(used, d, taps.weights[tap].data() + i);
                           } else {
                             const hn::Rebind<float, Doubles> floats;
                             hn::Store(Demote(floats, used), floats, taps.weights[tap].data() + i);
                           }
                         };
  const auto one = hn::Set(d, 1);
  for (size_t i = 0; i < static_cast<size_t>(kTileSamples); i += hn::Lanes(d)) {
    const auto value = hn::Load(d, values + i);
    if constexpr (kMode == GridInterpolation::kBicubic) {
      const auto position = Unnormalise(axis, value).position;
      const auto counts = hn::Lt(hn::Abs(position), hn::Set(d, std::numeric_limits<double>::infinity()));
      const auto second = RoundDown(position);
      const auto weights = CubicWeights(hn::Sub(position, second));
      for (size_t tap = 0; tap < kMostTaps; ++tap) {
        const auto pixel = hn::Add(second, hn::Set(d, static_cast<double>(tap) - 1));
        const auto padded = PadPixel<kPadding>(axis, pixel);
        store(tap, i, padded, weights[tap], hn::And(counts, isInside(padded)));
      }
    } else {
      const auto position = Locate<kPadding>(axis, value).position;
      if constexpr (kMode == GridInterpolation::kNearest) {
        const auto pixel = RoundEven(position);
        storePixel(0, i, pixel, isInside(pixel));
      } else {
        const auto first = RoundDown(position);
        const auto next = hn::Add(first, one);
        const auto second = hn::Sub(position, first);
        store(0, i, first, hn::Sub(one, second), isInside(first));
        store(1, i, next, second, isInside(next));
      }
    }
  }
}

[[nodiscard]] inline size_t TapsOf(GridInterpolation mode) {
  return mode == GridInterpolation::kNearest ? 1 : mode == GridInterpolation::kBilinear ? 2 : kMostTaps;
}

template <class T>
void LocateTaps(GridInterpolation mode, GridPadding padding, const Axis& axis, const double* values,
                Taps<T>& taps) {
  VisitPadding(padding, [&]<GridPadding kPadding>() HWY_ATTR {
    switch (mode) {
      case GridInterpolation::kNearest:
        return LocateTaps<kPadding, GridInterpolation::kNearest>(axis, values, taps);
      case GridInterpolation::kBicubic:
        return LocateTaps<kPadding, GridInterpolation::kBicubic>(axis, values, taps);
      default:
        return LocateTaps<kPadding, GridInterpolation::kBilinear>(axis, values, taps);
    }
  });
}

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();
