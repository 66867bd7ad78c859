// SPDX-License-Identifier: Apache-2.0
//
// Activation functions of straight pieces, and their gradients.
#include "aclnnop/aclnn_hardshrink.h"
#include "aclnnop/aclnn_hardsigmoid.h"
#include "aclnnop/aclnn_hardsigmoid_backward.h"
#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_hardtanh.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_leaky_relu.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_softshrink.h"
#include "aclnnop/aclnn_threshold.h"
#include "aclnnop/aclnn_threshold_backward.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/piecewise.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/numbers-inl.h"

#ifndef OPENACLNN_PIECEWISE_ONCE  // this file is included once for each target
#define OPENACLNN_PIECEWISE_ONCE
namespace openaclnn {
enum class Piecewise {
  kRelu,
  kThreshold,
  kThresholdBackward,
  kHardtanh,
  kHardtanhBackward,
  kLeakyRelu,
  kLeakyReluBackward,
  kHardswish,
  kHardswishBackward,
  kHardsigmoid,
  kHardsigmoidBackward,
  kHardshrink,
  kSoftshrink
};
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace piecewise {

using Formats = FormatList<Float32, Float16, Bfloat16, Float64, Int32, Int64>;

struct Relu {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    const T zero = Constant<T>(0);
    return Choose(self <= zero, zero, self);
  }
};

struct Threshold {
  template <class T>
  static HWY_INLINE auto Compute(T self, T threshold, T value) {
    return Choose(self <= threshold, value, self);
  }
};

struct ThresholdBackward {
  template <class T>
  static HWY_INLINE auto Compute(T gradOutput, T self, T threshold) {
    return Choose(self <= threshold, Constant<T>(0), gradOutput);
  }
};

struct Hardtanh {
  template <class T>
  static HWY_INLINE auto Compute(T self, T lower, T upper) {
    return Smaller(Larger(self, lower), upper);
  }
};

struct HardtanhBackward {
  template <class T>
  static HWY_INLINE auto Compute(T gradOutput, T self, T lower, T upper) {
    return Choose((self <= lower) | (self >= upper), Constant<T>(0), gradOutput);
  }
};

struct LeakyRelu {
  template <class T>
  static HWY_INLINE auto Compute(T self, T slope) {
    return Choose(self > Constant<T>(0), self, slope * self);
  }
};

struct LeakyReluBackward {
  template <class T>
  static HWY_INLINE auto Compute(T gradOutput, T self, T slope) {
    return Choose(self > Constant<T>(0), gradOutput, slope * gradOutput);
  }
};

// x / kDivisor, rounded as a division is, in less time: the product with the reciprocal lacks less than a
// last place, and what it lacks is known exactly (Markstein, "Computation of elementary functions on the IBM
// RISC System/6000 processor", 1990). Infinities lack nothing. Of all floats only ties between subnormal
// quotients by 6 go the other way.
template <int kDivisor, class T>
HWY_INLINE T QuotientBy(T x) {
  const T reciprocal = Constant<T>(1.0 / kDivisor);
  const T product = x * reciprocal;
  const T lacking = MulAdd(-product, Constant<T>(kDivisor), x);
  return Choose(Absolute(lacking) > Constant<T>(0), MulAdd(lacking, reciprocal, product), product);
}

// Six times the hard sigmoid.
template <class T>
HWY_INLINE T SixSteps(T self) {
  return Bounded(self + Constant<T>(3), Constant<T>(0), Constant<T>(6));
}

struct Hardswish {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    return QuotientBy<6>(self * SixSteps(self));
  }
};

struct HardswishBackward {
  template <class T>
  static HWY_INLINE auto Compute(T gradOutput, T self) {
    const T slope = QuotientBy<3>(self) + Constant<T>(0.5);
    const T inside = Choose(self < Constant<T>(3), gradOutput * slope, gradOutput);
    return Choose(self <= Constant<T>(-3), Constant<T>(0), inside);
  }
};

struct Hardsigmoid {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    return QuotientBy<6>(SixSteps(self));
  }
};

struct HardsigmoidBackward {
  template <class T>
  static HWY_INLINE auto Compute(T gradOutput, T self) {
    const auto inside = (self > Constant<T>(-3)) & (self < Constant<T>(3));
    return Choose(inside, QuotientBy<6>(gradOutput), Constant<T>(0));
  }
};

struct Hardshrink {
  template <class T>
  static HWY_INLINE auto Compute(T self, T lambd) {
    return Choose((self >= -lambd) & (self <= lambd), Constant<T>(0), self);
  }
};

struct Softshrink {
  template <class T>
  static HWY_INLINE auto Compute(T self, T lambd) {
    const T inside = Choose(IsNan(self), self, Constant<T>(0));
    const T below = Choose(self < -lambd, self + lambd, inside);
    return Choose(self > lambd, self - lambd, below);
  }
};

}  // namespace piecewise

