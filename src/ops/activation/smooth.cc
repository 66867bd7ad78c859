// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_logsigmoid.h"
#include "aclnnop/aclnn_logsigmoid_backward.h"
#include "aclnnop/aclnn_mish.h"
#include "aclnnop/aclnn_mish_backward.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_silu_backward.h"
#include "aclnnop/aclnn_tanh_backward.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/smooth.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/math-inl.h"

#ifndef OPENACLNN_SMOOTH_ONCE  // this file is included once for each target
#define OPENACLNN_SMOOTH_ONCE
namespace openaclnn {
enum class Smooth {
  kSilu,
  kSiluGradient,
  kMish,
  kMishGradient,
  kLogSigmoid,
  kLogSigmoidGradient,
  kSigmoidGradient,
  kTanhGradient
};
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace smooth {

using Formats = FormatList<Float32, Float64>;

// tanh(log(1 + e^x)) = ((1 + e^x)^2 - 1) / ((1 + e^x)^2 + 1); beyond the bound it is 1.
template <class T>
struct TanhOfSoftplus {
  HWY_INLINE explicit TanhOfSoftplus(T x)
      : bounded(Choose(x > Constant<T>(40), Constant<T>(40), x)),
        exponential(Exp(bounded)),
        numerator(exponential * (exponential + Constant<T>(2))),
        denominator(numerator + Constant<T>(2)) {}

  T bounded;
  T exponential;
  T numerator;
  T denominator;
};

struct Silu {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return self * Sigmoid(self);
  }
};
struct SiluGradient {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T self) {
    const T sigmoid = Sigmoid(self);
    const T one = Constant<T>(1);
    return gradOutput * (sigmoid * MulAdd(self, one - sigmoid, one));
  }
};
struct Mish {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    const TanhOfSoftplus<T> tanh(self);
    return self * (tanh.numerator / tanh.denominator);
  }
};
struct MishGradient {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T self) {
    const TanhOfSoftplus<T> tanh(self);
    const T value = tanh.numerator / tanh.denominator;
    const T one = Constant<T>(1);
    // The derivative of tanh, 1 - value^2, times that of softplus, the logistic function.
    const T product = Constant<T>(4) * (tanh.numerator + one) / (tanh.denominator * tanh.denominator);
    const T change = product * (tanh.exponential / (tanh.exponential + one));
    return gradOutput * MulAdd(tanh.bounded, change, value);
  }
};
struct LogSigmoid {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Smaller(self, Constant<T>(0)) - Log1p(Exp(-Absolute(self)));
  }
};
struct LogSigmoidGradient {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T self) {
    return gradOutput * Sigmoid(-self);
  }
};
struct SigmoidGradient {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T output) {
    return gradOutput * ((Constant<T>(1) - output) * output);
  }
};
struct TanhGradient {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T output) {
    return gradOutput * MulAdd(-output, output, Constant<T>(1));
  }
};
}  // namespace smooth

ElementwiseLoop FindSmooth(Smooth which, DType dtype) {
  using namespace smooth;
  switch (which) {
    case Smooth::kSilu:
      return FindLoop<Silu, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Smooth::kSiluGradient:
      return FindLoop<SiluGradient, 2, 0>(FloatFormatsAndDouble(), dtype);
    case Smooth::kMish:
      return FindLoop<Mish, 1, 0>(Formats(), dtype);
    case Smooth::kMishGradient:
      return FindLoop<MishGradient, 2, 0>(Formats(), dtype);
    case Smooth::kLogSigmoid:
      return FindLoop<LogSigmoid, 1, 0>(Formats(), dtype);
    case Smooth::kLogSigmoidGradient:
      return FindLoop<LogSigmoidGradient, 2, 0>(Formats(), dtype);
    case Smooth::kSigmoidGradient:
      return FindLoop<SigmoidGradient, 2, 0>(FloatFormatsAndDouble(), dtype);
    case Smooth::kTanhGradient:
      return FindLoop<TanhGradient, 2, 0>(FloatFormatsAndDouble(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindSmooth);

template <Smooth kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindSmooth)(kWhich, dtype);
}

constexpr auto kGradientOfSelf = BinaryArguments("gradOutput", "self", "gradInput");
constexpr auto kGradientOfOutput = BinaryArguments("gradOutput", "output", "gradInput");

}  // namespace
}  // namespace openaclnn

OPENACLNN_UNARY(aclnnSilu, Loop<Smooth::kSilu>, kFloatingDtypes, kOneType)
OPENACLNN_UNARY(aclnnMish, Loop<Smooth::kMish>, kFloatingDtypes, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceMish, Loop<Smooth::kMish>, kFloatingDtypes)

OPENACLNN_UNARY(aclnnLogSigmoid, Loop<Smooth::kLogSigmoid>, kFloatingDtypes, kOneType)
OPENACLNN_ELEMENTWISE(aclnnLogSigmoidForward, (const aclTensor* self, aclTensor* out, aclTensor* /*buffer*/),
                      (kSelf, Loop<Smooth::kLogSigmoid>, kFloatingDtypes, kOneType), {self}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnLogSigmoidBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* /*buffer*/,
                       aclTensor* gradInput),
                      (kGradientOfSelf, Loop<Smooth::kLogSigmoidGradient>, kFloatingDtypes),
                      {gradOutput, self}, {}, gradInput)

#define OPENACLNN_GRADIENT(name, second, names, which)                                                      \
  OPENACLNN_ELEMENTWISE(name, (const aclTensor* gradOutput, const aclTensor* second, aclTensor* gradInput), \
                        (names, Loop<Smooth::which>, kFloatingDtypes), {gradOutput, second}, {}, gradInput)

OPENACLNN_GRADIENT(aclnnSiluBackward, self, kGradientOfSelf, kSiluGradient)
OPENACLNN_GRADIENT(aclnnMishBackward, self, kGradientOfSelf, kMishGradient)
OPENACLNN_GRADIENT(aclnnSigmoidBackward, output, kGradientOfOutput, kSigmoidGradient)
OPENACLNN_GRADIENT(aclnnTanhBackward, output, kGradientOfOutput, kTanhGradient)
#endif  // HWY_ONCE
