// SPDX-License-Identifier: Apache-2.0
//
// Signs, rounding, roots and inverses: functions of one number that need no series.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "aclnnop/aclnn_abs.h"
#include "aclnnop/aclnn_ceil.h"
#include "aclnnop/aclnn_floor.h"
#include "aclnnop/aclnn_frac.h"
#include "aclnnop/aclnn_heaviside.h"
#include "aclnnop/aclnn_is_inf.h"
#include "aclnnop/aclnn_isfinite.h"
#include "aclnnop/aclnn_isneginf.h"
#include "aclnnop/aclnn_isposinf.h"
#include "aclnnop/aclnn_nan_to_num.h"
#include "aclnnop/aclnn_neg.h"
#include "aclnnop/aclnn_reciprocal.h"
#include "aclnnop/aclnn_round.h"
#include "aclnnop/aclnn_rsqrt.h"
#include "aclnnop/aclnn_sign.h"
#include "aclnnop/aclnn_signbit.h"
#include "aclnnop/aclnn_sqrt.h"
#include "aclnnop/aclnn_trunc.h"
#include "base/complex_magnitude.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
// A number of a half type as its bits: infinity's tell its magnitudes from NaN's, which all become one.
template <uint16_t kInfinity, uint16_t kNan>
struct HalfBits {
  uint16_t bits;

  friend HalfBits operator-(HalfBits a) { return a.WithSign(static_cast<uint16_t>(~a.bits & kSign)); }
  friend HalfBits Absolute(HalfBits a) { return a.WithSign(0); }

 private:
  static constexpr uint16_t kSign = 0x8000;

  [[nodiscard]] HalfBits WithSign(uint16_t sign) const {
    const auto magnitude = static_cast<uint16_t>(bits & ~kSign);
    return {magnitude > kInfinity ? kNan : static_cast<uint16_t>(magnitude | sign)};
  }
};
using Float16Bits = HalfBits<0x7C00, 0x7E00>;
using Bfloat16Bits = HalfBits<0x7F80, 0x7FC0>;
}  // namespace openaclnn

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using SignedFormats = FormatList<Float32, Float64, Int32, Int64, Complex64, Complex128>;

// The root with a real part that is not negative. Computed in float64, of parts scaled by a power of 4.
template <typename Real>
HWY_INLINE ComplexNumber<Real> SquareRoot(ComplexNumber<Real> self) {
  const double real = self.real;
  const double imaginary = self.imaginary;
  if (imaginary == 0) {
    const double root = std::sqrt(std::fabs(real));
    return real < 0 ? ComplexNumber<Real>{0, static_cast<Real>(std::copysign(root, imaginary))}
                    : ComplexNumber<Real>{static_cast<Real>(root), self.imaginary};
  }
  if (std::isinf(imaginary)) {
    return {std::numeric_limits<Real>::infinity(), self.imaginary};
  }
  if (std::isinf(real)) {
    const Real rest = self.imaginary - self.imaginary;  // 0, or NaN
    return real > 0 ? ComplexNumber<Real>{self.real, std::copysign(rest, self.imaginary)}
                    : ComplexNumber<Real>{rest, std::copysign(self.real, self.imaginary)};
  }
  int exponent = 0;
  (void)std::frexp(std::max(std::fabs(real), std::fabs(imaginary)), &exponent);
  exponent &= -2;
  const double a = std::ldexp(real, -exponent);
  const double b = std::ldexp(imaginary, -exponent);
  const double larger = std::sqrt((std::fabs(a) + std::sqrt(a * a + b * b)) / 2);
  const double smaller = b / (2 * larger);
  const auto scaled = [&](double part) { return static_cast<Real>(std::ldexp(part, exponent / 2)); };
  return real < 0 ? ComplexNumber<Real>{scaled(std::fabs(smaller)), scaled(std::copysign(larger, b))}
                  : ComplexNumber<Real>{scaled(larger), scaled(smaller)};
}

using FormatsAndComplex = FormatList<Float32, Float16, Bfloat16, Float64, Complex64, Complex128>;

