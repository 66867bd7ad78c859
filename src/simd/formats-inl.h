// SPDX-License-Identifier: Apache-2.0
//
// The storage types in vector registers: how each is widened to float32 and rounded from it. For files that
// are compiled once for each instruction set; include after highway.h.
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/complex_number.h"
#include "base/dtype.h"
#include "base/integers.h"
#include "simd/rounding.h"

#ifndef OPENACLNN_SIMD_FORMATS_ONCE  // this file is included once for each target
#define OPENACLNN_SIMD_FORMATS_ONCE
namespace openaclnn {
// Not for the vectorizer: GCC 12 gets this loop wrong with AVX-512.
[[gnu::noinline]] inline void RoundEachToOdd(const double* source, float* destination, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    destination[i] = RoundToOdd(source[i]);
  }
}
}  // namespace openaclnn
#endif

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_SIMD_FORMATS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_FORMATS_INL
#undef OPENACLNN_SIMD_FORMATS_INL
#else
#define OPENACLNN_SIMD_FORMATS_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Integer arithmetic on the bit patterns, or instructions that give the same: the same bits on every target,
// whatever the rounding mode of the calling thread.

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2 && !defined(HWY_DISABLE_F16C)
inline constexpr bool kHasFloat16 = true;
#else
inline constexpr bool kHasFloat16 = false;
#endif

inline constexpr uint32_t kFloatInfinity = 0x7F800000;
inline constexpr uint32_t kFloatQuiet = 0x00400000;

// A vector of results with one NaN for all. Which of two NaNs an operation passes on depends on the order of
// its operands, which compilers may exchange from loop to loop, and NaNs of their own differ between
// processors: what is stored is the same.
template <class D>
HWY_INLINE hn::Vec<D> WithOneNan([[maybe_unused]] D tag, hn::Vec<D> value) {
  const auto nan = hn::Set(tag, std::numeric_limits<hn::TFromD<D>>::quiet_NaN());
  return hn::IfThenElse(hn::IsNaN(value), nan, value);
}

// What the half formats share. Patterns are the 16 bits of each element in a 32-bit lane.
template <class Format>
struct HalfFormat {
  using Element = uint16_t;
  using Compute = float;

  template <class D>
  static hn::Vec<D> Load(D floats, const uint16_t* from) {
    const auto half = hn::LoadU(hn::Rebind<uint16_t, D>(), from);
    return Format::Widen(floats, hn::PromoteTo(hn::Rebind<uint32_t, D>(), half));
  }

  template <class D>
  static void Store(D floats, hn::Vec<D> value, uint16_t* to) {
    // Each pattern is below 2^16, so the saturation of the signed narrowing never sets in.
    const auto pattern = hn::BitCast(hn::Rebind<int32_t, D>(), Format::Narrow(floats, value));
    const hn::Rebind<uint16_t, D> halves;
    hn::StoreU(hn::DemoteTo(halves, pattern), halves, to);
  }
};

struct Float16 : HalfFormat<Float16> {
  static constexpr DType kDtype = DType::kFloat16;

  template <class D>
  static hn::Vec<D> Load(D floats, const uint16_t* from) {
    if constexpr (kHasFloat16) {
      const hn::Rebind<hwy::float16_t, D> halves;
      return hn::PromoteTo(floats, hn::LoadU(halves, reinterpret_cast<const hwy::float16_t*>(from)));
    } else {
      return HalfFormat<Float16>::Load(floats, from);
    }
  }

  template <class D>
  static void Store(D floats, hn::Vec<D> value, uint16_t* to) {
    if constexpr (kHasFloat16) {
      const hn::Rebind<hwy::float16_t, D> halves;
      hn::StoreU(hn::DemoteTo(halves, WithOneNan(floats, value)), halves,
                 reinterpret_cast<hwy::float16_t*>(to));
    } else {
      HalfFormat<Float16>::Store(floats, value, to);
    }
  }

