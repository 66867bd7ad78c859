// SPDX-License-Identifier: Apache-2.0
//
// Random numbers as kernels draw them: element i of a sequence follows from the sequence and i alone.
#pragma once

#include <cstdint>

#include "kernels/random/random_sequence.h"
#include "kernels/random/random_words.h"

namespace openaclnn {

// What is drawn at a time, from an element on that is a multiple of it.
inline constexpr int64_t kDrawn = kMostRandomWords;
// Of so many numbers each, what a task draws.
inline constexpr int64_t kDrawsOfTask = 32;

// kDrawn numbers of a standard normal distribution, by the transform of Box and Muller (1958).
void DrawNormal(const RandomSequence& sequence, int64_t first, float* numbers);
void DrawNormal(const RandomSequence& sequence, int64_t first, double* numbers);
// kDrawn multiples of 2^-digits in [0, 1), each as likely as the others. At most 24 digits of a float, 53 of
// a double.
void DrawUniform(const RandomSequence& sequence, int64_t first, int digits, float* numbers);
void DrawUniform(const RandomSequence& sequence, int64_t first, int digits, double* numbers);
// kDrawn integers in [0, range), each as likely as the others to 2^-64 of the range.
void DrawWhole(const RandomSequence& sequence, int64_t first, uint64_t range, uint64_t* numbers);

// kDrawn numbers of an exponential distribution of mean 1: -log of a multiple of 2^-53, half a step up.
void DrawExponential(const RandomSequence& sequence, int64_t first, double* numbers);

// numbers[i] = numbers[i] * factors[i] + shifts[i], rounded once, for kDrawn numbers.
void ScaleAndShift(const float* factors, const float* shifts, float* numbers);
void ScaleAndShift(const double* factors, const double* shifts, double* numbers);

}  // namespace openaclnn
