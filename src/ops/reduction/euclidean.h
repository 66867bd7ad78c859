// SPDX-License-Identifier: Apache-2.0
//
// Euclidean distances and their gradients in FLOAT, many pairs at a time: differences are squared and added in
// float32, and every kEuclideanBlock of them go to a sum in float64. A pair's sum has one order, whatever is computed
// with it. Sums that FLOAT has too few digits or too small an exponent for are left to the functions in float64.
#pragma once

#include <cstdint>

namespace openaclnn {

inline constexpr int64_t kEuclideanBlock = 16;

/// As DistancesFromPanel of order 2.
void EuclideanFromPanel(const float* rows, int64_t stride, int64_t count, const float* panel, int64_t columns,
                        float* distances, int64_t step);

inline constexpr int64_t kGradientRows = 4;

/// Gradients of up to kGradientRows rows: sums[row * stride + i] = the sum over the others of
/// factors[row * factorStride + other] * (rows[row * stride + i] - others[other * stride + i]), i < stride, which is a
/// multiple of kPanelRows.
struct EuclideanGradients {
  const float* rows;
  int64_t count;
  const float* others;
  int64_t otherCount;
  int64_t stride;
  const float* factors;
  int64_t factorStride;
  double* sums;
};
void SumEuclideanGradients(const EuclideanGradients& gradients);

/// factors[i] = gradients[i] / distances[i], or 0 where the distance is. Returns false if one has fewer digits than a
/// FLOAT, or is not finite. The count is a multiple of kPanelRows.
[[nodiscard]] bool EuclideanFactors(const float* gradients, const float* distances, int64_t count,
                                    float* factors);

}  // namespace openaclnn