namespace rounding {

template <class T>
HWY_INLINE auto InverseRoot(T self) {
  return Constant<T>(1) / SquareRoot(self);
}
template <typename Real>
HWY_INLINE ComplexNumber<Real> InverseRoot(ComplexNumber<Real> self) {
  return ComplexNumber<Real>{1, 0} / SquareRoot(self);
}

template <class T>
HWY_INLINE auto Raised(T self) {
  if constexpr (requires { typename T::Number; }) {
    return Ceil(self);
  } else {
    return self;
  }
}

// Of what takes no more than a sign: numbers of half types are not converted.
template <class Bits, DType kType>
struct HalfBitsFormat {
  static constexpr DType kDtype = kType;
  using Element = uint16_t;
  using Compute = Bits;

  static Compute Load(const uint16_t* from) { return {*from}; }
  static void Store(Compute value, uint16_t* to) { *to = value.bits; }
};
using SignedFloat16 = HalfBitsFormat<Float16Bits, DType::kFloat16>;
using SignedBfloat16 = HalfBitsFormat<Bfloat16Bits, DType::kBfloat16>;
using BySign = FormatList<Float32, SignedFloat16, SignedBfloat16, Float64, Int32, Int64>;
using OfComplex = FormatList<Complex64, Complex128>;
using RealAndComplex = FormatList<Float32, Float16, Bfloat16, Float64, Int32, Int64, Complex64, Complex128>;
using BySignAndComplex =
    FormatList<Float32, SignedFloat16, SignedBfloat16, Float64, Int32, Int64, Complex64, Complex128>;

template <class T>
HWY_INLINE auto Sign(T self) {
  const T zero = Constant<T>(0);
  const T one = Constant<T>(1);
  return Choose(self > zero, one, Choose(self < zero, -one, zero));
}
// The number of absolute value 1 with the same angle.
template <typename Real>
HWY_INLINE ComplexNumber<Real> Sign(ComplexNumber<Real> self) {
  const Real size = Magnitude(self);
  return size == 0 ? ComplexNumber<Real>{} : ComplexNumber<Real>{self.real / size, self.imaginary / size};
}

template <class T>
HWY_INLINE T Inverse(T self) {
  return Constant<T>(1) / self;
}
template <typename Real>
HWY_INLINE ComplexNumber<Real> Inverse(ComplexNumber<Real> self) {
  return ComplexNumber<Real>{1, 0} / self;
}

template <class T>
HWY_INLINE auto Floored(T self) {
  if constexpr (requires { typename T::Number; }) {
    return Floor(self);
  } else {
    return self;
  }
}

template <class T>
HWY_INLINE auto Truncated(T self) {
  if constexpr (requires { typename T::Number; }) {
    return Truncate(self);
  } else {
    return self;
  }
}

template <class T>
HWY_INLINE auto Rounded(T self) {
  if constexpr (requires { typename T::Number; }) {
    return RoundToEven(self);
  } else {
    return self;
  }
}

// Scaled by a power of ten, which is exact up to 10^22 in float64, and to 10^10 in float32.
template <class T>
HWY_INLINE auto RoundedUp(T self, T scale) {
  return RoundToEven(self * scale) / scale;
}

struct Finite {
  template <class D>
  static HWY_INLINE Truths<D> Compute(Lanes<D> self) {
    return Absolute(self) < Lanes<D>(std::numeric_limits<hn::TFromD<D>>::infinity());
  }
  template <typename T>
  static HWY_INLINE Boolean Compute(Wrapping<T> /*self*/) {
    return {true};
  }
  template <typename Real>
  static HWY_INLINE Boolean Compute(ComplexNumber<Real> self) {
    return {std::isfinite(self.real) && std::isfinite(self.imaginary)};
  }
};

// Only numbers with a point have infinities: +1 asks for the positive one, -1 for the negative.
template <int kSign>
struct InfiniteOfSign {
  template <class D>
  static HWY_INLINE Truths<D> Compute(Lanes<D> self) {
    return self == Lanes<D>(kSign * std::numeric_limits<hn::TFromD<D>>::infinity());
  }
  template <typename T>
  static HWY_INLINE Boolean Compute(Wrapping<T> /*self*/) {
    return {false};
  }
};

// Either of them.
struct Infinite {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    return InfiniteOfSign<1>::Compute(Absolute(self));
  }
};

// Integers have nothing to replace.
template <class T>
HWY_INLINE T Replaced(T self, T nan, T posinf, T neginf) {
  if constexpr (requires { typename T::Number; }) {
    const T infinity = Constant<T>(std::numeric_limits<double>::infinity());
    const T finite = Choose(self == infinity, posinf, Choose(self == -infinity, neginf, self));
    return Choose(IsNan(self), nan, finite);
  } else {
    return self;
  }
}