  // 2^112 moves a FLOAT16 exponent (bias 15) that sits in float32's place (bias 127) to where it belongs,
  // subnormals included: the multiplication normalizes them exactly.
  template <class D>
  static hn::Vec<D> Widen(D floats, hn::Vec<hn::Rebind<uint32_t, D>> half) {
    const hn::Rebind<uint32_t, D> bits;
    const auto sign = hn::ShiftLeft<16>(hn::And(half, hn::Set(bits, 0x8000)));
    const auto magnitude = hn::ShiftLeft<13>(hn::And(half, hn::Set(bits, 0x7FFF)));
    const auto finite = hn::BitCast(
        bits, hn::Mul(hn::BitCast(floats, magnitude), hn::BitCast(floats, hn::Set(bits, (127 + 112) << 23))));
    const auto special = hn::Or(magnitude, hn::Set(bits, kFloatInfinity));
    const hn::RebindToSigned<decltype(bits)> ints;
    const auto signedMagnitude = hn::BitCast(ints, magnitude);
    const auto isSpecial = hn::Gt(signedMagnitude, hn::Set(ints, 0x0F800000 - 1));
    const auto isNan = hn::Gt(signedMagnitude, hn::Set(ints, 0x0F800000));
    const auto quiet = hn::IfThenElseZero(hn::RebindMask(bits, isNan), hn::Set(bits, kFloatQuiet));
    const auto result = hn::Or(hn::IfThenElse(hn::RebindMask(bits, isSpecial), special, finite), quiet);
    return hn::BitCast(floats, hn::Or(result, sign));
  }

  template <class D>
  static hn::Vec<hn::Rebind<uint32_t, D>> Narrow(D floats, hn::Vec<D> value) {
    const hn::Rebind<uint32_t, D> bits;
    const hn::RebindToSigned<decltype(bits)> ints;
    const auto raw = hn::BitCast(bits, value);
    const auto sign = hn::And(hn::ShiftRight<16>(raw), hn::Set(bits, 0x8000));
    const auto magnitude = hn::And(raw, hn::Set(bits, 0x7FFFFFFF));
    const auto signedMagnitude = hn::BitCast(ints, magnitude);

    // Normal results: add half of the last kept place, less one where that place is even, and let the carry
    // run into the exponent, up to infinity.
    const auto odd = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(bits, 1));
    const auto rounded = hn::Add(hn::Add(magnitude, hn::Set(bits, 0x0FFF - (112u << 23))), odd);
    const auto normal = hn::Min(hn::ShiftRight<13>(rounded), hn::Set(bits, 0x7C00));

    // Subnormal results (below 2^-14): adding 0.5 puts the last place of FLOAT16 at the last place of the
    // sum, which the addition rounds.
    const auto half = hn::Set(bits, 126u << 23);
    const auto sum = hn::Add(hn::BitCast(floats, magnitude), hn::BitCast(floats, half));
    const auto subnormal = hn::Sub(hn::BitCast(bits, sum), half);

    const auto isSubnormal = hn::Lt(signedMagnitude, hn::Set(ints, 113 << 23));
    const auto isNan = hn::Gt(signedMagnitude, hn::Set(ints, static_cast<int32_t>(kFloatInfinity)));
    // From 65520 on everything rounds to infinity; handled apart because the sum above would wrap there.
    const auto isHuge = hn::Gt(signedMagnitude, hn::Set(ints, 0x477FF000 - 1));
    auto result = hn::IfThenElse(hn::RebindMask(bits, isSubnormal), subnormal, normal);
    result = hn::IfThenElse(hn::RebindMask(bits, isHuge), hn::Set(bits, 0x7C00), result);
    return hn::IfThenElse(hn::RebindMask(bits, isNan), hn::Set(bits, 0x7E00), hn::Or(result, sign));
  }
};

struct Bfloat16 : HalfFormat<Bfloat16> {
  static constexpr DType kDtype = DType::kBfloat16;

  template <class D>
  static hn::Vec<D> Widen(D floats, hn::Vec<hn::Rebind<uint32_t, D>> half) {
    return hn::BitCast(floats, hn::ShiftLeft<16>(half));
  }

  template <class D>
  static hn::Vec<hn::Rebind<uint32_t, D>> Narrow(D floats, hn::Vec<D> value) {
    return hn::ShiftRight<16>(Round(floats, value));
  }

#if HWY_TARGET != HWY_SCALAR
  // Neighbouring elements share a 32-bit lane, so that twice as many as there are lanes take no shuffles, if
  // the even ones and the odd ones may be worked on apart.
  template <class D>
  struct Pairs {
    hn::Vec<D> even;
    hn::Vec<D> odd;
  };

