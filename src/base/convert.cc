// SPDX-License-Identifier: Apache-2.0
#include "base/convert.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/rounding.h"

#ifndef OPENACLNN_BASE_CONVERT_ONCE  // this file is included once for each target
#define OPENACLNN_BASE_CONVERT_ONCE
namespace openaclnn {
// Not for the vectorizer: GCC 12 gets this loop wrong with AVX-512.
__attribute__((noinline)) static void RoundEachToOdd(const double* source, float* destination, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    destination[i] = RoundToOdd(source[i]);
  }
}
}  // namespace openaclnn
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/convert.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Integer arithmetic on the bit patterns: the same bits on every target, whether or not it has conversion
// instructions, and whatever the rounding mode of the calling thread.

constexpr uint32_t kFloatInfinity = 0x7F800000;
constexpr uint32_t kFloatQuiet = 0x00400000;

struct Float16 {
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
    const auto nan =
        hn::Or(hn::And(hn::ShiftRight<13>(magnitude), hn::Set(bits, 0x03FF)), hn::Set(bits, 0x7E00));
    result = hn::IfThenElse(hn::RebindMask(bits, isNan), nan, result);
    return hn::Or(result, sign);
  }
};

struct Bfloat16 {
  template <class D>
  static hn::Vec<D> Widen(D floats, hn::Vec<hn::Rebind<uint32_t, D>> half) {
    return hn::BitCast(floats, hn::ShiftLeft<16>(half));
  }

  template <class D>
  static hn::Vec<hn::Rebind<uint32_t, D>> Narrow(D /*floats*/, hn::Vec<D> value) {
    const hn::Rebind<uint32_t, D> bits;
    const auto raw = hn::BitCast(bits, value);
    const auto odd = hn::And(hn::ShiftRight<16>(raw), hn::Set(bits, 1));
    const auto rounded = hn::ShiftRight<16>(hn::Add(hn::Add(raw, hn::Set(bits, 0x7FFF)), odd));
    const auto nan = hn::ShiftRight<16>(hn::Or(raw, hn::Set(bits, kFloatQuiet)));
    return hn::IfThenElse(hn::RebindMask(bits, hn::IsNaN(value)), nan, rounded);
  }
};

template <class Format>
void Widen(const uint16_t* HWY_RESTRICT source, float* HWY_RESTRICT destination, int64_t count) {
  const hn::ScalableTag<float> floats;
  const hn::Rebind<uint32_t, decltype(floats)> bits;
  const hn::Rebind<uint16_t, decltype(floats)> halves;
  const auto lanes = static_cast<int64_t>(hn::Lanes(floats));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto half = hn::PromoteTo(bits, hn::LoadU(halves, source + i));
    hn::StoreU(Format::Widen(floats, half), floats, destination + i);
  }
  const hn::CappedTag<float, 1> one;
  for (; i < count; ++i) {
    const auto half = hn::Set(hn::Rebind<uint32_t, decltype(one)>(), source[i]);
    hn::StoreU(Format::Widen(one, half), one, destination + i);
  }
}

// float32 itself, so that the loops below are the same for all.
struct Float32 {
  template <class D>
  static hn::Vec<D> Narrow(D /*floats*/, hn::Vec<D> value) {
    return value;
  }
};

// The 16-bit patterns that Narrow left in 32-bit lanes. Each is below 2^16, so the saturation of the signed
// narrowing never sets in.
template <class D, class V>
hn::Vec<hn::Rebind<uint16_t, D>> Pack(D floats, V bits) {
  (void)floats;
  return hn::DemoteTo(hn::Rebind<uint16_t, D>(), hn::BitCast(hn::Rebind<int32_t, D>(), bits));
}

template <class Format, class D>
auto Packed(D floats, hn::Vec<D> value) {
  if constexpr (std::is_same_v<Format, Float32>) {
    return value;
  } else {
    return Pack(floats, Format::Narrow(floats, value));
  }
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

template <class D>
bool AnyBelowNormalFloat(D doubles, hn::Vec<D> value) {
  const auto magnitude = hn::Abs(value);
  const auto below =
      hn::And(hn::Lt(magnitude, hn::Set(doubles, 0x1p-126)), hn::Gt(magnitude, hn::Zero(doubles)));
  return !hn::AllFalse(doubles, below);
}

// A vector of float64 as float32, ready for Format's own rounding.
template <class Format, class D64>
hn::Vec<hn::Rebind<float, D64>> ToFloat(D64 doubles, const double* source) {
  const hn::Rebind<float, D64> floats;
  const auto value = hn::LoadU(doubles, source);
  if constexpr (std::is_same_v<Format, Float32>) {
    return Demote(floats, value);
  } else {
    if (HWY_UNLIKELY(AnyBelowNormalFloat(doubles, value))) {
      HWY_ALIGN std::array<float, hn::MaxLanes(D64())> odd;
      RoundEachToOdd(source, odd.data(), hn::Lanes(doubles));
      return hn::Load(floats, odd.data());
    }
    return Demote(floats, KeepOdd(doubles, value));
  }
}

// A vector of results from where a source of either type stands.
template <class Format, class D>
auto Convert(D floats, const float* source) {
  return Packed<Format>(floats, hn::LoadU(floats, source));
}

template <class Format, class D>
auto Convert(D floats, const double* source) {
  const hn::Rebind<double, D> doubles;
  return Packed<Format>(floats, ToFloat<Format>(doubles, source));
}

template <class Format, class Source, class Destination>
void Narrow(const Source* HWY_RESTRICT source, Destination* HWY_RESTRICT destination, int64_t count) {
  // As many lanes as the wider type has in a vector.
  const hn::Rebind<float, hn::ScalableTag<Source>> floats;
  const hn::Rebind<Destination, decltype(floats)> results;
  const auto lanes = static_cast<int64_t>(hn::Lanes(floats));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(Convert<Format>(floats, source + i), results, destination + i);
  }
  const hn::Rebind<float, hn::CappedTag<Source, 1>> one;
  for (; i < count; ++i) {
    hn::StoreU(Convert<Format>(one, source + i), hn::Rebind<Destination, decltype(one)>(), destination + i);
  }
}

