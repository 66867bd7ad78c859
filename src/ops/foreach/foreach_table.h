// SPDX-License-Identifier: Apache-2.0
//
// The table of operators on lists: a row of a prototype that several of them have makes both phases of an
// operator. Rows stand outside of namespaces.
//
//   FOREACH_UNARY(ForeachAbs, kAbs, kNumbers)
//
// makes aclnnForeachAbs, which computes ForeachExpression::kAbs for tensors of the types kNumbers.
#pragma once

#include <array>

#include "ops/common/entry.h"
#include "ops/foreach/driver.h"

namespace openaclnn::foreach {

using Args = ForeachArgs;
using Expression = ForeachExpression;
using Number = ForeachNumber;

inline constexpr std::array<DType, 3> kFloats{DType::kFloat, DType::kFloat16, DType::kBfloat16};
inline constexpr std::array<DType, 4> kNumbers{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                               DType::kInt32};
// Integers of 8 and 16 bits are computed in INT32.
inline constexpr std::array<DType, 7> kSmallNumbers{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                                    DType::kInt32, DType::kInt16,   DType::kInt8,
                                                    DType::kUint8};
inline constexpr std::array<DType, 15> kAll{
    DType::kFloat,  DType::kFloat16, DType::kBfloat16, DType::kDouble,    DType::kInt8,
    DType::kInt16,  DType::kInt32,   DType::kInt64,    DType::kUint8,     DType::kUint16,
    DType::kUint32, DType::kUint64,  DType::kBool,     DType::kComplex64, DType::kComplex128};

inline constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kForeachCpu};

constexpr TensorArgument<Args> In(const char* name, TensorViews Args::*list) {
  return ListArgument(name, Role::kInput, list);
}
constexpr TensorArgument<Args> Out(const char* name) {
  return ListArgument(name, Role::kOutput, &Args::out, true);
}
constexpr TensorArgument<Args> OnDevice(const char* name) {
  return {name, Role::kInput, &Args::device};
}

inline constexpr std::array kUnary{In("x", &Args::first), Out("out")};
inline constexpr std::array kUnaryInPlace{In("x", &Args::first), Out("x")};
inline constexpr std::array kUnaryTensor{In("x", &Args::first), OnDevice("scalar"), Out("out")};
inline constexpr std::array kUnaryTensorInPlace{In("x", &Args::first), OnDevice("scalar"), Out("x")};
inline constexpr std::array kUnaryMode{In("x", &Args::first), OnDevice("roundMode"), Out("out")};
inline constexpr std::array kBinary{In("x1", &Args::first), In("x2", &Args::second), Out("out")};
inline constexpr std::array kBinaryInPlace{In("x1", &Args::first), In("x2", &Args::second), Out("x1")};
inline constexpr std::array kBinaryTensor{In("x1", &Args::first), In("x2", &Args::second), OnDevice("alpha"),
                                          Out("out")};
inline constexpr std::array kBinaryTensorInPlace{In("x1", &Args::first), In("x2", &Args::second),
                                                 OnDevice("alpha"), Out("x1")};
inline constexpr std::array kTernary{In("x1", &Args::first), In("x2", &Args::second), In("x3", &Args::third),
                                     Out("out")};
inline constexpr std::array kTernaryTensor{In("x1", &Args::first), In("x2", &Args::second),
                                           In("x3", &Args::third), OnDevice("scalars"), Out("out")};
inline constexpr std::array kTernaryOneTensor{In("x1", &Args::first), In("x2", &Args::second),
                                              In("x3", &Args::third), OnDevice("scalar"), Out("out")};
inline constexpr std::array kWeighted{In("x1", &Args::first), In("x2", &Args::second),
                                      In("weights", &Args::third), Out("out")};
inline constexpr std::array kCopied{In("src", &Args::first), Out("dst")};
inline constexpr std::array kZeroed{Out("x")};

}  // namespace openaclnn::foreach

