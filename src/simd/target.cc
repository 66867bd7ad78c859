// SPDX-License-Identifier: Apache-2.0
#include "simd/target.h"

#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(NameOfThisTarget, const char*());
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const char* NameOfThisTarget() {
  return hwy::TargetName(HWY_TARGET);
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

// Dispatched as kernels are, so it is what they get.
const char* SimdTargetName() {
  return HWY_DYNAMIC_DISPATCH(NameOfThisTarget)();
}

}  // namespace openaclnn
#endif  // HWY_ONCE
