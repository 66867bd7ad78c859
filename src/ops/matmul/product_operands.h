// SPDX-License-Identifier: Apache-2.0
//
// The matrices of a product whose elements are read one by one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dtype.h"

namespace openaclnn {

// A matrix in memory. Strides in elements.
struct ProductMatrix {
  std::byte* data = nullptr;
  DType dtype{};
  int64_t row = 0;
  int64_t column = 0;
};

// Finds the matrices of a batch: number `pair` of those whose products are added up.
class ProductOperands {
 public:
  ProductOperands() = default;
  ProductOperands(const ProductOperands&) = delete;
  ProductOperands& operator=(const ProductOperands&) = delete;
  virtual ~ProductOperands() = default;

  [[nodiscard]] virtual ProductMatrix First(int64_t batch, int64_t pair) const = 0;
  [[nodiscard]] virtual ProductMatrix Second(int64_t batch, int64_t pair) const = 0;
  [[nodiscard]] virtual ProductMatrix Added(int64_t batch) const = 0;  // without data: nothing is added
  [[nodiscard]] virtual ProductMatrix Out(int64_t batch) const = 0;
};

}  // namespace openaclnn
