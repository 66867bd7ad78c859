// SPDX-License-Identifier: Apache-2.0
//
// Matrices of ops/linalg/factorizations.h as Eigen sees them. Include before Eigen's headers.
#pragma once

#include <cstddef>
#include <cstdint>

// No threads of its own.
#define EIGEN_DONT_PARALLELIZE
#define EIGEN_MPL2_ONLY
#include <Eigen/Core>

namespace openaclnn {
namespace {

template <typename Number>
using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
template <typename Number>
using View = Eigen::Map<Matrix<Number>>;
template <typename Number>
using InPlace = Eigen::Ref<Matrix<Number>>;

template <typename Number>
View<Number> ViewOf(std::byte* elements, int64_t rows, int64_t columns) {
  return View<Number>(reinterpret_cast<Number*>(elements), rows, columns);
}

}  // namespace
}  // namespace openaclnn
