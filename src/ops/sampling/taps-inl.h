// SPDX-License-Identifier: Apache-2.0
//
// Which pixels along one axis a sample takes, and how much of each. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <array>
#include <cstdint>
#include <limits>

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
template <typename T>
struct Taps {
  alignas(64) std::array<PerSample<int32_t>, kMostTaps> pixels{};
  alignas(64) std::array<PerSample<T>, kMostTaps> weights{};
};

// The weights of four neighbouring pixels, `t` behind the second: cubic convolution with A = -3/4 (Keys,
// "Cubic convolution interpolation for digital image processing", 1981), its polynomials as products, so that small
// weights are as exact as large ones.
template <class V>
HWY_INLINE std::array<V, kMostTaps> CubicWeights(V t) {
  const hn::DFromV<V> d;
  using T = hn::TFromV<V>;
  const auto one = hn::Set(d, T{1});
  const auto s = hn::Sub(one, t);
  const auto far = hn::Mul(hn::Mul(hn::Set(d, T{-0.75}), t), s);
  const auto near = [&](V x, V rest) HWY_ATTR {
    const auto square = hn::Mul(hn::Mul(hn::Set(d, T{1.25}), x), x);
    return hn::Mul(rest, hn::Sub(hn::Add(one, x), square));
  };
  return {hn::Mul(far, s), near(t, s), near(s, t), hn::Mul(far, t)};
}

template <GridPadding kPadding, typename T, class V>
HWY_INLINE V PadPixel(const Axis<T>& axis, V pixel) {
  const Coordinates<V> c{pixel, pixel};
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
template <GridPadding kPadding, GridInterpolation kMode, typename T>
void LocateTaps(const Axis<T>& axis, const T* values, Taps<T>& taps) {
  const hn::ScalableTag<T> d;
  const hn::Rebind<int32_t, decltype(d)> ints;
  using V = hn::Vec<decltype(d)>;
  const auto extent = hn::Set(ints, static_cast<int32_t>(axis.pixels));
  const auto none = hn::Set(ints, -1);
  // NaN is in no image. Which of the pixels are is known from the integers: -1 for those that are not.
  const auto storePixel = [&](size_t tap, size_t i, V pixel) HWY_ATTR {
    const auto inside = hn::And(hn::Ge(pixel, hn::Zero(d)), hn::Lt(pixel, hn::Set(d, axis.size)));
    const auto place = IntegersOf(pixel, inside, -1);
    const auto there = hn::IfThenElse(hn::Lt(place, extent), place, none);
    hn::Store(there, ints, taps.pixels[tap].data() + i);
    return inside;
  };
  const auto store = [&](size_t tap, size_t i, V pixel, V weight) HWY_ATTR {
    hn::Store(hn::IfThenElseZero(storePixel(tap, i, pixel), weight), d, taps.weights[tap].data() + i);
  };
  const auto one = hn::Set(d, T{1});
  for (size_t i = 0; i < static_cast<size_t>(kTileSamples); i += hn::Lanes(d)) {
    const auto value = hn::Load(d, values + i);
    if constexpr (kMode == GridInterpolation::kBicubic) {
      const auto position = Unnormalise(axis, value).position;
      const auto counts = hn::Lt(hn::Abs(position), hn::Set(d, std::numeric_limits<T>::infinity()));
      const auto second = RoundDown(position);
      const auto weights = CubicWeights(hn::Sub(position, second));
      for (size_t tap = 0; tap < kMostTaps; ++tap) {
        const auto pixel = hn::Add(second, hn::Set(d, static_cast<T>(tap) - 1));
        store(tap, i, hn::IfThenElse(counts, PadPixel<kPadding>(axis, pixel), hn::Set(d, T{-1})),
              weights[tap]);
      }
    } else {
      const auto position = Locate<kPadding>(axis, value).position;
      if constexpr (kMode == GridInterpolation::kNearest) {
        storePixel(0, i, RoundEven(position));
      } else {
        const auto first = RoundDown(position);
        const auto second = hn::Sub(position, first);
        store(0, i, first, hn::Sub(one, second));
        store(1, i, hn::Add(first, one), second);
      }
    }
  }
}

[[nodiscard]] inline size_t TapsOf(GridInterpolation mode) {
  return mode == GridInterpolation::kNearest ? 1 : mode == GridInterpolation::kBilinear ? 2 : kMostTaps;
}

template <typename T>
void LocateTaps(GridInterpolation mode, GridPadding padding, const Axis<T>& axis, const T* values,
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
