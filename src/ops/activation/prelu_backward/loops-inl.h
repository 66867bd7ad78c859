// SPDX-License-Identifier: Apache-2.0
//
// The inner loops: gradInput, and the products for gradWeight in lanes. For the file that is compiled once
// for each instruction set; include after highway.h.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ops/activation/prelu_backward/kernel.h"
#include "simd/formats-inl.h"
#include "simd/streaming-inl.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_PRELU_LOOPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_PRELU_LOOPS_INL
#undef OPENACLNN_PRELU_LOOPS_INL
#else
#define OPENACLNN_PRELU_LOOPS_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

constexpr int64_t kLanes = kPreluLanes;

template <class Format>
constexpr int64_t LaneOf(int64_t position) {
  return (std::is_same_v<Format, Bfloat16> ? position / 2 : position) % kLanes;
}

// gradOutput * self where self is not positive, else 0: both factors of the others may be infinite or NaN.
// Exact in float64. So is that of two halves in float32, unless it leaves the range: above it, float64 takes
// over; what it loses below it is nothing to a half.
template <class Format, class D>
HWY_INLINE hn::Vec<hn::Rebind<double, D>> Leaked(D floats, hn::Vec<D> gradient, hn::Vec<D> input,
                                                 hn::Mask<D> positive) {
  const hn::Rebind<double, D> doubles;
  const auto inDouble = [=]() HWY_ATTR {
    return hn::Mul(hn::PromoteTo(doubles, hn::IfThenZeroElse(positive, gradient)),
                   hn::PromoteTo(doubles, hn::IfThenZeroElse(positive, input)));
  };
  if constexpr (std::is_same_v<Format, Float32>) {
    return inDouble();
  } else {
    const auto product = hn::IfThenZeroElse(positive, hn::Mul(gradient, input));
    const auto promoted = hn::PromoteTo(doubles, product);
    if constexpr (std::is_same_v<Format, Bfloat16>) {
      if (HWY_UNLIKELY(!hn::AllTrue(floats, hn::Lt(hn::Abs(product), hn::Inf(floats))))) {
        const auto inRange = hn::Lt(hn::Abs(promoted), hn::Inf(doubles));
        return hn::IfThenElse(inRange, promoted, inDouble());
      }
    }
    return promoted;
  }
}

// One multiplication, by exactly 1 where self is positive.
template <class D>
HWY_INLINE hn::Vec<D> GradInput(D floats, hn::Vec<D> gradient, hn::Mask<D> positive, hn::Vec<D> weight) {
  return hn::Mul(gradient, hn::IfThenElse(positive, hn::Set(floats, 1.0F), weight));
}

// Stores gradInput; returns the products for gradWeight.
template <class Format, class D>
HWY_INLINE hn::Vec<hn::Rebind<double, D>> ComputeVector(D floats, const typename Format::Element* gradOutput,
                                                        const typename Format::Element* self,
                                                        hn::Vec<D> weight,
                                                        typename Format::Element* gradInput) {
  const auto gradient = Format::Load(floats, gradOutput);
  const auto input = Format::Load(floats, self);
  const auto positive = hn::Gt(input, hn::Zero(floats));
  Format::Store(floats, GradInput(floats, gradient, positive, weight), gradInput);
  return Leaked<Format>(floats, gradient, input, positive);
}

// The rows of a tile, in the type of Format.
template <class Element>
struct TileRows {
  explicit TileRows(const PreluTile& tile)
      : gradOutput{static_cast<const Element*>(tile.gradOutput.data), tile.gradOutput.stride},
        self{static_cast<const Element*>(tile.self.data), tile.self.stride},
        gradInput{static_cast<Element*>(tile.gradInput.data), tile.gradInput.stride} {}

  Rows<const Element*> gradOutput;
  Rows<const Element*> self;
  Rows<Element*> gradInput;
};

template <class D>
HWY_INLINE bool AllFinite(D floats, hn::Vec<D> a, hn::Vec<D> b) {
  const hn::Rebind<uint32_t, D> bits;
  const auto largest = hn::Max(hn::BitCast(bits, hn::Abs(a)), hn::BitCast(bits, hn::Abs(b)));
  return hn::AllTrue(floats, hn::Lt(hn::BitCast(floats, largest), hn::Inf(floats)));
}