  template <class D>
  static Pairs<D> LoadPairs(D floats, const uint16_t* from) {
    const hn::Rebind<uint32_t, D> bits;
    const auto pairs = hn::BitCast(bits, hn::LoadU(hn::Repartition<uint16_t, D>(), from));
    return {hn::BitCast(floats, hn::ShiftLeft<16>(pairs)),
            hn::BitCast(floats, hn::And(pairs, hn::Set(bits, 0xFFFF0000)))};
  }

  template <class D>
  static void StorePairs(D floats, const Pairs<D>& value, uint16_t* to) {
    const hn::Rebind<uint32_t, D> bits;
    const hn::Repartition<uint16_t, D> halves;
    const auto odd = hn::And(Round(floats, value.odd), hn::Set(bits, 0xFFFF0000));
    hn::StoreU(hn::BitCast(halves, hn::Or(Narrow(floats, value.even), odd)), halves, to);
  }
#endif

 private:
  // The result stands in the upper half of each lane.
  template <class D>
  static hn::Vec<hn::Rebind<uint32_t, D>> Round(D /*floats*/, hn::Vec<D> value) {
    const hn::Rebind<uint32_t, D> bits;
    const auto raw = hn::BitCast(bits, value);
    const auto odd = hn::And(hn::ShiftRight<16>(raw), hn::Set(bits, 1));
    const auto rounded = hn::Add(hn::Add(raw, hn::Set(bits, 0x7FFF)), odd);
    const auto nan = hn::Set(bits, kFloatInfinity | kFloatQuiet);
    return hn::IfThenElse(hn::RebindMask(bits, hn::IsNaN(value)), nan, rounded);
  }
};

// Types that kernels compute in as they are.
template <typename Real, DType kType>
struct RealFormat {
  static constexpr DType kDtype = kType;
  using Element = Real;
  using Compute = Real;

  template <class D>
  static hn::Vec<D> Load(D tag, const Real* from) {
    return hn::LoadU(tag, from);
  }

  template <class D>
  static void Store(D tag, hn::Vec<D> value, Real* to) {
    hn::StoreU(WithOneNan(tag, value), tag, to);
  }
};
struct Float32 : RealFormat<float, DType::kFloat> {};
struct Float64 : RealFormat<double, DType::kDouble> {};

// Types that kernels compute in one by one; compilers make vectors of most such loops.
template <typename T, DType kType>
struct IntegerFormat {
  static constexpr DType kDtype = kType;
  using Element = T;
  using Compute = Wrapping<T>;

  static Compute Load(const T* from) { return {*from}; }
  static void Store(Compute value, T* to) { *to = value.value; }
};
struct Int8 : IntegerFormat<int8_t, DType::kInt8> {};
struct Int16 : IntegerFormat<int16_t, DType::kInt16> {};
struct Int32 : IntegerFormat<int32_t, DType::kInt32> {};
struct Int64 : IntegerFormat<int64_t, DType::kInt64> {};
struct Uint8 : IntegerFormat<uint8_t, DType::kUint8> {};
struct Uint16 : IntegerFormat<uint16_t, DType::kUint16> {};
struct Uint32 : IntegerFormat<uint32_t, DType::kUint32> {};
struct Uint64 : IntegerFormat<uint64_t, DType::kUint64> {};

// A byte; any but zero is true.
struct Bool {
  static constexpr DType kDtype = DType::kBool;
  using Element = uint8_t;
  using Compute = Boolean;

  static Compute Load(const uint8_t* from) { return {*from != 0}; }
  static void Store(Compute value, uint8_t* to) { *to = value.value ? 1 : 0; }
};

template <typename Real, DType kType>
struct ComplexFormat {
  static constexpr DType kDtype = kType;
  using Element = ComplexNumber<Real>;
  using Compute = ComplexNumber<Real>;

  static Compute Load(const Element* from) { return *from; }
  static void Store(Compute value, Element* to) { *to = value; }
};
struct Complex64 : ComplexFormat<float, DType::kComplex64> {};
struct Complex128 : ComplexFormat<double, DType::kComplex128> {};

