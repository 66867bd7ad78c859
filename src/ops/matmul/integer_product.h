// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices of integers, exact modulo 2^64, of which an output keeps its low bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/dtype.h"

namespace openaclnn {

// A matrix of integers of any type. Strides in elements.
struct IntegerMatrix {
  std::byte* data = nullptr;
  DType dtype{};
  int64_t row = 0;
  int64_t column = 0;
};

// out = beta * added + alpha * (the sum of the products of all pairs), for each of a batch.
struct IntegerProduct {
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t depth = 0;
  int64_t pairs = 1;
  uint64_t alpha = 1;
  uint64_t beta = 0;
};

// Finds the matrices of a batch: number `pair` of those whose products are added up.
class IntegerOperands {
 public:
  IntegerOperands() = default;
  IntegerOperands(const IntegerOperands&) = delete;
  IntegerOperands& operator=(const IntegerOperands&) = delete;
  virtual ~IntegerOperands() = default;

  [[nodiscard]] virtual IntegerMatrix First(int64_t batch, int64_t pair) const = 0;
  [[nodiscard]] virtual IntegerMatrix Second(int64_t batch, int64_t pair) const = 0;
  [[nodiscard]] virtual IntegerMatrix Added(int64_t batch) const = 0;  // without data: nothing is added
  [[nodiscard]] virtual IntegerMatrix Out(int64_t batch) const = 0;
};

void MultiplyIntegers(const IntegerProduct& product, int64_t batches, const IntegerOperands& operands,
                      const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
