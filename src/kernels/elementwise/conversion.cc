// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementwise/conversion.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/elementwise/elementwise_rows-inl.h"
#include "simd/formats-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindConversionLoop, ElementwiseLoop(DType from, DType to));
}  // namespace openaclnn

#if !HWY_ONCE
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

// A FLOAT or DOUBLE that is not stored yet: with the NaN that it came with.
struct Number32 : Float32 {
  template <class D>
  static void Store(D tag, hn::Vec<D> value, float* to) {
    hn::StoreU(value, tag, to);
  }
};
struct Number64 : Float64 {
  template <class D>
  static void Store(D tag, hn::Vec<D> value, double* to) {
    hn::StoreU(value, tag, to);
  }
};

// A type of one byte: a sign, an exponent and kFraction bits. Without infinities what is too large is NaN.
// One by one: such numbers are stored, and computed with in other types.
template <DType kType, int kFraction, bool kInfinities>
struct SmallFloat {
  static constexpr DType kDtype = kType;
  using Element = uint8_t;
  using Compute = float;

  template <class D>
  static hn::Vec<D> Load(D floats, const uint8_t* from) {
    HWY_ALIGN std::array<float, hn::MaxLanes(D())> numbers;
    for (size_t lane = 0; lane < hn::Lanes(floats); ++lane) {
      numbers[lane] = Widen(from[lane]);
    }
    return hn::Load(floats, numbers.data());
  }
  template <class D>
  static void Store(D floats, hn::Vec<D> value, uint8_t* to) {
    HWY_ALIGN std::array<float, hn::MaxLanes(D())> numbers;
    hn::Store(value, floats, numbers.data());
    for (size_t lane = 0; lane < hn::Lanes(floats); ++lane) {
      to[lane] = Narrow(numbers[lane]);
    }
  }

 private:
  static constexpr int kBias = (1 << (6 - kFraction)) - 1;
  static constexpr uint32_t kNan = 0x7F;
  // The least magnitude that is no finite number.
  static constexpr uint32_t kPastHighest = kInfinities ? kNan & ~((1U << kFraction) - 1) : kNan;

  static float Widen(uint8_t bits) {
    const uint32_t magnitude = bits & kNan;
    if (magnitude >= kPastHighest) {
      const float infinity = std::numeric_limits<float>::infinity();
      return magnitude > kPastHighest || !kInfinities ? std::numeric_limits<float>::quiet_NaN()
             : bits > kNan                            ? -infinity
                                                      : infinity;
    }
    // Subnormal numbers are whole ones of the last place.
    const auto number = magnitude < (1U << kFraction)
                            ? static_cast<float>(magnitude) * PowerOfTwo(1 - kBias - kFraction)
                            : std::bit_cast<float>((magnitude << (23 - kFraction)) +
                                                   (static_cast<uint32_t>(127 - kBias) << 23U));
    return bits > kNan ? -number : number;
  }
  static uint8_t Narrow(float number) {
    if (std::isnan(number)) {
      return kNan;
    }
    const uint32_t sign = std::signbit(number) ? 0x80 : 0;
    const float magnitude = std::fabs(number);
    const int exponent = static_cast<int>(std::bit_cast<uint32_t>(magnitude) >> 23U) - 127;
    if (exponent > kBias + 1) {
      return static_cast<uint8_t>(sign | kPastHighest);
    }
    // In units of the last place, to nearest even; a carry runs into the exponent.
    const int least = std::max(exponent, 1 - kBias);
    const float places = std::nearbyint(magnitude * PowerOfTwo(kFraction - least));
    const uint32_t rounded =
        static_cast<uint32_t>(places) + (static_cast<uint32_t>(least + kBias - 1) << kFraction);
    return static_cast<uint8_t>(sign | std::min(rounded, kPastHighest));
  }
  static float PowerOfTwo(int exponent) {
    return std::bit_cast<float>(static_cast<uint32_t>(127 + exponent) << 23U);
  }
};
struct Float8E4m3fn : SmallFloat<DType::kFloat8E4m3fn, 3, false> {};
struct Float8E5m2 : SmallFloat<DType::kFloat8E5m2, 2, true> {};

