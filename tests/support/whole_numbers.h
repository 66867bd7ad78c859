// SPDX-License-Identifier: Apache-2.0
//
// Whole numbers beside the exact ones that they were rounded from.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/array.h"

namespace openaclnn::testing {

/// Expects numbers of INT8 to be those next to others, or the extremes where these lie beyond.
inline void ExpectRounded(const Array& whole, const Array& numbers) {
  // A number of up to 128 in float32, after some operations, is as near as that to the exact one.
  constexpr double kHalf = 0.5 + 1e-3;
  ASSERT_EQ(whole.values.size(), numbers.values.size());
  for (size_t i = 0; i < whole.values.size(); ++i) {
    const double bounded = std::clamp(numbers.values[i], -128.0, 127.0);
    ASSERT_NEAR(whole.values[i], bounded, kHalf) << "at " << i;
    ASSERT_EQ(whole.values[i], std::nearbyint(whole.values[i]));
  }
}

/// The same of rows by scales of their own, which it returns.
inline Array ExpectRows(const Array& whole, const Array& numbers, size_t length) {
  Array scales = Full({length == 0 ? 0 : static_cast<int64_t>(numbers.values.size() / length)}, 0);
  Array quotients = numbers;
  for (size_t row = 0; row < scales.values.size(); ++row) {
    double& scale = scales.values[row];
    for (size_t i = 0; i < length; ++i) {
      scale = std::max(scale, std::fabs(numbers.values[row * length + i]) / 127);
    }
    for (size_t i = 0; i < length; ++i) {
      quotients.values[row * length + i] /= scale > 0 ? scale : 1;  // of zeros: they stay
    }
  }
  ExpectRounded(whole, quotients);
  return scales;
}

}  // namespace openaclnn::testing
