// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_rsub.h"
#include "aclnnop/aclnn_sub.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/arithmetic.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/numbers-inl.h"

#ifndef OPENACLNN_ARITHMETIC_ONCE  // this file is included once for each target
#define OPENACLNN_ARITHMETIC_ONCE
namespace openaclnn {
enum class Arithmetic { kAdd, kAdds, kSub, kSubs, kRsub, kRsubs, kMul, kMuls };
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace arithmetic {

using Formats = FormatList<Float32, Float16, Bfloat16, Float64, Int8, Int16, Int32, Int64, Uint8, Bool,
                           Complex64, Complex128>;
// Smaller integers are left to INT32; BOOL, too, where operands that differ leave something.
using Differences = FormatList<Float32, Float16, Bfloat16, Float64, Int32, Int64, Complex64, Complex128>;

struct Add {
  template <class T>
  static HWY_INLINE T Compute(T self, T other, T alpha) {
    return MulAdd(alpha, other, self);
  }
};

struct Sub {
  template <class T>
  static HWY_INLINE T Compute(T self, T other, T alpha) {
    return MulAdd(-alpha, other, self);
  }
};

struct Rsub {
  template <class T>
  static HWY_INLINE T Compute(T self, T other, T alpha) {
    return MulAdd(-alpha, self, other);
  }
};

struct Mul {
  template <class T>
  static HWY_INLINE T Compute(T self, T other) {
    return self * other;
  }
};

}  // namespace arithmetic

ElementwiseLoop FindArithmetic(Arithmetic which, DType dtype) {
  using namespace arithmetic;
  switch (which) {
    case Arithmetic::kAdd:
      return FindLoop<Add, 2, 1>(Formats(), dtype);
    case Arithmetic::kAdds:
      return FindLoop<Add, 1, 2>(Formats(), dtype);
    case Arithmetic::kSub:
      return FindLoop<Sub, 2, 1>(Differences(), dtype);
    case Arithmetic::kSubs:
      return FindLoop<Sub, 1, 2>(Differences(), dtype);
    case Arithmetic::kRsub:
      return FindLoop<Rsub, 2, 1>(Differences(), dtype);
    case Arithmetic::kRsubs:
      return FindLoop<Rsub, 1, 2>(Differences(), dtype);
    case Arithmetic::kMul:
      return FindLoop<Mul, 2, 0>(Formats(), dtype);
    case Arithmetic::kMuls:
      return FindLoop<Mul, 1, 1>(Formats(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindArithmetic);

template <Arithmetic kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindArithmetic)(kWhich, dtype);
}

ScalarOperand Alpha(const aclScalar* alpha) {
  return FactorScalar("alpha", alpha);
}
ScalarOperand Other(const aclScalar* other) {
  return OperandScalar("other", other);
}

}  // namespace
}  // namespace openaclnn

// Sums and differences have a factor, too.
#define OPENACLNN_SUM(name, loop)                                                                    \
  OPENACLNN_ELEMENTWISE(                                                                             \
      name, (const aclTensor* self, const aclTensor* other, const aclScalar* alpha, aclTensor* out), \
      (kSelfAndOther, loop, kPromotingDtypes), {self, other}, {Alpha(alpha)}, out)
#define OPENACLNN_INPLACE_SUM(name, loop)                                                             \
  OPENACLNN_ELEMENTWISE(name, (aclTensor * selfRef, const aclTensor* other, const aclScalar* alpha),  \
                        (kSelfRefAndOther, loop, kPromotingDtypes), {selfRef, other}, {Alpha(alpha)}, \
                        selfRef)
#define OPENACLNN_SUM_WITH_SCALAR(name, loop)                                                        \
  OPENACLNN_ELEMENTWISE(                                                                             \
      name, (const aclTensor* self, const aclScalar* other, const aclScalar* alpha, aclTensor* out), \
      (kSelf, loop, kPromotingDtypes), {self}, {Other(other), Alpha(alpha)}, out)
#define OPENACLNN_INPLACE_SUM_WITH_SCALAR(name, loop)                                                \
  OPENACLNN_ELEMENTWISE(name, (aclTensor * selfRef, const aclScalar* other, const aclScalar* alpha), \
                        (kSelfRef, loop, kPromotingDtypes), {selfRef}, {Other(other), Alpha(alpha)}, \
                        selfRef)

OPENACLNN_SUM(aclnnAdd, Loop<Arithmetic::kAdd>)
OPENACLNN_INPLACE_SUM(aclnnInplaceAdd, Loop<Arithmetic::kAdd>)
OPENACLNN_SUM_WITH_SCALAR(aclnnAdds, Loop<Arithmetic::kAdds>)
OPENACLNN_INPLACE_SUM_WITH_SCALAR(aclnnInplaceAdds, Loop<Arithmetic::kAdds>)
OPENACLNN_SUM(aclnnSub, Loop<Arithmetic::kSub>)
OPENACLNN_INPLACE_SUM(aclnnInplaceSub, Loop<Arithmetic::kSub>)
OPENACLNN_SUM_WITH_SCALAR(aclnnSubs, Loop<Arithmetic::kSubs>)
OPENACLNN_INPLACE_SUM_WITH_SCALAR(aclnnInplaceSubs, Loop<Arithmetic::kSubs>)
OPENACLNN_SUM(aclnnRsub, Loop<Arithmetic::kRsub>)
OPENACLNN_SUM_WITH_SCALAR(aclnnRsubs, Loop<Arithmetic::kRsubs>)
OPENACLNN_BINARY(aclnnMul, Loop<Arithmetic::kMul>, kPromotingDtypes)
OPENACLNN_INPLACE_BINARY(aclnnInplaceMul, Loop<Arithmetic::kMul>, kPromotingDtypes)
OPENACLNN_WITH_SCALAR(aclnnMuls, Loop<Arithmetic::kMuls>, kPromotingDtypes)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceMuls, Loop<Arithmetic::kMuls>, kPromotingDtypes)
#endif  // HWY_ONCE
