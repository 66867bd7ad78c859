// SPDX-License-Identifier: Apache-2.0
#pragma once

// Philox 4x32-10 as its authors write it, for tests: a word at a time, nothing shared with the library.

#include <array>
#include <cstdint>

namespace openaclnn::testing {

using PhiloxBlock = std::array<uint32_t, 4>;

inline PhiloxBlock Philox(PhiloxBlock counter, uint64_t key) {
  auto low = static_cast<uint32_t>(key);
  auto high = static_cast<uint32_t>(key >> 32U);
  for (int round = 0; round < 10; ++round) {
    const uint64_t one = uint64_t{0xD2511F53} * counter[0];
    const uint64_t two = uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<uint32_t>(two >> 32U) ^ counter[1] ^ low, static_cast<uint32_t>(two),
               static_cast<uint32_t>(one >> 32U) ^ counter[3] ^ high, static_cast<uint32_t>(one)};
    low += 0x9E3779B9;
    high += 0xBB67AE85;
  }
  return counter;
}

/// Word i of a sequence.
inline uint32_t PhiloxWord(uint64_t i, uint64_t seed, uint64_t offset) {
  const uint64_t block = i / 4;
  return Philox({static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32U),
                 static_cast<uint32_t>(offset), static_cast<uint32_t>(offset >> 32U)},
                seed)[i % 4];
}

/// Words 2i and 2i + 1 of a sequence as one number, the first of them below.
inline uint64_t PhiloxPair(uint64_t i, uint64_t seed, uint64_t offset) {
  return uint64_t{PhiloxWord(2 * i + 1, seed, offset)} << 32U | PhiloxWord(2 * i, seed, offset);
}

}  // namespace openaclnn::testing
