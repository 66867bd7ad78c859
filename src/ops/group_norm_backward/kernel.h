// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "executor/operator.h"

namespace openaclnn {

struct GroupNormBackwardArgs {
  TensorView gradOut;
  TensorView input;
  TensorView mean;
  TensorView rstd;
  TensorView gamma;  // left out: all ones
  // The outputs that are asked for; the others are left out.
  TensorView gradInput;
  TensorView gradGammaOut;
  TensorView gradBetaOut;
  int64_t N = 0;
  int64_t C = 0;
  int64_t HxW = 0;
  int64_t group = 1;  // divides C
};

// With g = gradOut and xh = (input - mean) * rstd as [N, C, HxW], mean and rstd as [N, group]:
//   gradBetaOut[c] = sum of g, gradGammaOut[c] = sum of g * xh, both over samples and HxW
//   gradInput = rstd * (gamma * g - (S1 + xh * S2) / m), where S1 and S2 sum gamma * g and gamma * g * xh
//   over the m elements of the (sample, group) slab.
[[nodiscard]] Plan PlanGroupNormBackwardCpu(const GroupNormBackwardArgs& args);
[[nodiscard]] Status RunGroupNormBackwardCpu(const GroupNormBackwardArgs& args, std::byte* workspace,
                                             backend::ExecutionContext& context);

// The inner loops of the CPU kernel, over neighbouring rows that belong to one slab. A row is a channel of a
// sample, or a piece of one; the rows lie one after the other.

struct GroupNormRowSums {
  double gradient;  // of g
  double product;   // of g * (x - mean)
};

// The sums of each row. Without input (null) there are no products: they stay 0.
void SumGroupNormRows(const float* gradOut, const float* input, double mean, int64_t rows, int64_t columns,
                      GroupNormRowSums* sums);

struct GroupNormCoefficients {
  double mean;
  double rstd;
  double constant;
  double slope;
};

// gradInput = rstd * gamma[row] * g - (constant + (x - mean) * slope).
void ComputeGroupNormRows(const float* gradOut, const float* input, const float* gamma,
                          const GroupNormCoefficients& coefficients, int64_t rows, int64_t columns,
                          double* gradInput);

}  // namespace openaclnn
