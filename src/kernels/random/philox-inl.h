// SPDX-License-Identifier: Apache-2.0
//
// Philox 4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): four
// random words from a counter and a key, by multiplications alone. Any word of a sequence is there at once,
// so that the numbers do not depend on who computes them. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/random/random_sequence.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

inline constexpr size_t kPhiloxBlocks = 32;  // that are computed at a time, side by side in vectors
inline constexpr size_t kPhiloxWords = 4 * kPhiloxBlocks;

// Words [4 first, 4 first + kPhiloxWords) of a sequence.
HWY_INLINE void PhiloxWords(const RandomSequence& sequence, uint64_t first,
                            std::array<uint32_t, kPhiloxWords>& words) {
  std::array<std::array<uint32_t, kPhiloxBlocks>, 4> counter;
  for (size_t i = 0; i < kPhiloxBlocks; ++i) {
    const uint64_t block = first + i;
    counter[0][i] = static_cast<uint32_t>(block);
    counter[1][i] = static_cast<uint32_t>(block >> 32U);
    counter[2][i] = static_cast<uint32_t>(sequence.offset);
    counter[3][i] = static_cast<uint32_t>(sequence.offset >> 32U);
  }
  auto low = static_cast<uint32_t>(sequence.seed);
  auto high = static_cast<uint32_t>(sequence.seed >> 32U);
  for (int round = 0; round < 10; ++round) {
    for (size_t i = 0; i < kPhiloxBlocks; ++i) {
      const uint64_t one = uint64_t{0xD2511F53} * counter[0][i];
      const uint64_t two = uint64_t{0xCD9E8D57} * counter[2][i];
      counter[0][i] = static_cast<uint32_t>(two >> 32U) ^ counter[1][i] ^ low;
      counter[1][i] = static_cast<uint32_t>(two);
      counter[2][i] = static_cast<uint32_t>(one >> 32U) ^ counter[3][i] ^ high;
      counter[3][i] = static_cast<uint32_t>(one);
    }
    low += 0x9E3779B9;
    high += 0xBB67AE85;
  }
  for (size_t i = 0; i < kPhiloxBlocks; ++i) {
    for (size_t k = 0; k < 4; ++k) {
      words[4 * i + k] = counter[k][i];
    }
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
