// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace openaclnn {

// sums[i] += values[i], for values that do not overlap the sums. Vectorized for the processor at hand; the
// same bits on each.
void AddTo(double* sums, const float* values, int64_t count);
void AddTo(double* sums, const double* values, int64_t count);
// The same of rows of `count` values that follow each other.
void AddRowsTo(double* sums, const float* values, int64_t rows, int64_t count);
void AddRowsTo(double* sums, const double* values, int64_t rows, int64_t count);
// The same of rows that lie anywhere.
void AddRowsTo(double* sums, const float* const* rows, int64_t number, int64_t count);
// sums[i] += values[i] * factor; products of floats are exact.
void AddScaledTo(double* sums, const float* values, float factor, int64_t count);

}  // namespace openaclnn
