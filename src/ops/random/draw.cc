// SPDX-License-Identifier: Apache-2.0
#include "ops/random/draw.h"

#include <array>
#include <type_traits>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/random/philox-inl.h"
#include "simd/math_logarithm-inl.h"
#include "simd/math_trigonometric-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(NormalFloats, void(const RandomSequence& sequence, int64_t first, float* numbers));
OPENACLNN_PER_TARGET(NormalDoubles, void(const RandomSequence& sequence, int64_t first, double* numbers));
OPENACLNN_PER_TARGET(UniformFloats,
                     void(const RandomSequence& sequence, int64_t first, int digits, float* numbers));
OPENACLNN_PER_TARGET(UniformDoubles,
                     void(const RandomSequence& sequence, int64_t first, int digits, double* numbers));
OPENACLNN_PER_TARGET(Wholes,
                     void(const RandomSequence& sequence, int64_t first, uint64_t range, uint64_t* numbers));
OPENACLNN_PER_TARGET(Exponentials, void(const RandomSequence& sequence, int64_t first, double* numbers));
OPENACLNN_PER_TARGET(AffineFloats, void(const float* factors, const float* shifts, float* numbers));
OPENACLNN_PER_TARGET(AffineDoubles, void(const double* factors, const double* shifts, double* numbers));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace draw {

using Words = std::array<uint32_t, kPhiloxWords>;

// Random bits as wide as a number: a float has one word of the sequence, a double two, the lower one first.
template <typename T>
struct Bits {
  using Unsigned = uint32_t;
  using Signed = int32_t;
  static constexpr int kWidth = 32;
  static HWY_INLINE uint32_t At(const Words& words, size_t i) { return words[i]; }
};
template <>
struct Bits<double> {
  using Unsigned = uint64_t;
  using Signed = int64_t;
  static constexpr int kWidth = 64;
  static HWY_INLINE uint64_t At(const Words& words, size_t i) {
    return static_cast<uint64_t>(words[2 * i + 1]) << 32U | words[2 * i];
  }
};
template <typename T>
inline constexpr size_t kNumbers = kPhiloxWords * 32 / Bits<T>::kWidth;  // of a group of words

// Calls group(words, begin) for the words of each group of numbers.
template <typename T, class Group>
HWY_INLINE void ForEachGroup(const RandomSequence& sequence, int64_t first, const Group& group) {
  Words words;
  const uint64_t firstBlock = static_cast<uint64_t>(first) * (Bits<T>::kWidth / 32) / 4;
  constexpr size_t kGroups = static_cast<size_t>(kDrawn) / kNumbers<T>;
  for (size_t g = 0; g < kGroups; ++g) {
    PhiloxWords(sequence, firstBlock + g * kPhiloxBlocks, words);
    group(words, g * kNumbers<T>);
  }
}

// Numbers 2k and 2k + 1 come from bits 2k, the distance from the middle, and bits 2k + 1, the direction.
template <typename T>
void Normal(const RandomSequence& sequence, int64_t first, T* numbers) {
  using B = Bits<T>;
  using D = hn::CappedTag<T, kNumbers<T> / 2>;
  using Vector = Lanes<D>;
  const D tag;
  const hn::RebindToSigned<D> wholes;
  constexpr size_t kPairs = kNumbers<T> / 2;
  // Distances keep more digits, where a conversion rounds them: near 0 a float has more than near 1.
  constexpr int kDistanceDigits = std::is_same_v<T, float> ? 31 : 53;
  constexpr int kDirectionDigits = std::is_same_v<T, float> ? 24 : 53;
  constexpr auto kPi = static_cast<T>(3.14159265358979323846);
  const Vector distanceStep(std::is_same_v<T, float> ? T(0x1p-31) : T(0x1p-53));
  const Vector directionStep(std::is_same_v<T, float> ? T(0x1p-23) : T(0x1p-52));
  ForEachGroup<T>(sequence, first, [&](const Words& words, size_t begin) HWY_ATTR {
    HWY_ALIGN std::array<typename B::Signed, kPairs> distances;
    HWY_ALIGN std::array<typename B::Signed, kPairs> directions;
    HWY_ALIGN std::array<T, kPairs> even;
    HWY_ALIGN std::array<T, kPairs> odd;
    for (size_t k = 0; k < kPairs; ++k) {
      distances[k] = static_cast<typename B::Signed>(B::At(words, 2 * k) >> (B::kWidth - kDistanceDigits));
      // Of both signs: angles from -pi to pi.
      directions[k] =
          static_cast<typename B::Signed>(B::At(words, 2 * k + 1)) >> (B::kWidth - kDirectionDigits);
    }
    for (size_t k = 0; k < kPairs; k += hn::Lanes(tag)) {
      const Vector distance(hn::ConvertTo(tag, hn::Load(wholes, distances.data() + k)));
      const Vector direction(hn::ConvertTo(tag, hn::Load(wholes, directions.data() + k)));
      // In (0, 1]: half a step above each multiple.
      const Vector unit = MulAdd(distance, distanceStep, distanceStep * Vector(T(0.5)));
      const Vector radius = SquareRoot(Vector(T(-2)) * Log(unit));
      const Vector angle = direction * directionStep * Vector(kPi);
      hn::Store((radius * Cos(angle)).vector, tag, even.data() + k);
      hn::Store((radius * Sin(angle)).vector, tag, odd.data() + k);
    }
    for (size_t k = 0; k < kPairs; ++k) {
      numbers[begin + 2 * k] = even[k];
      numbers[begin + 2 * k + 1] = odd[k];
    }
  });
}

template <typename T>
void Uniform(const RandomSequence& sequence, int64_t first, int digits, T* numbers) {
  using B = Bits<T>;
  const T step = static_cast<T>(1) / static_cast<T>(typename B::Unsigned{1} << static_cast<unsigned>(digits));
  const auto shift = static_cast<unsigned>(B::kWidth - digits);
  ForEachGroup<T>(sequence, first, [&](const Words& words, size_t begin) HWY_ATTR {
    for (size_t i = 0; i < kNumbers<T>; ++i) {
      numbers[begin + i] = static_cast<T>(static_cast<typename B::Signed>(B::At(words, i) >> shift)) * step;
    }
  });
}

void Exponential(const RandomSequence& sequence, int64_t first, double* numbers) {
  using B = Bits<double>;
  using D = hn::CappedTag<double, kNumbers<double>>;
  using Vector = Lanes<D>;
  const D tag;
  const hn::RebindToSigned<D> wholes;
  ForEachGroup<double>(sequence, first, [&](const Words& words, size_t begin) HWY_ATTR {
    HWY_ALIGN std::array<int64_t, kNumbers<double>> steps;
    for (size_t i = 0; i < kNumbers<double>; ++i) {
      steps[i] = static_cast<int64_t>(B::At(words, i) >> 11U);
    }
    for (size_t i = 0; i < kNumbers<double>; i += hn::Lanes(tag)) {
      const Vector step(hn::ConvertTo(tag, hn::Load(wholes, steps.data() + i)));
      const Vector unit = MulAdd(step, Vector(0x1p-53), Vector(0x1p-54));  // in (0, 1]
      hn::StoreU((Vector(0.0) - Log(unit)).vector, tag, numbers + begin + i);
    }
  });
}

template <typename T>
void Affine(const T* factors, const T* shifts, T* numbers) {
  const hn::CappedTag<T, kNumbers<T>> tag;
  using Vector = Lanes<std::remove_const_t<decltype(tag)>>;
  for (size_t i = 0; i < static_cast<size_t>(kDrawn); i += hn::Lanes(tag)) {
    const Vector number = MulAdd(Vector(hn::LoadU(tag, numbers + i)), Vector(hn::LoadU(tag, factors + i)),
                                 Vector(hn::LoadU(tag, shifts + i)));
    hn::StoreU(number.vector, tag, numbers + i);
  }
}

// The upper half of the product of two numbers of 64 bits, from those of their halves.
HWY_INLINE uint64_t UpperProduct(uint64_t a, uint64_t b) {
  const uint64_t aLow = a & 0xFFFFFFFFU;
  const uint64_t aHigh = a >> 32U;
  const uint64_t bLow = b & 0xFFFFFFFFU;
  const uint64_t bHigh = b >> 32U;
  const uint64_t low = aLow * bLow;
  const uint64_t first = aHigh * bLow;
  const uint64_t second = aLow * bHigh;
  const uint64_t middle = (low >> 32U) + (first & 0xFFFFFFFFU) + (second & 0xFFFFFFFFU);
  return aHigh * bHigh + (first >> 32U) + (second >> 32U) + (middle >> 32U);
}

}  // namespace draw

