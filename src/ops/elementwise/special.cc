// SPDX-License-Identifier: Apache-2.0
//
// Special functions: the gamma function's logarithm and its derivative, the sine over its angle, logarithms
// of sums of powers, and products with logarithms.
#include <array>
#include <limits>

#include "aclnnop/aclnn_digamma.h"
#include "aclnnop/aclnn_lgamma.h"
#include "aclnnop/aclnn_logaddexp.h"
#include "aclnnop/aclnn_logaddexp2.h"
#include "aclnnop/aclnn_sinc.h"
#include "aclnnop/aclnn_x_log_y_scalar_other.h"
#include "aclnnop/aclnn_x_log_y_scalar_self.h"
#include "aclnnop/aclnn_x_log_y_tensor.h"
#include "aclnnop/aclnn_xlog1py.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/math-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace special {

constexpr double kPi = 3.14159265358979323846;

template <class T>
HWY_INLINE T Infinity() {
  return Constant<T>(std::numeric_limits<double>::infinity());
}

// 0 times anything but NaN is 0.
template <class T>
HWY_INLINE T XLogY(T self, T other) {
  const T product = Choose(self == Constant<T>(0), Constant<T>(0), self * Log(other));
  return Choose(IsNan(other), other, product);
}

template <class T>
HWY_INLINE T Xlog1py(T x, T y) {
  const T product = Choose(x == Constant<T>(0), Constant<T>(0), x * Log1p(y));
  return Choose(IsNan(y), y, product);
}

// The larger operand, and what the smaller one adds to it: nothing between equal infinities, whose difference
// is NaN.
template <class T, class Addition>
HWY_INLINE T LogOfSum(T self, T other, const Addition& addition) {
  const T larger = Larger(self, other);
  const auto infinite = (self == other) & (Absolute(self) == Infinity<T>());
  return Choose(infinite, self, larger + addition(-Absolute(self - other)));
}
template <class T>
HWY_INLINE T LogAddExp(T self, T other) {
  return LogOfSum(self, other, [](T below) HWY_ATTR { return Log1p(Exp(below)); });
}
template <class T>
HWY_INLINE T LogAddExp2(T self, T other) {
  const T perLog = Constant<T>(1.44269504088896340736);  // 1 / log(2)
  return LogOfSum(self, other, [&](T below) HWY_ATTR { return Log1p(Exp2(below)) * perLog; });
}

// pi times what x is beyond the nearest whole number, which is exact.
template <class T>
HWY_INLINE T AngleBeyondWhole(T x) {
  return (x - RoundToEven(x)) * Constant<T>(kPi);
}

template <class T>
HWY_INLINE T Sinc(T self) {
  const T half = RoundToEven(self) * Constant<T>(0.5);
  const T sine = Sin(AngleBeyondWhole(self));
  const T quotient = Choose(Floor(half) == half, sine, -sine) / (self * Constant<T>(kPi));
  return Choose(self == Constant<T>(0), Constant<T>(1), quotient);
}

// Asymptotic series hold from here on; below it, the recurrence is applied up to here.
constexpr int kAsymptotic = 10;

// The derivative of log(gamma(x)), of a positive x.
template <class T>
HWY_INLINE T DigammaOfPositive(T x) {
  const T one = Constant<T>(1);
  T sum = Constant<T>(0);
  for (int step = 0; step < kAsymptotic; ++step) {
    const auto below = x < Constant<T>(kAsymptotic);
    sum = Choose(below, sum + one / x, sum);
    x = Choose(below, x + one, x);
  }
  const T inverse = one / x;
  const T z = inverse * inverse;
  T series = Constant<T>(1.0 / 12);  // Bernoulli numbers B(2k) / (2k)
  for (const double next : {-691.0 / 32760, 1.0 / 132, -1.0 / 240, 1.0 / 252, -1.0 / 120, 1.0 / 12}) {
    series = MulAdd(series, z, Constant<T>(next));
  }
  const T asymptotic = MulAdd(-series, z, NegMulAdd(inverse, Constant<T>(0.5), Log(x)));
  return asymptotic - sum;
}

// By reflection, of negative numbers.
template <class T>
HWY_INLINE T DigammaOfDouble(T x) {
  const T zero = Constant<T>(0);
  const auto negative = x < zero;
  const T above = DigammaOfPositive(Choose(negative, Constant<T>(1) - x, x));
  const T angle = AngleBeyondWhole(x);
  const T reflected = above - Constant<T>(kPi) / Tan(angle);
  const T undefined = Constant<T>(std::numeric_limits<double>::quiet_NaN());
  const T below = Choose(angle == zero, undefined, reflected);
  return Choose(x == zero, CopySign(Infinity<T>(), -x), Choose(negative, below, above));
}

