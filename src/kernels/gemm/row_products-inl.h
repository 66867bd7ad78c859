// SPDX-License-Identifier: Apache-2.0
//
// Products of rows whose elements lie side by side with a few vectors. Element k is summed in lane k modulo
// kRowProductLanes, and the lanes are folded: how many rows and vectors are taken together, and how many lanes
// a register has, shows in no bit. Include after simd/per_target.h, simd/formats-inl.h and simd/fused-inl.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace row_products {
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr int64_t kRowProductLanes = 16;

template <typename T>
struct Types {
  using Tag = hn::CappedTag<T, static_cast<size_t>(kRowProductLanes)>;
  using Vector = hn::Vec<Tag>;
  static constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(Tag()));
  static constexpr auto kVectors = static_cast<size_t>(kRowProductLanes / kStep);
};

template <class D>
HWY_INLINE hn::TFromD<D> FoldHalves(D d, hn::Vec<D> sums) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(D()) > 1) {
    const hn::Half<D> half;
    return FoldHalves(half, hn::Add(hn::LowerHalf(half, sums), hn::UpperHalf(half, sums)));
  }
#endif
  (void)d;
  return hn::GetLane(sums);
}

// Lane l and lane l + 8, of these l and l + 4, and so on, however many a vector holds.
template <typename T>
HWY_INLINE T Fold(typename Types<T>::Vector (&sums)[Types<T>::kVectors]) {
  for (size_t count = Types<T>::kVectors / 2; count > 0; count /= 2) {
    for (size_t v = 0; v < count; ++v) {
      sums[v] = hn::Add(sums[v], sums[v + count]);
    }
  }
  return FoldHalves(typename Types<T>::Tag(), sums[0]);
}

/// results[i] = or += the fold of row i, of as many rows side by side as a vector has, `stride` from lane to lane.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE void FoldVector(D d, const T* lanes, int64_t stride, bool add, T* results) {
  hn::Vec<D> sums[kRowProductLanes];
  for (int64_t lane = 0; lane < kRowProductLanes; ++lane) {
    sums[lane] = hn::LoadU(d, lanes + lane * stride);
  }
  for (int64_t half = kRowProductLanes / 2; half > 0; half /= 2) {
    for (int64_t lane = 0; lane < half; ++lane) {
      sums[lane] = hn::Add(sums[lane], sums[lane + half]);
    }
  }
  hn::StoreU(add ? hn::Add(hn::LoadU(d, results), sums[0]) : sums[0], d, results);
}

/// The same of any number of rows.
template <typename T>
void FoldColumns(const T* lanes, int64_t stride, int64_t rows, bool add, T* results) {
  ForEachVector(hn::ScalableTag<T>(), rows, [&](auto part, int64_t i) HWY_ATTR {
    FoldVector(part, lanes + i, stride, add, results + i);
  });
}

// Whether a register has all lanes, and as many sums are folded at a time as it has.
#if HWY_ARCH_X86 && HWY_MAX_BYTES == 64
inline constexpr bool kFoldsTogether = true;
#else
inline constexpr bool kFoldsTogether = false;
#endif

#if HWY_ARCH_X86 && HWY_MAX_BYTES == 64
using Sums16 = Types<float>::Vector;

// Of each of two vectors: lane l and lane l + 8, of what is left l and l + 4, and so on; what belongs to one
// of them then fills half of what it filled before. The same additions as FoldHalves'.
HWY_INLINE Sums16 FoldOnce8(Sums16 a, Sums16 b) {
  const Types<float>::Tag tag;
  return hn::Add(hn::ConcatLowerLower(tag, b, a), hn::ConcatUpperUpper(tag, b, a));
}
HWY_INLINE Sums16 FoldOnce4(Sums16 a, Sums16 b) {
  return hn::Add(hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a),
                 hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a)));
}
HWY_INLINE Sums16 FoldOnce2(Sums16 a, Sums16 b) {
  const Types<float>::Tag tag;
  const hn::Repartition<double, Types<float>::Tag> pairs;
  const auto low = hn::InterleaveLower(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b));
  const auto high = hn::InterleaveUpper(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b));
  return hn::Add(hn::BitCast(tag, low), hn::BitCast(tag, high));
}
HWY_INLINE Sums16 FoldOnce1(Sums16 a, Sums16 b) {
  return hn::Add(hn::OddEven(hn::DupEven(b), a), hn::OddEven(b, hn::DupOdd(a)));
}

// The folds of 16 vectors, in their order.
HWY_INLINE Sums16 FoldTogether(const Sums16 (&sums)[kRowProductLanes]) {
  // Each step puts the sums of the second vector between those of the first: from the order of reversed bits
  // they come out in order.
  Sums16 v[8];
  v[0] = FoldOnce8(sums[0], sums[8]);
  v[1] = FoldOnce8(sums[4], sums[12]);
  v[2] = FoldOnce8(sums[2], sums[10]);
  v[3] = FoldOnce8(sums[6], sums[14]);
  v[4] = FoldOnce8(sums[1], sums[9]);
  v[5] = FoldOnce8(sums[5], sums[13]);
  v[6] = FoldOnce8(sums[3], sums[11]);
  v[7] = FoldOnce8(sums[7], sums[15]);
  const Sums16 first = FoldOnce2(FoldOnce4(v[0], v[1]), FoldOnce4(v[2], v[3]));
  const Sums16 second = FoldOnce2(FoldOnce4(v[4], v[5]), FoldOnce4(v[6], v[7]));
  return FoldOnce1(first, second);
}
#endif

/// Calls take(vector, products of kRows rows) for kOthers vectors, `stride` numbers apart. kWhole: `depths` are a
/// multiple of kRowProductLanes; sums stay in registers then.
template <class Format, int64_t kRows, int64_t kOthers, bool kWhole = false, typename T, class RowOf,
          class Take>
