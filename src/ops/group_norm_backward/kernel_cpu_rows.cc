// SPDX-License-Identifier: Apache-2.0
//
// The inner loops along rows: the positions of a channel.
//
// FLOAT is float64 per element: products of inputs from anywhere in the float32 range stay far inside its
// range, and (x - mean) keeps its digits however close the two are. Half types are float32 wherever that
// loses nothing that they could show, and float64 where it might.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "ops/group_norm_backward/kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/group_norm_backward/kernel_cpu_rows.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "base/formats-inl.h"
#include "ops/group_norm_backward/half_pairs-inl.h"
#include "ops/group_norm_backward/lanes-inl.h"
#include "ops/group_norm_backward/stream-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

constexpr int64_t kLanes = kGroupNormLanes;

struct RowCoefficients {
  double scale;
  double mean;
  double constant;
  double slope;
};

template <class D>
CoefficientVectors<D> FloatCoefficients(D floats, const RowCoefficients& by) {
  const hn::CappedTag<double, 1> one;
  const auto scale = FloatScale(one, hn::Set(one, by.scale), hn::Set(one, by.slope));
  const auto spread = [=](double value) HWY_ATTR { return hn::Set(floats, static_cast<float>(value)); };
  return {spread(hn::GetLane(scale)), spread(by.mean), spread(by.constant), spread(by.slope)};
}

template <class Format, bool kProducts>
GroupNormSums SumRow(const typename Format::Element* gradOut, const typename Format::Element* input,
                     double mean, int64_t count) {
  const hn::CappedTag<double, kLanes> doubles;
  constexpr size_t kVectors = kLanes / hn::MaxLanes(doubles);
  const auto means = hn::Set(doubles, mean);
  hn::Vec<decltype(doubles)> gradients[kVectors];
  hn::Vec<decltype(doubles)> products[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    gradients[v] = hn::Zero(doubles);
    products[v] = hn::Zero(doubles);
  }
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (size_t v = 0; v < kVectors; ++v) {
      const int64_t at = i + static_cast<int64_t>(v * hn::MaxLanes(doubles));
      PrefetchAhead(gradOut + at);
      const auto gradient = LoadDouble<Format>(doubles, gradOut + at);
      gradients[v] = hn::Add(gradients[v], gradient);
      if constexpr (kProducts) {
        PrefetchAhead(input + at);
        const auto centred = hn::Sub(LoadDouble<Format>(doubles, input + at), means);
        products[v] = hn::Add(products[v], hn::Mul(gradient, centred));
      }
    }
  }
  HWY_ALIGN std::array<double, kLanes> gradientLanes;
  HWY_ALIGN std::array<double, kLanes> productLanes;
  for (size_t v = 0; v < kVectors; ++v) {
    hn::Store(gradients[v], doubles, gradientLanes.data() + v * hn::MaxLanes(doubles));
    hn::Store(products[v], doubles, productLanes.data() + v * hn::MaxLanes(doubles));
  }
  const hn::CappedTag<double, 1> one;
  for (size_t lane = 0; i < count; ++i, ++lane) {
    const double gradient = hn::GetLane(LoadDouble<Format>(one, gradOut + i));
    gradientLanes[lane] += gradient;
    if constexpr (kProducts) {
      productLanes[lane] += gradient * (hn::GetLane(LoadDouble<Format>(one, input + i)) - mean);
    }
  }
  return {FoldLanes(gradientLanes.data(), 1), FoldLanes(productLanes.data(), 1)};
}

// The last elements of a row, followed by zeros.
template <size_t kElements>
class Padded {
 public:
  Padded(const uint16_t* from, int64_t count) {
    std::memcpy(elements_.data(), from, static_cast<size_t>(count) * sizeof(uint16_t));
  }
  [[nodiscard]] const uint16_t* Data() const { return elements_.data(); }

 private:
  HWY_ALIGN std::array<uint16_t, kElements> elements_{};
};

