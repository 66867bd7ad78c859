// SPDX-License-Identifier: Apache-2.0
//
// Truth values and bits combined.
#include "aclnnop/aclnn_bitwise_and_scalar.h"
#include "aclnnop/aclnn_bitwise_and_tensor.h"
#include "aclnnop/aclnn_bitwise_not.h"
#include "aclnnop/aclnn_bitwise_or_scalar.h"
#include "aclnnop/aclnn_bitwise_or_tensor.h"
#include "aclnnop/aclnn_bitwise_xor_scalar.h"
#include "aclnnop/aclnn_bitwise_xor_tensor.h"
#include "aclnnop/aclnn_bitwiseand.h"
#include "aclnnop/aclnn_logical_and.h"
#include "aclnnop/aclnn_logical_not.h"
#include "aclnnop/aclnn_logical_or.h"
#include "aclnnop/aclnn_logical_xor.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using Truth = FormatList<Bool>;
using Bits = FormatList<Int32, Int64, Uint8, Bool>;

namespace logic {
template <class T>
HWY_INLINE T Complement(T self) {
  if constexpr (std::is_same_v<T, Boolean>) {
    return !self;
  } else {
    return ~self;
  }
}
}  // namespace logic

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {
constexpr ElementwiseRules kLogical{.truth = true, .logical = true};
}  // namespace
}  // namespace openaclnn
#endif

// clang-format off
OPENACLNN_BINARY_AND_INPLACE(LogicalAnd, self & other, Truth, kNumberDtypes, kLogical)
OPENACLNN_BINARY_AND_INPLACE(BitwiseAndTensor, self & other, Bits, kIntegralDtypes)
OPENACLNN_WITH_SCALAR_AND_INPLACE(BitwiseAndScalar, self & other, Bits, kIntegralDtypes)
OPENACLNN_BINARY_AND_INPLACE(LogicalOr, self | other, Truth, kNumberDtypes, kLogical)
OPENACLNN_BINARY_AND_INPLACE(BitwiseOrTensor, self | other, Bits, kIntegralDtypes)
OPENACLNN_WITH_SCALAR_AND_INPLACE(BitwiseOrScalar, self | other, Bits, kIntegralDtypes)
OPENACLNN_BINARY_AND_INPLACE(LogicalXor, self ^ other, Truth, kNumberDtypes, kLogical)
OPENACLNN_BINARY_AND_INPLACE(BitwiseXorTensor, self ^ other, Bits, kIntegralDtypes)
OPENACLNN_WITH_SCALAR_AND_INPLACE(BitwiseXorScalar, self ^ other, Bits, kIntegralDtypes)
OPENACLNN_UNARY_AND_INPLACE(LogicalNot, !self, Truth, kNumberDtypes, kLogical)
OPENACLNN_UNARY(BitwiseNot, logic::Complement(self), Bits, kIntegralDtypes, kOneType)
// clang-format on
OPENACLNN_ELEMENTWISE(aclnnBitwiseAndTensorOut,
                      (const aclTensor* self, const aclTensor* other, aclTensor* out),
                      (kSelfAndOther, LoopBitwiseAndTensor, kIntegralDtypes), {self, other}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceBitwiseAndTensorOut, (aclTensor * selfRef, const aclTensor* other),
                      (kSelfRefAndOther, LoopBitwiseAndTensor, kIntegralDtypes), {selfRef, other}, {},
                      selfRef)
