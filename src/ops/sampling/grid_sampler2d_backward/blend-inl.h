// SPDX-License-Identifier: Apache-2.0
//
// The inner loops: a few samples against the packed pixels of a tile. Include after simd/per_target.h.
#pragma once

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <array>
#include <cstdint>

#include "ops/sampling/grid_sampler2d_backward/samples.h"
#include "ops/sampling/grid_sampler2d_backward/tile-inl.h"
#include "simd/four_sums-inl.h"
#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {

// What the inner loops need to know of some samples.
struct Samples {
  Points points;
  // Those that touch a pixel: their numbers.
  PerSample<int32_t> active{};
  int64_t actives = 0;
  alignas(64) PerSample<int32_t> cells{};          // in the tile, in pixels
  int64_t spread = 0;                              // of these, from the first one to the last
  alignas(64) PerSample<double, kCorners> dots{};  // of each corner's pixel and the gradient
};

// Finds the cells of samples in the tile, and which of them touch a pixel.
inline void PlaceSamples(const Tile& tile, int64_t count, Samples& samples) {
  const hn::ScalableTag<int32_t> d;
  const auto set = [=](int64_t value) HWY_ATTR { return hn::Set(d, static_cast<int32_t>(value)); };
  int64_t actives = 0;
  auto first = set(INT32_MAX);
  auto last = set(INT32_MIN);
  for (size_t i = 0; i < static_cast<size_t>(count); i += hn::Lanes(d)) {
    const auto column = hn::Load(d, samples.points.column.data() + i);
    const auto row = hn::Sub(hn::Load(d, samples.points.row.data() + i), set(tile.owned.row - 1));
    const auto inRow = hn::Sub(column, set(tile.owned.column - 1));
    const auto cell = hn::Add(hn::Mul(row, set(tile.pitch)), inRow);
    hn::Store(cell, d, samples.cells.data() + i);
    first = hn::Min(first, cell);
    last = hn::Max(last, cell);
    const auto end = std::min(i + hn::Lanes(d), static_cast<size_t>(count));
    if (HWY_LIKELY(end == i + hn::Lanes(d) && hn::AllTrue(d, hn::Gt(column, set(Points::kNowhere))))) {
      hn::StoreU(hn::Iota(d, static_cast<int32_t>(i)), d, samples.active.data() + actives);
      actives += static_cast<int64_t>(hn::Lanes(d));
      continue;
    }
    for (size_t one = i; one < end; ++one) {
      samples.active[static_cast<size_t>(actives)] = static_cast<int32_t>(one);
      actives += samples.points.column[one] != Points::kNowhere ? 1 : 0;
    }
  }
  samples.actives = actives;
  samples.spread = int64_t{hn::GetLane(hn::MaxOfLanes(d, last))} - hn::GetLane(hn::MinOfLanes(d, first));
}

// Samples whose pixels are fetched ahead: the processor does not see random places coming. Those nearby it
// does.
inline constexpr int64_t kFetchedAhead = 8;
inline constexpr int64_t kNearbyPixels = 64;

template <int64_t kLanes, int64_t kPixels, typename T>
HWY_INLINE void FetchPixels(const T* pixels, int64_t cell, int64_t pitch) {
  constexpr int64_t kLine = 64 / sizeof(T);
  for (int64_t row = 0; row < kPixels; ++row) {
    const T* first = pixels + (cell + row * pitch) * kLanes;
    for (int64_t lane = 0; lane < kPixels * kLanes; lane += kLine) {
      hwy::Prefetch(first + lane);
    }
  }
}

// A narrow row in float64.
template <int64_t kLanes>
struct NarrowRow {
  static constexpr hn::CappedTag<double, kLanes> kTag{};
  static constexpr size_t kStep = hn::MaxLanes(kTag);
  using V = hn::Vec<hn::CappedTag<double, kLanes>>;

  explicit NarrowRow(const float* row) {
    const hn::Rebind<float, decltype(kTag)> floats;
    for (size_t lane = 0; lane < kLanes; lane += kStep) {
      vectors[lane / kStep] = hn::PromoteTo(kTag, hn::LoadU(floats, row + lane));
    }
  }

  // Adds it, weighted, to the sums of a pixel.
  void AddTo(double* sums, float weight) const {
    for (size_t lane = 0; lane < kLanes; lane += kStep) {
      const auto sum = hn::LoadU(kTag, sums + lane);
      hn::StoreU(MulAdd(kTag, hn::Set(kTag, double{weight}), vectors[lane / kStep], sum), kTag, sums + lane);
    }
  }

