// SPDX-License-Identifier: Apache-2.0
//
// Operators on lists: arithmetic, copies and zeros.
#include "aclnnop/aclnn_foreach_abs.h"
#include "aclnnop/aclnn_foreach_add_list.h"
#include "aclnnop/aclnn_foreach_add_list_inplace.h"
#include "aclnnop/aclnn_foreach_add_list_v2.h"
#include "aclnnop/aclnn_foreach_add_scalar.h"
#include "aclnnop/aclnn_foreach_add_scalar_list.h"
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcdiv_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcmul_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_copy.h"
#include "aclnnop/aclnn_foreach_div_list.h"
#include "aclnnop/aclnn_foreach_div_list_inplace.h"
#include "aclnnop/aclnn_foreach_div_scalar.h"
#include "aclnnop/aclnn_foreach_div_scalar_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_v2.h"
#include "aclnnop/aclnn_foreach_lerp_list.h"
#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_minimum_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_mul_list.h"
#include "aclnnop/aclnn_foreach_mul_list_inplace.h"
#include "aclnnop/aclnn_foreach_mul_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar_inplace.h"
#include "aclnnop/aclnn_foreach_mul_scalar_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_neg.h"
#include "aclnnop/aclnn_foreach_reciprocal.h"
#include "aclnnop/aclnn_foreach_sqrt.h"
#include "aclnnop/aclnn_foreach_sub_list.h"
#include "aclnnop/aclnn_foreach_sub_list_inplace.h"
#include "aclnnop/aclnn_foreach_sub_list_v2.h"
#include "aclnnop/aclnn_foreach_sub_scalar.h"
#include "aclnnop/aclnn_foreach_sub_scalar_inplace.h"
#include "aclnnop/aclnn_foreach_sub_scalar_list.h"
#include "aclnnop/aclnn_foreach_sub_scalar_v2.h"
#include "aclnnop/aclnn_foreach_zero_inplace.h"
#include "ops/foreach/foreach_table.h"
#include "tensor/objects.h"

