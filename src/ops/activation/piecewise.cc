// SPDX-License-Identifier: Apache-2.0
//
// Activation functions of straight pieces, and their gradients.
#include "aclnnop/aclnn_hardshrink.h"
#include "aclnnop/aclnn_hardshrink_backward.h"
#include "aclnnop/aclnn_hardsigmoid.h"
#include "aclnnop/aclnn_hardsigmoid_backward.h"
#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_hardswish_backward_v2.h"
#include "aclnnop/aclnn_hardtanh.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_leaky_relu.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_shrink.h"
#include "aclnnop/aclnn_softshrink.h"
#include "aclnnop/aclnn_softshrink_backward.h"
#include "aclnnop/aclnn_squared_relu.h"
#include "aclnnop/aclnn_threshold.h"
#include "aclnnop/aclnn_threshold_backward.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace piecewise {

template <class T>
HWY_INLINE auto Relu(T self) {
  const T zero = Constant<T>(0);
  return Choose(self <= zero, zero, self);
}

template <class T>
HWY_INLINE auto SquaredRelu(T input) {
  const T positive = Relu(input);
  return positive * positive;
}

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

template <class T>
HWY_INLINE auto HardswishBackward(T gradOutput, T self) {
  const T slope = QuotientBy<3>(self) + Constant<T>(0.5);
  const T inside = Choose(self <= Constant<T>(3), gradOutput * slope, gradOutput);
  return Choose(self < Constant<T>(-3), Constant<T>(0), inside);
}

// The slopes outside hold at the ends of the middle piece.
template <class T>
HWY_INLINE auto HardswishBackwardV2(T gradOutput, T self) {
  const T slope = QuotientBy<3>(self) + Constant<T>(0.5);
  const T inside = Choose(self >= Constant<T>(3), gradOutput, gradOutput * slope);
  return Choose(self <= Constant<T>(-3), Constant<T>(0), inside);
}

template <class T>
HWY_INLINE auto HardsigmoidBackward(T gradOutput, T self) {
  const auto inside = (self > Constant<T>(-3)) & (self < Constant<T>(3));
  return Choose(inside, QuotientBy<6>(gradOutput), Constant<T>(0));
}

template <class T>
HWY_INLINE auto Softshrink(T self, T lambd) {
  const T inside = Choose(IsNan(self), self, Constant<T>(0));
  const T below = Choose(self < -lambd, self + lambd, inside);
  return Choose(self > lambd, self - lambd, below);
}

template <class T>
HWY_INLINE auto Shrink(T self, T lambd, T bias) {
  const T below = Choose(self < -lambd, self + bias, Constant<T>(0));
  return Choose(self > lambd, self - bias, below);
}

