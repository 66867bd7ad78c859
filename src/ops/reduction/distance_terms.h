// SPDX-License-Identifier: Apache-2.0
//
// Distances of rows of two matrices, many pairs at a time. Rows are FLOAT; differences and sums are computed in
// float64, column after column, so that no pair depends on which others are computed with it.
#pragma once

#include <cstdint>

namespace openaclnn {

enum class DistanceKind { kNonzeros, kMagnitudes, kSquares, kPowers, kLargest };
[[nodiscard]] DistanceKind DistanceKindOf(double order);

inline constexpr int64_t kPanelRows = 16;
inline constexpr int64_t kRowsWithPanel = 8;

// The distances of up to kRowsWithPanel rows, `stride` elements apart, from the kPanelRows rows of a panel, whose
// elements lie column by column: distances[row * step + place in the panel].
void DistancesFromPanel(double order, const float* rows, int64_t stride, int64_t count, const float* panel,
                        int64_t columns, double* distances, int64_t step);

// sums[i] += factor * the derivative of the term of x[i] - y[i], for a count that is a multiple of kPanelRows.
void AddDistanceDerivatives(double order, const float* x, const float* y, int64_t count, double factor,
                            double* sums);

}  // namespace openaclnn