using Formats = FormatList<Float32, Float16, Bfloat16, Float64, Int8, Int16, Int32, Int64, Uint8, Uint16,
                           Uint32, Uint64, Bool, Complex64, Complex128, Float8E4m3fn, Float8E5m2>;

template <class Format>
inline constexpr bool kInVectors = std::is_floating_point_v<typename Format::Compute>;

// Of what is computed at a time: whole vectors of any type.
inline constexpr int64_t kVector = 64;
static_assert(kVector <= kMostOfVector);
inline constexpr int64_t kChunk = 256;

// Calls body(i) for the vectors of `count` elements, whole ones.
template <class D, class Body>
HWY_INLINE void ForWholeVectors(D tag, int64_t count, const Body& body) {
  for (int64_t i = 0; i < count; i += static_cast<int64_t>(hn::Lanes(tag))) {
    body(i);
  }
}

// One by one; compilers make vectors of it.
template <class From, class To, class Numbers, class Results>
HWY_INLINE void ConvertEach(const Numbers& numbers, int64_t count, const Results& results) {
  count &= -kVector;
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) {
    results(i, Convert<To, From>(numbers(i)));
  }
}

// Whole numbers of floating-point ones, as Truncate makes them.
template <class D, class V>
HWY_INLINE hn::Vec<D> TruncateVector(D tag, V numbers) {
  return hn::ConvertTo(tag, hn::IfThenZeroElse(hn::IsNaN(numbers), numbers));
}