  std::array<V, kLanes / kStep> vectors;
};

// Bilinear: adds each sample's gradient, weighted, to the pixels around it, and multiplies it with them;
// either, or both. A corner of weight 0 takes part: an infinite gradient there gives NaN.
template <int64_t kLanes, bool kScatters, bool kGathers>
void BlendSamples(const float* gradients, const Tile& tile, bool fetches, Samples& samples) {
  constexpr size_t kSumLanes = kLanes > 16 ? 16 : kLanes;
  const hn::CappedTag<float, kSumLanes> d;
  using V = hn::Vec<decltype(d)>;
  constexpr size_t kStep = hn::MaxLanes(hn::CappedTag<float, kSumLanes>());
  constexpr size_t kSums = kSumLanes / kStep;
  // Copies: as far as the compiler knows, sums may be stored over the originals.
  const int64_t pitch = tile.pitch;
  float* const allSums = tile.sums;
  const float* const allInput = tile.input;
  [[maybe_unused]] double* const spilled = tile.spilled;
  [[maybe_unused]] uint8_t* const visits = tile.visits;
  const int32_t* const active = samples.active.data();
  const int32_t* const cells = samples.cells.data();
  const auto& weights = samples.points.weights;
  double* const allDots = samples.dots.data();
  const int64_t count = samples.actives;
  const int64_t fetched = fetches ? count - kFetchedAhead : 0;
  for (int64_t k = 0; k < count; ++k) {
    const int64_t i = active[k];
    const int64_t cell = cells[i];
    if (k < fetched) {
      const int64_t next = cells[active[k + kFetchedAhead]];
      if constexpr (kScatters && IsNarrow(kLanes)) {
        FetchPixels<kLanes, 2>(spilled, next, pitch);
      } else if constexpr (kScatters) {
        FetchPixels<kLanes, 2>(allSums, next, pitch);
      }
      if constexpr (kGathers) {
        FetchPixels<kLanes, 2>(allInput, next, pitch);
      }
    }
    const float* const gradient = gradients + i * kLanes;
    if constexpr (kScatters && IsNarrow(kLanes)) {
      const NarrowRow<kLanes> row(gradient);
      double* const north = spilled + cell * kLanes;
      double* const south = north + pitch * kLanes;
      row.AddTo(north, weights[0][static_cast<size_t>(i)]);
      row.AddTo(north + kLanes, weights[1][static_cast<size_t>(i)]);
      row.AddTo(south, weights[2][static_cast<size_t>(i)]);
      row.AddTo(south + kLanes, weights[3][static_cast<size_t>(i)]);
    } else if constexpr (kScatters) {
      if (HWY_UNLIKELY(++visits[cell] > kMostVisits)) {
        SpillCell(tile, cell, 2);
      }
    }
    [[maybe_unused]] float* const sums = allSums + cell * kLanes;
    [[maybe_unused]] const float* const input = allInput + cell * kLanes;
    std::array<V, kCorners> weight;
    std::array<std::array<V, kSums>, kCorners> dots;
    for (size_t corner = 0; corner < kCorners; ++corner) {
      weight[corner] = hn::Set(d, weights[corner][static_cast<size_t>(i)]);
    }
    for (size_t lane = 0; lane < kLanes; lane += kStep) {
      const auto g = hn::LoadU(d, gradient + lane);
      for (size_t corner = 0; corner < kCorners; ++corner) {
        const int64_t pixel = (corner / 2 == 1 ? pitch : 0) + (corner % 2 == 1 ? 1 : 0);
        const int64_t at = pixel * kLanes + static_cast<int64_t>(lane);
        if constexpr (kScatters && !IsNarrow(kLanes)) {
          hn::StoreU(MulAdd(d, weight[corner], g, hn::LoadU(d, sums + at)), d, sums + at);
        }
        if constexpr (kGathers) {
          auto& dot = dots[corner][lane / kStep % kSums];
          const auto value = hn::LoadU(d, input + at);
          dot = lane / kStep < kSums ? hn::Mul(value, g) : MulAdd(d, value, g, dot);
        }
      }
    }
    if constexpr (kGathers) {
      StoreFourSums(d, dots, allDots + static_cast<size_t>(i) * kCorners);
    }
  }
}

