// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "tests/support/array.h"

namespace openaclnn::reference {

struct GroupNormBackwardResult {
  testing::Array gradInput;     // shape of input
  testing::Array gradGammaOut;  // shape of gamma, [C] without one
  testing::Array gradBetaOut;   // likewise
};

/// Gradients of group normalisation with respect to input, gamma and beta. For tests only: slow.
///
/// Forward, per sample n and group k of D = C / group channels, m = D * HxW elements:
///   mean = sum(x) / m        rstd = 1 / sqrt(sum((x - mean)^2) / m + eps)
///   xh   = (x - mean) * rstd       y = gamma[c] * xh + beta[c]
///
/// Backward. With u = gamma[c] * gradOut, the gradient of the loss with respect to xh:
///   d xh[j] / d x[i] = rstd * ( [i == j] - 1/m - xh[i] * xh[j] / m )
///   gradInput[i] = sum over j of u[j] * d xh[j] / d x[i] = rstd * ( u[i] - (S1 + xh[i] * S2) / m ),
///   S1 = sum of u, S2 = sum of u * xh, both over the sample's group;
///   gradGamma[c] = sum over n, s of gradOut * xh;    gradBeta[c] = sum over n, s of gradOut.
/// mean and rstd are inputs and taken as given, whatever they hold (eps is inside rstd).
///
/// gradOut and input hold N*C*HxW elements, mean and rstd N*group, gamma C, each in any shape.
GroupNormBackwardResult GroupNormBackward(const testing::Array& gradOut, const testing::Array& input,
                                          const testing::Array& mean, const testing::Array& rstd,
                                          const std::optional<testing::Array>& gamma, int64_t N, int64_t C,
                                          int64_t HxW, int64_t group);

/// The same sums over the absolute values of all terms: the scale of rounding of each output.
GroupNormBackwardResult GroupNormBackwardMagnitudes(const testing::Array& gradOut,
                                                    const testing::Array& input, const testing::Array& mean,
                                                    const testing::Array& rstd,
                                                    const std::optional<testing::Array>& gamma, int64_t N,
                                                    int64_t C, int64_t HxW, int64_t group);

struct GroupNormStatistics {
  testing::Array mean;  // [N, group]
  testing::Array rstd;  // [N, group]
};

/// The mean and rstd that the forward pass hands over (NaN for groups without elements).
GroupNormStatistics ComputeGroupNormStatistics(const testing::Array& input, int64_t N, int64_t C, int64_t HxW,
                                               int64_t group, double eps);

}  // namespace openaclnn::reference
