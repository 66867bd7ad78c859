// SPDX-License-Identifier: Apache-2.0
//
// The samples of a tile from the pixels of an image: along a row of the image first, then across the rows. Include
// after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ops/sampling/sample_tiles.h"
#include "ops/sampling/taps-inl.h"
#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {
namespace hn = hwy::HWY_NAMESPACE;

using openaclnn::grid_sampler::kMostLanes;

// Some neighbouring samples of an image, and what is known of them.
template <class T>
struct SampleTile {
  int64_t begin;
  int64_t count;
  Taps<T> x;
  Taps<T> y;
};

// The pixels of an image as rows of float32, channels side by side.
struct PixelRows {
  const float* data;
  int64_t rowPitch;
  int64_t pixelPitch;
  int64_t lanes;
  bool hasZeros;  // a row of zeros lies in front
};

// Calls visit with the number of taps as a constant: 1, 2 or 4.
template <class Visit>
HWY_INLINE void VisitTaps(size_t taps, const Visit& visit) {
  switch (taps) {
    case 1:
      return visit(std::integral_constant<size_t, 1>());
    case 2:
      return visit(std::integral_constant<size_t, 2>());
    default:
      return visit(std::integral_constant<size_t, kMostTaps>());
  }
}

// Of each tap of a tile's samples, where its row begins: that of the zeros where it is outside.
template <size_t kTaps>
using Places = std::array<PerSample<int32_t>, kTaps * kTaps>;

template <size_t kTaps>
HWY_INLINE void FindPlaces(const PixelRows& pixels, const SampleTile<float>& tile, Places<kTaps>& places) {
  const hn::ScalableTag<int32_t> ints;
  const auto rowPitch = hn::Set(ints, static_cast<int32_t>(pixels.rowPitch));
  const auto pixelPitch = hn::Set(ints, static_cast<int32_t>(pixels.pixelPitch));
  const auto zeros = hn::Set(ints, static_cast<int32_t>(-pixels.lanes));
  for (size_t i = 0; i < static_cast<size_t>(tile.count); i += hn::Lanes(ints)) {
    for (size_t r = 0; r < kTaps; ++r) {
      const auto y = hn::LoadU(ints, tile.y.pixels[r].data() + i);
      const auto row = hn::Mul(y, rowPitch);
      for (size_t c = 0; c < kTaps; ++c) {
        const auto x = hn::LoadU(ints, tile.x.pixels[c].data() + i);
        const auto outside = hn::Lt(hn::Or(x, y), hn::Zero(ints));
        const auto place = hn::Add(row, hn::Mul(x, pixelPitch));
        hn::StoreU(hn::IfThenElse(outside, zeros, place), ints, places[r * kTaps + c].data() + i);
      }
    }
  }
}

// By the row of each tap. kLanes: those of a vector at most.
template <int64_t kLanes, size_t kTaps, class RowOf>
HWY_INLINE void SampleByRows(const SampleTile<float>& tile, int64_t lanes, float* rows, const RowOf& rowOf) {
  const hn::CappedTag<float, kLanes> floats;
  using V = hn::Vec<decltype(floats)>;
  const auto step = static_cast<int64_t>(hn::MaxLanes(floats));
  for (int64_t i = 0; i < tile.count; ++i) {
    const auto at = static_cast<size_t>(i);
    std::array<std::array<const float*, kTaps>, kTaps> taps;
    for (size_t r = 0; r < kTaps; ++r) {
      for (size_t c = 0; c < kTaps; ++c) {
        taps[r][c] = rowOf(r, c, at);
      }
    }
    for (int64_t lane = 0; lane < lanes; lane += step) {
      if constexpr (kTaps == 1) {
        hn::StoreU(WithOneNan(floats, hn::LoadU(floats, taps[0][0] + lane)), floats, rows + i * lanes + lane);
        continue;
      }
      V sum = hn::Zero(floats);
      for (size_t r = 0; r < kTaps; ++r) {
        V line = hn::Mul(hn::Set(floats, tile.x.weights[0][at]), hn::LoadU(floats, taps[r][0] + lane));
        for (size_t c = 1; c < kTaps; ++c) {
          line = MulAdd(floats, hn::Set(floats, tile.x.weights[c][at]), hn::LoadU(floats, taps[r][c] + lane),
                        line);
        }
        const V weight = hn::Set(floats, tile.y.weights[r][at]);
        sum = r == 0 ? hn::Mul(weight, line) : MulAdd(floats, weight, line, sum);
      }
      hn::StoreU(WithOneNan(floats, sum), floats, rows + i * lanes + lane);
    }
  }
}

