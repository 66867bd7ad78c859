// SPDX-License-Identifier: Apache-2.0
//
// What singular values of real and of complex numbers share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "ops/linalg/factorizations.h"

namespace openaclnn {
namespace {

constexpr const char* kExpectedFinite = "finite numbers, got NaN or infinity";
constexpr const char* kExpectedConvergence = "a matrix whose singular values converge, got one whose do not";

template <typename Number>
void StoreIdentity(std::byte* to, int64_t rows, int64_t columns) {
  auto* const numbers = reinterpret_cast<Number*>(to);
  std::fill_n(numbers, rows * columns, Number(0));
  for (int64_t i = 0; i < std::min(rows, columns); ++i) {
    numbers[i * rows + i] = Number(1);
  }
}

// The vectors of a matrix of zeros.
template <typename Number>
void StoreIdentities(const MatrixProblem& problem) {
  if (problem.results[1] != nullptr) {
    StoreIdentity<Number>(problem.results[1], problem.rows, problem.width);
    StoreIdentity<Number>(problem.results[2], problem.columns, problem.width2);
  }
}

}  // namespace
}  // namespace openaclnn