// As Narrow; whole cache lines of the destination are put together first and then stored past the caches.
template <class Format, class Source, class Destination>
void NarrowStreaming(const Source* HWY_RESTRICT source, Destination* HWY_RESTRICT destination,
                     int64_t count) {
  constexpr size_t kLineBytes = 64;
  constexpr auto kLine = static_cast<int64_t>(kLineBytes / sizeof(Destination));
  const auto place =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(destination) % kLineBytes / sizeof(Destination));
  int64_t i = std::min(count, (kLine - place) % kLine);
  Narrow<Format>(source, destination, i);
  const hn::Rebind<float, hn::CappedTag<Source, kLine>> floats;
  const hn::Rebind<Destination, decltype(floats)> results;
  const hn::CappedTag<Destination, kLine> vectors;
  for (; i + kLine <= count; i += kLine) {
    HWY_ALIGN std::array<Destination, kLine> line;
    for (size_t at = 0; at < kLine; at += hn::Lanes(floats)) {
      hn::StoreU(Convert<Format>(floats, source + i + at), results, line.data() + at);
    }
    for (size_t at = 0; at < kLine; at += hn::Lanes(vectors)) {
      hn::Stream(hn::Load(vectors, line.data() + at), vectors, destination + i + at);
    }
  }
  hwy::FlushStream();
  Narrow<Format>(source + i, destination + i, count - i);
}

template <class Format, class Source, class Destination>
void Narrow(const Source* source, Destination* destination, int64_t count, Stores stores) {
  if (stores == Stores::kStreaming) {
    NarrowStreaming<Format>(source, destination, count);
  } else {
    Narrow<Format>(source, destination, count);
  }
}

template <class Source>
void NarrowTo(DType dtype, const Source* source, void* destination, int64_t count, Stores stores) {
  switch (dtype) {
    case DType::kFloat16:
      return Narrow<Float16>(source, static_cast<uint16_t*>(destination), count, stores);
    case DType::kBfloat16:
      return Narrow<Bfloat16>(source, static_cast<uint16_t*>(destination), count, stores);
    default:
      return Narrow<Float32>(source, static_cast<float*>(destination), count, stores);
  }
}

void WidenFloat16(const uint16_t* source, float* destination, int64_t count) {
  Widen<Float16>(source, destination, count);
}
void WidenBfloat16(const uint16_t* source, float* destination, int64_t count) {
  Widen<Bfloat16>(source, destination, count);
}
void NarrowFloats(DType dtype, const float* source, void* destination, int64_t count, Stores stores) {
  NarrowTo(dtype, source, destination, count, stores);
}
void NarrowDoubles(DType dtype, const double* source, void* destination, int64_t count, Stores stores) {
  NarrowTo(dtype, source, destination, count, stores);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(WidenFloat16);
HWY_EXPORT(WidenBfloat16);
HWY_EXPORT(NarrowFloats);
HWY_EXPORT(NarrowDoubles);

void ConvertToFloat(DType dtype, const uint16_t* source, float* destination, int64_t count) {
  if (dtype == DType::kFloat16) {
    HWY_DYNAMIC_DISPATCH(WidenFloat16)(source, destination, count);
  } else {
    HWY_DYNAMIC_DISPATCH(WidenBfloat16)(source, destination, count);
  }
}

void ConvertTo(DType dtype, const float* source, void* destination, int64_t count, Stores stores) {
  HWY_DYNAMIC_DISPATCH(NarrowFloats)(dtype, source, destination, count, stores);
}

void ConvertTo(DType dtype, const double* source, void* destination, int64_t count, Stores stores) {
  HWY_DYNAMIC_DISPATCH(NarrowDoubles)(dtype, source, destination, count, stores);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
