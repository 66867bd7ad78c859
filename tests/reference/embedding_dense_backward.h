// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tests/support/array.h"

namespace openaclnn::reference {

/// Gradient of the lookup y[t,:] = table[indices[t],:] with respect to the table. For tests only: slow.
///
///   out[v,:] = sum over rows t with indices[t] == v of grad[t,:], divided by the number of such t if
///   scaleGradByFreq; out[v,:] = 0 if v == paddingIdx or v never occurs.
///
/// grad has rank >= 1; its last dim is the row length, all others together count the indices. paddingIdx is
/// read as int64: callers pass negative values through the unsigned parameter. Rows whose index equals it are
/// skipped before any range check. Any other index outside [0, numWeights) throws std::out_of_range.
///
/// Scale of rounding (the sum of |terms|): the same call with Abs(grad).
testing::Array EmbeddingDenseBackward(const testing::Array& grad, const std::vector<int64_t>& indices,
                                      uint64_t numWeights, uint64_t paddingIdx, bool scaleGradByFreq);

}  // namespace openaclnn::reference
