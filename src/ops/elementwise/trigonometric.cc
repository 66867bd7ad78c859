// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_acos.h"
#include "aclnnop/aclnn_asin.h"
#include "aclnnop/aclnn_atan.h"
#include "aclnnop/aclnn_atan2.h"
#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_sin.h"
#include "aclnnop/aclnn_tan.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/trigonometric.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/math_trigonometric-inl.h"

#ifndef OPENACLNN_TRIGONOMETRIC_ONCE  // this file is included once for each target
#define OPENACLNN_TRIGONOMETRIC_ONCE
namespace openaclnn {
enum class Trigonometry { kSin, kCos, kTan, kAsin, kAcos, kAtan, kAtan2 };
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace trigonometric {

using Formats = FormatList<Float32, Float64>;

struct SinOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Sin(self);
  }
};
struct CosOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Cos(self);
  }
};
struct TanOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Tan(self);
  }
};
struct AsinOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Asin(self);
  }
};
struct AcosOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Acos(self);
  }
};
struct AtanOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Atan(self);
  }
};
struct Atan2Of {
  template <class T>
  static HWY_INLINE T Compute(T self, T other) {
    return Atan2(self, other);
  }
};

}  // namespace trigonometric

ElementwiseLoop FindTrigonometric(Trigonometry which, DType dtype) {
  using namespace trigonometric;
  switch (which) {
    case Trigonometry::kSin:
      return FindLoop<SinOf, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Trigonometry::kCos:
      return FindLoop<CosOf, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Trigonometry::kTan:
      return FindLoop<TanOf, 1, 0>(Formats(), dtype);
    case Trigonometry::kAsin:
      return FindLoop<AsinOf, 1, 0>(Formats(), dtype);
    case Trigonometry::kAcos:
      return FindLoop<AcosOf, 1, 0>(Formats(), dtype);
    case Trigonometry::kAtan:
      return FindLoop<AtanOf, 1, 0>(Formats(), dtype);
    case Trigonometry::kAtan2:
      return FindLoop<Atan2Of, 2, 0>(Formats(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindTrigonometric);

template <Trigonometry kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindTrigonometric)(kWhich, dtype);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_FUNCTION(aclnnSin, aclnnInplaceSin, Loop<Trigonometry::kSin>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnCos, aclnnInplaceCos, Loop<Trigonometry::kCos>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnTan, aclnnInplaceTan, Loop<Trigonometry::kTan>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnAsin, aclnnInplaceAsin, Loop<Trigonometry::kAsin>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnAcos, aclnnInplaceAcos, Loop<Trigonometry::kAcos>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnAtan, aclnnInplaceAtan, Loop<Trigonometry::kAtan>, kRealDtypes)
OPENACLNN_BINARY(aclnnAtan2, Loop<Trigonometry::kAtan2>, kRealDtypes, kFloatingResult)
OPENACLNN_INPLACE_BINARY(aclnnInplaceAtan2, Loop<Trigonometry::kAtan2>, kRealDtypes, kFloatingResult)
#endif  // HWY_ONCE