// Elements of a channel, in vectors; returns how many.
template <class Format, class D64>
int64_t ComputeRun(D64 doubles, const typename Format::Element* gradOutput,
                   const typename Format::Element* self, float weight, int64_t count,
                   typename Format::Element* out, double* lanes) {
  const hn::Rebind<float, D64> floats;
  constexpr auto kVectorLanes = static_cast<int64_t>(hn::MaxLanes(D64()));
  constexpr size_t kVectors = kLanes / kVectorLanes;
  hn::Vec<D64> sums[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    sums[v] = hn::LoadU(doubles, lanes + static_cast<int64_t>(v) * kVectorLanes);
  }
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (size_t v = 0; v < kVectors; ++v) {
      const int64_t at = i + static_cast<int64_t>(v) * kVectorLanes;
      sums[v] = hn::Add(sums[v], ComputeVector<Format>(floats, gradOutput + at, self + at,
                                                       hn::Set(floats, weight), out + at));
    }
  }
  for (size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(sums[v], doubles, lanes + static_cast<int64_t>(v) * kVectorLanes);
  }
  return i;
}

#if HWY_TARGET != HWY_SCALAR
// The same for BFLOAT16, by pairs.
template <class D64>
int64_t ComputePairs(D64 doubles, const uint16_t* gradOutput, const uint16_t* self, float weight,
                     int64_t count, uint16_t* out, double* lanes) {
  const hn::Repartition<float, D64> floats;
  const hn::Half<decltype(floats)> half;
  constexpr auto kVectorLanes = static_cast<int64_t>(hn::MaxLanes(D64()));
  constexpr size_t kVectors = kLanes / kVectorLanes;
  constexpr int64_t kPairs = std::max(kLanes, 2 * kVectorLanes);
  const auto weights = hn::Set(floats, weight);
  hn::Vec<D64> sums[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    sums[v] = hn::LoadU(doubles, lanes + static_cast<int64_t>(v) * kVectorLanes);
  }
  int64_t i = 0;
  for (; i + 2 * kPairs <= count; i += 2 * kPairs) {
    for (int64_t pair = 0; pair < kPairs; pair += 2 * kVectorLanes) {
      const int64_t at = i + 2 * pair;
      const auto gradient = Bfloat16::LoadPairs(floats, gradOutput + at);
      const auto input = Bfloat16::LoadPairs(floats, self + at);
      const auto evenPositive = hn::Gt(input.even, hn::Zero(floats));
      const auto oddPositive = hn::Gt(input.odd, hn::Zero(floats));
      Bfloat16::StorePairs(floats,
                           {GradInput(floats, gradient.even, evenPositive, weights),
                            GradInput(floats, gradient.odd, oddPositive, weights)},
                           out + at);
      auto& lower = sums[static_cast<size_t>(pair / kVectorLanes) % kVectors];
      auto& upper = sums[static_cast<size_t>(pair / kVectorLanes + 1) % kVectors];
      const auto even = hn::IfThenZeroElse(evenPositive, hn::Mul(gradient.even, input.even));
      const auto odd = hn::IfThenZeroElse(oddPositive, hn::Mul(gradient.odd, input.odd));
      if (HWY_LIKELY(AllFinite(floats, even, odd))) {
        lower = hn::Add(lower, hn::PromoteTo(doubles, hn::LowerHalf(half, even)));
        lower = hn::Add(lower, hn::PromoteTo(doubles, hn::LowerHalf(half, odd)));
        upper = hn::Add(upper, hn::PromoteTo(doubles, hn::UpperHalf(half, even)));
        upper = hn::Add(upper, hn::PromoteTo(doubles, hn::UpperHalf(half, odd)));
      } else {
        const auto lowerHalf = [=](auto vector) HWY_ATTR { return hn::LowerHalf(half, vector); };
        const auto upperHalf = [=](auto vector) HWY_ATTR { return hn::UpperHalf(half, vector); };
        const auto leaked = [=](auto part, const auto& g, const auto& x) HWY_ATTR {
          const auto gradients = part(g);
          const auto inputs = part(x);
          return Leaked<Bfloat16>(half, gradients, inputs, hn::Gt(inputs, hn::Zero(half)));
        };
        lower = hn::Add(lower, leaked(lowerHalf, gradient.even, input.even));
        lower = hn::Add(lower, leaked(lowerHalf, gradient.odd, input.odd));
        upper = hn::Add(upper, leaked(upperHalf, gradient.even, input.even));
        upper = hn::Add(upper, leaked(upperHalf, gradient.odd, input.odd));
      }
    }
  }
  for (size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(sums[v], doubles, lanes + static_cast<int64_t>(v) * kVectorLanes);
  }
  return i;
}
#endif

