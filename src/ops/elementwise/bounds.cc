// SPDX-License-Identifier: Apache-2.0
//
// The larger or smaller of two numbers, and numbers kept within bounds.
#include "aclnnop/aclnn_clamp.h"
#include "aclnnop/aclnn_maximum.h"
#include "aclnnop/aclnn_minimum.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

// clang-format off
OPENACLNN_BINARY(Maximum, Larger(self, other), RealFormats, kRealDtypes)
OPENACLNN_BINARY(Minimum, Smaller(self, other), RealFormats, kRealDtypes)
OPENACLNN_LOOP(ClampMin, (T self, T other), Larger(self, other), 1, 1, RealFormats)
OPENACLNN_LOOP(ClampMax, (T self, T other), Smaller(self, other), 1, 1, RealFormats)
OPENACLNN_LOOP(ClampTensor, (T self, T lower, T upper), Smaller(Larger(self, lower), upper), 3, 0, RealFormats)
OPENACLNN_LOOP(Clamp, (T self, T lower, T upper), Smaller(Larger(self, lower), upper), 1, 2, RealFormats)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr ElementwiseRules kRounding{.roundsNumbers = true};

constexpr auto kLowerBounds = BinaryArguments("self", "clipValueMin", "out");
constexpr auto kLowerBoundsInplace = BinaryArguments("selfRef", "clipValueMin", "selfRef");
constexpr auto kUpperBounds = BinaryArguments("self", "max", "out");
constexpr auto kUpperBoundsInplace = BinaryArguments("selfRef", "max", "selfRef");
constexpr auto kBounds = TernaryArguments("self", "clipValueMin", "clipValueMax", "out");
constexpr auto kUpperBoundsOfTwo = BinaryArguments("self", "clipValueMax", "out");

// Of the operators that may do without one of their bounds.
constexpr std::array<ElementwiseOperator, 3> kClamp{
    ElementwiseRow("aclnnClamp", kSelf, LoopClamp, kRealDtypes, kRounding),
    ElementwiseRow("aclnnClamp", kSelf, LoopClampMin, kRealDtypes, kRounding),
    ElementwiseRow("aclnnClamp", kSelf, LoopClampMax, kRealDtypes, kRounding)};
constexpr std::array<ElementwiseOperator, 3> kClampTensor{
    ElementwiseRow("aclnnClampTensor", kBounds, LoopClampTensor, kRealDtypes),
    ElementwiseRow("aclnnClampTensor", kLowerBounds, LoopMaximum, kRealDtypes),
    ElementwiseRow("aclnnClampTensor", kUpperBoundsOfTwo, LoopMinimum, kRealDtypes)};

ScalarOperand Lower(const aclScalar* bound) {
  return OperandScalar("clipValueMin", bound);
}
ScalarOperand Upper(const aclScalar* bound) {
  return OperandScalar("clipValueMax", bound);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ELEMENTWISE(aclnnClampMin, (const aclTensor* self, const aclScalar* clipValueMin, aclTensor* out),
                      (kSelf, LoopClampMin, kRealDtypes, kRounding), {self}, {Lower(clipValueMin)}, out)
OPENACLNN_ELEMENTWISE(aclnnClampMax, (const aclTensor* self, const aclScalar* clipValueMax, aclTensor* out),
                      (kSelf, LoopClampMax, kRealDtypes, kRounding), {self}, {Upper(clipValueMax)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceClampMax, (aclTensor * selfRef, const aclScalar* clipValueMax),
                      (kSelfRef, LoopClampMax, kRealDtypes, kRounding), {selfRef}, {Upper(clipValueMax)},
                      selfRef)
OPENACLNN_ELEMENTWISE(aclnnClampMinTensor,
                      (const aclTensor* self, const aclTensor* clipValueMin, aclTensor* out),
                      (kLowerBounds, LoopMaximum, kRealDtypes), {self, clipValueMin}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceClampMinTensor, (aclTensor * selfRef, const aclTensor* clipValueMin),
                      (kLowerBoundsInplace, LoopMaximum, kRealDtypes), {selfRef, clipValueMin}, {}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnClampMaxTensor, (const aclTensor* self, const aclTensor* max, aclTensor* out),
                      (kUpperBounds, LoopMinimum, kRealDtypes), {self, max}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceClampMaxTensor, (aclTensor * selfRef, const aclTensor* max),
                      (kUpperBoundsInplace, LoopMinimum, kRealDtypes), {selfRef, max}, {}, selfRef)

// A bound that is null is none; where both are, the lower one is missed.
OPENACLNN_ENTRY(aclnnClamp,
                (const aclTensor* self, const aclScalar* clipValueMin, const aclScalar* clipValueMax,
                 aclTensor* out),
                {
                  if (clipValueMin != nullptr && clipValueMax != nullptr) {
                    return PhaseOneOf(__func__, kClamp[0], {self}, {Lower(clipValueMin), Upper(clipValueMax)},
                                      out, workspaceSize, executor);
                  }
                  return clipValueMax == nullptr
                             ? PhaseOneOf(__func__, kClamp[1], {self}, {Lower(clipValueMin)}, out,
                                          workspaceSize, executor)
                             : PhaseOneOf(__func__, kClamp[2], {self}, {Upper(clipValueMax)}, out,
                                          workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnClampTensor,
                (const aclTensor* self, const aclTensor* clipValueMin, const aclTensor* clipValueMax,
                 aclTensor* out),
                {
                  if (clipValueMin != nullptr && clipValueMax != nullptr) {
                    return PhaseOneOf(__func__, kClampTensor[0], {self, clipValueMin, clipValueMax}, {}, out,
                                      workspaceSize, executor);
                  }
                  return clipValueMax == nullptr ? PhaseOneOf(__func__, kClampTensor[1], {self, clipValueMin},
                                                              {}, out, workspaceSize, executor)
                                                 : PhaseOneOf(__func__, kClampTensor[2], {self, clipValueMax},
                                                              {}, out, workspaceSize, executor);
                })
#endif  // HWY_ONCE
