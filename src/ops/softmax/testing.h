// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tests/support/array.h"

namespace openaclnn::testing {

// Each row of so many numbers becomes its softmax.
inline void SoftmaxRows(Array& rows, size_t length) {
  for (size_t begin = 0; begin < rows.values.size(); begin += length) {
    double* const row = rows.values.data() + begin;
    const double largest = *std::max_element(row, row + length);
    double sum = 0;
    for (size_t i = 0; i < length; ++i) {
      row[i] = std::exp(row[i] - largest);
      sum += row[i];
    }
    for (size_t i = 0; i < length; ++i) {
      row[i] /= sum;
    }
  }
}

}  // namespace openaclnn::testing