template <class... Formats>
struct FormatList {};
using FloatFormats = FormatList<Float32, Float16, Bfloat16>;
using FloatFormatsAndDouble = FormatList<Float32, Float16, Bfloat16, Float64>;
using FloatAndDouble = FormatList<Float32, Float64>;
// Without BOOL and the integers that operators compute as INT32.
using RealFormats = FormatList<Float32, Float16, Bfloat16, Float64, Int32, Int64>;
// All that tensors can be converted between.
using AllFormats = FormatList<Float32, Float16, Bfloat16, Float64, Int8, Int16, Int32, Int64, Uint8, Uint16,
                              Uint32, Uint64, Bool, Complex64, Complex128>;

// Calls visit(format) with the format of a dtype; false if it is not in the list.
template <class... Formats, class Visit>
HWY_INLINE bool VisitFormat(FormatList<Formats...> /*list*/, DType dtype, const Visit& visit) {
  return ((dtype == Formats::kDtype && (visit(Formats()), true)) || ...);
}

template <class D, class V>
hn::Vec<D> Demote(D floats, V doubles) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(floats, static_cast<float>(hn::GetLane(doubles)));  // Highway's own one saturates here
#else
  return hn::DemoteTo(floats, doubles);
#endif
}

// float64 to float32 on the way to a half type: rounded to odd, as RoundToOdd does. Dropping the 29 bits that
// float32 has no room for, with the lowest one left set if any of them was, makes the conversion exact; but
// for results below float32's normal range, which are left to the caller.
template <class D>
hn::Vec<D> KeepOdd(D doubles, hn::Vec<D> value) {
  const hn::Rebind<uint64_t, D> bits;
  constexpr uint64_t kDropped = (uint64_t{1} << 29) - 1;
  const auto raw = hn::BitCast(bits, value);
  const auto low = hn::And(raw, hn::Set(bits, kDropped));
  // Adding the mask carries into bit 29 if and only if a dropped bit is set.
  const auto sticky = hn::And(hn::Add(low, hn::Set(bits, kDropped)), hn::Set(bits, kDropped + 1));
  return hn::BitCast(doubles, hn::Or(hn::AndNot(hn::Set(bits, kDropped), raw), sticky));
}

// Whether any element is neither zero nor in the normal range.
template <class D>
bool AnySubnormal(D floats, hn::Vec<D> value) {
  const auto magnitude = hn::Abs(value);
  const auto below =
      hn::And(hn::Lt(magnitude, hn::Set(floats, 0x1p-126F)), hn::Gt(magnitude, hn::Zero(floats)));
  return !hn::AllFalse(floats, below);
}

// A vector of float64 as float32, ready for Format's own rounding.
template <class Format, class D64>
HWY_INLINE hn::Vec<hn::Rebind<float, D64>> ToFloat(D64 doubles, hn::Vec<D64> value) {
  const hn::Rebind<float, D64> floats;
  if constexpr (std::is_same_v<Format, Float32>) {
    return Demote(floats, value);
  } else {
    const auto odd = Demote(floats, KeepOdd(doubles, value));
    // FLOAT16 has nothing but zero for what is below float32's normal range.
    if (std::is_same_v<Format, Bfloat16> && HWY_UNLIKELY(AnySubnormal(floats, odd))) {
      HWY_ALIGN std::array<double, hn::MaxLanes(D64())> source;
      HWY_ALIGN std::array<float, hn::MaxLanes(D64())> rounded;
      hn::Store(value, doubles, source.data());
      RoundEachToOdd(source.data(), rounded.data(), hn::Lanes(doubles));
      return hn::Load(floats, rounded.data());
    }
    return odd;
  }
}

// A vector of a storage type as float64.
template <class Format, class D64>
hn::Vec<D64> LoadDouble(D64 doubles, const typename Format::Element* from) {
  return hn::PromoteTo(doubles, Format::Load(hn::Rebind<float, D64>(), from));
}

// Calls visit with the format of FLOAT, FLOAT16 or BFLOAT16, which the operators' checks have made sure of.
template <class Visit>
void VisitFormat(DType dtype, const Visit& visit) {
  (void)VisitFormat(FloatFormats(), dtype, visit);
}

// Calls body(tag, i) for whole vectors of elements i, and for what is left one by one.
template <class D, class Body>
HWY_INLINE void ForEachVector(D tag, int64_t count, const Body& body) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(tag));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    body(tag, i);
  }
  for (; i < count; ++i) {
    body(hn::CappedTag<hn::TFromD<D>, 1>(), i);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_FORMATS_INL
