// SPDX-License-Identifier: Apache-2.0
//
// Quotients and remainders.
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_floor_divide.h"
#include "aclnnop/aclnn_fmod_scalar.h"
#include "aclnnop/aclnn_fmod_tensor.h"
#include "aclnnop/aclnn_remainder.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/division.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/numbers-inl.h"
#include "simd/remainder-inl.h"

#ifndef OPENACLNN_DIVISION_ONCE  // this file is included once for each target
#define OPENACLNN_DIVISION_ONCE
namespace openaclnn {
enum class Division {
  kDiv,
  kDivs,
  kTruncate,
  kTruncates,
  kFloor,
  kFloors,
  kRemainder,
  kRemainders,
  kRemainderOf,
  kFmod,
  kFmods
};
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace division {

using Quotients = FormatList<Float32, Float16, Bfloat16, Float64, Complex64, Complex128>;
using Formats = FormatList<Float32, Float64, Int32, Int64>;

struct Div {
  template <class T>
  static HWY_INLINE T Compute(T self, T other) {
    return self / other;
  }
};

struct TruncatedQuotient {
  template <class T>
  static HWY_INLINE T Compute(T self, T other) {
    return TruncatedDivision(self, other);
  }
};

struct FloorQuotient {
  template <class T>
  static HWY_INLINE T Compute(T self, T other) {
    return FloorDivision(self, other);
  }
};

struct Modulo {
  template <class T>
  static HWY_INLINE T Compute(T self, T other) {
    return FloorRemainder(self, other);
  }
};

struct ModuloOf {
  template <class T>
  static HWY_INLINE T Compute(T other, T self) {
    return FloorRemainder(self, other);
  }
};

struct Fmod {
  template <class T>
  static HWY_INLINE T Compute(T self, T other) {
    return TruncatedRemainder(self, other);
  }
};

}  // namespace division

ElementwiseLoop FindDivision(Division which, DType dtype) {
  using namespace division;
  switch (which) {
    case Division::kDiv:
      return FindLoop<Div, 2, 0>(Quotients(), dtype);
    case Division::kDivs:
      return FindLoop<Div, 1, 1>(Quotients(), dtype);
    case Division::kTruncate:
      return FindLoop<TruncatedQuotient, 2, 0>(Formats(), dtype);
    case Division::kTruncates:
      return FindLoop<TruncatedQuotient, 1, 1>(Formats(), dtype);
    case Division::kFloor:
      return FindLoop<FloorQuotient, 2, 0>(Formats(), dtype);
    case Division::kFloors:
      return FindLoop<FloorQuotient, 1, 1>(Formats(), dtype);
    case Division::kRemainder:
      return FindLoop<Modulo, 2, 0>(Formats(), dtype);
    case Division::kRemainders:
      return FindLoop<Modulo, 1, 1>(Formats(), dtype);
    case Division::kRemainderOf:
      return FindLoop<ModuloOf, 1, 1>(Formats(), dtype);
    case Division::kFmod:
      return FindLoop<Fmod, 2, 0>(Formats(), dtype);
    case Division::kFmods:
      return FindLoop<Fmod, 1, 1>(Formats(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindDivision);

template <Division kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindDivision)(kWhich, dtype);
}

constexpr auto kOther = UnaryArguments("other", "out");

// A DivMod's rows, by its mode.
enum Mode : int { kTrue = 0, kTruncated = 1, kFloored = 2 };

constexpr std::array<ElementwiseOperator, 3> DivModRows(
    const char* name, std::span<const TensorArgument<ElementwiseArgs>> arguments) {
  return {ElementwiseRow(name, arguments, Loop<Division::kDiv>, kRealDtypes, kFloatingResult),
          ElementwiseRow(name, arguments, Loop<Division::kTruncate>, kRealDtypes),
          ElementwiseRow(name, arguments, Loop<Division::kFloor>, kRealDtypes)};
}
constexpr std::array<ElementwiseOperator, 3> DivModsRows(
    const char* name, std::span<const TensorArgument<ElementwiseArgs>> arguments) {
  return {ElementwiseRow(name, arguments, Loop<Division::kDivs>, kRealDtypes, kFloatingResult),
          ElementwiseRow(name, arguments, Loop<Division::kTruncates>, kRealDtypes),
          ElementwiseRow(name, arguments, Loop<Division::kFloors>, kRealDtypes)};
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

OPENACLNN_BINARY(aclnnDiv, Loop<Division::kDiv>, kPromotingDtypes, kFloatingResult)
OPENACLNN_INPLACE_BINARY(aclnnInplaceDiv, Loop<Division::kDiv>, kPromotingDtypes, kFloatingResult)
OPENACLNN_WITH_SCALAR(aclnnDivs, Loop<Division::kDivs>, kPromotingDtypes, kFloatingResult)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceDivs, Loop<Division::kDivs>, kPromotingDtypes, kFloatingResult)
OPENACLNN_BINARY(aclnnFloorDivide, Loop<Division::kFloor>, kRealDtypes)
OPENACLNN_INPLACE_BINARY(aclnnInplaceFloorDivide, Loop<Division::kFloor>, kRealDtypes)
OPENACLNN_WITH_SCALAR(aclnnFloorDivides, Loop<Division::kFloors>, kRealDtypes)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceFloorDivides, Loop<Division::kFloors>, kRealDtypes)
OPENACLNN_BINARY(aclnnRemainderTensorTensor, Loop<Division::kRemainder>, kRealDtypes)
OPENACLNN_INPLACE_BINARY(aclnnInplaceRemainderTensorTensor, Loop<Division::kRemainder>, kRealDtypes)
OPENACLNN_WITH_SCALAR(aclnnRemainderTensorScalar, Loop<Division::kRemainders>, kRealDtypes)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceRemainderTensorScalar, Loop<Division::kRemainders>, kRealDtypes)
OPENACLNN_ELEMENTWISE(aclnnRemainderScalarTensor,
                      (const aclScalar* self, const aclTensor* other, aclTensor* out),
                      (kOther, Loop<Division::kRemainderOf>, kRealDtypes), {other},
                      {OperandScalar("self", self)}, out)
