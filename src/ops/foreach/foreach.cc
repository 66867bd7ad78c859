// SPDX-License-Identifier: Apache-2.0
//
// The operators on lists that compute one expression for each element of each tensor: rows and entry points.
// Those of one signature are made by one macro.
#include <array>

#include "aclnnop/aclnn_foreach_abs.h"
#include "aclnnop/aclnn_foreach_add_list_v2.h"
#include "aclnnop/aclnn_foreach_add_scalar_list.h"
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcdiv_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcmul_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_copy.h"
#include "aclnnop/aclnn_foreach_div_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_v2.h"
#include "aclnnop/aclnn_foreach_lerp_list.h"
#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_minimum_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_mul_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_neg.h"
#include "aclnnop/aclnn_foreach_reciprocal.h"
#include "aclnnop/aclnn_foreach_sqrt.h"
#include "aclnnop/aclnn_foreach_sub_list_v2.h"
#include "aclnnop/aclnn_foreach_sub_scalar_list.h"
#include "aclnnop/aclnn_foreach_sub_scalar_v2.h"
#include "aclnnop/aclnn_foreach_zero_inplace.h"
#include "ops/foreach/driver.h"

namespace openaclnn {
namespace {

using Args = ForeachArgs;
using Expression = ForeachExpression;
using Number = ForeachNumber;

constexpr std::array<DType, 3> kFloats{DType::kFloat, DType::kFloat16, DType::kBfloat16};
constexpr std::array<DType, 4> kNumbers{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kInt32};
// Integers of 8 and 16 bits are computed in INT32.
constexpr std::array<DType, 7> kSmallNumbers{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kInt32,
                                             DType::kInt16, DType::kInt8,    DType::kUint8};
constexpr std::array<DType, 15> kAll{DType::kFloat, DType::kFloat16,   DType::kBfloat16,  DType::kDouble,
                                     DType::kInt8,  DType::kInt16,     DType::kInt32,     DType::kInt64,
                                     DType::kUint8, DType::kUint16,    DType::kUint32,    DType::kUint64,
                                     DType::kBool,  DType::kComplex64, DType::kComplex128};

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kForeachCpu};

constexpr TensorArgument<Args> In(const char* name, TensorViews Args::*list) {
  return ListArgument(name, Role::kInput, list);
}
constexpr TensorArgument<Args> Out(const char* name) {
  return ListArgument(name, Role::kOutput, &Args::out, true);
}
constexpr TensorArgument<Args> OnDevice(const char* name) {
  return {name, Role::kInput, &Args::device};
}

constexpr std::array kUnary{In("x", &Args::first), Out("out")};
constexpr std::array kUnaryTensor{In("x", &Args::first), OnDevice("scalar"), Out("out")};
constexpr std::array kBinary{In("x1", &Args::first), In("x2", &Args::second), Out("out")};
constexpr std::array kTernary{In("x1", &Args::first), In("x2", &Args::second), In("x3", &Args::third),
                              Out("out")};
constexpr std::array kTernaryTensor{In("x1", &Args::first), In("x2", &Args::second), In("x3", &Args::third),
                                    OnDevice("scalars"), Out("out")};
constexpr std::array kWeighted{In("x1", &Args::first), In("x2", &Args::second), In("weights", &Args::third),
                               Out("out")};
constexpr std::array kCopied{In("src", &Args::first), Out("dst")};
constexpr std::array kZeroed{Out("x")};

}  // namespace
}  // namespace openaclnn

// A row of an operator, of which there may be two.
#define FOREACH_CONSTANT(row, name, arguments, expression, number, dtypes)                   \
  namespace openaclnn {                                                                      \
  namespace {                                                                                \
  constexpr ForeachOperator row{                                                             \
      {"aclnn" #name, arguments, kKernels}, Expression::expression, Number::number, dtypes}; \
  }                                                                                          \
  }

// The row of an operator, and its phase two.
#define FOREACH_ROW(name, arguments, expression, number, dtypes)         \
  FOREACH_CONSTANT(k##name, name, arguments, expression, number, dtypes) \
  OPENACLNN_PHASE_TWO(aclnn##name)

#define FOREACH_UNARY(Name, expression, dtypes)                                                        \
  FOREACH_ROW(Name, kUnary, expression, kNone, dtypes)                                                 \
  aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensorList* x, aclTensorList* out,                \
                                            uint64_t* workspaceSize, aclOpExecutor** executor) {       \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x}, {}, out, workspaceSize, executor); \
  }

#define FOREACH_UNARY_SCALAR(Name, expression, dtypes)                                                    \
  FOREACH_ROW(Name, kUnary, expression, kScalar, dtypes)                                                  \
  aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensorList* x, const aclScalar* scalar,              \
                                            aclTensorList* out, uint64_t* workspaceSize,                  \
                                            aclOpExecutor** executor) {                                   \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x}, {.name = "scalar", .scalar = scalar}, \
                                 out, workspaceSize, executor);                                           \
  }

