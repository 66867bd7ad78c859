// SPDX-License-Identifier: Apache-2.0
//
// Matrices in long double, real or complex: what the library's are held against.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "tests/support/compare.h"
#include "tests/support/number_tensor.h"
#include "tests/support/random.h"

namespace openaclnn::testing {

inline constexpr aclError kWorkFailed = 507035;

// ---- Matrices

struct Mat {
  size_t rows = 0;
  size_t columns = 0;
  std::vector<Number> values;

  Mat(size_t r, size_t c) : rows(r), columns(c), values(r * c) {}
  Number& operator()(size_t i, size_t j) { return values[i * columns + j]; }
  const Number& operator()(size_t i, size_t j) const { return values[i * columns + j]; }
};

inline Mat Identity(size_t n) {
  Mat result(n, n);
  for (size_t i = 0; i < n; ++i) {
    result(i, i) = 1;
  }
  return result;
}

inline Mat operator*(const Mat& a, const Mat& b) {
  Mat product(a.rows, b.columns);
  for (size_t i = 0; i < a.rows; ++i) {
    for (size_t k = 0; k < a.columns; ++k) {
      for (size_t j = 0; j < b.columns; ++j) {
        product(i, j) += a(i, k) * b(k, j);
      }
    }
  }
  return product;
}

inline Mat Transposed(const Mat& a, bool conjugate) {
  Mat result(a.columns, a.rows);
  for (size_t i = 0; i < a.rows; ++i) {
    for (size_t j = 0; j < a.columns; ++j) {
      result(j, i) = conjugate ? std::conj(a(i, j)) : a(i, j);
    }
  }
  return result;
}

inline long double Largest(const Mat& a) {
  long double largest = 0;
  for (const Number& value : a.values) {
    largest = std::max(largest, std::abs(value));
  }
  return largest;
}

inline void ExpectNear(const Mat& actual, const Mat& expected, long double tolerance,
                       const std::string& what) {
  ASSERT_EQ(actual.values.size(), expected.values.size());
  long double worst = 0;
  for (size_t i = 0; i < actual.values.size(); ++i) {
    worst = WorseOf(worst, std::abs(actual.values[i] - expected.values[i]));
  }
  EXPECT_LE(worst, tolerance) << what;
}

// ---- Batches

inline size_t Batches(const Numbers& numbers) {
  return static_cast<size_t>(NumElements({numbers.shape.begin(), numbers.shape.end() - 2}));
}

inline Mat MatrixOf(const Numbers& numbers, size_t batch) {
  Mat result(static_cast<size_t>(numbers.shape.end()[-2]), static_cast<size_t>(numbers.shape.back()));
  std::copy_n(numbers.values.begin() + static_cast<ptrdiff_t>(batch * result.values.size()),
              result.values.size(), result.values.begin());
  return result;
}

inline Numbers Draw(const Shape& shape, aclDataType dtype, Random& random) {
  Numbers numbers{shape, {}};
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    const Number value(random.StandardNormal(), random.StandardNormal());
    numbers.values.push_back(RoundTo(dtype, value));
  }
  return numbers;
}

// Makes square matrices well-conditioned: what is added to the diagonals is about the sum of a row.
inline void Strengthen(Numbers& numbers, aclDataType dtype) {
  const auto extent = static_cast<size_t>(numbers.shape.back());
  for (size_t i = 0; i < numbers.values.size(); ++i) {
    if (i / extent % extent == i % extent) {
      numbers.values[i] = RoundTo(dtype, numbers.values[i] + static_cast<long double>(extent));
    }
  }
}

inline Numbers Symmetric(Numbers numbers) {
  const auto extent = static_cast<size_t>(numbers.shape.back());
  for (size_t i = 0; i < numbers.values.size(); ++i) {
    const size_t row = i / extent % extent;
    const size_t column = i % extent;
    if (row > column) {
      numbers.values[i] = numbers.values[i - row * extent - column + column * extent + row];
    }
  }
  return numbers;
}

// Last places of a type, of numbers about 1.
inline long double Epsilon(aclDataType dtype) {
  switch (PartOf(dtype)) {
    case ACL_FLOAT16:
      return 0x1p-10L;
    case ACL_BF16:
      return 0x1p-7L;
    case ACL_DOUBLE:
      return 0x1p-52L;
    default:
      return 0x1p-23L;
  }
}

inline constexpr std::array<Lie, 3> kLies{Lie::kPlain, Lie::kTransposed, Lie::kStepped};

// ---- Elimination

// Solves a x = b and gives the determinant: rows are exchanged so that the largest number is the pivot.
struct Solution {
  Mat x;
  Number determinant{1};
};
inline Solution Eliminate(Mat a, Mat b) {
  Number determinant = 1;
  for (size_t k = 0; k < a.rows; ++k) {
    size_t pivot = k;
    for (size_t i = k; i < a.rows; ++i) {
      pivot = std::abs(a(i, k)) > std::abs(a(pivot, k)) ? i : pivot;
    }
    if (pivot != k) {
      determinant = -determinant;
      for (size_t j = 0; j < a.columns; ++j) {
        std::swap(a(k, j), a(pivot, j));
      }
      for (size_t j = 0; j < b.columns; ++j) {
        std::swap(b(k, j), b(pivot, j));
      }
    }
    determinant *= a(k, k);
    for (size_t i = 0; i < a.rows; ++i) {
      if (i == k) {
        continue;
      }
      const Number factor = a(i, k) / a(k, k);
      for (size_t j = k; j < a.columns; ++j) {
        a(i, j) -= factor * a(k, j);
      }
      for (size_t j = 0; j < b.columns; ++j) {
        b(i, j) -= factor * b(k, j);
      }
    }
  }
  for (size_t i = 0; i < a.rows; ++i) {
    for (size_t j = 0; j < b.columns; ++j) {
      b(i, j) /= a(i, i);
    }
  }
  return {b, determinant};
}

using OneResult = aclnnStatus (*)(const aclTensor*, aclTensor*, uint64_t*, aclOpExecutor**);

}  // namespace openaclnn::testing
