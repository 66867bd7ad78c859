// SPDX-License-Identifier: Apache-2.0
#include "kernels/accumulate.h"

// Compiled once for each instruction set; the compiler makes the vectors, Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/accumulate.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

void AddFloats(double* HWY_RESTRICT sums, const float* HWY_RESTRICT values, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    sums[i] += static_cast<double>(values[i]);
  }
}

void AddDoubles(double* HWY_RESTRICT sums, const double* HWY_RESTRICT values, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    sums[i] += values[i];
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(AddFloats);
HWY_EXPORT(AddDoubles);

void AddTo(double* sums, const float* values, int64_t count) {
  HWY_DYNAMIC_DISPATCH(AddFloats)(sums, values, count);
}

void AddTo(double* sums, const double* values, int64_t count) {
  HWY_DYNAMIC_DISPATCH(AddDoubles)(sums, values, count);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