ElementwiseLoop FindPiecewise(Piecewise which, DType dtype) {
  using namespace piecewise;
  switch (which) {
    case Piecewise::kRelu:
      return FindLoop<Relu, 1, 0>(Formats(), dtype);
    case Piecewise::kThreshold:
      return FindLoop<Threshold, 1, 2>(Formats(), dtype);
    case Piecewise::kThresholdBackward:
      return FindLoop<ThresholdBackward, 2, 1>(Formats(), dtype);
    case Piecewise::kHardtanh:
      return FindLoop<Hardtanh, 1, 2>(Formats(), dtype);
    case Piecewise::kHardtanhBackward:
      return FindLoop<HardtanhBackward, 2, 2>(FloatFormatsAndDouble(), dtype);
    case Piecewise::kLeakyRelu:
      return FindLoop<LeakyRelu, 1, 1>(FloatFormatsAndDouble(), dtype);
    case Piecewise::kLeakyReluBackward:
      return FindLoop<LeakyReluBackward, 2, 1>(FloatFormatsAndDouble(), dtype);
    case Piecewise::kHardswish:
      return FindLoop<Hardswish, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Piecewise::kHardswishBackward:
      return FindLoop<HardswishBackward, 2, 0>(FloatFormatsAndDouble(), dtype);
    case Piecewise::kHardsigmoid:
      return FindLoop<Hardsigmoid, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Piecewise::kHardsigmoidBackward:
      return FindLoop<HardsigmoidBackward, 2, 0>(FloatFormatsAndDouble(), dtype);
    case Piecewise::kHardshrink:
      return FindLoop<Hardshrink, 1, 1>(FloatFormatsAndDouble(), dtype);
    case Piecewise::kSoftshrink:
      return FindLoop<Softshrink, 1, 1>(FloatFormatsAndDouble(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindPiecewise);

template <Piecewise kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindPiecewise)(kWhich, dtype);
}

constexpr auto kGradient = BinaryArguments("gradOutput", "self", "out");

ScalarOperand Number(const char* name, const aclScalar* number) {
  return ParameterScalar(name, number);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_UNARY(aclnnRelu, Loop<Piecewise::kRelu>, kRealDtypesButBool, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceRelu, Loop<Piecewise::kRelu>, kRealDtypesButBool, kOneType)
OPENACLNN_ELEMENTWISE(aclnnThreshold,
                      (const aclTensor* self, const aclScalar* threshold, const aclScalar* value,
                       aclTensor* out),
                      (kSelf, Loop<Piecewise::kThreshold>, kRealDtypesButBool, kOneType), {self},
                      {Number("threshold", threshold), Number("value", value)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceThreshold,
                      (aclTensor * selfRef, const aclScalar* threshold, const aclScalar* value),
                      (kSelfRef, Loop<Piecewise::kThreshold>, kRealDtypesButBool, kOneType), {selfRef},
                      {Number("threshold", threshold), Number("value", value)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnThresholdBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* threshold,
                       aclTensor* out),
                      (kGradient, Loop<Piecewise::kThresholdBackward>, kRealDtypesButBool),
                      {gradOutput, self}, {Number("threshold", threshold)}, out)
OPENACLNN_ELEMENTWISE(aclnnHardtanh,
                      (const aclTensor* self, const aclScalar* minVal, const aclScalar* maxVal,
                       aclTensor* out),
                      (kSelf, Loop<Piecewise::kHardtanh>, kRealDtypesButBool, kOneType), {self},
                      {Number("minVal", minVal), Number("maxVal", maxVal)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceHardtanh,
                      (aclTensor * selfRef, const aclScalar* minVal, const aclScalar* maxVal),
                      (kSelfRef, Loop<Piecewise::kHardtanh>, kRealDtypesButBool, kOneType), {selfRef},
                      {Number("minVal", minVal), Number("maxVal", maxVal)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnHardtanhBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* min,
                       const aclScalar* max, aclTensor* out),
                      (kGradient, Loop<Piecewise::kHardtanhBackward>, kFloatingDtypes), {gradOutput, self},
                      {Number("min", min), Number("max", max)}, out)
OPENACLNN_ELEMENTWISE(aclnnLeakyRelu, (const aclTensor* self, const aclScalar* negativeSlope, aclTensor* out),
                      (kSelf, Loop<Piecewise::kLeakyRelu>, kFloatingDtypes, kOneType), {self},
                      {Number("negativeSlope", negativeSlope)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceLeakyRelu, (aclTensor * selfRef, const aclScalar* negativeSlope),
                      (kSelfRef, Loop<Piecewise::kLeakyRelu>, kFloatingDtypes, kOneType), {selfRef},
                      {Number("negativeSlope", negativeSlope)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnLeakyReluBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* negativeSlope,
                       bool /*selfIsResult*/, aclTensor* out),
                      (kGradient, Loop<Piecewise::kLeakyReluBackward>, kFloatingDtypes), {gradOutput, self},
                      {Number("negativeSlope", negativeSlope)}, out)
OPENACLNN_UNARY(aclnnHardswish, Loop<Piecewise::kHardswish>, kFloatingDtypes, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceHardswish, Loop<Piecewise::kHardswish>, kFloatingDtypes, kOneType)
OPENACLNN_ELEMENTWISE(aclnnHardswishBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, aclTensor* out),
                      (kGradient, Loop<Piecewise::kHardswishBackward>, kFloatingDtypes), {gradOutput, self},
                      {}, out)
OPENACLNN_UNARY(aclnnHardsigmoid, Loop<Piecewise::kHardsigmoid>, kFloatingDtypes, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceHardsigmoid, Loop<Piecewise::kHardsigmoid>, kFloatingDtypes, kOneType)
OPENACLNN_ELEMENTWISE(aclnnHardsigmoidBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, aclTensor* out),
                      (kGradient, Loop<Piecewise::kHardsigmoidBackward>, kFloatingDtypes), {gradOutput, self},
                      {}, out)
OPENACLNN_ELEMENTWISE(aclnnHardshrink, (const aclTensor* self, const aclScalar* lambd, aclTensor* out),
                      (kSelf, Loop<Piecewise::kHardshrink>, kFloatingDtypes, kOneType), {self},
                      {Number("lambd", lambd)}, out)
OPENACLNN_ELEMENTWISE(aclnnSoftshrink, (const aclTensor* self, const aclScalar* lambd, aclTensor* out),
                      (kSelf, Loop<Piecewise::kSoftshrink>, kFloatingDtypes, kOneType), {self},
                      {Number("lambd", lambd)}, out)
#endif  // HWY_ONCE
