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
#include "aclnnop/aclnn_isfinite.h"
#include "aclnnop/aclnn_isneginf.h"
#include "aclnnop/aclnn_isposinf.h"
#include "aclnnop/aclnn_neg.h"
#include "aclnnop/aclnn_reciprocal.h"
#include "aclnnop/aclnn_round.h"
#include "aclnnop/aclnn_rsqrt.h"
#include "aclnnop/aclnn_sign.h"
#include "aclnnop/aclnn_signbit.h"
#include "aclnnop/aclnn_sqrt.h"
#include "aclnnop/aclnn_trunc.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/rounding.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/numbers-inl.h"

#ifndef OPENACLNN_ROUNDING_ONCE  // this file is included once for each target
#define OPENACLNN_ROUNDING_ONCE
namespace openaclnn {
enum class Unary {
  kNeg,
  kAbs,
  kSign,
  kCeil,
  kFloor,
  kTrunc,
  kRound,
  kFrac,
  kRoundUp,
  kRoundDown,
  kSqrt,
  kRsqrt,
  kReciprocal,
  kIsFinite,
  kIsNegInf,
  kIsPosInf,
  kSignbit
};

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
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace rounding {

using Formats = FormatList<Float32, Float16, Bfloat16, Float64, Int32, Int64>;
using SignedFormats = FormatList<Float32, Float64, Int32, Int64, Complex64, Complex128>;
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
using BySignAndComplex =
    FormatList<Float32, SignedFloat16, SignedBfloat16, Float64, Int32, Int64, Complex64, Complex128>;

struct Neg {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    return -self;
  }
};

struct Abs {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    return Absolute(self);
  }
};

struct Sign {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    const T zero = Constant<T>(0);
    const T one = Constant<T>(1);
    return Choose(self > zero, one, Choose(self < zero, -one, zero));
  }
};

struct Ceiling {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    return Ceil(self);
  }
};

struct Floored {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    if constexpr (requires { typename T::Number; }) {
      return Floor(self);
    } else {
      return self;
    }
  }
};

struct Truncated {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    if constexpr (requires { typename T::Number; }) {
      return Truncate(self);
    } else {
      return self;
    }
  }
};

struct Rounded {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    if constexpr (requires { typename T::Number; }) {
      return RoundToEven(self);
    } else {
      return self;
    }
  }
};

struct Fraction {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    return self - Truncate(self);
  }
};

// Scaled by a power of ten, which is exact up to 10^22 in float64, and to 10^10 in float32.
struct RoundedUp {
  template <class T>
  static HWY_INLINE auto Compute(T self, T scale) {
    return RoundToEven(self * scale) / scale;
  }
};

struct RoundedDown {
  template <class T>
  static HWY_INLINE auto Compute(T self, T scale) {
    return RoundToEven(self / scale) * scale;
  }
};

struct Root {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    return SquareRoot(self);
  }
};

struct InverseRoot {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    return Constant<T>(1) / SquareRoot(self);
  }
};

struct Inverse {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    return Constant<T>(1) / self;
  }
};

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

ElementwiseLoop FindUnary(Unary which, DType dtype) {
  using namespace rounding;
  switch (which) {
    case Unary::kNeg:
      return FindLoop<Neg, 1, 0>(BySignAndComplex(), dtype);
    case Unary::kAbs:
      return FindLoop<Abs, 1, 0>(BySign(), dtype);
    case Unary::kSign:
      return FindLoop<Sign, 1, 0>(Formats(), dtype);
    case Unary::kCeil:
      return FindLoop<Ceiling, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Unary::kFloor:
      return FindLoop<Floored, 1, 0>(Formats(), dtype);
    case Unary::kTrunc:
      return FindLoop<Truncated, 1, 0>(Formats(), dtype);
    case Unary::kRound:
      return FindLoop<Rounded, 1, 0>(Formats(), dtype);
    case Unary::kFrac:
      return FindLoop<Fraction, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Unary::kRoundUp:
      return FindLoop<RoundedUp, 1, 1>(FloatFormatsAndDouble(), dtype);
    case Unary::kRoundDown:
      return FindLoop<RoundedDown, 1, 1>(FloatFormatsAndDouble(), dtype);
    case Unary::kSqrt:
      return FindLoop<Root, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Unary::kRsqrt:
      return FindLoop<InverseRoot, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Unary::kReciprocal:
      return FindLoop<Inverse, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Unary::kIsFinite:
      return FindTruthLoop<Finite, 1, 0>(SignedFormats(), dtype);
    case Unary::kIsNegInf:
      return FindTruthLoop<InfiniteOfSign<-1>, 1, 0>(Formats(), dtype);
    case Unary::kIsPosInf:
      return FindTruthLoop<InfiniteOfSign<1>, 1, 0>(Formats(), dtype);
    case Unary::kSignbit:
      return FindTruthLoop<Minus, 1, 0>(Formats(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindUnary);

template <Unary kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindUnary)(kWhich, dtype);
}

constexpr ElementwiseRules kTruth{.truth = true};

// All but BOOL.
constexpr std::array<DType, 11> kSignedDtypes{
    DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble,    DType::kInt8,      DType::kInt16,
    DType::kInt32, DType::kInt64,   DType::kUint8,    DType::kComplex64, DType::kComplex128};

// Rows by the sign of the number of places.
constexpr std::array<ElementwiseOperator, 2> RoundRows(
    const char* name, std::span<const TensorArgument<ElementwiseArgs>> arguments) {
  return {ElementwiseRow(name, arguments, Loop<Unary::kRoundUp>, kFloatingDtypes, kOneType),
          ElementwiseRow(name, arguments, Loop<Unary::kRoundDown>, kFloatingDtypes, kOneType)};
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

}  // namespace
}  // namespace openaclnn

