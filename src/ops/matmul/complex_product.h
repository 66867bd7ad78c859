// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices of complex numbers, as products of twice as many real columns and depths: a row of (re, im) pairs by
// columns of (re, -im) and (im, re).
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/complex_number.h"
#include "kernels/gemm/gemm.h"
#include "ops/matmul/product_operands.h"

namespace openaclnn {

/// How products of complex numbers are cut.
struct ComplexPartition {
  ComplexPartition() = default;
  /// `shape` counts complex numbers; `direct`: the result is what the product is.
  ComplexPartition(const GemmShape& shape, bool doubles, bool direct);

  GemmPartition real;
  size_t productAt = 0;  // where in the workspace the product is before it goes to the result
  size_t workspaceBytes = 0;
  bool direct = false;
};

/// out = beta * added + alpha * (the sum of the products of all pairs), for each of a batch.
struct ComplexProduct {
  int64_t depthOfPair = 0;
  ComplexNumber<double> alpha{1};
  ComplexNumber<double> beta{};
};

template <typename Real>
void MultiplyComplex(const ComplexPartition& partition, const ComplexProduct& product,
                     const ProductOperands& operands, std::byte* workspace,
                     const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
