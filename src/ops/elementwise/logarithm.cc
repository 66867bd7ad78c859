// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_acosh.h"
#include "aclnnop/aclnn_asinh.h"
#include "aclnnop/aclnn_atanh.h"
#include "aclnnop/aclnn_log.h"
#include "aclnnop/aclnn_log10.h"
#include "aclnnop/aclnn_log1p.h"
#include "aclnnop/aclnn_log2.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/logarithm.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/math_logarithm-inl.h"

#ifndef OPENACLNN_LOGARITHM_ONCE  // this file is included once for each target
#define OPENACLNN_LOGARITHM_ONCE
namespace openaclnn {
enum class Logarithms { kLog, kLog2, kLog10, kLog1p, kAsinh, kAcosh, kAtanh };
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace logarithm {

using Formats = FormatList<Float32, Float64>;

struct LogOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Log(self);
  }
};
struct Log2Of {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Log2(self);
  }
};
struct Log10Of {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Log10(self);
  }
};
struct Log1pOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Log1p(self);
  }
};
struct AsinhOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Asinh(self);
  }
};
struct AcoshOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Acosh(self);
  }
};
struct AtanhOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Atanh(self);
  }
};

}  // namespace logarithm

ElementwiseLoop FindLogarithm(Logarithms which, DType dtype) {
  using namespace logarithm;
  switch (which) {
    case Logarithms::kLog:
      return FindLoop<LogOf, 1, 0>(FloatFormatsAndDouble(), dtype);
    case Logarithms::kLog2:
      return FindLoop<Log2Of, 1, 0>(Formats(), dtype);
    case Logarithms::kLog10:
      return FindLoop<Log10Of, 1, 0>(Formats(), dtype);
    case Logarithms::kLog1p:
      return FindLoop<Log1pOf, 1, 0>(Formats(), dtype);
    case Logarithms::kAsinh:
      return FindLoop<AsinhOf, 1, 0>(Formats(), dtype);
    case Logarithms::kAcosh:
      return FindLoop<AcoshOf, 1, 0>(Formats(), dtype);
    case Logarithms::kAtanh:
      return FindLoop<AtanhOf, 1, 0>(Formats(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindLogarithm);

template <Logarithms kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindLogarithm)(kWhich, dtype);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_FUNCTION(aclnnLog, aclnnInplaceLog, Loop<Logarithms::kLog>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnLog2, aclnnInplaceLog2, Loop<Logarithms::kLog2>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnLog10, aclnnInplaceLog10, Loop<Logarithms::kLog10>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnLog1p, aclnnInplaceLog1p, Loop<Logarithms::kLog1p>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnAsinh, aclnnInplaceAsinh, Loop<Logarithms::kAsinh>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnAcosh, aclnnInplaceAcosh, Loop<Logarithms::kAcosh>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnAtanh, aclnnInplaceAtanh, Loop<Logarithms::kAtanh>, kRealDtypes)
#endif  // HWY_ONCE
