// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bench/operators/problem.h"

namespace bench {

// A tensor whose values spread evenly over [low, high], in random order, the same at every run.
[[nodiscard]] Tensor MakeTensor(const std::vector<int64_t>& dims, DType dtype,
                                Layout layout = Layout::kContiguous, float low = -1.0F, float high = 1.0F);
// The value at each position is given; contiguous.
[[nodiscard]] Tensor MakeTensor(const std::vector<int64_t>& dims, DType dtype,
                                const std::function<double(int64_t)>& valueAt);
// A tensor to write into.
[[nodiscard]] Tensor MakeOutput(const std::vector<int64_t>& dims, DType dtype,
                                Layout layout = Layout::kContiguous);

// Evenly spread over [0, 1), the same for the same number.
[[nodiscard]] double Random(uint64_t number);

}  // namespace bench
