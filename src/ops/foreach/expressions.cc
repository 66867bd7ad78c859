// SPDX-License-Identifier: Apache-2.0
#include "ops/foreach/expressions.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/elementwise/elementwise-inl.h"
#include "ops/common/power-inl.h"
#include "simd/math-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindForeach, ElementwiseLoop(ForeachExpression expression, DType dtype));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace lists {

using Integer = Wrapping<int32_t>;

struct Add {
  template <class T>
  static HWY_INLINE T Compute(T a, T s) {
    return a + s;
  }
};
struct AddList {
  template <class T>
  static HWY_INLINE T Compute(T a, T b, T s) {
    return MulAdd(s, b, a);
  }
};
struct Sub {
  template <class T>
  static HWY_INLINE T Compute(T a, T s) {
    return a - s;
  }
};
struct SubList {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> a, Lanes<D> b, Lanes<D> s) {
    return MulAdd(Lanes<D>(hn::Neg(s.vector)), b, a);
  }
  static HWY_INLINE Integer Compute(Integer a, Integer b, Integer s) { return a - s * b; }
};
struct Mul {
  template <class T>
  static HWY_INLINE T Compute(T a, T b) {
    return a * b;
  }
};
struct Div {
  template <class T>
  static HWY_INLINE T Compute(T a, T b) {
    return a / b;
  }
};
struct Addcmul {
  template <class T>
  static HWY_INLINE T Compute(T a, T b, T c, T s) {
    return MulAdd(s * b, c, a);
  }
};
struct Addcdiv {
  template <class T>
  static HWY_INLINE T Compute(T a, T b, T c, T s) {
    return a + s * b / c;
  }
};

// From the nearer end, so that a weight of 1 gives the far end exactly.
struct Lerp {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> a, Lanes<D> b, Lanes<D> weight) {
    const auto way = b - a;
    const auto one = hn::Set(D(), 1.0F);
    const auto fromStart = MulAdd(weight, way, a);
    const auto fromEnd = MulAdd(Lanes<D>(hn::Sub(weight.vector, one)), way, b);
    const auto near = hn::Lt(hn::Abs(weight.vector), hn::Set(D(), 0.5F));
    return Lanes<D>(hn::IfThenElse(near, fromStart.vector, fromEnd.vector));
  }
};

// Of NaN and a number: NaN.
struct Maximum {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> a, Lanes<D> b) {
    const auto first = hn::Or(hn::Gt(a.vector, b.vector), hn::IsNaN(a.vector));
    return Lanes<D>(hn::IfThenElse(first, a.vector, b.vector));
  }
  static HWY_INLINE Integer Compute(Integer a, Integer b) { return a.value > b.value ? a : b; }
};
struct Minimum {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> a, Lanes<D> b) {
    const auto first = hn::Or(hn::Lt(a.vector, b.vector), hn::IsNaN(a.vector));
    return Lanes<D>(hn::IfThenElse(first, a.vector, b.vector));
  }
  static HWY_INLINE Integer Compute(Integer a, Integer b) { return a.value < b.value ? a : b; }
};

struct Abs {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> a) {
    return Lanes<D>(hn::Abs(a.vector));
  }
  static HWY_INLINE Integer Compute(Integer a) { return a.value < 0 ? Integer{} - a : a; }
};
struct Neg {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> a) {
    return Lanes<D>(hn::Neg(a.vector));
  }
  static HWY_INLINE Integer Compute(Integer a) { return Integer{} - a; }
};
struct Reciprocal {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> a) {
    return Lanes<D>(hn::Set(D(), 1.0F)) / a;
  }
};
struct Sqrt {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> a) {
    return Lanes<D>(hn::Sqrt(a.vector));
  }
};

struct Sign {
  template <class T>
  static HWY_INLINE T Compute(T a) {
    const T zero = Constant<T>(0);
    const T one = Constant<T>(1);
    return Choose(a > zero, one, Choose(a < zero, -one, zero));
  }
};
struct PowerOfScalar {
  template <class T>
  static HWY_INLINE T Compute(T a, T s) {
    return powers::Power(s, a);
  }
};
struct Power {
  template <class T>
  static HWY_INLINE T Compute(T a, T s) {
    return powers::Power(a, s);
  }
};

