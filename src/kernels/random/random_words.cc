// SPDX-License-Identifier: Apache-2.0
#include "kernels/random/random_words.h"

#include <algorithm>
#include <array>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/random/philox-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(SomeWords,
                     void(const RandomSequence& sequence, int64_t first, int64_t count, uint32_t* to));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

static_assert(kMostRandomWords % kPhiloxWords == 0);

void SomeWords(const RandomSequence& sequence, int64_t first, int64_t count, uint32_t* to) {
  std::array<uint32_t, kPhiloxWords> words;
  for (int64_t begin = 0; begin < count; begin += static_cast<int64_t>(kPhiloxWords)) {
    PhiloxWords(sequence, static_cast<uint64_t>((first + begin) / kWordsOfBlock), words);
    std::copy(words.begin(), words.end(), to + begin);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

void DrawWords(const RandomSequence& sequence, int64_t first, int64_t count, uint32_t* words) {
  HWY_DYNAMIC_DISPATCH(SomeWords)(sequence, first, count, words);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