void NormalFloats(const RandomSequence& sequence, int64_t first, float* numbers) {
  draw::Normal(sequence, first, numbers);
}
void NormalDoubles(const RandomSequence& sequence, int64_t first, double* numbers) {
  draw::Normal(sequence, first, numbers);
}
void UniformFloats(const RandomSequence& sequence, int64_t first, int digits, float* numbers) {
  draw::Uniform(sequence, first, digits, numbers);
}
void UniformDoubles(const RandomSequence& sequence, int64_t first, int digits, double* numbers) {
  draw::Uniform(sequence, first, digits, numbers);
}
void Wholes(const RandomSequence& sequence, int64_t first, uint64_t range, uint64_t* numbers) {
  draw::ForEachGroup<double>(sequence, first, [&](const draw::Words& words, size_t begin) HWY_ATTR {
    for (size_t i = 0; i < draw::kNumbers<double>; ++i) {
      numbers[begin + i] = draw::UpperProduct(draw::Bits<double>::At(words, i), range);
    }
  });
}
void Exponentials(const RandomSequence& sequence, int64_t first, double* numbers) {
  draw::Exponential(sequence, first, numbers);
}
void AffineFloats(const float* factors, const float* shifts, float* numbers) {
  draw::Affine(factors, shifts, numbers);
}
void AffineDoubles(const double* factors, const double* shifts, double* numbers) {
  draw::Affine(factors, shifts, numbers);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

void DrawNormal(const RandomSequence& sequence, int64_t first, float* numbers) {
  HWY_DYNAMIC_DISPATCH(NormalFloats)(sequence, first, numbers);
}
void DrawNormal(const RandomSequence& sequence, int64_t first, double* numbers) {
  HWY_DYNAMIC_DISPATCH(NormalDoubles)(sequence, first, numbers);
}
void DrawUniform(const RandomSequence& sequence, int64_t first, int digits, float* numbers) {
  HWY_DYNAMIC_DISPATCH(UniformFloats)(sequence, first, digits, numbers);
}
void DrawUniform(const RandomSequence& sequence, int64_t first, int digits, double* numbers) {
  HWY_DYNAMIC_DISPATCH(UniformDoubles)(sequence, first, digits, numbers);
}
void DrawWhole(const RandomSequence& sequence, int64_t first, uint64_t range, uint64_t* numbers) {
  HWY_DYNAMIC_DISPATCH(Wholes)(sequence, first, range, numbers);
}
void DrawExponential(const RandomSequence& sequence, int64_t first, double* numbers) {
  HWY_DYNAMIC_DISPATCH(Exponentials)(sequence, first, numbers);
}
void ScaleAndShift(const float* factors, const float* shifts, float* numbers) {
  HWY_DYNAMIC_DISPATCH(AffineFloats)(factors, shifts, numbers);
}
void ScaleAndShift(const double* factors, const double* shifts, double* numbers) {
  HWY_DYNAMIC_DISPATCH(AffineDoubles)(factors, shifts, numbers);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
