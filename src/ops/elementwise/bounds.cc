// SPDX-License-Identifier: Apache-2.0
//
// The larger or smaller of two numbers, and numbers kept within bounds.
#include "aclnnop/aclnn_clamp.h"
#include "aclnnop/aclnn_maximum.h"
#include "aclnnop/aclnn_minimum.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/bounds.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/numbers-inl.h"

#ifndef OPENACLNN_BOUNDS_ONCE  // this file is included once for each target
#define OPENACLNN_BOUNDS_ONCE
namespace openaclnn {
enum class Bound { kMaximum, kMaximums, kMinimum, kMinimums, kClamp, kClamps };
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace bounds {

using Formats = FormatList<Float32, Float16, Bfloat16, Float64, Int32, Int64>;

struct Maximum {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return Larger(self, other);
  }
};

struct Minimum {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return Smaller(self, other);
  }
};

struct Clamp {
  template <class T>
  static HWY_INLINE auto Compute(T self, T lower, T upper) {
    return Smaller(Larger(self, lower), upper);
  }
};

}  // namespace bounds

ElementwiseLoop FindBound(Bound which, DType dtype) {
  using namespace bounds;
  switch (which) {
    case Bound::kMaximum:
      return FindLoop<Maximum, 2, 0>(Formats(), dtype);
    case Bound::kMaximums:
      return FindLoop<Maximum, 1, 1>(Formats(), dtype);
    case Bound::kMinimum:
      return FindLoop<Minimum, 2, 0>(Formats(), dtype);
    case Bound::kMinimums:
      return FindLoop<Minimum, 1, 1>(Formats(), dtype);
    case Bound::kClamp:
      return FindLoop<Clamp, 3, 0>(Formats(), dtype);
    case Bound::kClamps:
      return FindLoop<Clamp, 1, 2>(Formats(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindBound);

template <Bound kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindBound)(kWhich, dtype);
}

constexpr ElementwiseRules kRounding{.roundsNumbers = true};

constexpr auto kLowerBounds = BinaryArguments("self", "clipValueMin", "out");
constexpr auto kLowerBoundsInplace = BinaryArguments("selfRef", "clipValueMin", "selfRef");
constexpr auto kUpperBounds = BinaryArguments("self", "max", "out");
constexpr auto kUpperBoundsInplace = BinaryArguments("selfRef", "max", "selfRef");
constexpr auto kBounds = TernaryArguments("self", "clipValueMin", "clipValueMax", "out");
constexpr auto kUpperBoundsOfTwo = BinaryArguments("self", "clipValueMax", "out");

// Of the operators that may do without one of their bounds.
constexpr std::array<ElementwiseOperator, 3> kClamp{
    ElementwiseRow("aclnnClamp", kSelf, Loop<Bound::kClamps>, kRealDtypesButBool, kRounding),
    ElementwiseRow("aclnnClamp", kSelf, Loop<Bound::kMaximums>, kRealDtypesButBool, kRounding),
    ElementwiseRow("aclnnClamp", kSelf, Loop<Bound::kMinimums>, kRealDtypesButBool, kRounding)};
constexpr std::array<ElementwiseOperator, 3> kClampTensor{
    ElementwiseRow("aclnnClampTensor", kBounds, Loop<Bound::kClamp>, kRealDtypesButBool),
    ElementwiseRow("aclnnClampTensor", kLowerBounds, Loop<Bound::kMaximum>, kRealDtypesButBool),
    ElementwiseRow("aclnnClampTensor", kUpperBoundsOfTwo, Loop<Bound::kMinimum>, kRealDtypesButBool)};

ScalarOperand Lower(const aclScalar* bound) {
  return OperandScalar("clipValueMin", bound);
}
ScalarOperand Upper(const aclScalar* bound) {
  return OperandScalar("clipValueMax", bound);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_BINARY(aclnnMaximum, Loop<Bound::kMaximum>, kRealDtypes)
OPENACLNN_BINARY(aclnnMinimum, Loop<Bound::kMinimum>, kRealDtypes)
OPENACLNN_ELEMENTWISE(aclnnClampMin, (const aclTensor* self, const aclScalar* clipValueMin, aclTensor* out),
                      (kSelf, Loop<Bound::kMaximums>, kRealDtypesButBool, kRounding), {self},
                      {Lower(clipValueMin)}, out)
OPENACLNN_ELEMENTWISE(aclnnClampMax, (const aclTensor* self, const aclScalar* clipValueMax, aclTensor* out),
                      (kSelf, Loop<Bound::kMinimums>, kRealDtypesButBool, kRounding), {self},
                      {Upper(clipValueMax)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceClampMax, (aclTensor * selfRef, const aclScalar* clipValueMax),
                      (kSelfRef, Loop<Bound::kMinimums>, kRealDtypesButBool, kRounding), {selfRef},
                      {Upper(clipValueMax)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnClampMinTensor,
                      (const aclTensor* self, const aclTensor* clipValueMin, aclTensor* out),
                      (kLowerBounds, Loop<Bound::kMaximum>, kRealDtypesButBool), {self, clipValueMin}, {},
                      out)
OPENACLNN_ELEMENTWISE(aclnnInplaceClampMinTensor, (aclTensor * selfRef, const aclTensor* clipValueMin),
                      (kLowerBoundsInplace, Loop<Bound::kMaximum>, kRealDtypesButBool),
                      {selfRef, clipValueMin}, {}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnClampMaxTensor, (const aclTensor* self, const aclTensor* max, aclTensor* out),
                      (kUpperBounds, Loop<Bound::kMinimum>, kRealDtypesButBool), {self, max}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceClampMaxTensor, (aclTensor * selfRef, const aclTensor* max),
                      (kUpperBoundsInplace, Loop<Bound::kMinimum>, kRealDtypesButBool), {selfRef, max}, {},
                      selfRef)

// A bound that is null is none; where both are, the lower one is missed.
aclnnStatus aclnnClampGetWorkspaceSize(const aclTensor* self, const aclScalar* clipValueMin,
                                       const aclScalar* clipValueMax, aclTensor* out, uint64_t* workspaceSize,
                                       aclOpExecutor** executor) {
  using namespace openaclnn;
  if (clipValueMin != nullptr && clipValueMax != nullptr) {
    return PhaseOneOf(__func__, kClamp[0], {self}, {Lower(clipValueMin), Upper(clipValueMax)}, out,
                      workspaceSize, executor);
  }
  return clipValueMax == nullptr
             ? PhaseOneOf(__func__, kClamp[1], {self}, {Lower(clipValueMin)}, out, workspaceSize, executor)
             : PhaseOneOf(__func__, kClamp[2], {self}, {Upper(clipValueMax)}, out, workspaceSize, executor);
}
OPENACLNN_PHASE_TWO(aclnnClamp)

aclnnStatus aclnnClampTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* clipValueMin,
                                             const aclTensor* clipValueMax, aclTensor* out,
                                             uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  if (clipValueMin != nullptr && clipValueMax != nullptr) {
    return PhaseOneOf(__func__, kClampTensor[0], {self, clipValueMin, clipValueMax}, {}, out, workspaceSize,
                      executor);
  }
  return clipValueMax == nullptr
             ? PhaseOneOf(__func__, kClampTensor[1], {self, clipValueMin}, {}, out, workspaceSize, executor)
             : PhaseOneOf(__func__, kClampTensor[2], {self, clipValueMax}, {}, out, workspaceSize, executor);
}
OPENACLNN_PHASE_TWO(aclnnClampTensor)
#endif  // HWY_ONCE