#define FOREACH_UNARY_SCALARS(Name, expression, dtypes)                                                      \
  FOREACH_ROW(Name, kUnary, expression, kScalars, dtypes)                                                    \
  aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensorList* x, const aclScalarList* scalars,            \
                                            aclTensorList* out, uint64_t* workspaceSize,                     \
                                            aclOpExecutor** executor) {                                      \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x}, {.name = "scalars", .scalars = scalars}, \
                                 out, workspaceSize, executor);                                              \
  }

#define FOREACH_UNARY_TENSOR(Name, expression, dtypes)                                                    \
  FOREACH_ROW(Name, kUnaryTensor, expression, kTensor, dtypes)                                            \
  aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensorList* x, const aclTensor* scalar,              \
                                            aclTensorList* out, uint64_t* workspaceSize,                  \
                                            aclOpExecutor** executor) {                                   \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x}, {.name = "scalar", .tensor = scalar}, \
                                 out, workspaceSize, executor);                                           \
  }

#define FOREACH_BINARY(Name, expression, dtypes)                                                            \
  FOREACH_ROW(Name, kBinary, expression, kNone, dtypes)                                                     \
  aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensorList* x1, const aclTensorList* x2,               \
                                            aclTensorList* out, uint64_t* workspaceSize,                    \
                                            aclOpExecutor** executor) {                                     \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x1, x2}, {}, out, workspaceSize, executor); \
  }

#define FOREACH_BINARY_ALPHA(Name, expression, dtypes)                                                       \
  FOREACH_ROW(Name, kBinary, expression, kScalar, dtypes)                                                    \
  aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensorList* x1, const aclTensorList* x2,                \
                                            const aclScalar* alpha, aclTensorList* out,                      \
                                            uint64_t* workspaceSize, aclOpExecutor** executor) {             \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x1, x2}, {.name = "alpha", .scalar = alpha}, \
                                 out, workspaceSize, executor);                                              \
  }

#define FOREACH_BINARY_WEIGHT(Name, expression, dtypes)                                               \
  FOREACH_ROW(Name, kBinary, expression, kScalar, dtypes)                                             \
  aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensorList* x1, const aclTensorList* x2,         \
                                            const aclScalar* weight, aclTensorList* out,              \
                                            uint64_t* workspaceSize, aclOpExecutor** executor) {      \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x1, x2},                              \
                                 {.name = "weight", .scalar = weight}, out, workspaceSize, executor); \
  }

#define FOREACH_WEIGHTED(Name, expression, dtypes)                                                        \
  FOREACH_ROW(Name, kWeighted, expression, kNone, dtypes)                                                 \
  aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensorList* x1, const aclTensorList* x2,             \
                                            const aclTensorList* weights, aclTensorList* out,             \
                                            uint64_t* workspaceSize, aclOpExecutor** executor) {          \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x1, x2, weights}, {}, out, workspaceSize, \
                                 executor);                                                               \
  }

#define FOREACH_TERNARY_SCALAR(Name, expression, dtypes)                                                  \
  FOREACH_ROW(Name, kTernary, expression, kScalar, dtypes)                                                \
  aclnnStatus aclnn##Name##GetWorkspaceSize(                                                              \
      const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3, const aclScalar* scalar, \
      aclTensorList* out, uint64_t* workspaceSize, aclOpExecutor** executor) {                            \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x1, x2, x3},                              \
                                 {.name = "scalar", .scalar = scalar}, out, workspaceSize, executor);     \
  }

// Clients give the numbers as a list of scalars, and as a tensor, by the same pointer: it knows what it is.
#define FOREACH_TERNARY_SCALARS(Name, expression, dtypes)                                                    \
  FOREACH_ROW(Name, kTernary, expression, kScalars, dtypes)                                                  \
  FOREACH_CONSTANT(k##Name##OfTensor, Name, kTernaryTensor, expression, kTensorEach, dtypes)                 \
  aclnnStatus aclnn##Name##GetWorkspaceSize(                                                                 \
      const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3,                             \
      const aclScalarList* scalars, aclTensorList* out, uint64_t* workspaceSize, aclOpExecutor** executor) { \
    const auto* const tensor = reinterpret_cast<const aclTensor*>(scalars);                                  \
    if (openaclnn::IsLive(tensor)) {                                                                         \
      return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name##OfTensor, {x1, x2, x3},                     \
                                   {.name = "scalars", .tensor = tensor}, out, workspaceSize, executor);     \
    }                                                                                                        \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x1, x2, x3},                                 \
                                 {.name = "scalars", .scalars = scalars}, out, workspaceSize, executor);     \
  }

