// SPDX-License-Identifier: Apache-2.0
//
// Sums over neighbouring float32 numbers, in lanes (simd/lane_sums.h), and from them means and variances.
// Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "simd/fused-inl.h"
#include "simd/lane_sums-inl.h"

namespace openaclnn {
// Of some elements: how many, their mean, and the sum of the squares of their distances from it.
struct Moments {
  double count = 0;
  double mean = 0;
  double squares = 0;

  // Both sets together (Chan, Golub, LeVeque, "Algorithms for computing the sample variance", 1983).
  void Merge(const Moments& other) {
    const double all = count + other.count;
    if (all == 0) {
      return;
    }
    const double distance = other.mean - mean;
    const double share = other.count / all;
    mean += distance * share;
    squares += other.squares + distance * distance * count * share;
    count = all;
  }
};
}  // namespace openaclnn

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// All lanes of a vector, or the first ones of the last vectors: what is no element counts as 0.
struct AllLanes {
  static HWY_INLINE hn::Vec<LaneTag> Keep(hn::Vec<LaneTag> value) { return value; }
};
struct FirstLanes {
  size_t count;
  [[nodiscard]] HWY_INLINE hn::Vec<LaneTag> Keep(hn::Vec<LaneTag> value) const {
    return hn::IfThenElseZero(hn::FirstN(LaneTag(), count), value);
  }
};

// Calls body(vector of the lanes, used lanes, element of each input...) for elements [0, count): element i
// belongs to lane i mod kSumLanes.
template <class Body, class... Inputs>
HWY_INLINE void ForEachLaneVector(int64_t count, const Body& body, const Inputs*... inputs) {
  const LaneTag floats;
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(LaneTag()));
  int64_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    for (size_t v = 0; v < kLaneVectors; ++v) {
      body(v, AllLanes(), hn::LoadU(floats, inputs + i + static_cast<int64_t>(v) * kLanes)...);
    }
  }
  if (i < count) {
    // Nothing beyond the inputs is read.
    using Padded = std::array<float, static_cast<size_t>(kSumLanes)>;
    const auto pad = [=](const float* input) {
      Padded padded{};
      std::copy(input + i, input + count, padded.begin());
      return padded;
    };
    const auto vectors = [&](const auto&... padded) HWY_ATTR {
      for (size_t v = 0; v < kLaneVectors; ++v) {
        const int64_t first = static_cast<int64_t>(v) * kLanes;
        const int64_t used = std::clamp(count - i - first, int64_t{0}, kLanes);
        body(v, FirstLanes{static_cast<size_t>(used)}, hn::LoadU(floats, padded.data() + first)...);
      }
    };
    vectors(pad(inputs)...);
  }
}

struct LaneSums {
  hn::Vec<LaneTag> lanes[kLaneVectors];

  HWY_INLINE LaneSums() {
    for (auto& lane : lanes) {
      lane = hn::Zero(LaneTag());
    }
  }
  [[nodiscard]] double Fold() const { return FoldLanes(lanes); }
};

// The moments of at most kSumBlock numbers: about a centre near their mean, that of the first few, so that a
// mean much larger than the deviation costs no digits.
inline Moments MomentsOfBlock(const float* values, int64_t count) {
  const LaneTag floats;
  const auto number = static_cast<double>(count);
  const int64_t first = std::min(count, kSumLanes);
  LaneSums sums;
  ForEachLaneVector(
      first, [&](size_t v, auto, auto value) HWY_ATTR { sums.lanes[v] = value; }, values);
  const auto average = static_cast<float>(sums.Fold() / static_cast<double>(first));
  const auto centre = hn::Set(floats, average);
  LaneSums distances;
  LaneSums squares;
  ForEachLaneVector(
      count,
      [&](size_t v, auto used, auto value) HWY_ATTR {
        const auto distance = used.Keep(hn::Sub(value, centre));
        distances.lanes[v] = hn::Add(distances.lanes[v], distance);
        squares.lanes[v] = MulAdd(floats, distance, distance, squares.lanes[v]);
      },
      values);
  const double offset = distances.Fold() / number;
  const double square = squares.Fold() - offset * offset * number;
  return {number, static_cast<double>(average) + offset, square < 0 ? 0 : square};
}

// The sum of the squares of at most kSumBlock numbers.
inline double SquaresOfBlock(const float* values, int64_t count) {
  LaneSums squares;
  ForEachLaneVector(
      count,
      [&](size_t v, auto, auto value)
          HWY_ATTR { squares.lanes[v] = MulAdd(LaneTag(), value, value, squares.lanes[v]); },
      values);
  return squares.Fold();
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