// Rows are channels: lanes[row][lane].
template <class Format>
void ComputeChannelsOf(const PreluTile& tile, const float* weights, double* lanes) {
  const hn::CappedTag<double, kLanes> doubles;
  const hn::CappedTag<float, 1> one;
  const TileRows<typename Format::Element> rows(tile);
  for (int64_t row = 0; row < tile.rows; ++row, lanes += kLanes) {
    const auto* gradOutput = rows.gradOutput.data + row * rows.gradOutput.stride;
    const auto* self = rows.self.data + row * rows.self.stride;
    auto* out = rows.gradInput.data + row * rows.gradInput.stride;
    int64_t i = 0;
    if constexpr (!std::is_same_v<Format, Bfloat16>) {
      i = ComputeRun<Format>(doubles, gradOutput, self, weights[row], tile.columns, out, lanes);
    } else {
#if HWY_TARGET != HWY_SCALAR
      i = ComputePairs(doubles, gradOutput, self, weights[row], tile.columns, out, lanes);
      i += ComputePairs(hn::CappedTag<double, kLanes / 2>(), gradOutput + i, self + i, weights[row],
                        tile.columns - i, out + i, lanes);
#endif
    }
    for (; i < tile.columns; ++i) {
      lanes[LaneOf<Format>(i)] += hn::GetLane(
          ComputeVector<Format>(one, gradOutput + i, self + i, hn::Set(one, weights[row]), out + i));
    }
  }
}

// kRows rows of one lane, whose sums are loaded and stored once.
template <class Format, int64_t kRows>
void ComputeRows(const TileRows<typename Format::Element>& rows, int64_t row, int64_t columns,
                 const float* weights, double* sums) {
  const auto* gradOutput = rows.gradOutput.data + row * rows.gradOutput.stride;
  const auto* self = rows.self.data + row * rows.self.stride;
  auto* out = rows.gradInput.data + row * rows.gradInput.stride;
  ForEachVector(
      hn::Rebind<float, hn::CappedTag<double, kLanes>>(), columns, [=](auto floats, int64_t i) HWY_ATTR {
        const hn::Rebind<double, decltype(floats)> doubles;
        const auto weight = hn::LoadU(floats, weights + i);
        auto sum = hn::LoadU(doubles, sums + i);
        for (int64_t r = 0; r < kRows; ++r) {
          sum = hn::Add(sum, ComputeVector<Format>(floats, gradOutput + r * rows.gradOutput.stride + i,
                                                   self + r * rows.self.stride + i, weight,
                                                   out + r * rows.gradInput.stride + i));
        }
        hn::StoreU(sum, doubles, sums + i);
      });
}

// Rows are positions: sums[lane][channel of a band].
template <class Format>
void ComputePositionsOf(const PreluTile& tile, const float* weights, const PreluLanes& lanes) {
  const TileRows<typename Format::Element> rows(tile);
  int64_t row = 0;
  if (lanes.count == 1) {
    for (; row + kPreluRowsAtOnce <= tile.rows; row += kPreluRowsAtOnce) {
      ComputeRows<Format, kPreluRowsAtOnce>(rows, row, tile.columns, weights, lanes.sums);
    }
  }
  for (; row < tile.rows; ++row) {
    const int64_t lane = lanes.count == 1 ? 0 : LaneOf<Format>(lanes.position + row);
    ComputeRows<Format, 1>(rows, row, tile.columns, weights, lanes.sums + lane * lanes.stride);
  }
}

void ComputeChannels(const PreluTile& tile, const float* weights, double* lanes) {
  VisitFormat(tile.dtype,
              [&](auto format) HWY_ATTR { ComputeChannelsOf<decltype(format)>(tile, weights, lanes); });
}

void ComputePositions(const PreluTile& tile, const float* weights, const PreluLanes& lanes) {
  VisitFormat(tile.dtype,
              [&](auto format) HWY_ATTR { ComputePositionsOf<decltype(format)>(tile, weights, lanes); });
}

// What was computed at tile.gradInput; without waiting for the stores.
void StreamTile(const PreluTile& tile, const Rows<void*>& to) {
  const auto size = static_cast<int64_t>(SizeOf(tile.dtype));
  auto* const destination = static_cast<std::byte*>(to.data);
  const auto* const source = static_cast<const std::byte*>(tile.gradInput.data);
  const bool together = to.stride == tile.columns && tile.gradInput.stride == tile.columns;
  const int64_t columns = together ? tile.rows * tile.columns : tile.columns;
  for (int64_t row = 0; row < (together ? 1 : tile.rows); ++row) {
    StreamCopy(destination + row * to.stride * size, source + row * tile.gradInput.stride * size,
               static_cast<size_t>(columns * size));
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_PRELU_LOOPS_INL
