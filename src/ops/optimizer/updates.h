// SPDX-License-Identifier: Apache-2.0
//
// How optimizers update parameters, for a row of elements.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn::optimizer {

/// Numbers in and out, in this order; all are FLOAT.
enum class Rule {
  kAdam,       // parameter, gradient, both moments -> parameter, both moments
  kAdamDecay,  // the same; the parameter is part of the gradient
  kAmsgrad,    // and the largest second moment, in and out
  kAmsgradDecay,
  kEma,  // and the average of parameters, in and out
  kEmaDecay,
  kNesterovAdam,  // as kAdam, of the gradient after the next
  kSgd,           // parameter, gradient -> parameter, gradient
  kMomentum,      // and the buffer, in and out
  kNesterov,
};

/// Numbers that all elements share.
struct Coefficients {
  float gradient = 1;  // divides the gradient; of Adam, negative where the objective is maximized
  float sign = 1;      // of SGD, -1 where the objective is maximized
  float decay = 0;     // the parameter's part in the gradient
  float kept = 1;      // of the parameter, before the update
  float first = 0;     // of the first moment, or of the buffer
  float firstNew = 0;  // of the gradient
  float second = 0;    // of the second moment
  float secondNew = 0;
  float rate = 0;
  float root = 1;  // divides the root of the second moment
  float epsilon = 0;
  float average = 0;  // of the average of parameters
  float averageNew = 0;
};

struct RowUpdate {
  void (*run)(const float* const* in, float* const* out, int64_t count, const Coefficients& numbers);
  size_t inputs;
  size_t outputs;
};
[[nodiscard]] RowUpdate UpdateOf(Rule rule);

inline constexpr size_t kMostRows = 5;  // in or out

}  // namespace openaclnn::optimizer