OPENACLNN_BINARY(aclnnFmodTensor, Loop<Division::kFmod>, kRealDtypes)
OPENACLNN_INPLACE_BINARY(aclnnInplaceFmodTensor, Loop<Division::kFmod>, kRealDtypes)
OPENACLNN_WITH_SCALAR(aclnnFmodScalar, Loop<Division::kFmods>, kRealDtypes)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceFmodScalar, Loop<Division::kFmods>, kRealDtypes)

// The mode chooses the row.
#define OPENACLNN_DIV_MOD(name, parameters, rows, ...)                                     \
  aclnnStatus name##GetWorkspaceSize(OPENACLNN_UNPACK parameters, uint64_t* workspaceSize, \
                                     aclOpExecutor** executor) {                           \
    using namespace openaclnn;                                                             \
    static constexpr auto kRows = rows;                                                    \
    return DivMod(__func__, kRows, __VA_ARGS__, workspaceSize, executor);                  \
  }                                                                                        \
  OPENACLNN_PHASE_TWO(name)

OPENACLNN_DIV_MOD(aclnnDivMod, (const aclTensor* self, const aclTensor* other, int mode, aclTensor* out),
                  DivModRows("aclnnDivMod", kSelfAndOther), {self, other}, {}, mode, out)
OPENACLNN_DIV_MOD(aclnnInplaceDivMod, (aclTensor * selfRef, const aclTensor* other, int mode),
                  DivModRows("aclnnInplaceDivMod", kSelfRefAndOther), {selfRef, other}, {}, mode, selfRef)
OPENACLNN_DIV_MOD(aclnnDivMods, (const aclTensor* self, const aclScalar* other, int mode, aclTensor* out),
                  DivModsRows("aclnnDivMods", kSelf), {self}, {OperandScalar("other", other)}, mode, out)
OPENACLNN_DIV_MOD(aclnnInplaceDivMods, (aclTensor * selfRef, const aclScalar* other, int mode),
                  DivModsRows("aclnnInplaceDivMods", kSelfRef), {selfRef}, {OperandScalar("other", other)},
                  mode, selfRef)
#endif  // HWY_ONCE
