// SPDX-License-Identifier: Apache-2.0
#include "kernels/conversion.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/conversion.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace conversion {

// The nearest integer towards zero.
template <typename T>
HWY_INLINE T Truncate(double value) {
  constexpr auto kLowest = static_cast<double>(std::numeric_limits<T>::lowest());
  constexpr auto kPastHighest = 2.0 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
  if (!(value > kLowest)) {
    return std::isnan(value) ? T{0} : std::numeric_limits<T>::lowest();
  }
  return value < kPastHighest ? static_cast<T>(value) : std::numeric_limits<T>::max();
}

// A number between the types: float, double, an integer, bool, or their complex numbers' real part.
template <class Format>
HWY_INLINE auto NumberOf(typename Format::Compute value) {
  if constexpr (requires { value.value; }) {
    return value.value;
  } else if constexpr (requires { value.real; }) {
    return value.real;
  } else {
    return value;
  }
}

// An integer as float32, truncated, with the last bit set if anything was lost: rounding it to a half type
// then rounds once, as RoundToOdd does.
template <typename T>
HWY_INLINE float ToOdd(T value) {
  constexpr int kDigits = std::numeric_limits<float>::digits;
  if constexpr (std::numeric_limits<T>::digits <= kDigits) {
    return static_cast<float>(value);
  } else {
    const bool negative = value < 0;
    auto magnitude = static_cast<uint64_t>(value);
    magnitude = negative ? 0 - magnitude : magnitude;
    const int excess = 64 - std::countl_zero(magnitude) - kDigits;
    if (excess > 0) {
      const uint64_t unit = uint64_t{1} << excess;
      const bool inexact = (magnitude & (unit - 1)) != 0;
      magnitude = (magnitude & (0 - unit)) | (inexact ? unit : 0);
    }
    const auto result = static_cast<float>(magnitude);
    return negative ? -result : result;
  }
}

template <class To, class From>
HWY_INLINE typename To::Compute Convert(typename From::Compute value) {
  using Compute = typename To::Compute;
  constexpr bool kFromComplex = requires {
    value.imaginary;
  };
  if constexpr (std::is_same_v<Compute, Boolean>) {
    if constexpr (kFromComplex) {
      return {value.real != 0 || value.imaginary != 0};
    } else {
      return {NumberOf<From>(value) != 0};
    }
  } else if constexpr (requires(Compute result) { result.imaginary; }) {
    using Real = decltype(Compute::real);
    if constexpr (kFromComplex) {
      return {static_cast<Real>(value.real), static_cast<Real>(value.imaginary)};
    } else {
      return {static_cast<Real>(NumberOf<From>(value))};
    }
  } else {
    const auto number = NumberOf<From>(value);
    constexpr bool kFromReal = std::is_floating_point_v<std::remove_const_t<decltype(number)>>;
    constexpr bool kToHalf = std::is_same_v<Compute, float> && !std::is_same_v<typename To::Element, float>;
    if constexpr (requires(Compute result) { result.value; }) {
      using Whole = decltype(Compute::value);
      if constexpr (kFromReal) {
        return {Truncate<Whole>(number)};
      } else {
        return {static_cast<Whole>(number)};
      }
    } else if constexpr (kToHalf && std::is_same_v<std::remove_const_t<decltype(number)>, double>) {
      return RoundToOdd(number);
    } else if constexpr (kToHalf && !kFromReal) {
      return ToOdd(number);
    } else {
      return static_cast<Compute>(number);
    }
  }
}

// Elements of a format as numbers, and back: floating-point ones in vectors.
template <class Format>
void LoadAll(const typename Format::Element* from, typename Format::Compute* to, int64_t count) {
  if constexpr (std::is_floating_point_v<typename Format::Compute>) {
    ForEachVector(hn::ScalableTag<typename Format::Compute>(), count, [=](auto tag, int64_t i) HWY_ATTR {
      hn::StoreU(Format::Load(tag, from + i), tag, to + i);
    });
  } else {
    for (int64_t i = 0; i < count; ++i) {
      to[i] = Format::Load(from + i);
    }
  }
}

template <class Format>
void StoreAll(const typename Format::Compute* from, typename Format::Element* to, int64_t count) {
  if constexpr (std::is_floating_point_v<typename Format::Compute>) {
    ForEachVector(hn::ScalableTag<typename Format::Compute>(), count, [=](auto tag, int64_t i) HWY_ATTR {
      Format::Store(tag, hn::LoadU(tag, from + i), to + i);
    });
  } else {
    for (int64_t i = 0; i < count; ++i) {
      Format::Store(from[i], to + i);
    }
  }
}

inline constexpr int64_t kChunk = 256;

template <class From, class To>
void ConvertRow(const typename From::Element* from, typename To::Element* to, int64_t count) {
  using Source = typename From::Compute;
  using Result = typename To::Compute;
  if constexpr (std::is_same_v<From, To> && !std::is_same_v<From, Bool>) {
    std::copy_n(from, count, to);
  } else if constexpr (std::is_same_v<Source, Result> && std::is_floating_point_v<Source>) {
    ForEachVector(hn::ScalableTag<Source>(), count,
                  [=](auto tag, int64_t i) HWY_ATTR { To::Store(tag, From::Load(tag, from + i), to + i); });
  } else {
    std::array<Source, kChunk> sources;
    std::array<Result, kChunk> results;
    for (int64_t begin = 0; begin < count; begin += kChunk) {
      const int64_t size = std::min(kChunk, count - begin);
      LoadAll<From>(from + begin, sources.data(), size);
      for (int64_t i = 0; i < size; ++i) {
        results[static_cast<size_t>(i)] = Convert<To, From>(sources[static_cast<size_t>(i)]);
      }
      StoreAll<To>(results.data(), to + begin, size);
    }
  }
}

template <class From, class To>
void ConvertTile(const ElementwiseTile& tile) {
  using Result = typename To::Element;
  const ElementwiseInput& input = tile.inputs[0];
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto* from = reinterpret_cast<const typename From::Element*>(input.data + row * input.rowStride);
    auto* to = reinterpret_cast<Result*>(tile.out + row * tile.outRowStride);
    if (input.step == 0) {
      ConvertRow<From, To>(from, to, 1);
      std::fill_n(to + 1, tile.columns - 1, *to);
    } else if (tile.stream) {
      alignas(kLineBytes) std::array<Result, kChunk> results;
      auto size = static_cast<int64_t>(BytesToLine(to) / sizeof(Result));
      for (int64_t begin = 0; begin < tile.columns; begin += size, size = kChunk) {
        size = std::min(size, tile.columns - begin);
        ConvertRow<From, To>(from + begin, results.data(), size);
        StreamCopy(reinterpret_cast<std::byte*>(to + begin),
                   reinterpret_cast<const std::byte*>(results.data()),
                   static_cast<size_t>(size) * sizeof(Result));
      }
    } else {
      ConvertRow<From, To>(from, to, tile.columns);
    }
  }
  if (tile.stream) {
    hwy::FlushStream();
  }
}

}  // namespace conversion

ElementwiseLoop FindConversionLoop(DType from, DType to) {
  ElementwiseLoop loop = nullptr;
  (void)VisitFormat(AllFormats(), from, [&](auto source) {
    (void)VisitFormat(AllFormats(), to, [&](auto result) {
      loop = conversion::ConvertTile<decltype(source), decltype(result)>;
    });
  });
  return loop;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(FindConversionLoop);

ElementwiseLoop FindConversion(DType from, DType to) {
  return HWY_DYNAMIC_DISPATCH(FindConversionLoop)(from, to);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
