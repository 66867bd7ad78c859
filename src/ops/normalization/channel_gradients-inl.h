// SPDX-License-Identifier: Apache-2.0
//
// What the gradients of a normalization are, element by element, where each channel has statistics of its own
// or shares them with others. For files that are compiled once for each instruction set; include after
// highway.h.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/channels-inl.h"
#include "simd/fused-inl.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_CHANNEL_GRADIENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_CHANNEL_GRADIENTS_INL
#undef OPENACLNN_CHANNEL_GRADIENTS_INL
#else
#define OPENACLNN_CHANNEL_GRADIENTS_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::channel_gradients {
namespace hn = hwy::HWY_NAMESPACE;

// How inputs are centred: d = x * power - centre, which is (x - mean) * power rounded once. The power of two
// is the nearest to rstd, so that d is near xh = (x - mean) * rstd = d * rest: neither sums of products with
// tiny gradients nor their coefficients lose digits by it.
struct Centring {
  float power;
  float centre;
  double rest;
};
inline Centring CentringOf(float mean, float rstd) {
  const auto exponentOf = [](float value) {
    return static_cast<int32_t>(std::bit_cast<uint32_t>(value) >> 23U & 0xFFU) - 127;
  };
  const int32_t wanted = std::isfinite(rstd) ? exponentOf(rstd * 1.414F) : 0;
  const int32_t most = 126 - std::clamp(exponentOf(mean), 0, 127);  // the centre is finite
  const int32_t exponent = std::clamp(wanted, -100, most);
  const auto power = std::bit_cast<float>((127 + exponent) << 23);
  const auto inverse = std::bit_cast<float>((127 - exponent) << 23);
  return {power, mean * power, static_cast<double>(rstd) * static_cast<double>(inverse)};
}

template <class D, class V>
HWY_INLINE V Centred(D floats, V x, V power, V centre) {
  return MulSub(floats, x, power, centre);
}

// Sums of g and of g * d.
struct SumBoth {
  static constexpr size_t kInputs = 2;  // gradOut, input
  static constexpr size_t kOutputs = 0;
  static constexpr size_t kCoefficients = 2;  // power, centre
  static constexpr size_t kSums = 2;

  template <class D, class V>
  HWY_INLINE static void Apply(D floats, const V* inputs, const V* by, V& /*output*/, V* sums) {
    sums[0] = hn::Add(sums[0], inputs[0]);
    sums[1] = MulAdd(floats, inputs[0], Centred(floats, inputs[1], by[0], by[1]), sums[1]);
  }
};

// Sums of g alone, which the gradient of beta needs.
struct SumGradients {
  static constexpr size_t kInputs = 1;  // gradOut
  static constexpr size_t kOutputs = 0;
  static constexpr size_t kCoefficients = 0;
  static constexpr size_t kSums = 1;

  template <class D, class V>
  HWY_INLINE static void Apply(D /*floats*/, const V* inputs, const V* /*by*/, V& /*output*/, V* sums) {
    sums[0] = hn::Add(sums[0], inputs[0]);
  }
};

// gradInput = factor * (slope * d + (scale * g + constant)): g is centred before d comes to it.
struct WriteGradients {
  static constexpr size_t kInputs = 2;        // gradOut, input
  static constexpr size_t kOutputs = 1;       // gradInput
  static constexpr size_t kCoefficients = 6;  // power, centre, scale, constant, slope, factor
  static constexpr size_t kSums = 0;

  template <class D, class V>
  HWY_INLINE static void Apply(D floats, const V* inputs, const V* by, V& output, V* /*sums*/) {
    const V centred = MulAdd(floats, by[2], inputs[0], by[3]);
    const V d = Centred(floats, inputs[1], by[0], by[1]);
    output = hn::Mul(by[5], MulAdd(floats, by[4], d, centred));
  }
};

// rstd as a power of two, which takes no digits from what it is multiplied with, and a factor near 1: what
// overflows without rstd does not with the power, and what is exact stays so.
struct SplitRstd {
  float power;
  float factor;
};
inline SplitRstd Split(float rstd) {
  const auto powerOf = [](int32_t exponent) { return std::bit_cast<float>((127 + exponent) << 23); };
  const auto biased = static_cast<int32_t>(std::bit_cast<uint32_t>(rstd) >> 23U & 0xFFU);
  const int32_t exponent = biased == 0xFF ? 0 : std::clamp(biased - 126, -100, 0);
  return {powerOf(exponent), rstd * powerOf(-exponent)};
}

}  // namespace openaclnn::HWY_NAMESPACE::channel_gradients
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_CHANNEL_GRADIENTS_INL
