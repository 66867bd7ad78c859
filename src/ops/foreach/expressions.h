// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/dtype.h"
#include "kernels/elementwise/elementwise_tile.h"

namespace openaclnn {

// What operators on lists compute of the elements of one to three tensors, and of a number s. Words say the
// same as the formulas in their public headers.
enum class ForeachExpression : uint8_t {
  kAbs,
  kAdd,          // a + s
  kAddcdiv,      // a + s * b / c
  kAddcmul,      // a + s * b * c
  kAddList,      // a + s * b
  kCopy,         // a, of any type as any other
  kDiv,          // a / s
  kDivList,      // a / b
  kLerp,         // between a and b by the weight s
  kLerpList,     // between a and b by the weight c
  kMaximum,      // of a and s
  kMaximumList,  // of a and b
  kMinimum,
  kMinimumList,
  kMul,  // a * s
  kMulList,
  kNeg,
  kReciprocal,
  kSqrt,
  kSub,      // a - s
  kSubList,  // a - s * b
  kZero,     // whatever was there
};

// The type in which a list's tensor of a type is computed: FLOAT for FLOAT and the half types, INT32.
[[nodiscard]] DType ForeachComputeType(DType dtype);

// The loop of an expression in such a type, but for copies and zeros; null for a type that it does not have.
[[nodiscard]] ElementwiseLoop FindForeachLoop(ForeachExpression expression, DType computed);

}  // namespace openaclnn