// Clients give the numbers as a tensor, and as a list of scalars, by the same pointer: it knows what it is.
#define FOREACH_TERNARY_TENSOR_OR_SCALARS(Name, expression, dtypes)                                          \
  namespace openaclnn::foreach {                                                                             \
  static constexpr ForeachOperator k##Name##OfScalars{                                                       \
      {"aclnn" #Name, kTernary, kKernels}, Expression::expression, Number::kScalars, dtypes};                \
  static constexpr ForeachOperator k##Name{                                                                  \
      {"aclnn" #Name, kTernaryTensor, kKernels}, Expression::expression, Number::kTensorEach, dtypes};       \
  }                                                                                                          \
  OPENACLNN_ENTRY(aclnn##Name,                                                                               \
                  (const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3,                \
                   const aclTensor* scalars, aclTensorList* out),                                            \
                  {                                                                                          \
                    const auto* const list = reinterpret_cast<const aclScalarList*>(scalars);                \
                    if (IsLive(list)) {                                                                      \
                      return PhaseOneOf(__func__, foreach ::k##Name##OfScalars, {x1, x2, x3},                \
                                        {.name = "scalars", .scalars = list}, out, workspaceSize, executor); \
                    }                                                                                        \
                    return PhaseOneOf(__func__, foreach ::k##Name, {x1, x2, x3},                             \
                                      {.name = "scalars", .tensor = scalars}, out, workspaceSize, executor); \
                  })

// clang-format off
FOREACH_UNARY(ForeachAbs, kAbs, kNumbers)
FOREACH_BINARY_TENSOR(ForeachAddList, kAddList, kSmallNumbers)
FOREACH_BINARY_TENSOR_IN_PLACE(ForeachAddListInplace, kAddList, kNumbers)
FOREACH_BINARY_SCALAR(ForeachAddListV2, kAddList, alpha, kSmallNumbers)
FOREACH_UNARY_TENSOR(ForeachAddScalar, kAdd, kSmallNumbers)
FOREACH_UNARY_SCALARS(ForeachAddScalarList, kAdd, kNumbers)
FOREACH_UNARY_SCALAR(ForeachAddScalarV2, kAdd, kSmallNumbers)
FOREACH_TERNARY_TENSOR(ForeachAddcdivList, kAddcdiv, kFloats)
FOREACH_TERNARY_ONE_TENSOR(ForeachAddcdivScalar, kAddcdiv, kFloats)
FOREACH_TERNARY_TENSOR_OR_SCALARS(ForeachAddcdivScalarList, kAddcdiv, kFloats)
FOREACH_TERNARY_SCALAR(ForeachAddcdivScalarV2, kAddcdiv, kFloats)
FOREACH_TERNARY_TENSOR(ForeachAddcmulList, kAddcmul, kNumbers)
FOREACH_TERNARY_ONE_TENSOR(ForeachAddcmulScalar, kAddcmul, kNumbers)
FOREACH_TERNARY_TENSOR_OR_SCALARS(ForeachAddcmulScalarList, kAddcmul, kNumbers)
FOREACH_TERNARY_SCALAR(ForeachAddcmulScalarV2, kAddcmul, kNumbers)
FOREACH_ENTRY(ForeachCopy, kCopied, kCopy, kNone, kAll, (const aclTensorList* src, aclTensorList* dst), {src}, {}, dst)
FOREACH_BINARY(ForeachDivList, kDivList, kFloats)
FOREACH_BINARY_IN_PLACE(ForeachDivListInplace, kDivList, kFloats)
FOREACH_UNARY_TENSOR(ForeachDivScalar, kDiv, kFloats)
FOREACH_UNARY_SCALARS(ForeachDivScalarList, kDiv, kFloats)
FOREACH_UNARY_SCALAR(ForeachDivScalarV2, kDiv, kFloats)
FOREACH_ENTRY(ForeachLerpList, kWeighted, kLerpList, kNone, kFloats, (const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* weights, aclTensorList* out), {x1, x2, weights}, {}, out)
FOREACH_BINARY_SCALAR(ForeachLerpScalar, kLerp, weight, kFloats)
FOREACH_BINARY(ForeachMaximumList, kMaximumList, kNumbers)
FOREACH_UNARY_TENSOR(ForeachMaximumScalar, kMaximum, kNumbers)
FOREACH_UNARY_SCALARS(ForeachMaximumScalarList, kMaximum, kNumbers)
FOREACH_UNARY_SCALAR(ForeachMaximumScalarV2, kMaximum, kNumbers)
FOREACH_BINARY(ForeachMinimumList, kMinimumList, kNumbers)
FOREACH_UNARY_TENSOR(ForeachMinimumScalar, kMinimum, kNumbers)
FOREACH_UNARY_SCALARS(ForeachMinimumScalarList, kMinimum, kNumbers)
FOREACH_UNARY_SCALAR(ForeachMinimumScalarV2, kMinimum, kNumbers)
FOREACH_BINARY(ForeachMulList, kMulList, kSmallNumbers)
FOREACH_BINARY_IN_PLACE(ForeachMulListInplace, kMulList, kNumbers)
FOREACH_UNARY_TENSOR(ForeachMulScalar, kMul, kNumbers)
FOREACH_UNARY_TENSOR_IN_PLACE(ForeachMulScalarInplace, kMul, kNumbers)
FOREACH_UNARY_SCALARS(ForeachMulScalarList, kMul, kNumbers)
FOREACH_UNARY_SCALAR(ForeachMulScalarV2, kMul, kNumbers)
FOREACH_UNARY(ForeachNeg, kNeg, kSmallNumbers)
FOREACH_UNARY(ForeachReciprocal, kReciprocal, kFloats)
FOREACH_UNARY(ForeachSqrt, kSqrt, kFloats)
FOREACH_BINARY_TENSOR(ForeachSubList, kSubList, kSmallNumbers)
FOREACH_BINARY_TENSOR_IN_PLACE(ForeachSubListInplace, kSubList, kNumbers)
FOREACH_BINARY_SCALAR(ForeachSubListV2, kSubList, alpha, kSmallNumbers)
FOREACH_UNARY_TENSOR(ForeachSubScalar, kSub, kNumbers)
FOREACH_UNARY_TENSOR_IN_PLACE(ForeachSubScalarInplace, kSub, kNumbers)
FOREACH_UNARY_SCALARS(ForeachSubScalarList, kSub, kNumbers)
FOREACH_UNARY_SCALAR(ForeachSubScalarV2, kSub, kNumbers)
FOREACH_ENTRY(ForeachZeroInplace, kZeroed, kZero, kNone, kAll, (aclTensorList * x), {}, {}, x)
// clang-format on
