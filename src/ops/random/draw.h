// SPDX-License-Identifier: Apache-2.0
//
// Random numbers as kernels draw them: element i of a sequence follows from the sequence and i alone.
#pragma once

#include <cmath>
#include <cstdint>

#include "ops/random/sequence.h"

namespace openaclnn {

// How many of 2^32 words have a probability from 0 to 1.
inline uint64_t WordsOf(double probability) {
  return static_cast<uint64_t>(std::llround(std::ldexp(probability, 32)));
}

// What is drawn at a time, from an element on that is a multiple of it.
inline constexpr int64_t kDrawn = 512;
// Words that are made together.
inline constexpr int64_t kWordsOfBlock = 4;

// kDrawn numbers of a standard normal distribution, by the transform of Box and Muller (1958).
void DrawNormal(const RandomSequence& sequence, int64_t first, float* numbers);
void DrawNormal(const RandomSequence& sequence, int64_t first, double* numbers);
// kDrawn multiples of 2^-digits in [0, 1), each as likely as the others. At most 24 digits of a float, 53 of
// a double.
void DrawUniform(const RandomSequence& sequence, int64_t first, int digits, float* numbers);
void DrawUniform(const RandomSequence& sequence, int64_t first, int digits, double* numbers);
// kDrawn integers in [0, range), each as likely as the others to 2^-64 of the range.
void DrawWhole(const RandomSequence& sequence, int64_t first, uint64_t range, uint64_t* numbers);
// At least `count` of kDrawn words, from one on that is a multiple of kWordsOfBlock.
void DrawWords(const RandomSequence& sequence, int64_t first, int64_t count, uint32_t* words);

// numbers[i] = numbers[i] * factors[i] + shifts[i], rounded once, for kDrawn numbers.
void ScaleAndShift(const float* factors, const float* shifts, float* numbers);
void ScaleAndShift(const double* factors, const double* shifts, double* numbers);

}  // namespace openaclnn
