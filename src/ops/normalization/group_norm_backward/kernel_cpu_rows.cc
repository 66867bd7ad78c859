// SPDX-License-Identifier: Apache-2.0
//
// The inner loops along rows: the positions of a channel.
//
// FLOAT is float64 per element: products of inputs from anywhere in the float32 range are exact, and stay far
// inside its range. Half types are float32 wherever that loses nothing that they could show, and float64
// where it might.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "ops/normalization/group_norm_backward/kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/normalization/group_norm_backward/kernel_cpu_rows.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "ops/normalization/group_norm_backward/half_pairs-inl.h"
#include "ops/normalization/group_norm_backward/lanes-inl.h"
#include "ops/normalization/group_norm_backward/stream-inl.h"
#include "simd/formats-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

constexpr int64_t kLanes = kGroupNormLanes;

// Of float64: half of AVX-512's widest, whose conversions from and to float32 take more steps an element.
constexpr size_t kVectorLanes = 4;

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

template <class Element>
struct Row {
  const Element* gradOut;
  const Element* input;  // null where there are no products to be made
};

template <class Element>
Row<Element> RowOf(const GroupNormTile& tile, int64_t row) {
  const auto* input = static_cast<const Element*>(tile.input);
  return {static_cast<const Element*>(tile.gradOut) + row * tile.gradOutStride,
          input == nullptr ? nullptr : input + row * tile.inputStride};
}