// NaN is not inside.
template <class T>
HWY_INLINE auto ShrinkBackward(T gradOutput, T self, T width) {
  const T lambd = AtLeast(width, Constant<T>(0));
  return Choose((self >= -lambd) & (self <= lambd), Constant<T>(0), gradOutput);
}

}  // namespace piecewise

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// clang-format off
OPENACLNN_UNARY_AND_INPLACE(Relu, piecewise::Relu(self), RealFormats, kRealDtypesButBool, kOneType)
OPENACLNN_LOOP(SquaredRelu, (T input), piecewise::SquaredRelu(input), 1, 0, FloatFormatsAndDouble)
OPENACLNN_UNARY_AND_INPLACE(Hardswish, piecewise::QuotientBy<6>(self * piecewise::SixSteps(self)), FloatFormatsAndDouble, kFloatingDtypes, kOneType)
OPENACLNN_UNARY_AND_INPLACE(Hardsigmoid, piecewise::QuotientBy<6>(piecewise::SixSteps(self)), FloatFormatsAndDouble, kFloatingDtypes, kOneType)
OPENACLNN_LOOP(Threshold, (T self, T threshold, T value), Choose(self <= threshold, value, self), 1, 2, RealFormats)
OPENACLNN_LOOP(ThresholdBackward, (T gradOutput, T self, T threshold), Choose(self <= threshold, Constant<T>(0), gradOutput), 2, 1, RealFormats)
OPENACLNN_LOOP(Hardtanh, (T self, T lower, T upper), Smaller(Larger(self, lower), upper), 1, 2, RealFormats)
OPENACLNN_LOOP(HardtanhBackward, (T gradOutput, T self, T lower, T upper), Choose((self <= lower) | (self >= upper), Constant<T>(0), gradOutput), 2, 2, FloatFormatsAndDouble)
OPENACLNN_LOOP(LeakyRelu, (T self, T slope), Choose(self > Constant<T>(0), self, slope * self), 1, 1, FloatFormatsAndDouble)
OPENACLNN_LOOP(LeakyReluBackward, (T gradOutput, T self, T slope), Choose(self > Constant<T>(0), gradOutput, slope * gradOutput), 2, 1, FloatFormatsAndDouble)
OPENACLNN_LOOP(HardswishBackward, (T gradOutput, T self), piecewise::HardswishBackward(gradOutput, self), 2, 0, FloatFormatsAndDouble)
OPENACLNN_LOOP(HardswishBackwardV2, (T gradOutput, T self), piecewise::HardswishBackwardV2(gradOutput, self), 2, 0, FloatFormatsAndDouble)
OPENACLNN_LOOP(HardsigmoidBackward, (T gradOutput, T self), piecewise::HardsigmoidBackward(gradOutput, self), 2, 0, FloatFormatsAndDouble)
OPENACLNN_LOOP(Hardshrink, (T self, T lambd), Choose((self >= -lambd) & (self <= lambd), Constant<T>(0), self), 1, 1, FloatFormatsAndDouble)
OPENACLNN_LOOP(ShrinkBackward, (T gradOutput, T self, T lambd), piecewise::ShrinkBackward(gradOutput, self, lambd), 2, 1, FloatFormatsAndDouble)
OPENACLNN_LOOP(Shrink, (T self, T lambd, T bias), piecewise::Shrink(self, lambd, bias), 1, 2, FloatFormatsAndDouble)
OPENACLNN_LOOP(Softshrink, (T self, T lambd), piecewise::Softshrink(self, lambd), 1, 1, FloatFormatsAndDouble)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr auto kInput = UnaryArguments("input", "out");
constexpr auto kGradient = BinaryArguments("gradOutput", "self", "out");

// Of what is compared with elements of its type.
constexpr ElementwiseRules kOneRoundedType{.oneType = true, .roundsNumbers = true};
constexpr ElementwiseRules kRoundedNumbers{.roundsNumbers = true};
constexpr auto kShrinkGradient = BinaryArguments("gradOutput", "self", "gradInput");
constexpr ElementwiseOperator kSoftshrinkBackward = ElementwiseRow(
    "aclnnSoftshrinkBackward", kShrinkGradient, LoopShrinkBackward, kFloatingDtypes, kRoundedNumbers);
constexpr ElementwiseOperator kSoftshrink =
    ElementwiseRow("aclnnSoftshrink", kSelf, LoopSoftshrink, kFloatingDtypes, kOneType);

constexpr ElementwiseOperator kShrink =
    ElementwiseRow("aclnnShrink", kSelf, LoopShrink, kFloatingDtypes, kOneType);

void CheckWidth(ArgumentChecks& check, const char* name, const aclScalar* width) {
  const double number = IsLive(width) ? ValueOf(*width).As<double>() : 0;
  check.Require(
      name, "0 or more", [&] { return number >= 0; }, [&] { return std::to_string(number); });
}