template <class Half, bool kProducts>
HalfSums SumHalfRow(const uint16_t* gradOut, const uint16_t* input, int64_t count) {
  using Pairs = HalfPairs<Half, kLanes>;
  const hn::CappedTag<double, kLanes> doubles;
  const hn::Rebind<float, decltype(doubles)> floats;
  constexpr size_t kVectorLanes = hn::MaxLanes(doubles);
  constexpr size_t kVectors = kLanes / kVectorLanes;
  hn::Vec<decltype(doubles)> gradients[kVectors];
  hn::Vec<decltype(doubles)> products[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    gradients[v] = hn::Zero(doubles);
    products[v] = hn::Zero(doubles);
  }
  for (int64_t begin = 0; begin < count; begin += kGroupNormRun) {
    hn::Vec<decltype(floats)> runs[kVectors];
    for (size_t v = 0; v < kVectors; ++v) {
      runs[v] = hn::Zero(floats);
    }
    const auto add = [&](const uint16_t* gradOutPair, const uint16_t* inputPair) HWY_ATTR {
      for (size_t v = 0; v < kVectors; ++v) {
        const auto gradient = Pairs::Load(floats, gradOutPair, v * kVectorLanes);
        runs[v] = hn::Add(hn::Add(runs[v], gradient.first), gradient.second);
        if constexpr (kProducts) {
          const auto value = Pairs::Load(floats, inputPair, v * kVectorLanes);
          const auto first = hn::PromoteTo(doubles, hn::Mul(gradient.first, value.first));
          const auto second = hn::PromoteTo(doubles, hn::Mul(gradient.second, value.second));
          products[v] = hn::Add(hn::Add(products[v], first), second);
        }
      }
    };
    constexpr int64_t kPair = 2 * kLanes;
    const int64_t end = std::min(count, begin + kGroupNormRun);
    int64_t i = begin;
    for (; i + kPair <= end; i += kPair) {
      PrefetchAhead(gradOut + i);
      PrefetchAhead(kProducts ? input + i : gradOut + i);
      add(gradOut + i, kProducts ? input + i : nullptr);
    }
    if (i < end) {
      // The zeros that follow add nothing.
      const Padded<kPair> gradOutRest(gradOut + i, end - i);
      const Padded<kPair> inputRest(kProducts ? input + i : gradOut + i, end - i);
      add(gradOutRest.Data(), inputRest.Data());
    }
    for (size_t v = 0; v < kVectors; ++v) {
      gradients[v] = hn::Add(gradients[v], hn::PromoteTo(doubles, runs[v]));
    }
  }
  HWY_ALIGN std::array<double, kLanes> gradientLanes;
  HWY_ALIGN std::array<double, kLanes> productLanes;
  for (size_t v = 0; v < kVectors; ++v) {
    hn::Store(gradients[v], doubles, gradientLanes.data() + v * kVectorLanes);
    hn::Store(products[v], doubles, productLanes.data() + v * kVectorLanes);
  }
  return {FoldLanes(gradientLanes.data(), 1), FoldLanes(productLanes.data(), 1)};
}

template <class Format, bool kProducts>
GroupNormSums SumRowAtBest(const typename Format::Element* gradOut, const typename Format::Element* input,
                           double mean, int64_t count) {
  if constexpr (!std::is_same_v<Format, Float32>) {
    if (count >= kGroupNormFewPositions) {
      const HalfSums sums = SumHalfRow<Format, kProducts>(gradOut, input, count);
      if (AreSure(sums, kProducts)) {
        return Centre(sums, mean);
      }
    }
  }
  return SumRow<Format, kProducts>(gradOut, input, mean, count);
}

template <class Format>
void SumRowsOf(const GroupNormTile& tile, double mean, double* gradients, double* products) {
  const auto* gradOut = static_cast<const typename Format::Element*>(tile.gradOut);
  const auto* input = static_cast<const typename Format::Element*>(tile.input);
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto* rowGradOut = gradOut + row * tile.gradOutStride;
    const GroupNormSums sums =
        input == nullptr
            ? SumRowAtBest<Format, false>(rowGradOut, nullptr, mean, tile.columns)
            : SumRowAtBest<Format, true>(rowGradOut, input + row * tile.inputStride, mean, tile.columns);
    gradients[row] = sums.gradient;
    products[row] = sums.product;
  }
}

// Writes elements of a row in float64; or, if asked to, only those that float32 gives no number for.
template <class Format>
void WriteRowInDouble(const typename Format::Element* gradOut, const typename Format::Element* input,
                      const RowCoefficients& by, int64_t count, bool all,
                      typename Format::Element* gradInput) {
  ForEachVector(hn::CappedTag<double, kLanes>(), count, [=, &by](auto doubles, int64_t i) HWY_ATTR {
    const hn::Rebind<float, decltype(doubles)> floats;
    auto result =
        Combine<Format>(doubles, gradOut + i, input + i, hn::Set(doubles, by.scale),
                        hn::Set(doubles, by.mean), hn::Set(doubles, by.constant), hn::Set(doubles, by.slope));
    if (!all) {
      const auto inFloat = CombineFloats(floats, Format::Load(floats, gradOut + i),
                                         Format::Load(floats, input + i), FloatCoefficients(floats, by));
      result = hn::IfThenElse(IsNumber(floats, inFloat), inFloat, result);
    }
    Format::Store(floats, result, gradInput + i);
  });
}

