// SPDX-License-Identifier: Apache-2.0
#include "kernels/quantization/restored_weights.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(RestoreNumbers, void(const int8_t* from, int64_t count, const float* scale,
                                          const float* offset, bool single, float* to));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

namespace restored_weights {

template <bool kSingle>
void Restore(const int8_t* from, int64_t count, const float* scale, const float* offset, float* to) {
  const hn::ScalableTag<float> tag;
  const hn::Rebind<int32_t, decltype(tag)> d32;
  const hn::Rebind<int8_t, decltype(tag)> d8;
  const auto step = static_cast<int64_t>(hn::Lanes(tag));
  const auto factors = hn::Set(tag, scale[0]);
  const auto shifts = hn::Set(tag, offset[0]);
  int64_t i = 0;
  for (; i + step <= count; i += step) {
    const auto numbers = hn::ConvertTo(tag, hn::PromoteTo(d32, hn::LoadU(d8, from + i)));
    if constexpr (kSingle) {
      hn::StoreU(hn::Mul(hn::Add(numbers, shifts), factors), tag, to + i);
    } else {
      const auto sum = hn::Add(numbers, hn::LoadU(tag, offset + i));
      hn::StoreU(hn::Mul(sum, hn::LoadU(tag, scale + i)), tag, to + i);
    }
  }
  for (; i < count; ++i) {
    const int64_t at = kSingle ? 0 : i;
    to[i] = (static_cast<float>(from[i]) + offset[at]) * scale[at];
  }
}

}  // namespace restored_weights

void RestoreNumbers(const int8_t* from, int64_t count, const float* scale, const float* offset, bool single,
                    float* to) {
  if (single) {
    restored_weights::Restore<true>(from, count, scale, offset, to);
  } else {
    restored_weights::Restore<false>(from, count, scale, offset, to);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

void RestoreWeights(const int8_t* from, int64_t count, const float* scale, const float* offset, bool single,
                    float* to) {
  if (count > 0) {
    HWY_DYNAMIC_DISPATCH(RestoreNumbers)(from, count, scale, offset, single, to);
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
