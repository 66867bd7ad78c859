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
#include "aclnnop/aclnn_logical_and.h"
#include "aclnnop/aclnn_logical_not.h"
#include "aclnnop/aclnn_logical_or.h"
#include "aclnnop/aclnn_logical_xor.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/logic.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/numbers-inl.h"

#ifndef OPENACLNN_LOGIC_ONCE  // this file is included once for each target
#define OPENACLNN_LOGIC_ONCE
namespace openaclnn {
enum class Logic {
  kLogicalAnd,
  kBitwiseAnd,
  kBitwiseAndScalar,
  kLogicalOr,
  kBitwiseOr,
  kBitwiseOrScalar,
  kLogicalXor,
  kBitwiseXor,
  kBitwiseXorScalar,
  kLogicalNot,
  kBitwiseNot
};
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace logic {

using Truth = FormatList<Bool>;
using Bits = FormatList<Int32, Int64, Uint8, Bool>;

struct And {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return self & other;
  }
};

struct Or {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return self | other;
  }
};

struct Xor {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return self ^ other;
  }
};

struct Not {
  template <class T>
  static HWY_INLINE auto Compute(T self) {
    if constexpr (std::is_same_v<T, Boolean>) {
      return !self;
    } else {
      return ~self;
    }
  }
};

}  // namespace logic

ElementwiseLoop FindLogic(Logic which, DType dtype) {
  using namespace logic;
  switch (which) {
    case Logic::kLogicalAnd:
      return FindLoop<And, 2, 0>(Truth(), dtype);
    case Logic::kBitwiseAnd:
      return FindLoop<And, 2, 0>(Bits(), dtype);
    case Logic::kBitwiseAndScalar:
      return FindLoop<And, 1, 1>(Bits(), dtype);
    case Logic::kLogicalOr:
      return FindLoop<Or, 2, 0>(Truth(), dtype);
    case Logic::kBitwiseOr:
      return FindLoop<Or, 2, 0>(Bits(), dtype);
    case Logic::kBitwiseOrScalar:
      return FindLoop<Or, 1, 1>(Bits(), dtype);
    case Logic::kLogicalXor:
      return FindLoop<Xor, 2, 0>(Truth(), dtype);
    case Logic::kBitwiseXor:
      return FindLoop<Xor, 2, 0>(Bits(), dtype);
    case Logic::kBitwiseXorScalar:
      return FindLoop<Xor, 1, 1>(Bits(), dtype);
    case Logic::kLogicalNot:
      return FindLoop<Not, 1, 0>(Truth(), dtype);
    case Logic::kBitwiseNot:
      return FindLoop<Not, 1, 0>(Bits(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindLogic);

template <Logic kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindLogic)(kWhich, dtype);
}

constexpr ElementwiseRules kLogical{.truth = true, .logical = true};

}  // namespace
}  // namespace openaclnn

OPENACLNN_BINARY(aclnnLogicalAnd, Loop<Logic::kLogicalAnd>, kNumberDtypes, kLogical)
OPENACLNN_INPLACE_BINARY(aclnnInplaceLogicalAnd, Loop<Logic::kLogicalAnd>, kNumberDtypes, kLogical)
OPENACLNN_BINARY(aclnnBitwiseAndTensor, Loop<Logic::kBitwiseAnd>, kIntegralDtypes)
OPENACLNN_INPLACE_BINARY(aclnnInplaceBitwiseAndTensor, Loop<Logic::kBitwiseAnd>, kIntegralDtypes)
OPENACLNN_WITH_SCALAR(aclnnBitwiseAndScalar, Loop<Logic::kBitwiseAndScalar>, kIntegralDtypes)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceBitwiseAndScalar, Loop<Logic::kBitwiseAndScalar>, kIntegralDtypes)
OPENACLNN_BINARY(aclnnLogicalOr, Loop<Logic::kLogicalOr>, kNumberDtypes, kLogical)
OPENACLNN_INPLACE_BINARY(aclnnInplaceLogicalOr, Loop<Logic::kLogicalOr>, kNumberDtypes, kLogical)
OPENACLNN_BINARY(aclnnBitwiseOrTensor, Loop<Logic::kBitwiseOr>, kIntegralDtypes)
OPENACLNN_INPLACE_BINARY(aclnnInplaceBitwiseOrTensor, Loop<Logic::kBitwiseOr>, kIntegralDtypes)
OPENACLNN_WITH_SCALAR(aclnnBitwiseOrScalar, Loop<Logic::kBitwiseOrScalar>, kIntegralDtypes)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceBitwiseOrScalar, Loop<Logic::kBitwiseOrScalar>, kIntegralDtypes)
OPENACLNN_BINARY(aclnnLogicalXor, Loop<Logic::kLogicalXor>, kNumberDtypes, kLogical)
OPENACLNN_INPLACE_BINARY(aclnnInplaceLogicalXor, Loop<Logic::kLogicalXor>, kNumberDtypes, kLogical)
OPENACLNN_BINARY(aclnnBitwiseXorTensor, Loop<Logic::kBitwiseXor>, kIntegralDtypes)
OPENACLNN_INPLACE_BINARY(aclnnInplaceBitwiseXorTensor, Loop<Logic::kBitwiseXor>, kIntegralDtypes)
OPENACLNN_WITH_SCALAR(aclnnBitwiseXorScalar, Loop<Logic::kBitwiseXorScalar>, kIntegralDtypes)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceBitwiseXorScalar, Loop<Logic::kBitwiseXorScalar>, kIntegralDtypes)
OPENACLNN_UNARY(aclnnLogicalNot, Loop<Logic::kLogicalNot>, kNumberDtypes, kLogical)
OPENACLNN_INPLACE_UNARY(aclnnInplaceLogicalNot, Loop<Logic::kLogicalNot>, kNumberDtypes, kLogical)
OPENACLNN_UNARY(aclnnBitwiseNot, Loop<Logic::kBitwiseNot>, kIntegralDtypes, kOneType)
#endif  // HWY_ONCE