// By the mode: 2 down, 3 up, 4 to the nearest, of two the one away from zero, 5 towards zero, 6 to the
// nearest, of two the odd one; any other: of two the even one.
struct RoundOff {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> a, Lanes<D> mode) {
    const auto is = [&](float way) HWY_ATTR { return mode == Lanes<D>(way); };
    const Lanes<D> even = RoundToEven(a);
    const Lanes<D> inner = Truncate(a);
    const Lanes<D> outer = inner + CopySign(Lanes<D>(1), a);
    const Lanes<D> part = Absolute(a - inner);  // exact
    const Lanes<D> half(0.5F);
    const Lanes<D> away = Choose(part >= half, outer, inner);
    const Lanes<D> odd = Choose(part == half, Choose(even == inner, outer, inner), even);
    const Lanes<D> whole = Choose(is(4), away, Choose(is(5), inner, Choose(is(6), odd, even)));
    return Choose(is(2), Floor(a), Choose(is(3), Ceil(a), whole));
  }
  static HWY_INLINE Integer Compute(Integer a, Integer /*mode*/) { return a; }
};

// A function of one number.
#define OPENACLNN_LIST_FUNCTION(Name)  \
  struct Name##Function {              \
    template <class T>                 \
    static HWY_INLINE T Compute(T a) { \
      return Name(a);                  \
    }                                  \
  };
OPENACLNN_LIST_FUNCTION(Acos)
OPENACLNN_LIST_FUNCTION(Asin)
OPENACLNN_LIST_FUNCTION(Atan)
OPENACLNN_LIST_FUNCTION(Cos)
OPENACLNN_LIST_FUNCTION(Cosh)
OPENACLNN_LIST_FUNCTION(Erf)
OPENACLNN_LIST_FUNCTION(Erfc)
OPENACLNN_LIST_FUNCTION(Exp)
OPENACLNN_LIST_FUNCTION(Expm1)
OPENACLNN_LIST_FUNCTION(Log)
OPENACLNN_LIST_FUNCTION(Log10)
OPENACLNN_LIST_FUNCTION(Log1p)
OPENACLNN_LIST_FUNCTION(Log2)
OPENACLNN_LIST_FUNCTION(Sigmoid)
OPENACLNN_LIST_FUNCTION(Sin)
OPENACLNN_LIST_FUNCTION(Sinh)
OPENACLNN_LIST_FUNCTION(Tan)
OPENACLNN_LIST_FUNCTION(Tanh)

using Floats = FormatList<Float32>;
using Numbers = FormatList<Float32, Int32>;
using SignedNumbers = FormatList<Float32, Int32, Int64>;

}  // namespace lists

