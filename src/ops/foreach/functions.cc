// SPDX-License-Identifier: Apache-2.0
//
// Operators on lists: elementary functions, powers and rounding.
#include "aclnnop/aclnn_foreach_a_cos_inplace.h"
#include "aclnnop/aclnn_foreach_acos.h"
#include "aclnnop/aclnn_foreach_asin.h"
#include "aclnnop/aclnn_foreach_atan.h"
#include "aclnnop/aclnn_foreach_cos.h"
#include "aclnnop/aclnn_foreach_cosh.h"
#include "aclnnop/aclnn_foreach_erf.h"
#include "aclnnop/aclnn_foreach_erfc.h"
#include "aclnnop/aclnn_foreach_exp.h"
#include "aclnnop/aclnn_foreach_expm1.h"
#include "aclnnop/aclnn_foreach_log.h"
#include "aclnnop/aclnn_foreach_log10.h"
#include "aclnnop/aclnn_foreach_log1p.h"
#include "aclnnop/aclnn_foreach_log2.h"
#include "aclnnop/aclnn_foreach_log_inplace.h"
#include "aclnnop/aclnn_foreach_pow_list.h"
#include "aclnnop/aclnn_foreach_pow_scalar.h"
#include "aclnnop/aclnn_foreach_pow_scalar_and_tensor.h"
#include "aclnnop/aclnn_foreach_pow_scalar_list.h"
#include "aclnnop/aclnn_foreach_pow_scalar_v2.h"
#include "aclnnop/aclnn_foreach_round_off_number.h"
#include "aclnnop/aclnn_foreach_round_off_number_v2.h"
#include "aclnnop/aclnn_foreach_sigmoid.h"
#include "aclnnop/aclnn_foreach_sign.h"
#include "aclnnop/aclnn_foreach_sin.h"
#include "aclnnop/aclnn_foreach_sinh.h"
#include "aclnnop/aclnn_foreach_tan.h"
#include "aclnnop/aclnn_foreach_tanh.h"
#include "ops/foreach/foreach_table.h"

namespace openaclnn::foreach {

// Functions of integers are computed in FLOAT.
static constexpr std::array<DType, 6> kFloatsAndSmall{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                                      DType::kInt16, DType::kInt8,    DType::kUint8};
static constexpr std::array<DType, 6> kSigned{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                              DType::kInt8,  DType::kInt32,   DType::kInt64};
static constexpr std::array<DType, 4> kRounded{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                               DType::kInt16};

}  // namespace openaclnn::foreach

// clang-format off
FOREACH_UNARY_IN_PLACE(ForeachACosInplace, kAcos, kFloats)
FOREACH_UNARY(ForeachAcos, kAcos, kFloats)
FOREACH_UNARY(ForeachAsin, kAsin, kFloats)
FOREACH_UNARY(ForeachAtan, kAtan, kFloats)
FOREACH_UNARY(ForeachCos, kCos, kFloats)
FOREACH_UNARY(ForeachCosh, kCosh, kFloats)
FOREACH_UNARY(ForeachErf, kErf, kFloats)
FOREACH_UNARY(ForeachErfc, kErfc, kFloats)
FOREACH_UNARY(ForeachExp, kExp, kFloatsAndSmall)
FOREACH_UNARY(ForeachExpm1, kExpm1, kFloatsAndSmall)
FOREACH_UNARY(ForeachLog, kLog, kFloats)
FOREACH_UNARY(ForeachLog10, kLog10, kFloats)
FOREACH_UNARY(ForeachLog1p, kLog1p, kFloats)
FOREACH_UNARY(ForeachLog2, kLog2, kFloats)
FOREACH_UNARY_IN_PLACE(ForeachLogInplace, kLog, kFloats)
FOREACH_BINARY(ForeachPowList, kPowList, kNumbers)
FOREACH_UNARY_TENSOR(ForeachPowScalar, kPow, kNumbers)
FOREACH_ENTRY(ForeachPowScalarAndTensor, kUnary, kPowOfScalar, kScalar, kNumbers, (const aclScalar* scalar, const aclTensorList* x, aclTensorList* out), {x}, {.name = "scalar", .scalar = scalar}, out)
FOREACH_UNARY_SCALARS(ForeachPowScalarList, kPow, kNumbers)
FOREACH_UNARY_SCALAR(ForeachPowScalarV2, kPow, kFloats)
FOREACH_ENTRY(ForeachRoundOffNumber, kUnaryMode, kRoundOff, kTensor, kRounded, (const aclTensorList* x, const aclTensor* roundMode, aclTensorList* out), {x}, {.name = "roundMode", .tensor = roundMode}, out)
FOREACH_ENTRY(ForeachRoundOffNumberV2, kUnary, kRoundOff, kScalar, kRounded, (const aclTensorList* x, const aclScalar* roundMode, aclTensorList* out), {x}, {.name = "roundMode", .scalar = roundMode}, out)
FOREACH_UNARY(ForeachSigmoid, kSigmoid, kFloats)
FOREACH_UNARY(ForeachSign, kSign, kSigned)
FOREACH_UNARY(ForeachSin, kSin, kFloats)
FOREACH_UNARY(ForeachSinh, kSinh, kFloats)
FOREACH_UNARY(ForeachTan, kTan, kFloats)
FOREACH_UNARY(ForeachTanh, kTanh, kFloats)
// clang-format on