// Nearest: adds each sample's gradient to its pixel.
template <int64_t kLanes>
void AddSamples(const float* gradients, const Tile& tile, bool fetches, const Samples& samples) {
  const hn::CappedTag<float, kLanes> d;
  const Tile pixels = tile;
  const int64_t count = samples.actives;
  const int64_t fetched = fetches ? count - kFetchedAhead : 0;
  const int32_t* const active = samples.active.data();
  const int32_t* const cells = samples.cells.data();
  for (int64_t k = 0; k < count; ++k) {
    const int64_t i = active[k];
    const int64_t cell = cells[i];
    if (k < fetched) {
      const int64_t next = cells[active[k + kFetchedAhead]];
      if constexpr (IsNarrow(kLanes)) {
        FetchPixels<kLanes, 1>(pixels.spilled, next, pixels.pitch);
      } else {
        FetchPixels<kLanes, 1>(pixels.sums, next, pixels.pitch);
      }
    }
    if constexpr (IsNarrow(kLanes)) {
      NarrowRow<kLanes>(gradients + i * kLanes).AddTo(pixels.spilled + cell * kLanes, 1);
      continue;
    }
    if (HWY_UNLIKELY(++pixels.visits[cell] > kMostVisits)) {
      SpillCell(pixels, cell, 1);
    }
    float* const sums = pixels.sums + cell * kLanes;
    const float* const gradient = gradients + i * kLanes;
    for (int64_t lane = 0; lane < kLanes; lane += static_cast<int64_t>(hn::MaxLanes(d))) {
      hn::StoreU(hn::Add(hn::LoadU(d, sums + lane), hn::LoadU(d, gradient + lane)), d, sums + lane);
    }
  }
}

// The pair of gradients of each sample, by the chain rule. Corners outside of the image take no part; samples
// that touch no pixel have zeros.
inline void FinishPairs(int64_t height, int64_t width, int64_t count, const Samples& samples, float* pairs) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<int32_t, decltype(d)> ints;
  const hn::Rebind<float, decltype(d)> floats;
  const Points& points = samples.points;
  for (size_t i = 0; i < static_cast<size_t>(count); i += hn::Lanes(d)) {
    hn::Vec<decltype(d)> dot0;
    hn::Vec<decltype(d)> dot1;
    hn::Vec<decltype(d)> dot2;
    hn::Vec<decltype(d)> dot3;
    hn::LoadInterleaved4(d, samples.dots.data() + kCorners * i, dot0, dot1, dot2, dot3);
    const auto column = hn::PromoteTo(d, hn::Load(ints, points.column.data() + i));
    const auto row = hn::PromoteTo(d, hn::Load(ints, points.row.data() + i));
    const auto set = [=](int64_t value) HWY_ATTR { return hn::Set(d, static_cast<double>(value)); };
    const auto hasWest = hn::Gt(column, set(-1));
    const auto hasEast = hn::Lt(column, set(width - 1));
    const auto hasNorth = hn::Gt(row, set(-1));
    const auto hasSouth = hn::Lt(row, set(height - 1));
    const auto northWest = hn::IfThenElseZero(hn::And(hasNorth, hasWest), dot0);
    const auto northEast = hn::IfThenElseZero(hn::And(hasNorth, hasEast), dot1);
    const auto southWest = hn::IfThenElseZero(hn::And(hasSouth, hasWest), dot2);
    const auto southEast = hn::IfThenElseZero(hn::And(hasSouth, hasEast), dot3);

    const auto load = [=](const PerSample<float>& from)
                          HWY_ATTR { return hn::PromoteTo(d, hn::Load(floats, from.data() + i)); };
    const auto alongX = MulAdd(d, load(points.north), hn::Sub(northEast, northWest),
                               hn::Mul(load(points.south), hn::Sub(southEast, southWest)));
    const auto alongY = MulAdd(d, load(points.west), hn::Sub(southWest, northWest),
                               hn::Mul(load(points.east), hn::Sub(southEast, northEast)));
    const auto somewhere = hn::Gt(column, set(Points::kNowhere));
    const auto finish = [=](const PerSample<float>& slope, hn::Vec<decltype(d)> along) HWY_ATTR {
      return Demote(floats, hn::IfThenElseZero(somewhere, hn::Mul(load(slope), along)));
    };
    hn::StoreInterleaved2(finish(points.slopeX, alongX), finish(points.slopeY, alongY), floats,
                          pairs + 2 * i);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();