HWY_INLINE void MultiplyRows(const RowOf& rowOf, int64_t depths, const T* others, int64_t stride,
                             const Take& take) {
  using Types = Types<T>;
  using Element = typename Format::Element;
  const typename Types::Tag tag;
  typename Types::Vector sums[kRows][kOthers][Types::kVectors];
  const Element* rows[kRows];
  for (int64_t row = 0; row < kRows; ++row) {
    rows[row] = rowOf(row);
    for (auto& ofOne : sums[row]) {
      std::fill_n(ofOne, Types::kVectors, hn::Zero(tag));
    }
  }
  int64_t k = 0;
  for (; k + kRowProductLanes <= depths; k += kRowProductLanes) {
    for (size_t v = 0; v < Types::kVectors; ++v) {
      const int64_t at = k + static_cast<int64_t>(v) * Types::kStep;
      typename Types::Vector elements[kRows];
      for (int64_t row = 0; row < kRows; ++row) {
        elements[row] = Format::Load(tag, rows[row] + at);
      }
      for (int64_t other = 0; other < kOthers; ++other) {
        const auto factor = hn::LoadU(tag, others + other * stride + at);
        for (int64_t row = 0; row < kRows; ++row) {
          sums[row][other][v] = MulAdd(tag, elements[row], factor, sums[row][other][v]);
        }
      }
    }
  }
  if (!kWhole && k < depths) {
    const int64_t left = depths - k;
    HWY_ALIGN std::array<std::array<T, kRowProductLanes>, kOthers> factors{};
    for (int64_t other = 0; other < kOthers; ++other) {
      std::copy_n(others + other * stride + k, left, factors[static_cast<size_t>(other)].data());
    }
    for (int64_t row = 0; row < kRows; ++row) {
      HWY_ALIGN std::array<Element, kRowProductLanes> elements{};
      std::copy_n(rows[row] + k, left, elements.data());
      for (size_t v = 0; v < Types::kVectors; ++v) {
        const int64_t at = static_cast<int64_t>(v) * Types::kStep;
        const auto used =
            hn::FirstN(tag, static_cast<size_t>(std::clamp(left - at, int64_t{0}, Types::kStep)));
        for (int64_t other = 0; other < kOthers; ++other) {
          const auto sum =
              MulAdd(tag, Format::Load(tag, elements.data() + at),
                     hn::Load(tag, factors[static_cast<size_t>(other)].data() + at), sums[row][other][v]);
          sums[row][other][v] = hn::IfThenElse(used, sum, sums[row][other][v]);
        }
      }
    }
  }
#if HWY_ARCH_X86 && HWY_MAX_BYTES == 64
  if constexpr (std::is_same_v<T, float> && kRows * kOthers == kRowProductLanes) {
    Sums16 all[kRowProductLanes];
    for (int64_t i = 0; i < kRowProductLanes; ++i) {
      all[i] = sums[i % kRows][i / kRows][0];
    }
    HWY_ALIGN std::array<float, kRowProductLanes> products;
    hn::Store(FoldTogether(all), tag, products.data());
    for (int64_t other = 0; other < kOthers; ++other) {
      take(other, products.data() + other * kRows);
    }
    return;
  }
#endif
  for (int64_t other = 0; other < kOthers; ++other) {
    std::array<T, kRows> products;
    for (int64_t row = 0; row < kRows; ++row) {
      products[static_cast<size_t>(row)] = Fold<T>(sums[row][other]);
    }
    take(other, products.data());
  }
}

/// results[vector * resultsStride + row] = or += the product of a row, of kRows, with one of `number` vectors. As many at a
/// time as there are registers for: with 16 lanes of a register 16 products, otherwise those of two vectors.
template <class Format, int64_t kRows, bool kWhole, typename T, class RowOf>
HWY_INLINE void MultiplyRowsByEach(const RowOf& rowOf, int64_t depths, const T* others, int64_t number,
                                   int64_t stride, bool add, T* results, int64_t resultsStride) {
  constexpr int64_t kRowsOfPairs = Types<T>::kVectors == 1 || kRows == 1 ? kRows : 2;
  const auto multiply = [&](auto some, auto together, int64_t other) HWY_ATTR {
    constexpr int64_t kSome = decltype(some)::value;
    for (int64_t row = 0; row < kRows; row += kSome) {
      MultiplyRows<Format, kSome, decltype(together)::value, kWhole>(
          [&](int64_t i) HWY_ATTR { return rowOf(row + i); }, depths, others + other * stride, stride,
          [&](int64_t vector, const T* products) HWY_ATTR {
            T* const to = results + (other + vector) * resultsStride + row;
            for (int64_t i = 0; i < kSome; ++i) {
              to[i] = add ? to[i] + products[i] : products[i];
            }
          });
    }
  };
  int64_t other = 0;
  if constexpr (kFoldsTogether && kRows == 4 && std::is_same_v<T, float>) {
    for (; other + 8 <= number; other += 8) {
      multiply(std::integral_constant<int64_t, 2>(), std::integral_constant<int64_t, 8>(), other);
    }
    for (; other + 4 <= number; other += 4) {
      multiply(std::integral_constant<int64_t, 4>(), std::integral_constant<int64_t, 4>(), other);
    }
  }
  for (; other + 2 <= number; other += 2) {
    multiply(std::integral_constant<int64_t, kRowsOfPairs>(), std::integral_constant<int64_t, 2>(), other);
  }
  if (other < number) {
    multiply(std::integral_constant<int64_t, kRows>(), std::integral_constant<int64_t, 1>(), other);
  }
}

}  // namespace row_products
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