ElementwiseLoop FindForeach(ForeachExpression expression, DType dtype) {
  using lists::Floats;
  using lists::Numbers;
  switch (expression) {
    case ForeachExpression::kAbs:
      return FindLoop<lists::Abs, 1, 0>(Numbers(), dtype);
    case ForeachExpression::kAcos:
      return FindLoop<lists::AcosFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kAdd:
      return FindLoop<lists::Add, 1, 1>(Numbers(), dtype);
    case ForeachExpression::kAddcdiv:
      return FindLoop<lists::Addcdiv, 3, 1>(Floats(), dtype);
    case ForeachExpression::kAddcmul:
      return FindLoop<lists::Addcmul, 3, 1>(Numbers(), dtype);
    case ForeachExpression::kAddList:
      return FindLoop<lists::AddList, 2, 1>(Numbers(), dtype);
    case ForeachExpression::kAsin:
      return FindLoop<lists::AsinFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kAtan:
      return FindLoop<lists::AtanFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kCos:
      return FindLoop<lists::CosFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kCosh:
      return FindLoop<lists::CoshFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kDiv:
      return FindLoop<lists::Div, 1, 1>(Floats(), dtype);
    case ForeachExpression::kDivList:
      return FindLoop<lists::Div, 2, 0>(Floats(), dtype);
    case ForeachExpression::kErf:
      return FindLoop<lists::ErfFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kErfc:
      return FindLoop<lists::ErfcFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kExp:
      return FindLoop<lists::ExpFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kExpm1:
      return FindLoop<lists::Expm1Function, 1, 0>(Floats(), dtype);
    case ForeachExpression::kLerp:
      return FindLoop<lists::Lerp, 2, 1>(Floats(), dtype);
    case ForeachExpression::kLerpList:
      return FindLoop<lists::Lerp, 3, 0>(Floats(), dtype);
    case ForeachExpression::kLog:
      return FindLoop<lists::LogFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kLog10:
      return FindLoop<lists::Log10Function, 1, 0>(Floats(), dtype);
    case ForeachExpression::kLog1p:
      return FindLoop<lists::Log1pFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kLog2:
      return FindLoop<lists::Log2Function, 1, 0>(Floats(), dtype);
    case ForeachExpression::kMaximum:
      return FindLoop<lists::Maximum, 1, 1>(Numbers(), dtype);
    case ForeachExpression::kMaximumList:
      return FindLoop<lists::Maximum, 2, 0>(Numbers(), dtype);
    case ForeachExpression::kMinimum:
      return FindLoop<lists::Minimum, 1, 1>(Numbers(), dtype);
    case ForeachExpression::kMinimumList:
      return FindLoop<lists::Minimum, 2, 0>(Numbers(), dtype);
    case ForeachExpression::kMul:
      return FindLoop<lists::Mul, 1, 1>(Numbers(), dtype);
    case ForeachExpression::kMulList:
      return FindLoop<lists::Mul, 2, 0>(Numbers(), dtype);
    case ForeachExpression::kNeg:
      return FindLoop<lists::Neg, 1, 0>(Numbers(), dtype);
    case ForeachExpression::kPow:
      return FindLoop<lists::Power, 1, 1>(Numbers(), dtype);
    case ForeachExpression::kPowList:
      return FindLoop<lists::Power, 2, 0>(Numbers(), dtype);
    case ForeachExpression::kPowOfScalar:
      return FindLoop<lists::PowerOfScalar, 1, 1>(Numbers(), dtype);
    case ForeachExpression::kReciprocal:
      return FindLoop<lists::Reciprocal, 1, 0>(Floats(), dtype);
    case ForeachExpression::kRoundOff:
      return FindLoop<lists::RoundOff, 1, 1>(Numbers(), dtype);
    case ForeachExpression::kSigmoid:
      return FindLoop<lists::SigmoidFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kSign:
      return FindLoop<lists::Sign, 1, 0>(lists::SignedNumbers(), dtype);
    case ForeachExpression::kSin:
      return FindLoop<lists::SinFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kSinh:
      return FindLoop<lists::SinhFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kSqrt:
      return FindLoop<lists::Sqrt, 1, 0>(Floats(), dtype);
    case ForeachExpression::kSub:
      return FindLoop<lists::Sub, 1, 1>(Numbers(), dtype);
    case ForeachExpression::kSubList:
      return FindLoop<lists::SubList, 2, 1>(Numbers(), dtype);
    case ForeachExpression::kTan:
      return FindLoop<lists::TanFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kTanh:
      return FindLoop<lists::TanhFunction, 1, 0>(Floats(), dtype);
    case ForeachExpression::kCopy:
    case ForeachExpression::kZero:
      break;
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else

namespace openaclnn {

DType ForeachComputeType(ForeachExpression expression, DType dtype) {
  if (expression == ForeachExpression::kExp || expression == ForeachExpression::kExpm1) {
    return DType::kFloat;
  }
  switch (dtype) {
    case DType::kFloat16:
    case DType::kBfloat16:
      return DType::kFloat;
    case DType::kInt16:
    case DType::kInt8:
    case DType::kUint8:
      return DType::kInt32;
    default:
      return dtype;
  }
}

ElementwiseLoop FindForeachLoop(ForeachExpression expression, DType computed) {
  return HWY_DYNAMIC_DISPATCH(FindForeach)(expression, computed);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