// An operator's row, and both its phases: the parameters, and then what PhaseOneOf takes.
#define FOREACH_ENTRY(Name, arguments, expression, number, dtypes, parameters, ...)          \
  namespace openaclnn::foreach {                                                             \
  static constexpr ForeachOperator k##Name{                                                  \
      {"aclnn" #Name, arguments, kKernels}, Expression::expression, Number::number, dtypes}; \
  }                                                                                          \
  OPENACLNN_ENTRY(aclnn##Name, parameters,                                                   \
                  { return PhaseOneOf(__func__, foreach ::k##Name, __VA_ARGS__, workspaceSize, executor); })

#define FOREACH_UNARY(Name, expression, dtypes)                                                             \
  FOREACH_ENTRY(Name, kUnary, expression, kNone, dtypes, (const aclTensorList* x, aclTensorList* out), {x}, \
                {}, out)
#define FOREACH_UNARY_IN_PLACE(Name, expression, dtypes) \
  FOREACH_ENTRY(Name, kUnaryInPlace, expression, kNone, dtypes, (const aclTensorList* x), {x}, {}, x)

// With a number for all tensors, or one for each.
#define FOREACH_UNARY_SCALAR(Name, expression, dtypes)                                      \
  FOREACH_ENTRY(Name, kUnary, expression, kScalar, dtypes,                                  \
                (const aclTensorList* x, const aclScalar* scalar, aclTensorList* out), {x}, \
                {.name = "scalar", .scalar = scalar}, out)
#define FOREACH_UNARY_SCALARS(Name, expression, dtypes)                                          \
  FOREACH_ENTRY(Name, kUnary, expression, kScalars, dtypes,                                      \
                (const aclTensorList* x, const aclScalarList* scalars, aclTensorList* out), {x}, \
                {.name = "scalars", .scalars = scalars}, out)
#define FOREACH_UNARY_TENSOR(Name, expression, dtypes)                                      \
  FOREACH_ENTRY(Name, kUnaryTensor, expression, kTensor, dtypes,                            \
                (const aclTensorList* x, const aclTensor* scalar, aclTensorList* out), {x}, \
                {.name = "scalar", .tensor = scalar}, out)
#define FOREACH_UNARY_TENSOR_IN_PLACE(Name, expression, dtypes)         \
  FOREACH_ENTRY(Name, kUnaryTensorInPlace, expression, kTensor, dtypes, \
                (const aclTensorList* x, const aclTensor* scalar), {x}, \
                {.name = "scalar", .tensor = scalar}, x)

#define FOREACH_BINARY(Name, expression, dtypes)          \
  FOREACH_ENTRY(Name, kBinary, expression, kNone, dtypes, \
                (const aclTensorList* x1, const aclTensorList* x2, aclTensorList* out), {x1, x2}, {}, out)
#define FOREACH_BINARY_IN_PLACE(Name, expression, dtypes)        \
  FOREACH_ENTRY(Name, kBinaryInPlace, expression, kNone, dtypes, \
                (const aclTensorList* x1, const aclTensorList* x2), {x1, x2}, {}, x1)
// `number` names the number.
#define FOREACH_BINARY_SCALAR(Name, expression, number, dtypes)                                        \
  FOREACH_ENTRY(                                                                                       \
      Name, kBinary, expression, kScalar, dtypes,                                                      \
      (const aclTensorList* x1, const aclTensorList* x2, const aclScalar* number, aclTensorList* out), \
      {x1, x2}, {.name = #number, .scalar = number}, out)
#define FOREACH_BINARY_TENSOR(Name, expression, dtypes)                                               \
  FOREACH_ENTRY(                                                                                      \
      Name, kBinaryTensor, expression, kTensor, dtypes,                                               \
      (const aclTensorList* x1, const aclTensorList* x2, const aclTensor* alpha, aclTensorList* out), \
      {x1, x2}, {.name = "alpha", .tensor = alpha}, out)
#define FOREACH_BINARY_TENSOR_IN_PLACE(Name, expression, dtypes)                                      \
  FOREACH_ENTRY(Name, kBinaryTensorInPlace, expression, kTensor, dtypes,                              \
                (const aclTensorList* x1, const aclTensorList* x2, const aclTensor* alpha), {x1, x2}, \
                {.name = "alpha", .tensor = alpha}, x1)

#define FOREACH_TERNARY_SCALAR(Name, expression, dtypes)                                    \
  FOREACH_ENTRY(Name, kTernary, expression, kScalar, dtypes,                                \
                (const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3, \
                 const aclScalar* scalar, aclTensorList* out),                              \
                {x1, x2, x3}, {.name = "scalar", .scalar = scalar}, out)
#define FOREACH_TERNARY_ONE_TENSOR(Name, expression, dtypes)                                \
  FOREACH_ENTRY(Name, kTernaryOneTensor, expression, kTensor, dtypes,                       \
                (const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3, \
                 const aclTensor* scalar, aclTensorList* out),                              \
                {x1, x2, x3}, {.name = "scalar", .tensor = scalar}, out)
#define FOREACH_TERNARY_TENSOR(Name, expression, dtypes)                                    \
  FOREACH_ENTRY(Name, kTernaryTensor, expression, kTensorEach, dtypes,                      \
                (const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3, \
                 const aclTensor* scalars, aclTensorList* out),                             \
                {x1, x2, x3}, {.name = "scalars", .tensor = scalars}, out)
