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
  kAcos,
  kAdd,      // a + s
  kAddcdiv,  // a + s * b / c
  kAddcmul,  // a + s * b * c
  kAddList,  // a + s * b
  kAsin,
  kAtan,
  kCopy,  // a, of any type as any other
  kCos,
  kCosh,
  kDiv,      // a / s
  kDivList,  // a / b
  kErf,
  kErfc,
  kExp,
  kExpm1,
  kLerp,      // between a and b by the weight s
  kLerpList,  // between a and b by the weight c
  kLog,
  kLog10,
  kLog1p,
  kLog2,
  kMaximum,      // of a and s
  kMaximumList,  // of a and b
  kMinimum,
  kMinimumList,
  kMul,  // a * s
  kMulList,
  kNeg,
  kPow,          // a to the power of s
  kPowList,      // a to the power of b
  kPowOfScalar,  // s to the power of a
  kReciprocal,
  kRoundOff,  // a, rounded in the way s
  kSigmoid,
  kSign,
  kSin,
  kSinh,
  kSqrt,
  kSub,      // a - s
  kSubList,  // a - s * b
  kTan,
  kTanh,
  kZero,  // whatever was there
};

// The type in which an expression of a list's tensor of a type is computed: FLOAT for FLOAT, the half types
// and functions of integers, INT32 or INT64.
[[nodiscard]] DType ForeachComputeType(ForeachExpression expression, DType dtype);

// The loop of an expression in such a type, but for copies and zeros; null for a type that it does not have.
[[nodiscard]] ElementwiseLoop FindForeachLoop(ForeachExpression expression, DType computed);

}  // namespace openaclnn
