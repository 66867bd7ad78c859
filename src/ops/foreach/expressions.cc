// SPDX-License-Identifier: Apache-2.0
#include "ops/foreach/expressions.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/elementwise/elementwise-inl.h"

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

using Floats = FormatList<Float32>;
using Numbers = FormatList<Float32, Int32>;

}  // namespace lists

ElementwiseLoop FindForeach(ForeachExpression expression, DType dtype) {
  using lists::Floats;
  using lists::Numbers;
  switch (expression) {
    case ForeachExpression::kAbs:
      return FindLoop<lists::Abs, 1, 0>(Numbers(), dtype);
    case ForeachExpression::kAdd:
      return FindLoop<lists::Add, 1, 1>(Numbers(), dtype);
    case ForeachExpression::kAddcdiv:
      return FindLoop<lists::Addcdiv, 3, 1>(Floats(), dtype);
    case ForeachExpression::kAddcmul:
      return FindLoop<lists::Addcmul, 3, 1>(Numbers(), dtype);
    case ForeachExpression::kAddList:
      return FindLoop<lists::AddList, 2, 1>(Numbers(), dtype);
    case ForeachExpression::kDiv:
      return FindLoop<lists::Div, 1, 1>(Floats(), dtype);
    case ForeachExpression::kDivList:
      return FindLoop<lists::Div, 2, 0>(Floats(), dtype);
    case ForeachExpression::kLerp:
      return FindLoop<lists::Lerp, 2, 1>(Floats(), dtype);
    case ForeachExpression::kLerpList:
      return FindLoop<lists::Lerp, 3, 0>(Floats(), dtype);
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
    case ForeachExpression::kReciprocal:
      return FindLoop<lists::Reciprocal, 1, 0>(Floats(), dtype);
    case ForeachExpression::kSqrt:
      return FindLoop<lists::Sqrt, 1, 0>(Floats(), dtype);
    case ForeachExpression::kSub:
      return FindLoop<lists::Sub, 1, 1>(Numbers(), dtype);
    case ForeachExpression::kSubList:
      return FindLoop<lists::SubList, 2, 1>(Numbers(), dtype);
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

DType ForeachComputeType(DType dtype) {
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