#define FOREACH_TERNARY_TENSOR(Name, expression, dtypes)                                                   \
  FOREACH_ROW(Name, kTernaryTensor, expression, kTensorEach, dtypes)                                       \
  aclnnStatus aclnn##Name##GetWorkspaceSize(                                                               \
      const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3, const aclTensor* scalars, \
      aclTensorList* out, uint64_t* workspaceSize, aclOpExecutor** executor) {                             \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {x1, x2, x3},                               \
                                 {.name = "scalars", .tensor = scalars}, out, workspaceSize, executor);    \
  }

#define FOREACH_COPY(Name, expression, dtypes)                                                           \
  FOREACH_ROW(Name, kCopied, expression, kNone, dtypes)                                                  \
  aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensorList* src, aclTensorList* dst,                \
                                            uint64_t* workspaceSize, aclOpExecutor** executor) {         \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {src}, {}, dst, workspaceSize, executor); \
  }

#define FOREACH_ZERO(Name, expression, dtypes)                                                      \
  FOREACH_ROW(Name, kZeroed, expression, kNone, dtypes)                                             \
  aclnnStatus aclnn##Name##GetWorkspaceSize(aclTensorList* x, uint64_t* workspaceSize,              \
                                            aclOpExecutor** executor) {                             \
    return openaclnn::PhaseOneOf(__func__, openaclnn::k##Name, {}, {}, x, workspaceSize, executor); \
  }

FOREACH_UNARY(ForeachAbs, kAbs, kNumbers)
FOREACH_BINARY_ALPHA(ForeachAddListV2, kAddList, kSmallNumbers)
FOREACH_UNARY_SCALAR(ForeachAddScalarV2, kAdd, kSmallNumbers)
FOREACH_UNARY_SCALARS(ForeachAddScalarList, kAdd, kNumbers)
FOREACH_TERNARY_TENSOR(ForeachAddcdivList, kAddcdiv, kFloats)
FOREACH_TERNARY_SCALARS(ForeachAddcdivScalarList, kAddcdiv, kFloats)
FOREACH_TERNARY_SCALAR(ForeachAddcdivScalarV2, kAddcdiv, kFloats)
FOREACH_TERNARY_TENSOR(ForeachAddcmulList, kAddcmul, kNumbers)
FOREACH_TERNARY_SCALARS(ForeachAddcmulScalarList, kAddcmul, kNumbers)
FOREACH_TERNARY_SCALAR(ForeachAddcmulScalarV2, kAddcmul, kNumbers)
FOREACH_COPY(ForeachCopy, kCopy, kAll)
FOREACH_BINARY(ForeachDivList, kDivList, kFloats)
FOREACH_UNARY_SCALARS(ForeachDivScalarList, kDiv, kFloats)
FOREACH_UNARY_SCALAR(ForeachDivScalarV2, kDiv, kFloats)
FOREACH_WEIGHTED(ForeachLerpList, kLerpList, kFloats)
FOREACH_BINARY_WEIGHT(ForeachLerpScalar, kLerp, kFloats)
FOREACH_BINARY(ForeachMaximumList, kMaximumList, kNumbers)
FOREACH_UNARY_SCALARS(ForeachMaximumScalarList, kMaximum, kNumbers)
FOREACH_UNARY_SCALAR(ForeachMaximumScalarV2, kMaximum, kNumbers)
FOREACH_BINARY(ForeachMinimumList, kMinimumList, kNumbers)
FOREACH_UNARY_SCALARS(ForeachMinimumScalarList, kMinimum, kNumbers)
FOREACH_UNARY_SCALAR(ForeachMinimumScalarV2, kMinimum, kNumbers)
FOREACH_BINARY(ForeachMulList, kMulList, kSmallNumbers)
FOREACH_UNARY_TENSOR(ForeachMulScalar, kMul, kNumbers)
FOREACH_UNARY_SCALARS(ForeachMulScalarList, kMul, kNumbers)
FOREACH_UNARY_SCALAR(ForeachMulScalarV2, kMul, kNumbers)
FOREACH_UNARY(ForeachNeg, kNeg, kSmallNumbers)
FOREACH_UNARY(ForeachReciprocal, kReciprocal, kFloats)
FOREACH_UNARY(ForeachSqrt, kSqrt, kFloats)
FOREACH_BINARY_ALPHA(ForeachSubListV2, kSubList, kSmallNumbers)
FOREACH_UNARY_SCALARS(ForeachSubScalarList, kSub, kNumbers)
FOREACH_UNARY_SCALAR(ForeachSubScalarV2, kSub, kNumbers)
FOREACH_ZERO(ForeachZeroInplace, kZero, kAll)
