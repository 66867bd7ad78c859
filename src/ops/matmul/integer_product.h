// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices of integers, exact modulo 2^64, of which an output keeps its low bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "ops/matmul/product_operands.h"

namespace openaclnn {

// out = beta * added + alpha * (the sum of the products of all pairs), for each of a batch.
struct IntegerProduct {
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t depth = 0;
  int64_t pairs = 1;
  uint64_t alpha = 1;
  uint64_t beta = 0;
};

void MultiplyIntegers(const IntegerProduct& product, int64_t batches, const ProductOperands& operands,
                      const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