// Elements of one format to another, `count` of them: whole vectors where both are computed in such, or else
// a multiple of kVector.
template <class From, class To>
void ConvertRow(const ElementwiseScalars& /*scalars*/, const ElementwiseSources& inputs, std::byte* out,
                int64_t count) {
  using Source = typename From::Compute;
  using Result = typename To::Compute;
  const auto* from = reinterpret_cast<const typename From::Element*>(inputs[0]);
  auto* to = reinterpret_cast<typename To::Element*>(out);
  if constexpr (kInVectors<From> && std::is_same_v<Source, Result>) {
    const hn::ScalableTag<Source> tag;
    ForWholeVectors(tag, count,
                    [=](int64_t i) HWY_ATTR { To::Store(tag, From::Load(tag, from + i), to + i); });
  } else if constexpr (std::is_same_v<From, Bool> && std::is_same_v<To, Bool>) {
    const hn::ScalableTag<uint8_t> tag;
    ForWholeVectors(tag, count, [=](int64_t i) HWY_ATTR {
      hn::StoreU(hn::Min(hn::LoadU(tag, from + i), hn::Set(tag, uint8_t{1})), tag, to + i);
    });
  } else if constexpr (std::is_same_v<From, Bool> && std::is_same_v<Result, float>) {
    // Compilers make no vectors of truth values.
    const hn::ScalableTag<float> tag;
    const hn::Rebind<int32_t, decltype(tag)> whole;
    const hn::Rebind<uint8_t, decltype(tag)> bytes;
    ForWholeVectors(tag, count, [=](int64_t i) HWY_ATTR {
      const auto truths = hn::Min(hn::LoadU(bytes, from + i), hn::Set(bytes, uint8_t{1}));
      To::Store(tag, hn::ConvertTo(tag, hn::PromoteTo(whole, truths)), to + i);
    });
  } else if constexpr (std::is_same_v<Source, double> && std::is_same_v<Result, float>) {
    const hn::ScalableTag<double> tag;
    const hn::Rebind<float, decltype(tag)> floats;
    ForWholeVectors(tag, count, [=](int64_t i) HWY_ATTR {
      To::Store(floats, ToFloat<To>(tag, From::Load(tag, from + i)), to + i);
    });
  } else if constexpr (std::is_same_v<Source, float> && std::is_same_v<Result, double>) {
    const hn::ScalableTag<double> tag;
    ForWholeVectors(tag, count,
                    [=](int64_t i) HWY_ATTR { To::Store(tag, LoadDouble<From>(tag, from + i), to + i); });
  } else if constexpr (std::is_same_v<Source, float> && std::is_same_v<To, Int32>) {
    const hn::ScalableTag<float> tag;
    const hn::Rebind<int32_t, decltype(tag)> whole;
    ForWholeVectors(tag, count, [=](int64_t i) HWY_ATTR {
      hn::StoreU(TruncateVector(whole, From::Load(tag, from + i)), whole, to + i);
    });
  } else if constexpr (kInVectors<From> && std::is_same_v<To, Int64>) {
    const hn::ScalableTag<double> tag;
    const hn::Rebind<int64_t, decltype(tag)> whole;
    ForWholeVectors(tag, count, [=](int64_t i) HWY_ATTR {
      if constexpr (std::is_same_v<Source, double>) {
        hn::StoreU(TruncateVector(whole, From::Load(tag, from + i)), whole, to + i);
      } else {
        hn::StoreU(TruncateVector(whole, LoadDouble<From>(tag, from + i)), whole, to + i);
      }
    });
  } else {
    std::array<Source, kInVectors<From> ? kChunk : 1> numbers;
    std::array<Result, kInVectors<To> ? kChunk : 1> results;
    for (int64_t begin = 0; begin < count; begin += kChunk) {
      const int64_t size = std::min(kChunk, count - begin);
      const auto number = [&](int64_t i) HWY_ATTR {
        if constexpr (kInVectors<From>) {
          return numbers[static_cast<size_t>(i)];
        } else {
          return From::Load(from + begin + i);
        }
      };
      if constexpr (kInVectors<From>) {
        const hn::ScalableTag<Source> tag;
        ForWholeVectors(tag, size, [&](int64_t i) HWY_ATTR {
          hn::StoreU(From::Load(tag, from + begin + i), tag, numbers.data() + i);
        });
      }
      if constexpr (kInVectors<To>) {
        ConvertEach<From, To>(number, size,
                              [&](int64_t i, Result result) { results[static_cast<size_t>(i)] = result; });
        const hn::ScalableTag<Result> tag;
        ForWholeVectors(tag, size, [&](int64_t i) HWY_ATTR {
          To::Store(tag, hn::LoadU(tag, results.data() + i), to + begin + i);
        });
      } else {
        ConvertEach<From, To>(number, size,
                              [=](int64_t i, Result result) { To::Store(result, to + begin + i); });
      }
    }
  }
}

template <class Format, class... Formats>
inline constexpr bool kIsOneOf = (std::is_same_v<Format, Formats> || ...);
template <class Format>
inline constexpr bool kIsComplex = kIsOneOf<Format, Complex64, Complex128>;
template <class Format>
inline constexpr bool kIsWhole =
    !kIsComplex<Format> && !kIsOneOf<Format, Float32, Float16, Bfloat16, Float64, Float8E4m3fn, Float8E5m2>;
template <class Format>
inline constexpr bool kIsSmall = kIsOneOf<Format, Int8, Int16, Uint8, Uint16, Bool>;

// The type that a conversion goes by way of, which holds all numbers of the one that it comes from: so there
// is a loop to and from a few types, and not one for each pair.
template <class From, class To>
auto HubOf() {
  if constexpr (kIsComplex<From> && kIsOneOf<To, Bool, Complex64, Complex128>) {
    return Complex128();
  } else if constexpr (kIsOneOf<From, Complex128, Float64>) {
    return Number64();
  } else if constexpr (!kIsWhole<From> || (kIsSmall<From> && !kIsWhole<To>)) {
    return Number32();
  } else if constexpr (std::is_same_v<From, Uint64> && !kIsWhole<To>) {
    return Uint64();
  } else {
    return Int64();
  }
}

