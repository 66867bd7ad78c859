// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tests/support/number_tensor.h"

namespace openaclnn::testing {

/// Real numbers of references that compute in long double, as a tensor takes them.
[[nodiscard]] inline Numbers NumbersOf(const Shape& shape, const std::vector<long double>& values) {
  Numbers numbers{shape, {}};
  for (const long double value : values) {
    numbers.values.emplace_back(value);
  }
  return numbers;
}

}  // namespace openaclnn::testing
