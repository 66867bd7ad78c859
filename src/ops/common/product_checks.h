// SPDX-License-Identifier: Apache-2.0
//
// Checks that matrix products and convolutions share.
#pragma once

#include <cstdint>
#include <utility>

#include "ops/common/checks.h"

namespace openaclnn {

struct NamedNumber {
  const char* name;
  const aclScalar* scalar;
};

// A matrix as a product takes it.
inline aclTensor OperandOf(const aclTensor& matrix, bool transposed) {
  aclTensor seen = matrix;
  if (transposed) {
    std::swap(seen.viewDims[0], seen.viewDims[1]);
    std::swap(seen.strides[0], seen.strides[1]);
  }
  return seen;
}

// FLOAT, FLOAT16, BFLOAT16 or DOUBLE.
void CheckProductDtype(ArgumentChecks& check, const NamedTensor& argument);
// The type of the operands, or FLOAT for half types.
void CheckProductResult(ArgumentChecks& check, const NamedTensor& out, DType promoted);
// Not a complex number.
void CheckRealScalar(ArgumentChecks& check, const NamedNumber& argument);
// One of the modes that are documented, -1 to 3 of most operators: none of them changes what a CPU computes.
void CheckCubeMathType(ArgumentChecks& check, int8_t cubeMathType, int8_t highest = 3);

}  // namespace openaclnn
