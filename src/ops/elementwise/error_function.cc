// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_erf.h"
#include "aclnnop/aclnn_erfc.h"
#include "aclnnop/aclnn_erfinv.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/error_function.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/math_error_function-inl.h"

#ifndef OPENACLNN_ERROR_FUNCTION_ONCE  // this file is included once for each target
#define OPENACLNN_ERROR_FUNCTION_ONCE
namespace openaclnn {
enum class ErrorFunctions { kErf, kErfc, kErfinv };
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace error_function {

using Formats = FormatList<Float32, Float64>;

struct ErfOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Erf(self);
  }
};
struct ErfcOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Erfc(self);
  }
};
struct ErfinvOf {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Erfinv(self);
  }
};

}  // namespace error_function

ElementwiseLoop FindErrorFunction(ErrorFunctions which, DType dtype) {
  using namespace error_function;
  switch (which) {
    case ErrorFunctions::kErf:
      return FindLoop<ErfOf, 1, 0>(FloatFormatsAndDouble(), dtype);
    case ErrorFunctions::kErfc:
      return FindLoop<ErfcOf, 1, 0>(Formats(), dtype);
    case ErrorFunctions::kErfinv:
      return FindLoop<ErfinvOf, 1, 0>(Formats(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindErrorFunction);

template <ErrorFunctions kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindErrorFunction)(kWhich, dtype);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_FUNCTION(aclnnErf, aclnnInplaceErf, Loop<ErrorFunctions::kErf>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnErfc, aclnnInplaceErfc, Loop<ErrorFunctions::kErfc>, kRealDtypes)
OPENACLNN_FUNCTION(aclnnErfinv, aclnnInplaceErfinv, Loop<ErrorFunctions::kErfinv>, kRealDtypes)
#endif  // HWY_ONCE
