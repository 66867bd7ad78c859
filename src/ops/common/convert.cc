// SPDX-License-Identifier: Apache-2.0
#include "ops/common/convert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/common/convert.cc"
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

template <class Format>
void Narrow(const float* HWY_RESTRICT source, uint16_t* HWY_RESTRICT destination, int64_t count) {
  const hn::ScalableTag<float> floats;
  const hn::Rebind<uint16_t, decltype(floats)> halves;
  const auto lanes = static_cast<int64_t>(hn::Lanes(floats));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto bits = Format::Narrow(floats, hn::LoadU(floats, source + i));
    // Every value is below 2^16, so the saturation of the signed narrowing never sets in.
    hn::StoreU(hn::DemoteTo(halves, hn::BitCast(hn::Rebind<int32_t, decltype(floats)>(), bits)), halves,
               destination + i);
  }
  const hn::CappedTag<float, 1> one;
  for (; i < count; ++i) {
    destination[i] = static_cast<uint16_t>(hn::GetLane(Format::Narrow(one, hn::LoadU(one, source + i))));
  }
}

void WidenFloat16(const uint16_t* source, float* destination, int64_t count) {
  Widen<Float16>(source, destination, count);
}
void WidenBfloat16(const uint16_t* source, float* destination, int64_t count) {
  Widen<Bfloat16>(source, destination, count);
}
void NarrowFloat16(const float* source, uint16_t* destination, int64_t count) {
  Narrow<Float16>(source, destination, count);
}
void NarrowBfloat16(const float* source, uint16_t* destination, int64_t count) {
  Narrow<Bfloat16>(source, destination, count);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(WidenFloat16);
HWY_EXPORT(WidenBfloat16);
HWY_EXPORT(NarrowFloat16);
HWY_EXPORT(NarrowBfloat16);

void ConvertToFloat(DType dtype, const uint16_t* source, float* destination, int64_t count) {
  if (dtype == DType::kFloat16) {
    HWY_DYNAMIC_DISPATCH(WidenFloat16)(source, destination, count);
  } else {
    HWY_DYNAMIC_DISPATCH(WidenBfloat16)(source, destination, count);
  }
}

void ConvertFromFloat(DType dtype, const float* source, uint16_t* destination, int64_t count) {
  if (dtype == DType::kFloat16) {
    HWY_DYNAMIC_DISPATCH(NarrowFloat16)(source, destination, count);
  } else {
    HWY_DYNAMIC_DISPATCH(NarrowBfloat16)(source, destination, count);
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
