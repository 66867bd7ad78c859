// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/index_loops.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(InRangeLoop,
                     bool(const int64_t* indices, int64_t count, uint64_t below, uint64_t extent));
OPENACLNN_PER_TARGET(AddLoop, void(const int64_t* indices, int64_t count, uint64_t extent, uint64_t stride,
                                   int64_t* offsets));
OPENACLNN_PER_TARGET(SetLoop, void(const int64_t* indices, int64_t count, uint64_t extent, uint64_t stride,
                                   uint64_t first, uint64_t step, int64_t* offsets));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Unsigned numbers wrap around: an index so far out that a sum does has the sign in the other one.
bool InRangeLoop(const int64_t* indices, int64_t count, uint64_t below, uint64_t extent) {
  uint64_t outside = 0;
  for (int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<uint64_t>(indices[i]);
    outside |= (index + below) | (extent - 1 - index);
  }
  return outside >> 63U == 0;
}

HWY_INLINE uint64_t FromBeginning(int64_t index, uint64_t extent) {
  return static_cast<uint64_t>(index) + (static_cast<uint64_t>(index >> 63) & extent);
}

void AddLoop(const int64_t* HWY_RESTRICT indices, int64_t count, uint64_t extent, uint64_t stride,
             int64_t* HWY_RESTRICT offsets) {
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t offset = FromBeginning(indices[i], extent) * stride;
    offsets[i] = static_cast<int64_t>(static_cast<uint64_t>(offsets[i]) + offset);
  }
}

void SetLoop(const int64_t* HWY_RESTRICT indices, int64_t count, uint64_t extent, uint64_t stride,
             uint64_t first, uint64_t step, int64_t* HWY_RESTRICT offsets) {
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t offset = FromBeginning(indices[i], extent) * stride;
    offsets[i] = static_cast<int64_t>(first + static_cast<uint64_t>(i) * step + offset);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

bool AllInRange(const int64_t* indices, int64_t count, int64_t below, int64_t extent) {
  return HWY_DYNAMIC_DISPATCH(InRangeLoop)(indices, count, static_cast<uint64_t>(below),
                                           static_cast<uint64_t>(extent));
}

void AddOffsets(const int64_t* indices, int64_t count, int64_t extent, int64_t stride, int64_t* offsets) {
  HWY_DYNAMIC_DISPATCH(AddLoop)
  (indices, count, static_cast<uint64_t>(extent), static_cast<uint64_t>(stride), offsets);
}

void SetOffsets(const int64_t* indices, int64_t count, int64_t extent, int64_t stride, int64_t first,
                int64_t step, int64_t* offsets) {
  HWY_DYNAMIC_DISPATCH(SetLoop)
  (indices, count, static_cast<uint64_t>(extent), static_cast<uint64_t>(stride), static_cast<uint64_t>(first),
   static_cast<uint64_t>(step), offsets);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