template <class Half>
void WriteHalfRow(const uint16_t* gradOut, const uint16_t* input, const RowCoefficients& by, int64_t count,
                  uint16_t* gradInput) {
  constexpr size_t kPairLanes = 16;
  constexpr size_t kPair = 2 * kPairLanes;
  using Pairs = HalfPairs<Half, kPairLanes>;
  const hn::CappedTag<float, kPairLanes> floats;
  const hn::Rebind<uint32_t, decltype(floats)> bits;
  const auto coefficients = FloatCoefficients(floats, by);
  auto largest = hn::Zero(bits);
  const auto write = [&](const uint16_t* gradOutPair, const uint16_t* inputPair, uint16_t* gradInputPair)
                         HWY_ATTR {
                           for (size_t lane = 0; lane < kPairLanes; lane += hn::MaxLanes(floats)) {
                             const auto gradient = Pairs::Load(floats, gradOutPair, lane);
                             const auto value = Pairs::Load(floats, inputPair, lane);
                             const Pair<hn::Vec<decltype(floats)>> result{
                                 CombineFloats(floats, gradient.first, value.first, coefficients),
                                 CombineFloats(floats, gradient.second, value.second, coefficients)};
                             largest = hn::Max(largest, hn::BitCast(bits, hn::Abs(result.first)));
                             largest = hn::Max(largest, hn::BitCast(bits, hn::Abs(result.second)));
                             Pairs::Store(floats, result, gradInputPair, lane);
                           }
                         };
  int64_t i = 0;
  for (; i + static_cast<int64_t>(kPair) <= count; i += static_cast<int64_t>(kPair)) {
    write(gradOut + i, input + i, gradInput + i);
  }
  if (i < count) {
    const Padded<kPair> gradOutRest(gradOut + i, count - i);
    const Padded<kPair> inputRest(input + i, count - i);
    HWY_ALIGN std::array<uint16_t, kPair> gradInputRest;
    write(gradOutRest.Data(), inputRest.Data(), gradInputRest.data());
    std::memcpy(gradInput + i, gradInputRest.data(), static_cast<size_t>(count - i) * sizeof(uint16_t));
  }
  if (HWY_UNLIKELY(!hn::AllTrue(bits, hn::Lt(largest, hn::Set(bits, kFloatInfinity))))) {
    WriteRowInDouble<Half>(gradOut, input, by, count, false, gradInput);
  }
}

template <class Format>
void WriteRow(const typename Format::Element* gradOut, const typename Format::Element* input,
              const RowCoefficients& by, int64_t count, typename Format::Element* gradInput) {
  if constexpr (std::is_same_v<Format, Float32>) {
    WriteRowInDouble<Format>(gradOut, input, by, count, true, gradInput);
  } else {
    WriteHalfRow<Format>(gradOut, input, by, count, gradInput);
  }
}

template <class Format>
void WriteRowsOf(const GroupNormTile& tile, const double* gamma, const GroupNormCoefficients& slab,
                 void* gradInput, Stores stores) {
  using Element = typename Format::Element;
  const auto write = [&](int64_t row, int64_t column, int64_t count, Element* out) HWY_ATTR {
    const auto* gradOut = static_cast<const Element*>(tile.gradOut) + row * tile.gradOutStride + column;
    const auto* input = static_cast<const Element*>(tile.input) + row * tile.inputStride + column;
    WriteRow<Format>(gradOut, input, {slab.rstd * gamma[row], slab.mean, slab.constant, slab.slope}, count,
                     out);
  };
  auto* const out = static_cast<Element*>(gradInput);
  if (stores == Stores::kCached) {
    for (int64_t row = 0; row < tile.rows; ++row) {
      write(row, 0, tile.columns, out + row * tile.columns);
    }
    return;
  }
  StreamRows(out, tile.columns, tile.rows, tile.columns, write);
}

void SumRows(const GroupNormTile& tile, double mean, double* gradients, double* products) {
  VisitFormat(tile.dtype,
              [&](auto format) HWY_ATTR { SumRowsOf<decltype(format)>(tile, mean, gradients, products); });
}

void WriteRows(const GroupNormTile& tile, const double* gamma, const GroupNormCoefficients& slab,
               void* gradInput, Stores stores) {
  VisitFormat(tile.dtype, [&](auto format) HWY_ATTR {
    WriteRowsOf<decltype(format)>(tile, gamma, slab, gradInput, stores);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SumRows);
HWY_EXPORT(WriteRows);

void SumGroupNormRows(const GroupNormTile& tile, double mean, double* gradients, double* products) {
  HWY_DYNAMIC_DISPATCH(SumRows)(tile, mean, gradients, products);
}

void WriteGroupNormRows(const GroupNormTile& tile, const double* gamma, const GroupNormCoefficients& slab,
                        void* gradInput, Stores stores) {
  HWY_DYNAMIC_DISPATCH(WriteRows)(tile, gamma, slab, gradInput, stores);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