OPENACLNN_UNARY(aclnnNeg, Loop<Unary::kNeg>, kSignedDtypes, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceNeg, Loop<Unary::kNeg>, kSignedDtypes, kOneType)
OPENACLNN_UNARY(aclnnAbs, Loop<Unary::kAbs>, kRealDtypes, kOneType)
OPENACLNN_UNARY(aclnnSign, Loop<Unary::kSign>, kRealDtypes, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceSign, Loop<Unary::kSign>, kRealDtypes, kOneType)
OPENACLNN_UNARY(aclnnCeil, Loop<Unary::kCeil>, kFloatingDtypes, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceCeil, Loop<Unary::kCeil>, kFloatingDtypes, kOneType)
OPENACLNN_UNARY(aclnnFloor, Loop<Unary::kFloor>, kRealDtypesButBool, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceFloor, Loop<Unary::kFloor>, kRealDtypesButBool, kOneType)
OPENACLNN_UNARY(aclnnTrunc, Loop<Unary::kTrunc>, kRealDtypesButBool, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceTrunc, Loop<Unary::kTrunc>, kRealDtypesButBool, kOneType)
OPENACLNN_UNARY(aclnnFrac, Loop<Unary::kFrac>, kFloatingDtypes, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceFrac, Loop<Unary::kFrac>, kFloatingDtypes, kOneType)
OPENACLNN_UNARY(aclnnRound, Loop<Unary::kRound>, kRealDtypesButBool, kOneType)
OPENACLNN_INPLACE_UNARY(aclnnInplaceRound, Loop<Unary::kRound>, kRealDtypesButBool, kOneType)
OPENACLNN_UNARY(aclnnSqrt, Loop<Unary::kSqrt>, kRealDtypes, kFloatingResult)
OPENACLNN_INPLACE_UNARY(aclnnInplaceSqrt, Loop<Unary::kSqrt>, kRealDtypes, kFloatingResult)
OPENACLNN_UNARY(aclnnRsqrt, Loop<Unary::kRsqrt>, kRealDtypes, kFloatingResult)
OPENACLNN_INPLACE_UNARY(aclnnInplaceRsqrt, Loop<Unary::kRsqrt>, kRealDtypes, kFloatingResult)
OPENACLNN_UNARY(aclnnReciprocal, Loop<Unary::kReciprocal>, kRealDtypes, kFloatingResult)
OPENACLNN_INPLACE_UNARY(aclnnInplaceReciprocal, Loop<Unary::kReciprocal>, kRealDtypes, kFloatingResult)
OPENACLNN_UNARY(aclnnIsFinite, Loop<Unary::kIsFinite>, kPromotingDtypes, kTruth)
OPENACLNN_UNARY(aclnnIsNegInf, Loop<Unary::kIsNegInf>, kRealDtypes, kTruth)
OPENACLNN_UNARY(aclnnIsPosInf, Loop<Unary::kIsPosInf>, kRealDtypes, kTruth)
OPENACLNN_UNARY(aclnnSignbit, Loop<Unary::kSignbit>, kRealDtypes, kTruth)

aclnnStatus aclnnRoundDecimalsGetWorkspaceSize(const aclTensor* self, int64_t decimals, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor) {
  static constexpr auto kRows = openaclnn::RoundRows("aclnnRoundDecimals", openaclnn::kSelf);
  return openaclnn::RoundDecimals(__func__, kRows, self, decimals, out, workspaceSize, executor);
}
OPENACLNN_PHASE_TWO(aclnnRoundDecimals)

aclnnStatus aclnnInplaceRoundDecimalsGetWorkspaceSize(aclTensor* selfRef, int64_t decimals,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor) {
  static constexpr auto kRows = openaclnn::RoundRows("aclnnInplaceRoundDecimals", openaclnn::kSelfRef);
  return openaclnn::RoundDecimals(__func__, kRows, selfRef, decimals, selfRef, workspaceSize, executor);
}
OPENACLNN_PHASE_TWO(aclnnInplaceRoundDecimals)
#endif  // HWY_ONCE