ScalarOperand Number(const char* name, const aclScalar* number) {
  return ParameterScalar(name, number);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ELEMENTWISE(aclnnSquaredRelu, (const aclTensor* input, aclTensor* out),
                      (kInput, LoopSquaredRelu, kFloatingDtypes, kOneType), {input}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnThreshold,
                      (const aclTensor* self, const aclScalar* threshold, const aclScalar* value,
                       aclTensor* out),
                      (kSelf, LoopThreshold, kRealDtypesButBool, kOneType), {self},
                      {Number("threshold", threshold), Number("value", value)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceThreshold,
                      (aclTensor * selfRef, const aclScalar* threshold, const aclScalar* value),
                      (kSelfRef, LoopThreshold, kRealDtypesButBool, kOneType), {selfRef},
                      {Number("threshold", threshold), Number("value", value)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnThresholdBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* threshold,
                       aclTensor* out),
                      (kGradient, LoopThresholdBackward, kRealDtypesButBool), {gradOutput, self},
                      {Number("threshold", threshold)}, out)
OPENACLNN_ELEMENTWISE(aclnnHardtanh,
                      (const aclTensor* self, const aclScalar* minVal, const aclScalar* maxVal,
                       aclTensor* out),
                      (kSelf, LoopHardtanh, kRealDtypesButBool, kOneType), {self},
                      {Number("minVal", minVal), Number("maxVal", maxVal)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceHardtanh,
                      (aclTensor * selfRef, const aclScalar* minVal, const aclScalar* maxVal),
                      (kSelfRef, LoopHardtanh, kRealDtypesButBool, kOneType), {selfRef},
                      {Number("minVal", minVal), Number("maxVal", maxVal)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnHardtanhBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* min,
                       const aclScalar* max, aclTensor* out),
                      (kGradient, LoopHardtanhBackward, kFloatingDtypes), {gradOutput, self},
                      {Number("min", min), Number("max", max)}, out)
OPENACLNN_ELEMENTWISE(aclnnLeakyRelu, (const aclTensor* self, const aclScalar* negativeSlope, aclTensor* out),
                      (kSelf, LoopLeakyRelu, kFloatingDtypes, kOneType), {self},
                      {Number("negativeSlope", negativeSlope)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceLeakyRelu, (aclTensor * selfRef, const aclScalar* negativeSlope),
                      (kSelfRef, LoopLeakyRelu, kFloatingDtypes, kOneType), {selfRef},
                      {Number("negativeSlope", negativeSlope)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnLeakyReluBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* negativeSlope,
                       bool /*selfIsResult*/, aclTensor* out),
                      (kGradient, LoopLeakyReluBackward, kFloatingDtypes), {gradOutput, self},
                      {Number("negativeSlope", negativeSlope)}, out)
OPENACLNN_ELEMENTWISE(aclnnHardswishBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, aclTensor* out),
                      (kGradient, LoopHardswishBackward, kFloatingDtypes), {gradOutput, self}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnHardswishBackwardV2,
                      (const aclTensor* gradOutput, const aclTensor* self, aclTensor* out),
                      (kGradient, LoopHardswishBackwardV2, kFloatingDtypes), {gradOutput, self}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnHardsigmoidBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, aclTensor* out),
                      (kGradient, LoopHardsigmoidBackward, kFloatingDtypes), {gradOutput, self}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnHardshrink, (const aclTensor* self, const aclScalar* lambd, aclTensor* out),
                      (kSelf, LoopHardshrink, kFloatingDtypes, kOneRoundedType), {self},
                      {Number("lambd", lambd)}, out)

aclnnStatus aclnnSoftshrinkGetWorkspaceSize(const aclTensor* self, const aclScalar* lambd, aclTensor* out,
                                            uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOneOf(__func__, kSoftshrink, {self}, {Number("lambd", lambd)}, out, workspaceSize, executor,
                    [&](ArgumentChecks& check) { CheckWidth(check, "lambd", lambd); });
}
OPENACLNN_PHASE_TWO(aclnnSoftshrink)

OPENACLNN_ENTRY(aclnnShrink,
                (const aclTensor* self, const aclScalar* lambd, const aclScalar* bias, aclTensor* out), {
                  return PhaseOneOf(__func__, kShrink, {self}, {Number("lambd", lambd), Number("bias", bias)},
                                    out, workspaceSize, executor,
                                    [&](ArgumentChecks& check) { CheckWidth(check, "lambd", lambd); });
                })

OPENACLNN_ELEMENTWISE(aclnnHardshrinkBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* lambd,
                       aclTensor* gradInput),
                      (kShrinkGradient, LoopShrinkBackward, kFloatingDtypes, kRoundedNumbers),
                      {gradOutput, self}, {Number("lambd", lambd)}, gradInput)

OPENACLNN_ENTRY(aclnnSoftshrinkBackward,
                (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* lambda,
                 aclTensor* gradInput),
                {
                  return PhaseOneOf(__func__, kSoftshrinkBackward, {gradOutput, self},
                                    {Number("lambda", lambda)}, gradInput, workspaceSize, executor,
                                    [&](ArgumentChecks& check) { CheckWidth(check, "lambda", lambda); });
                })
#endif  // HWY_ONCE