// Zeros and NaNs have signs, too.
struct Minus {
  template <class D>
  static HWY_INLINE Truths<D> Compute(Lanes<D> self) {
    return Lanes<D>(hn::CopySign(Lanes<D>(1).vector, self.vector)) < Lanes<D>(0);
  }
  template <typename T>
  static HWY_INLINE Boolean Compute(Wrapping<T> self) {
    return self < Constant<Wrapping<T>>(0);
  }
};

}  // namespace rounding

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

constexpr ElementwiseRules kTruth{.truth = true};

// All but BOOL.
constexpr std::array<DType, 11> kSignedDtypes{
    DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble,    DType::kInt8,      DType::kInt16,
    DType::kInt32, DType::kInt64,   DType::kUint8,    DType::kComplex64, DType::kComplex128};

}  // namespace
}  // namespace openaclnn
#endif

// clang-format off
OPENACLNN_UNARY_AND_INPLACE(Neg, -self, rounding::BySignAndComplex, kSignedDtypes, kOneType)
OPENACLNN_LOOP(Abs, (T self), Absolute(self), 1, 0, rounding::BySign)
OPENACLNN_LOOP(Magnitude, (T self), (T{Magnitude(self), 0}), 1, 0, rounding::OfComplex)
OPENACLNN_UNARY_AND_INPLACE(Sign, rounding::Sign(self), rounding::RealAndComplex, kPromotingDtypes, kOneType)
OPENACLNN_UNARY_AND_INPLACE(Ceil, rounding::Raised(self), RealFormats, kRealDtypesButBool, kOneType)
OPENACLNN_UNARY_AND_INPLACE(Floor, rounding::Floored(self), RealFormats, kRealDtypesButBool, kOneType)
OPENACLNN_UNARY_AND_INPLACE(Trunc, rounding::Truncated(self), RealFormats, kRealDtypesButBool, kOneType)
OPENACLNN_UNARY_AND_INPLACE(Frac, self - Truncate(self), FloatFormatsAndDouble, kFloatingDtypes, kOneType)
OPENACLNN_UNARY_AND_INPLACE(Round, rounding::Rounded(self), RealFormats, kRealDtypesButBool, kOneType)
OPENACLNN_UNARY_AND_INPLACE(Sqrt, SquareRoot(self), FormatsAndComplex, kPromotingDtypes, kFloatingResult)
OPENACLNN_UNARY_AND_INPLACE(Rsqrt, rounding::InverseRoot(self), FormatsAndComplex, kPromotingDtypes, kFloatingResult)
OPENACLNN_UNARY_AND_INPLACE(Reciprocal, rounding::Inverse(self), FormatsAndComplex, kPromotingDtypes, kFloatingResult)
OPENACLNN_UNARY(IsFinite, rounding::Finite::Compute(self), SignedFormats, kPromotingDtypes, kTruth)
OPENACLNN_UNARY(IsNegInf, rounding::InfiniteOfSign<-1>::Compute(self), RealFormats, kRealDtypes, kTruth)
OPENACLNN_UNARY(IsPosInf, rounding::InfiniteOfSign<1>::Compute(self), RealFormats, kRealDtypes, kTruth)
OPENACLNN_LOOP(IsInf, (T x), rounding::Infinite::Compute(x), 1, 0, RealFormats)
OPENACLNN_UNARY(Signbit, rounding::Minus::Compute(self), RealFormats, kRealDtypes, kTruth)
OPENACLNN_LOOP(Heaviside, (T self, T values), Choose(self == Constant<T>(0), values, Choose(self > Constant<T>(0), Constant<T>(1), Constant<T>(0))), 2, 0, FloatFormatsAndDouble)
OPENACLNN_LOOP(NanToNum, (T self, T nan, T posinf, T neginf), rounding::Replaced(self, nan, posinf, neginf), 1, 3, RealFormats)
OPENACLNN_LOOP(RoundDecimals, (T self, T scale), rounding::RoundedUp(self, scale), 1, 1, FloatFormatsAndDouble)
OPENACLNN_LOOP(RoundTens, (T self, T scale), RoundToEven(self / scale) * scale, 1, 1, FloatFormatsAndDouble)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr auto kSteps = BinaryArguments("input", "values", "out");
constexpr auto kX = UnaryArguments("x", "out");
constexpr std::span<const DType> kHalvesAndFloat = kFloatingDtypes.first(3);

