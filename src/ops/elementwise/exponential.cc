// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "aclnnop/aclnn_cosh.h"
#include "aclnnop/aclnn_exp.h"
#include "aclnnop/aclnn_exp2.h"
#include "aclnnop/aclnn_expm1.h"
#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_sinh.h"
#include "aclnnop/aclnn_tanh.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/exponential.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/math_exponential-inl.h"
#include "simd/math_trigonometric-inl.h"

#ifndef OPENACLNN_EXPONENTIAL_ONCE  // this file is included once for each target
#define OPENACLNN_EXPONENTIAL_ONCE
namespace openaclnn {
enum class Exponentials { kExp, kExp2, kExpm1, kSinh, kCosh, kTanh, kSigmoid };
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// e^x (cos(y) + i sin(y)). A real number's stays real whatever e^x is, and 0 stays 0; where e^x alone is too
// large, it is multiplied in two steps.
template <typename Real>
HWY_INLINE ComplexNumber<Real> Exp(ComplexNumber<Real> self) {
  using Tag = hn::CappedTag<Real, 1>;
  const auto one = [](Lanes<Tag> lane) HWY_ATTR { return hn::GetLane(lane.vector); };
  const Lanes<Tag> angle(self.imaginary);
  const Real size = one(Exp(Lanes<Tag>(self.real)));
  if (self.imaginary == 0) {
    return {size, self.imaginary};
  }
  if (size == 0) {
    return {0, 0};
  }
  const Real cosine = one(Cos(angle));
  const Real sine = one(Sin(angle));
  if (size <= std::numeric_limits<Real>::max()) {
    return {size * cosine, size * sine};
  }
  const Real root = one(Exp(Lanes<Tag>(self.real / 2)));
  return {root * cosine * root, root * sine * root};
}

namespace exponential {

using Formats = FormatList<Float32, Float64>;
using FormatsAndComplex = FormatList<Float32, Float16, Bfloat16, Float64, Complex64, Complex128>;

struct ExpOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Exp(self);
  }
};
struct Exp2Of {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Exp2(self);
  }
};
struct Expm1Of {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Expm1(self);
  }
};
struct SinhOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Sinh(self);
  }
};
struct CoshOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Cosh(self);
  }
};
struct TanhOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Tanh(self);
  }
};
struct SigmoidOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Sigmoid(self);
  }
};

}  // namespace exponential

ElementwiseLoop FindExponential(Exponentials which, DType dtype) {
  using namespace exponential;
  switch (which) {
    case Exponentials::kExp:
      return FindLoop<ExpOf, 1, 0>(FormatsAndComplex(), dtype);
    case Exponentials::kExp2:
      return FindLoop<Exp2Of, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Exponentials::kExpm1:
      return FindLoop<Expm1Of, 1, 0>(Formats(), dtype);
    case Exponentials::kSinh:
      return FindLoop<SinhOf, 1, 0>(Formats(), dtype);
    case Exponentials::kCosh:
      return FindLoop<CoshOf, 1, 0>(Formats(), dtype);
    case Exponentials::kTanh:
      return FindLoop<TanhOf, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Exponentials::kSigmoid:
      return FindLoop<SigmoidOf, 1, 0>(FloatFormatsAndDouble(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindExponential);

template <Exponentials kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindExponential)(kWhich, dtype);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_FUNCTION(aclnnExp, aclnnInplaceExp, Loop<Exponentials::kExp>, kPromotingDtypes)
OPENACLNN_FUNCTION(aclnnExp2, aclnnInplaceExp2, Loop<Exponentials::kExp2>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnExpm1, aclnnInplaceExpm1, Loop<Exponentials::kExpm1>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnSinh, aclnnInplaceSinh, Loop<Exponentials::kSinh>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnCosh, aclnnInplaceCosh, Loop<Exponentials::kCosh>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnTanh, aclnnInplaceTanh, Loop<Exponentials::kTanh>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnSigmoid, aclnnInplaceSigmoid, Loop<Exponentials::kSigmoid>, kRealDtypes)
#endif  // HWY_ONCE