// Whether elements of a type are those of its hub, bit by bit.
template <class From, class Hub>
inline constexpr bool kIsHub = std::is_same_v<From, Hub> ||
                               (std::is_same_v<From, Float32> && std::is_same_v<Hub, Number32>) ||
                               (std::is_same_v<From, Float64> && std::is_same_v<Hub, Number64>) ||
                               (std::is_same_v<From, Uint64> && std::is_same_v<Hub, Int64>);

// Two steps where one does: between the half types and FLOAT, from small numbers to it, between truth values.
template <class From, class To>
inline constexpr bool kDirect = (kIsOneOf<From, Float16, Bfloat16> &&
                                 kIsOneOf<To, Float32, Float16, Bfloat16>) ||
                                (std::is_same_v<To, Float32> &&
                                 (kIsSmall<From> || std::is_same_v<From, Int32>)) ||
                                (std::is_same_v<From, Bool> && std::is_same_v<To, Bool>);

// Whole numbers become others by their low bits: what the loop does depends on the size alone.
template <class To>
auto SameBits() {
  if constexpr (!kIsWhole<To> || std::is_same_v<To, Bool>) {
    return To();
  } else {
    constexpr size_t kSize = sizeof(typename To::Element);
    using Large = std::conditional_t<kSize == 4, Int32, Int64>;
    using Small = std::conditional_t<kSize == 1, Int8, Int16>;
    return std::conditional_t<kSize <= 2, Small, Large>();
  }
}

template <class From, class To>
constexpr ElementwiseRows Rows() {
  using Hub = decltype(HubOf<From, To>());
  using Stored = std::conditional_t<kIsOneOf<Hub, Int64, Uint64>, decltype(SameBits<To>()), To>;
  // What is whole has no NaN to keep.
  using First = std::conditional_t<kIsWhole<From> && std::is_same_v<Hub, Number32>, Float32, Hub>;
  constexpr bool kWhole = kIsWhole<From> && kIsWhole<To> && !std::is_same_v<To, Bool>;
  constexpr bool kSameSize = sizeof(typename From::Element) == sizeof(typename To::Element);
  // What stays in vectors needs no more than whole ones of these.
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(hn::ScalableTag<float>()));
  constexpr int64_t kTogether = kInVectors<From> && kInVectors<To> ? kLanes : kVector;
  ElementwiseRows rows{
      nullptr, nullptr, kTogether, 1, {sizeof(typename From::Element)}, sizeof(typename To::Element)};
  if constexpr ((std::is_same_v<From, To> || (kWhole && kSameSize)) && !std::is_same_v<From, Bool>) {
    rows.vector = 1;  // and nothing to compute
  } else if constexpr (kDirect<From, To>) {
    rows.compute = ConvertRow<From, To>;
  } else if constexpr (kIsHub<From, Hub>) {
    rows.compute = ConvertRow<Hub, Stored>;
  } else if constexpr (std::is_same_v<Stored, Hub>) {
    rows.compute = ConvertRow<From, Hub>;
  } else {
    rows.compute = ConvertRow<From, First>;
    rows.second = ConvertRow<Hub, Stored>;
    rows.betweenSize = sizeof(typename Hub::Element);
  }
  return rows;
}

template <class From, class To>
void ConvertTile(const ElementwiseTile& tile) {
  static constexpr ElementwiseRows kRows = Rows<From, To>();
  RunRows(tile, kRows);
}

}  // namespace conversion

ElementwiseLoop FindConversionLoop(DType from, DType to) {
  ElementwiseLoop loop = nullptr;
  (void)VisitFormat(conversion::Formats(), from, [&](auto source) {
    (void)VisitFormat(conversion::Formats(), to, [&](auto result) {
      loop = conversion::ConvertTile<decltype(source), decltype(result)>;
    });
  });
  return loop;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

ElementwiseLoop FindConversion(DType from, DType to) {
  return HWY_DYNAMIC_DISPATCH(FindConversionLoop)(from, to);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
