// SPDX-License-Identifier: Apache-2.0
//
// Both phases of an element-by-element operator in a line or two: its name, and its row (elementwise.h: the
// loop, the types, and rules where they are not the usual ones). The prototypes that many operators share
// have a macro each.
//
//   OPENACLNN_BINARY(aclnnMul, Loop<Arithmetic::kMul>, kPromotingDtypes)
//   OPENACLNN_ELEMENTWISE(aclnnAdd,
//                         (const aclTensor* self, const aclTensor* other, const aclScalar* alpha,
//                          aclTensor* out),
//                         (kSelfAndOther, Loop<Arithmetic::kAdd>, kPromotingDtypes), {self, other},
//                         {FactorScalar("alpha", alpha)}, out)
#pragma once

#include "executor/phases.h"
#include "ops/common/elementwise.h"

#define OPENACLNN_UNPACK(...) __VA_ARGS__

// An operator of any prototype: its parameters, its row with the tensors' names, and then what PhaseOneOf
// takes: inputs, scalars, output.
#define OPENACLNN_ELEMENTWISE(name, parameters, row, ...)                                    \
  aclnnStatus name##GetWorkspaceSize(OPENACLNN_UNPACK parameters, uint64_t* workspaceSize,   \
                                     aclOpExecutor** executor) {                             \
    using namespace openaclnn;                                                               \
    static constexpr ElementwiseOperator kRow = ElementwiseRow(#name, OPENACLNN_UNPACK row); \
    return PhaseOneOf(__func__, kRow, __VA_ARGS__, workspaceSize, executor);                 \
  }                                                                                          \
  OPENACLNN_PHASE_TWO(name)

#define OPENACLNN_UNARY(name, ...) \
  OPENACLNN_ELEMENTWISE(name, (const aclTensor* self, aclTensor* out), (kSelf, __VA_ARGS__), {self}, {}, out)
#define OPENACLNN_INPLACE_UNARY(name, ...) \
  OPENACLNN_ELEMENTWISE(name, (aclTensor * selfRef), (kSelfRef, __VA_ARGS__), {selfRef}, {}, selfRef)

#define OPENACLNN_BINARY(name, ...)                                                            \
  OPENACLNN_ELEMENTWISE(name, (const aclTensor* self, const aclTensor* other, aclTensor* out), \
                        (kSelfAndOther, __VA_ARGS__), {self, other}, {}, out)
#define OPENACLNN_INPLACE_BINARY(name, ...)                                  \
  OPENACLNN_ELEMENTWISE(name, (aclTensor * selfRef, const aclTensor* other), \
                        (kSelfRefAndOther, __VA_ARGS__), {selfRef, other}, {}, selfRef)

// A number for every element.
#define OPENACLNN_WITH_SCALAR(name, ...)                                                       \
  OPENACLNN_ELEMENTWISE(name, (const aclTensor* self, const aclScalar* other, aclTensor* out), \
                        (kSelf, __VA_ARGS__), {self}, {OperandScalar("other", other)}, out)
#define OPENACLNN_INPLACE_WITH_SCALAR(name, ...)                                                      \
  OPENACLNN_ELEMENTWISE(name, (aclTensor * selfRef, const aclScalar* other), (kSelfRef, __VA_ARGS__), \
                        {selfRef}, {OperandScalar("other", other)}, selfRef)

// A function of floating-point numbers, of integers in FLOAT, and its in-place form.
#define OPENACLNN_FUNCTION(name, inplaceName, loop, dtypes) \
  OPENACLNN_UNARY(name, loop, dtypes, kFloatingResult)      \
  OPENACLNN_INPLACE_UNARY(inplaceName, loop, dtypes, kFloatingResult)
