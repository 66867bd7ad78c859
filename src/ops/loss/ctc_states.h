// SPDX-License-Identifier: Apache-2.0
//
// What connectionist temporal classification computes of one sequence (Graves, Fernandez, Gomez, Schmidhuber,
// "Connectionist temporal classification", 2006): a target of S labels has 2 S + 1 states, the labels with
// blanks around them. All in logarithms, in float64.
#pragma once

#include <cstdint>

namespace openaclnn {

// States are processed in whole vectors: arrays have room for a multiple of so many, and of two more in front
// that are -infinity.
inline constexpr int64_t kCtcPadding = 8;

// next[s] = log of the sum of exp(previous[s]), exp(previous[s - 1]) and exp(previous[s - 2] + skips[s]), and
// then plus logProbs[s].
void CtcStep(const double* previous, const double* skips, const double* logProbs, int64_t states,
             double* next);

// The log of exp(a) + exp(b).
[[nodiscard]] double CtcSum(double a, double b);

// weights[s] = exp(forward[s] + backward[s] - largest); returns the largest sum.
double CtcWeights(const double* forward, const double* backward, int64_t states, double* weights);

// gradient[c] = factor * (exp(logProbs[c]) - weights[c] * exp(shift - logProbs[c])), the second term 0 where
// the weight is.
void CtcGradient(const double* logProbs, const double* weights, double shift, double factor, int64_t classes,
                 double* gradient);

}  // namespace openaclnn
