// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "bench/accuracy/problem.h"

namespace openaclnn::accuracy {

/// Of one output. torch_errors.py computes the same; docs/accuracy.md defines it.
struct Errors {
  size_t elements = 0;
  /// |actual - exact| in places: the spacing of the dtype at the element's magnitude.
  double largest = 0;
  double mean = 0;
  /// The share of elements that are the exact value rounded once, to nearest even.
  double correctlyRounded = 1;
};

Errors Measure(const std::vector<double>& actual, const Expected& expected, aclDataType dtype);

/// FLOAT: no error beyond 4 places. FLOAT16 and BF16: 99.9 % correctly rounded, 99 % of sums. For problems
/// that are not hostile.
bool MeetsGoal(const Errors& errors, const Expected& expected, aclDataType dtype);

}  // namespace openaclnn::accuracy
