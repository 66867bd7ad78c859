// SPDX-License-Identifier: Apache-2.0
#include "simd/target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/target.cc"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const char* NameOfThisTarget() {
  return hwy::TargetName(HWY_TARGET);
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(NameOfThisTarget);

// Dispatched as kernels are, so it is what they get.
const char* SimdTargetName() {
  return HWY_DYNAMIC_DISPATCH(NameOfThisTarget)();
}

}  // namespace openaclnn
#endif  // HWY_ONCE