// log(gamma(x)), of a positive x.
template <class T>
HWY_INLINE T LgammaOfPositive(T x) {
  const T one = Constant<T>(1);
  T product = one;
  for (int step = 0; step < kAsymptotic; ++step) {
    const auto below = x < Constant<T>(kAsymptotic);
    product = Choose(below, product * x, product);
    x = Choose(below, x + one, x);
  }
  const T inverse = one / x;
  const T z = inverse * inverse;
  T series = Constant<T>(1.0 / 156);  // B(2k) / (2k (2k - 1))
  for (const double next : {-691.0 / 360360, 1.0 / 1188, -1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12}) {
    series = MulAdd(series, z, Constant<T>(next));
  }
  constexpr double kHalfLogTwoPi = 0.91893853320467274178;
  const T power = MulAdd(x - Constant<T>(0.5), Log(x) - one, Constant<T>(kHalfLogTwoPi - 0.5));
  return MulAdd(series, inverse, power) - Log(product);
}

template <class T>
HWY_INLINE T LgammaOfDouble(T x) {
  const T size = Absolute(x);
  const T above = LgammaOfPositive(size);
  const T sine = Absolute(Sin(AngleBeyondWhole(x)));
  constexpr double kLogPi = 1.14472988584940017414;
  const T reflected = Constant<T>(kLogPi) - Log(size) - Log(sine) - above;
  const T below = Choose(sine == Constant<T>(0), Infinity<T>(), reflected);
  const T either = Choose(x < Constant<T>(0), below, above);
  // Next to 0 it is the logarithm of 1 / |x|: the angle may be subnormal.
  const T near = Choose(size < Constant<T>(0x1p-60), -Log(size), either);
  return Choose(size == Infinity<T>(), size, near);
}

template <class T>
HWY_INLINE T Digamma(T self) {
  return InDouble(self, [](auto x) HWY_ATTR { return DigammaOfDouble(x); });
}
template <class T>
HWY_INLINE T Lgamma(T self) {
  return InDouble(self, [](auto x) HWY_ATTR { return LgammaOfDouble(x); });
}

}  // namespace special
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

// What integers are converted from: all real types.
constexpr std::array<DType, 13> kRealAndUnsignedDtypes{
    DType::kFloat,  DType::kFloat16, DType::kBfloat16, DType::kDouble, DType::kInt8,
    DType::kInt16,  DType::kInt32,   DType::kInt64,    DType::kUint8,  DType::kUint16,
    DType::kUint32, DType::kUint64,  DType::kBool};
constexpr auto kXAndY = BinaryArguments("x", "y", "z");
constexpr auto kOther = UnaryArguments("other", "out");
// Numbers are rounded to the promoted type, as PyTorch does.
constexpr ElementwiseRules kRoundedNumbers{.floating = true, .roundsNumbers = true};

}  // namespace
}  // namespace openaclnn
#endif

// clang-format off
OPENACLNN_UNARY(Lgamma, special::Lgamma(self), FloatAndDouble, kRealDtypes, kFloatingResult)
OPENACLNN_UNARY(Digamma, special::Digamma(self), FloatAndDouble, kRealDtypes, kFloatingResult)
OPENACLNN_FUNCTION(Sinc, special::Sinc(self), FloatAndDouble, kRealDtypes)
OPENACLNN_BINARY(LogAddExp, special::LogAddExp(self, other), FloatAndDouble, kRealAndUnsignedDtypes, kFloatingResult)
OPENACLNN_BINARY(LogAddExp2, special::LogAddExp2(self, other), FloatAndDouble, kRealAndUnsignedDtypes, kFloatingResult)
OPENACLNN_BINARY_AND_INPLACE(XLogYTensor, special::XLogY(self, other), FloatAndDouble, kRealDtypes, kFloatingResult)
OPENACLNN_WITH_SCALAR_AND_INPLACE(XLogYScalarOther, special::XLogY(self, other), FloatAndDouble, kRealDtypes, kRoundedNumbers)
OPENACLNN_LOOP(XLogYScalarSelf, (T other, T self), special::XLogY(self, other), 1, 1, FloatAndDouble)
OPENACLNN_LOOP(Xlog1py, (T x, T y), special::Xlog1py(x, y), 2, 0, FloatAndDouble)
// clang-format on
OPENACLNN_ELEMENTWISE(aclnnXLogYScalarSelf, (const aclScalar* self, const aclTensor* other, aclTensor* out),
                      (kOther, LoopXLogYScalarSelf, kRealDtypes, kRoundedNumbers), {other},
                      {OperandScalar("self", self)}, out)
OPENACLNN_ELEMENTWISE(aclnnXlog1py, (const aclTensor* x, const aclTensor* y, aclTensor* z),
                      (kXAndY, LoopXlog1py, kFloatingDtypes, kOneType), {x, y}, {}, z)
