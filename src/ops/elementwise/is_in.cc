// SPDX-License-Identifier: Apache-2.0
//
// aclnnIsInTensorScalar and aclnnIsInScalarTensor: whether elements are equal to a number, or whether any is.
#include <algorithm>
#include <array>

#include "aclnnop/aclnn_isin.h"
#include "aclnnop/aclnn_isin_tensor_scalar.h"
#include "base/checked_math.h"
#include "kernels/elementwise/converted.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/number.h"
#include "ops/common/promotion.h"
#include "ops/common/wider_type.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using FormatsOfEquality = FormatList<Float32, Float64, Int32, Int64, Complex64, Complex128>;

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

OPENACLNN_LOOP(IsIn, (T self, T other), self == other, 1, 1, FormatsOfEquality)
OPENACLNN_LOOP(IsNotIn, (T self, T other), self != other, 1, 1, FormatsOfEquality)

#if HWY_ONCE
namespace openaclnn {
namespace {

struct AnyState : Prepared {
  ElementwisePlan plan;
};

// One truth value for each element.
TensorView TruthsOf(const ElementwiseArgs& args) {
  TensorView truths = args.first;
  truths.dtype = DType::kBool;
  ContiguousStrides(truths.Dims(), {truths.strides.data(), static_cast<size_t>(truths.rank)});
  return truths;
}

AnyState PrepareAny(const ElementwiseArgs& args) {
  const TensorView truths = TruthsOf(args);
  const TensorView* const input = &args.first;
  AnyState state{{}, {truths, std::span(&input, 1), args.types, args.loop}};
  state.workspaceBytes = static_cast<size_t>(truths.NumElements());
  state.cost = state.plan.Cost();
  return state;
}

template <bool kInvert>
void RunAny(const ElementwiseArgs& args, const AnyState& state, std::byte* workspace,
            const backend::cpu::CpuContext& cpu) {
  const std::array<const std::byte*, 1> inputs{args.first.data};
  state.plan.Run(workspace, inputs, args.scalars, cpu);
  const std::byte* const end = workspace + state.workspaceBytes;
  const bool any = std::find(static_cast<const std::byte*>(workspace), end, std::byte{1}) != end;
  const std::byte result{any != kInvert};
  ConvertedWriter(args.out, DType::kBool).Write(0, 1, &result);
}

constexpr OnlyKernel kAnyKernels(CpuKernel<RunAny<false>>("cpu:any_equal", PrepareAny));
constexpr OnlyKernel kNoneKernels(CpuKernel<RunAny<true>>("cpu:none_equal", PrepareAny));

constexpr std::array<DType, 13> kDtypes{
    DType::kFloat, DType::kFloat16,   DType::kBfloat16,  DType::kDouble, DType::kInt8,
    DType::kInt16, DType::kInt32,     DType::kInt64,     DType::kUint8,  DType::kUint16,
    DType::kBool,  DType::kComplex64, DType::kComplex128};
constexpr auto kElement = UnaryArguments("element", "out");
constexpr auto kTestElements = UnaryArguments("testElements", "out");
constexpr ElementwiseRules kTruth{.truth = true, .roundsNumbers = true};

// The operators and what they are with `invert`.
constexpr std::array<ElementwiseOperator, 2> kTensorScalar{
    ElementwiseRow("aclnnIsInTensorScalar", kElement, LoopIsIn, kDtypes, kTruth),
    ElementwiseRow("aclnnIsInTensorScalar", kElement, LoopIsNotIn, kDtypes, kTruth)};
constexpr std::array<ElementwiseOperator, 2> kScalarTensor{
    ElementwiseRow("aclnnIsInScalarTensor", kTestElements, LoopIsIn, kDtypes, kTruth),
    ElementwiseRow("aclnnIsInScalarTensor", kTestElements, LoopIsNotIn, kDtypes, kTruth)};
// Of one truth value for all elements.
constexpr Operator<ElementwiseArgs> kScalarInTensor{"aclnnIsInScalarTensor", kTestElements, kAnyKernels};
constexpr Operator<ElementwiseArgs> kScalarNotInTensor{"aclnnIsInScalarTensor", kTestElements, kNoneKernels};

bool HasOneElement(const aclTensor* tensor) {
  return tensor != nullptr && IsLive(tensor) && CheckedProduct(tensor->viewDims) == 1;
}

// The number as one of a type.
ScalarValue NumberIn(const ScalarValue& number, DType dtype) {
  if (ClassOf(dtype) == DTypeClass::kComplex) {
    return number;
  }
  alignas(16) std::array<std::byte, 16> element{};
  StoreNumber(number, dtype, element.data());
  return LoadNumber(dtype, element.data());
}

Status BindAny(PhaseOneCall& call, const aclScalar* element, const aclTensor* testElements, bool invert,
               const aclTensor* out) {
  const NamedTensor tested{"testElements", testElements};
  const NamedTensor result{"out", out};
  ArgumentChecks check;
  check.NotNull(tested).NotNull("element", element).NotNull(result);
  check.DtypeIn(tested, kDtypes).DtypeIn(result, kNumberDtypes);
  check.Require(
      "element", "a number", [&] { return ClassOf(element->dtype) != DTypeClass::kOther; },
      [&] { return NameOf(element->dtype); });
  check.ValidView(tested).ValidOutputView(result);
  if (check.Failed()) {
    return check.Result();
  }
  const DType promoted = PromoteWithScalar(testElements->dtype, ValueOf(*element));
  ElementwiseArgs args;
  args.types = {WiderType(promoted), DType::kBool};
  args.types.operands = promoted;
  args.types.stored = DType::kBool;
  args.loop = LoopIsIn(args.types.inputs);
  args.scalars[0] = NumberIn(ValueOf(*element), promoted);
  return call.Bind(invert ? kScalarNotInTensor : kScalarInTensor, args, {testElements, out});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnIsInTensorScalar,
                (const aclTensor* element, const aclScalar* testElement, bool /*assumeUnique*/, bool invert,
                 aclTensor* out),
                {
                  return PhaseOneOf(__func__, kTensorScalar[invert ? 1 : 0], {element},
                                    {OperandScalar("testElement", testElement)}, out, workspaceSize,
                                    executor);
                })

OPENACLNN_ENTRY(aclnnIsInScalarTensor,
                (const aclScalar* element, const aclTensor* testElements, bool /*assumeUnique*/, bool invert,
                 aclTensor* out),
                {
                  if (HasOneElement(out)) {
                    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
                      return BindAny(call, element, testElements, invert, out);
                    });
                  }
                  return PhaseOneOf(__func__, kScalarTensor[invert ? 1 : 0], {testElements},
                                    {OperandScalar("element", element)}, out, workspaceSize, executor);
                })
#endif
