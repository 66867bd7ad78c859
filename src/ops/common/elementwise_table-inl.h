// SPDX-License-Identifier: Apache-2.0
//
// The table of a file of element-by-element operators: a row an operator, from which its loops, in each type
// and for each instruction set, and both its phases follow. For files that include
// simd/per_target.h; include after it. Rows stand outside of namespaces.
//
//   OPENACLNN_FUNCTION(Exp2, Exp2(self), FloatFormatsAndDouble, kRealDtypes)
//
// makes aclnnExp2 and aclnnInplaceExp2. A row of a prototype that many operators share says
//   - the operator's name, without "aclnn";
//   - its result as an expression of self and other, which are Lanes<D>, Wrapping<int64_t>, Boolean... (T);
//   - the formats that it computes in, a FormatList of simd/formats-inl.h: other types are computed in wider
//   ones;
//   - the types of tensors, and rules where they are not the usual ones (ops/common/elementwise.h).
// OPENACLNN_X_AND_INPLACE makes the operator in place, too. Any other prototype is in two parts, the loops
// (OPENACLNN_LOOP) and what leads to them (OPENACLNN_ELEMENTWISE): blending.cc has such.
#pragma once

#include <hwy/highway.h>

#include "kernels/elementwise/elementwise-inl.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"

// The loops of an expression of so many tensors and, after them, so many scalars: Loop##name(dtype) is the
// one for a type, null if the formats have no such; compiled for the processor at hand.
#if !HWY_ONCE  // compiled for each target
#define OPENACLNN_LOOP(name, operands, result, tensors, scalars, Formats)  \
  namespace openaclnn {                                                    \
  OPENACLNN_PER_TARGET(Find##name, ElementwiseLoop(DType dtype));          \
  }                                                                        \
  HWY_BEFORE_NAMESPACE();                                                  \
  namespace openaclnn::HWY_NAMESPACE {                                     \
  struct name##Expression {                                                \
    template <class T>                                                     \
    static HWY_INLINE auto Compute operands {                              \
      return result;                                                       \
    }                                                                      \
  };                                                                       \
  ElementwiseLoop Find##name(DType dtype) {                                \
    return FindLoop<name##Expression, tensors, scalars>(Formats(), dtype); \
  }                                                                        \
  }                                                                        \
  HWY_AFTER_NAMESPACE();
#define OPENACLNN_ONCE(...)
#else  // compiled once
#define OPENACLNN_LOOP(name, ...)                                 \
  namespace openaclnn {                                           \
  OPENACLNN_PER_TARGET(Find##name, ElementwiseLoop(DType dtype)); \
  namespace {                                                     \
  ElementwiseLoop Loop##name(DType dtype) {                       \
    return HWY_DYNAMIC_DISPATCH(Find##name)(dtype);               \
  }                                                               \
  }                                                               \
  }
#define OPENACLNN_ONCE(...) __VA_ARGS__
#endif

// An operator of any prototype: its parameters, its row with the tensors' names, and then what PhaseOneOf
// takes: inputs, scalars, output.
#define OPENACLNN_ELEMENTWISE(name, parameters, row, ...)                                    \
  OPENACLNN_ONCE(OPENACLNN_ENTRY(name, parameters, {                                         \
    static constexpr ElementwiseOperator kRow = ElementwiseRow(#name, OPENACLNN_UNPACK row); \
    return PhaseOneOf(__func__, kRow, __VA_ARGS__, workspaceSize, executor);                 \
  }))

// out = result(self)
#define OPENACLNN_UNARY(name, result, Formats, ...)                           \
  OPENACLNN_LOOP(name, (T self), result, 1, 0, Formats)                       \
  OPENACLNN_ELEMENTWISE(aclnn##name, (const aclTensor* self, aclTensor* out), \
                        (kSelf, Loop##name, __VA_ARGS__), {self}, {}, out)
#define OPENACLNN_UNARY_AND_INPLACE(name, result, Formats, ...)                                         \
  OPENACLNN_UNARY(name, result, Formats, __VA_ARGS__)                                                   \
  OPENACLNN_ELEMENTWISE(aclnnInplace##name, (aclTensor * selfRef), (kSelfRef, Loop##name, __VA_ARGS__), \
                        {selfRef}, {}, selfRef)

// The same, of floating-point numbers, and of integers in FLOAT.
#define OPENACLNN_FUNCTION(name, result, Formats, dtypes) \
  OPENACLNN_UNARY_AND_INPLACE(name, result, Formats, dtypes, kFloatingResult)

// out = result(self, other)
#define OPENACLNN_BINARY(name, result, Formats, ...)                                                  \
  OPENACLNN_LOOP(name, (T self, T other), result, 2, 0, Formats)                                      \
  OPENACLNN_ELEMENTWISE(aclnn##name, (const aclTensor* self, const aclTensor* other, aclTensor* out), \
                        (kSelfAndOther, Loop##name, __VA_ARGS__), {self, other}, {}, out)
#define OPENACLNN_BINARY_AND_INPLACE(name, result, Formats, ...)                           \
  OPENACLNN_BINARY(name, result, Formats, __VA_ARGS__)                                     \
  OPENACLNN_ELEMENTWISE(aclnnInplace##name, (aclTensor * selfRef, const aclTensor* other), \
                        (kSelfRefAndOther, Loop##name, __VA_ARGS__), {selfRef, other}, {}, selfRef)

// The same where other is a number for every element.
#define OPENACLNN_WITH_SCALAR_AND_INPLACE(name, result, Formats, ...)                                    \
  OPENACLNN_LOOP(name, (T self, T other), result, 1, 1, Formats)                                         \
  OPENACLNN_ELEMENTWISE(aclnn##name, (const aclTensor* self, const aclScalar* other, aclTensor* out),    \
                        (kSelf, Loop##name, __VA_ARGS__), {self}, {OperandScalar("other", other)}, out)  \
  OPENACLNN_ELEMENTWISE(aclnnInplace##name, (aclTensor * selfRef, const aclScalar* other),               \
                        (kSelfRef, Loop##name, __VA_ARGS__), {selfRef}, {OperandScalar("other", other)}, \
                        selfRef)
