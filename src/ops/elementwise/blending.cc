// SPDX-License-Identifier: Apache-2.0
//
// Sums with scaled products and quotients, and linear interpolation.
#include "aclnnop/aclnn_addcdiv.h"
#include "aclnnop/aclnn_addcmul.h"
#include "aclnnop/aclnn_lerp.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/blending.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/numbers-inl.h"
#include "simd/remainder-inl.h"

#ifndef OPENACLNN_BLENDING_ONCE  // this file is included once for each target
#define OPENACLNN_BLENDING_ONCE
namespace openaclnn {
enum class Blend { kAddcmul, kAddcdiv, kLerp, kLerps };
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace blending {

// Without a loop of their own for integers of 8 and 16 bits.
using Products = FormatList<Float32, Float16, Bfloat16, Float64, Int32, Int64>;
using Quotients = FormatList<Float32, Float16, Bfloat16, Float64, Int64>;

struct Addcmul {
  template <class T>
  static HWY_INLINE auto Compute(T self, T tensor1, T tensor2, T value) {
    return MulAdd(value * tensor1, tensor2, self);
  }
};

struct Addcdiv {
  template <class T>
  static HWY_INLINE T Quotient(T a, T b) {
    if constexpr (requires { typename T::Number; }) {
      return a / b;
    } else {
      return TruncatedDivision(a, b);
    }
  }

  template <class T>
  static HWY_INLINE auto Compute(T self, T tensor1, T tensor2, T value) {
    return MulAdd(value, Quotient(tensor1, tensor2), self);
  }
};

// From the nearer end, so that weight 1 gives `end`.
struct Lerp {
  template <class T>
  static HWY_INLINE auto Compute(T self, T end, T weight) {
    const T near = MulAdd(weight, end - self, self);
    const T one = Constant<T>(1);
    return Choose(Absolute(weight) < Constant<T>(0.5), near, MulAdd(weight - one, end - self, end));
  }
};

}  // namespace blending

ElementwiseLoop FindBlend(Blend which, DType dtype) {
  using namespace blending;
  switch (which) {
    case Blend::kAddcmul:
      return FindLoop<Addcmul, 3, 1>(Products(), dtype);
    case Blend::kAddcdiv:
      return FindLoop<Addcdiv, 3, 1>(Quotients(), dtype);
    case Blend::kLerp:
      return FindLoop<Lerp, 3, 0>(FloatFormatsAndDouble(), dtype);
    case Blend::kLerps:
      return FindLoop<Lerp, 2, 1>(FloatFormatsAndDouble(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindBlend);

template <Blend kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindBlend)(kWhich, dtype);
}

constexpr auto kFactors = TernaryArguments("self", "tensor1", "tensor2", "out");
constexpr auto kFactorsInplace = TernaryArguments("selfRef", "tensor1", "tensor2", "selfRef");
constexpr auto kEnds = BinaryArguments("self", "end", "out");
constexpr auto kEndsInplace = BinaryArguments("selfRef", "end", "selfRef");
constexpr auto kWeights = TernaryArguments("self", "end", "weight", "out");
constexpr auto kWeightsInplace = TernaryArguments("selfRef", "end", "weight", "selfRef");

constexpr std::array<DType, 5> kQuotientDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                               DType::kDouble, DType::kInt64};

ScalarOperand Value(const aclScalar* value) {
  return FactorScalar("value", value);
}
ScalarOperand Weight(const aclScalar* weight) {
  return ParameterScalar("weight", weight);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ELEMENTWISE(aclnnAddcmul,
                      (const aclTensor* self, const aclTensor* tensor1, const aclTensor* tensor2,
                       const aclScalar* value, aclTensor* out),
                      (kFactors, Loop<Blend::kAddcmul>, kRealDtypesButBool), {self, tensor1, tensor2},
                      {Value(value)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceAddcmul,
                      (aclTensor * selfRef, const aclTensor* tensor1, const aclTensor* tensor2,
                       const aclScalar* value),
                      (kFactorsInplace, Loop<Blend::kAddcmul>, kRealDtypesButBool),
                      {selfRef, tensor1, tensor2}, {Value(value)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnAddcdiv,
                      (const aclTensor* self, const aclTensor* tensor1, const aclTensor* tensor2,
                       const aclScalar* value, aclTensor* out),
                      (kFactors, Loop<Blend::kAddcdiv>, kQuotientDtypes), {self, tensor1, tensor2},
                      {Value(value)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceAddcdiv,
                      (aclTensor * selfRef, const aclTensor* tensor1, const aclTensor* tensor2,
                       const aclScalar* value),
                      (kFactorsInplace, Loop<Blend::kAddcdiv>, kQuotientDtypes), {selfRef, tensor1, tensor2},
                      {Value(value)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnLerp,
                      (const aclTensor* self, const aclTensor* end, const aclTensor* weight, aclTensor* out),
                      (kWeights, Loop<Blend::kLerp>, kFloatingDtypes, kOneType), {self, end, weight}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceLerp, (aclTensor * selfRef, const aclTensor* end, const aclTensor* weight),
                      (kWeightsInplace, Loop<Blend::kLerp>, kFloatingDtypes, kOneType),
                      {selfRef, end, weight}, {}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnLerps,
                      (const aclTensor* self, const aclTensor* end, const aclScalar* weight, aclTensor* out),
                      (kEnds, Loop<Blend::kLerps>, kFloatingDtypes, kOneType), {self, end}, {Weight(weight)},
                      out)
OPENACLNN_ELEMENTWISE(aclnnInplaceLerps, (aclTensor * selfRef, const aclTensor* end, const aclScalar* weight),
                      (kEndsInplace, Loop<Blend::kLerps>, kFloatingDtypes, kOneType), {selfRef, end},
                      {Weight(weight)}, selfRef)
#endif  // HWY_ONCE
