// SPDX-License-Identifier: Apache-2.0
//
// Quotients and remainders.
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_floor_divide.h"
#include "aclnnop/aclnn_fmod_scalar.h"
#include "aclnnop/aclnn_fmod_tensor.h"
#include "aclnnop/aclnn_remainder.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"
#include "simd/remainder-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using Quotients = FormatList<Float32, Float16, Bfloat16, Float64, Complex64, Complex128>;
using Formats = FormatList<Float32, Float64, Int32, Int64>;

template <>
inline constexpr bool kHasRepeatedLoop<struct DivExpression> = true;

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace openaclnn {
namespace {

// A number is rounded to the promoted type before a remainder is taken, as PyTorch does; that of a quotient
// is not.
constexpr ElementwiseRules kRoundedNumbers{.roundsNumbers = true};

}  // namespace
}  // namespace openaclnn
#endif

// clang-format off
OPENACLNN_BINARY_AND_INPLACE(Div, self / other, Quotients, kPromotingDtypes, kFloatingResult)
OPENACLNN_WITH_SCALAR_AND_INPLACE(Divs, self / other, Quotients, kPromotingDtypes, kFloatingResult)
OPENACLNN_BINARY_AND_INPLACE(FloorDivide, FloorDivision(self, other), Formats, kRealDtypes)
OPENACLNN_WITH_SCALAR_AND_INPLACE(FloorDivides, FloorDivision(self, other), Formats, kRealDtypes)
OPENACLNN_BINARY_AND_INPLACE(RemainderTensorTensor, FloorRemainder(self, other), Formats, kRealDtypes)
OPENACLNN_WITH_SCALAR_AND_INPLACE(RemainderTensorScalar, FloorRemainder(self, other), Formats, kRealDtypes, kRoundedNumbers)
OPENACLNN_BINARY_AND_INPLACE(FmodTensor, TruncatedRemainder(self, other), Formats, kRealDtypes)
OPENACLNN_WITH_SCALAR_AND_INPLACE(FmodScalar, TruncatedRemainder(self, other), Formats, kRealDtypes, kRoundedNumbers)
OPENACLNN_LOOP(TruncatedDivide, (T self, T other), TruncatedDivision(self, other), 2, 0, Formats)
OPENACLNN_LOOP(TruncatedDivides, (T self, T other), TruncatedDivision(self, other), 1, 1, Formats)
OPENACLNN_LOOP(RemainderScalarTensor, (T other, T self), FloorRemainder(self, other), 1, 1, Formats)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr auto kOther = UnaryArguments("other", "out");

// A DivMod's rows, by its mode.
enum Mode : int { kTrue = 0, kTruncated = 1, kFloored = 2 };

constexpr std::array<ElementwiseOperator, 3> DivModRows(
    const char* name, std::span<const TensorArgument<ElementwiseArgs>> arguments) {
  return {ElementwiseRow(name, arguments, LoopDiv, kRealDtypes, kFloatingResult),
          ElementwiseRow(name, arguments, LoopTruncatedDivide, kRealDtypes),
          ElementwiseRow(name, arguments, LoopFloorDivide, kRealDtypes)};
}
constexpr std::array<ElementwiseOperator, 3> DivModsRows(
    const char* name, std::span<const TensorArgument<ElementwiseArgs>> arguments) {
  return {ElementwiseRow(name, arguments, LoopDivs, kRealDtypes, kFloatingResult),
          ElementwiseRow(name, arguments, LoopTruncatedDivides, kRealDtypes),
          ElementwiseRow(name, arguments, LoopFloorDivides, kRealDtypes)};
}

aclnnStatus DivMod(const char* function, const std::array<ElementwiseOperator, 3>& rows,
                   std::initializer_list<const aclTensor*> inputs,
                   std::initializer_list<ScalarOperand> scalars, int mode, const aclTensor* out,
                   uint64_t* workspaceSize, aclOpExecutor** executor) {
  const bool known = mode >= kTrue && mode <= kFloored;
  const auto checkMode = [mode](ArgumentChecks& check) {
    check.InRange("mode", mode, kTrue, kFloored, "0 (true), 1 (truncated) or 2 (floor)");
  };
  return PhaseOneOf(function, rows[static_cast<size_t>(known ? mode : kTruncated)], inputs, scalars, out,
                    workspaceSize, executor, checkMode);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ELEMENTWISE(aclnnRemainderScalarTensor,
                      (const aclScalar* self, const aclTensor* other, aclTensor* out),
                      (kOther, LoopRemainderScalarTensor, kRealDtypes, kRoundedNumbers), {other},
                      {OperandScalar("self", self)}, out)

// The mode chooses the row.
OPENACLNN_ENTRY(aclnnDivMod, (const aclTensor* self, const aclTensor* other, int mode, aclTensor* out), {
  static constexpr auto kRows = DivModRows("aclnnDivMod", kSelfAndOther);
  return DivMod(__func__, kRows, {self, other}, {}, mode, out, workspaceSize, executor);
})
OPENACLNN_ENTRY(aclnnInplaceDivMod, (aclTensor * selfRef, const aclTensor* other, int mode), {
  static constexpr auto kRows = DivModRows("aclnnInplaceDivMod", kSelfRefAndOther);
  return DivMod(__func__, kRows, {selfRef, other}, {}, mode, selfRef, workspaceSize, executor);
})
OPENACLNN_ENTRY(aclnnDivMods, (const aclTensor* self, const aclScalar* other, int mode, aclTensor* out), {
  static constexpr auto kRows = DivModsRows("aclnnDivMods", kSelf);
  return DivMod(__func__, kRows, {self}, {OperandScalar("other", other)}, mode, out, workspaceSize, executor);
})
OPENACLNN_ENTRY(aclnnInplaceDivMods, (aclTensor * selfRef, const aclScalar* other, int mode), {
  static constexpr auto kRows = DivModsRows("aclnnInplaceDivMods", kSelfRef);
  return DivMod(__func__, kRows, {selfRef}, {OperandScalar("other", other)}, mode, selfRef, workspaceSize,
                executor);
})
#endif  // HWY_ONCE