template <int64_t kLanes, size_t kTaps>
void SampleWithLanes(const PixelRows& pixels, const SampleTile<float>& tile, float* rows) {
  const float* const data = pixels.data;
  if (pixels.hasZeros) {
    alignas(64) Places<kTaps> places;
    FindPlaces<kTaps>(pixels, tile, places);
    SampleByRows<kLanes, kTaps>(tile, pixels.lanes, rows, [&](size_t r, size_t c, size_t at) HWY_ATTR {
      return data + places[r * kTaps + c][at];
    });
    return;
  }
  alignas(64) static constexpr std::array<float, kMostLanes> kZeros{};
  SampleByRows<kLanes, kTaps>(tile, pixels.lanes, rows, [&](size_t r, size_t c, size_t at) HWY_ATTR {
    const int64_t y = tile.y.pixels[r][at];
    const int64_t x = tile.x.pixels[c][at];
    return (y | x) < 0 ? kZeros.data() : data + y * pixels.rowPitch + x * pixels.pixelPitch;
  });
}

// Of a single channel: samples are lanes.
template <size_t kTaps>
void GatherSamples(const PixelRows& pixels, const SampleTile<float>& tile, float* results) {
  const hn::ScalableTag<float> floats;
  const hn::RebindToSigned<decltype(floats)> ints;
  using V = hn::Vec<decltype(floats)>;
  const auto rowPitch = hn::Set(ints, static_cast<int32_t>(pixels.rowPitch));
  const auto pixelPitch = hn::Set(ints, static_cast<int32_t>(pixels.pixelPitch));
  for (size_t i = 0; i < static_cast<size_t>(tile.count); i += hn::Lanes(floats)) {
    V sum = hn::Zero(floats);
    for (size_t r = 0; r < kTaps; ++r) {
      const auto y = hn::LoadU(ints, tile.y.pixels[r].data() + i);
      const auto row = hn::Mul(y, rowPitch);
      V line = hn::Zero(floats);
      for (size_t c = 0; c < kTaps; ++c) {
        const auto x = hn::LoadU(ints, tile.x.pixels[c].data() + i);
        const auto outside = hn::Lt(hn::Or(x, y), hn::Zero(ints));
        const auto place = hn::IfThenZeroElse(outside, hn::Add(row, hn::Mul(x, pixelPitch)));
        const V value =
            hn::IfThenZeroElse(hn::RebindMask(floats, outside), hn::GatherIndex(floats, pixels.data, place));
        if constexpr (kTaps == 1) {
          line = value;
          continue;
        }
        const V weight = hn::LoadU(floats, tile.x.weights[c].data() + i);
        line = c == 0 ? hn::Mul(weight, value) : MulAdd(floats, weight, value, line);
      }
      if constexpr (kTaps == 1) {
        sum = line;
        continue;
      }
      const V weight = hn::LoadU(floats, tile.y.weights[r].data() + i);
      sum = r == 0 ? hn::Mul(weight, line) : MulAdd(floats, weight, line, sum);
    }
    hn::StoreU(WithOneNan(floats, sum), floats, results + i);
  }
}

// The samples of a tile as rows of as many lanes. `height` and `width`: those of the image.
inline void SamplePixels(const PixelRows& pixels, int64_t height, int64_t width, size_t taps,
                         const SampleTile<float>& tile, float* rows) {
  constexpr int64_t kFarthest = INT32_MAX;
  VisitTaps(taps, [&](auto count) HWY_ATTR {
    constexpr size_t kTaps = decltype(count)::value;
    switch (pixels.lanes) {
      case 1:
        return height * pixels.rowPitch + width * pixels.pixelPitch > kFarthest
                   ? SampleWithLanes<1, kTaps>(pixels, tile, rows)
                   : GatherSamples<kTaps>(pixels, tile, rows);
      case 4:
        return SampleWithLanes<4, kTaps>(pixels, tile, rows);
      case 8:
        return SampleWithLanes<8, kTaps>(pixels, tile, rows);
      default:
        return SampleWithLanes<16, kTaps>(pixels, tile, rows);
    }
  });
}

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();