// The sums of a row, of g * (x - mean) or of g * x. The latter's products are exact for every storage type,
// so fused additions change nothing.
template <class Format, bool kProducts, bool kCentred>
GroupNormSums SumInDouble(const typename Format::Element* gradOut, const typename Format::Element* input,
                          double mean, int64_t count) {
  const hn::CappedTag<double, kVectorLanes> doubles;
  constexpr size_t kWidth = hn::MaxLanes(doubles);
  constexpr size_t kVectors = kLanes / kWidth;
  const auto means = hn::Set(doubles, mean);
  hn::Vec<decltype(doubles)> gradients[kVectors];
  hn::Vec<decltype(doubles)> products[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    gradients[v] = hn::Zero(doubles);
    products[v] = hn::Zero(doubles);
  }
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    PrefetchAhead(gradOut + i);
    if constexpr (kProducts) {
      PrefetchAhead(input + i);
    }
    for (size_t v = 0; v < kVectors; ++v) {
      const int64_t at = i + static_cast<int64_t>(v * kWidth);
      const auto gradient = LoadDouble<Format>(doubles, gradOut + at);
      gradients[v] = hn::Add(gradients[v], gradient);
      if constexpr (kProducts && kCentred) {
        const auto centred = hn::Sub(LoadDouble<Format>(doubles, input + at), means);
        products[v] = hn::Add(products[v], hn::Mul(gradient, centred));
      } else if constexpr (kProducts) {
        products[v] = hn::MulAdd(gradient, LoadDouble<Format>(doubles, input + at), products[v]);
      }
    }
  }
  HWY_ALIGN std::array<double, kLanes> gradientLanes;
  HWY_ALIGN std::array<double, kLanes> productLanes;
  for (size_t v = 0; v < kVectors; ++v) {
    hn::Store(gradients[v], doubles, gradientLanes.data() + v * kWidth);
    hn::Store(products[v], doubles, productLanes.data() + v * kWidth);
  }
  const hn::CappedTag<double, 1> one;
  for (size_t lane = 0; i < count; ++i, ++lane) {
    const double gradient = hn::GetLane(LoadDouble<Format>(one, gradOut + i));
    gradientLanes[lane] += gradient;
    if constexpr (kProducts) {
      const double value = hn::GetLane(LoadDouble<Format>(one, input + i));
      productLanes[lane] += gradient * (kCentred ? value - mean : value);
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
GroupNormSums SumHalfRow(const uint16_t* gradOut, const uint16_t* input, int64_t count) {
  using Pairs = HalfPairs<Half, kLanes>;
  const hn::CappedTag<double, kLanes> doubles;
  const hn::Rebind<float, decltype(doubles)> floats;
  constexpr size_t kWidth = hn::MaxLanes(doubles);
  constexpr size_t kVectors = kLanes / kWidth;
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
        const auto gradient = Pairs::Load(floats, gradOutPair, v * kWidth);
        runs[v] = hn::Add(hn::Add(runs[v], gradient.first), gradient.second);
        if constexpr (kProducts) {
          const auto value = Pairs::Load(floats, inputPair, v * kWidth);
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
    hn::Store(gradients[v], doubles, gradientLanes.data() + v * kWidth);
    hn::Store(products[v], doubles, productLanes.data() + v * kWidth);
  }
  return {FoldLanes(gradientLanes.data(), 1), FoldLanes(productLanes.data(), 1)};
}

template <class Format, bool kProducts>
GroupNormSums SumRow(const typename Format::Element* gradOut, const typename Format::Element* input,
                     double mean, bool uncentred, int64_t count) {
  if (uncentred && count >= kGroupNormFewPositions) {
    GroupNormSums sums;
    if constexpr (std::is_same_v<Format, Float32>) {
      sums = SumInDouble<Format, kProducts, false>(gradOut, input, mean, count);
    } else {
      sums = SumHalfRow<Format, kProducts>(gradOut, input, count);
    }
    if (AreSure<Format>(sums, kProducts)) {
      return Centre(sums, mean);
    }
  }
  return SumInDouble<Format, kProducts, true>(gradOut, input, mean, count);
}

template <class Format>
void SumRowsOf(const GroupNormTile& tile, double mean, bool uncentred, double* gradients, double* products) {
  const auto* gradOut = static_cast<const typename Format::Element*>(tile.gradOut);
  const auto* input = static_cast<const typename Format::Element*>(tile.input);
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto* rowGradOut = gradOut + row * tile.gradOutStride;
    const GroupNormSums sums =
        input == nullptr
            ? SumRow<Format, false>(rowGradOut, nullptr, mean, uncentred, tile.columns)
            : SumRow<Format, true>(rowGradOut, input + row * tile.inputStride, mean, uncentred, tile.columns);
    gradients[row] = sums.gradient;
    products[row] = sums.product;
  }
}

// Writes elements of a row in float64.
template <class Format, bool kCentred>
void WriteInDouble(const typename Format::Element* gradOut, const typename Format::Element* input,
                   const RowCoefficients& by, int64_t count, typename Format::Element* gradInput) {
  const auto write = [=, coefficients = by](auto doubles, int64_t i) HWY_ATTR {
    auto centred = LoadDouble<Format>(doubles, input + i);
    if constexpr (kCentred) {
      centred = hn::Sub(centred, hn::Set(doubles, coefficients.mean));
    }
    const auto result = Combine<Format>(
        doubles, LoadDouble<Format>(doubles, gradOut + i), centred, hn::Set(doubles, coefficients.scale),
        hn::Set(doubles, coefficients.constant), hn::Set(doubles, coefficients.slope));
    Format::Store(hn::Rebind<float, decltype(doubles)>(), result, gradInput + i);
  };
  const hn::CappedTag<double, kVectorLanes> doubles;
  constexpr auto kVector = static_cast<int64_t>(hn::MaxLanes(doubles));
  constexpr int64_t kTogether = 4 * kVector;
  int64_t i = 0;
  for (; i + kTogether <= count; i += kTogether) {
    for (int64_t vector = 0; vector < kTogether; vector += kVector) {
      write(doubles, i + vector);
    }
  }
  for (; i + kVector <= count; i += kVector) {
    write(doubles, i);
  }
  for (; i < count; ++i) {
    write(hn::CappedTag<double, 1>(), i);
  }
}

// Writes those elements that float32 gives no number for.
template <class Half>
void WriteNoNumbers(const uint16_t* gradOut, const uint16_t* input, const RowCoefficients& by, int64_t count,
                    uint16_t* gradInput) {
  ForEachVector(hn::CappedTag<double, kLanes>(), count, [=, &by](auto doubles, int64_t i) HWY_ATTR {
    const hn::Rebind<float, decltype(doubles)> floats;
    const auto centred = hn::Sub(LoadDouble<Half>(doubles, input + i), hn::Set(doubles, by.mean));
    const auto inDouble =
        Combine<Half>(doubles, LoadDouble<Half>(doubles, gradOut + i), centred, hn::Set(doubles, by.scale),
                      hn::Set(doubles, by.constant), hn::Set(doubles, by.slope));
    const auto inFloat = CombineFloats(floats, Half::Load(floats, gradOut + i), Half::Load(floats, input + i),
                                       FloatCoefficients(floats, by));
    Half::Store(floats, hn::IfThenElse(IsNumber(floats, inFloat), inFloat, inDouble), gradInput + i);
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
    WriteNoNumbers<Half>(gradOut, input, by, count, gradInput);
  }
}

template <class Format>
void WriteRow(const typename Format::Element* gradOut, const typename Format::Element* input,
              const RowCoefficients& by, int64_t count, typename Format::Element* gradInput) {
  if constexpr (std::is_same_v<Format, Float32>) {
    if (by.mean == 0) {
      WriteInDouble<Format, false>(gradOut, input, by, count, gradInput);
    } else {
      WriteInDouble<Format, true>(gradOut, input, by, count, gradInput);
    }
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

void SumRows(const GroupNormTile& tile, double mean, bool uncentred, double* gradients, double* products) {
  VisitFormat(tile.dtype, [&](auto format) HWY_ATTR {
    SumRowsOf<decltype(format)>(tile, mean, uncentred, gradients, products);
  });
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

void SumGroupNormRows(const GroupNormTile& tile, double mean, bool uncentred, double* gradients,
                      double* products) {
  HWY_DYNAMIC_DISPATCH(SumRows)(tile, mean, uncentred, gradients, products);
}

void WriteGroupNormRows(const GroupNormTile& tile, const double* gamma, const GroupNormCoefficients& slab,
                        void* gradInput, Stores stores) {
  HWY_DYNAMIC_DISPATCH(WriteRows)(tile, gamma, slab, gradInput, stores);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