// Rows by the sign of the number of places.
constexpr std::array<ElementwiseOperator, 2> RoundRows(
    const char* name, std::span<const TensorArgument<ElementwiseArgs>> arguments) {
  return {ElementwiseRow(name, arguments, LoopRoundDecimals, kFloatingDtypes, kOneType),
          ElementwiseRow(name, arguments, LoopRoundTens, kFloatingDtypes, kOneType)};
}

aclnnStatus RoundDecimals(const char* function, const std::array<ElementwiseOperator, 2>& rows,
                          const aclTensor* self, int64_t decimals, const aclTensor* out,
                          uint64_t* workspaceSize, aclOpExecutor** executor) {
  // Products of tens that no number reaches are infinite.
  constexpr int64_t kMost = 400;
  const int64_t places = std::min(decimals < 0 ? -std::max(decimals, -kMost) : decimals, kMost);
  double scale = 1;
  for (int64_t i = 0; i < places; ++i) {
    scale *= 10;
  }
  return PhaseOneOf(function, rows[decimals < 0 ? 1 : 0], {self}, {GivenNumber(ScalarOf(scale))}, out,
                    workspaceSize, executor);
}

// No integer holds an infinity or NaN, and none of them is replaced.
ScalarOperand Replacement(const aclTensor* self, float number) {
  const bool floating = IsLive(self) && ClassOf(self->dtype) == DTypeClass::kFloating;
  return GivenNumber(ScalarOf(floating ? double{number} : 0.0));
}

constexpr ElementwiseOperator kAbs = ElementwiseRow("aclnnAbs", kSelf, LoopAbs, kPromotingDtypes, kOneType);

// Of complex numbers: real ones of their parts' type.
Status BindMagnitude(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(out);
  const bool single = self.tensor->dtype == DType::kComplex64;
  const std::array<DType, 1> parts{single ? DType::kFloat : DType::kDouble};
  check.DtypeIn(out, parts).ValidView(self).ValidOutputView(out).SameShape(out, self);
  if (check.Failed()) {
    return check.Result();
  }
  ElementwiseArgs args;
  args.types = {self.tensor->dtype, self.tensor->dtype};
  args.loop = LoopMagnitude(self.tensor->dtype);
  return call.Bind(kAbs.op, args, {self.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnAbs, (const aclTensor* self, aclTensor* out), {
  if (!IsLive(self) || ClassOf(self->dtype) != DTypeClass::kComplex) {
    return PhaseOneOf(__func__, kAbs, {self}, {}, out, workspaceSize, executor);
  }
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    return BindMagnitude(call, {"self", self}, {"out", out});
  });
})

OPENACLNN_ELEMENTWISE(aclnnIsInf, (const aclTensor* x, aclTensor* out), (kX, LoopIsInf, kRealDtypes, kTruth),
                      {x}, {}, out)

OPENACLNN_ELEMENTWISE(aclnnHeaviside, (const aclTensor* input, const aclTensor* values, aclTensor* out),
                      (kSteps, LoopHeaviside, kHalvesAndFloat, kOneType), {input, values}, {}, out)

OPENACLNN_ELEMENTWISE(aclnnNanToNum,
                      (const aclTensor* self, float nan, float posinf, float neginf, aclTensor* out),
                      (kSelf, LoopNanToNum, kRealDtypes, kOneType), {self},
                      {Replacement(self, nan), Replacement(self, posinf), Replacement(self, neginf)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceNanToNum, (aclTensor * selfRef, float nan, float posinf, float neginf),
                      (kSelfRef, LoopNanToNum, kRealDtypes, kOneType), {selfRef},
                      {Replacement(selfRef, nan), Replacement(selfRef, posinf), Replacement(selfRef, neginf)},
                      selfRef)

OPENACLNN_ENTRY(aclnnRoundDecimals, (const aclTensor* self, int64_t decimals, aclTensor* out), {
  static constexpr auto kRows = RoundRows("aclnnRoundDecimals", kSelf);
  return RoundDecimals(__func__, kRows, self, decimals, out, workspaceSize, executor);
})

OPENACLNN_ENTRY(aclnnInplaceRoundDecimals, (aclTensor * selfRef, int64_t decimals), {
  static constexpr auto kRows = RoundRows("aclnnInplaceRoundDecimals", kSelfRef);
  return RoundDecimals(__func__, kRows, selfRef, decimals, selfRef, workspaceSize, executor);
})
#endif  // HWY_ONCE
