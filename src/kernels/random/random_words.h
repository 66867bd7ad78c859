// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/random/random_sequence.h"

namespace openaclnn {

// How many of 2^32 words have a probability from 0 to 1.
inline uint64_t WordsOf(double probability) {
  return static_cast<uint64_t>(std::llround(std::ldexp(probability, 32)));
}

// Words that are made together.
inline constexpr int64_t kWordsOfBlock = 4;
// What is drawn at a time, at most.
inline constexpr int64_t kMostRandomWords = 512;

// `count` words of a sequence, at most kMostRandomWords, from one on that is a multiple of kWordsOfBlock.
// There is room for kMostRandomWords: words behind the last one may be written, too.
void DrawWords(const RandomSequence& sequence, int64_t first, int64_t count, uint32_t* words);

}  // namespace openaclnn
