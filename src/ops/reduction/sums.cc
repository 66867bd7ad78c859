// SPDX-License-Identifier: Apache-2.0
//
// Sums, their logarithms, means and traces.
#include <string>

#include "aclnnop/aclnn_global_average_pool.h"
#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_reduce_log_sum.h"
#include "aclnnop/aclnn_reduce_nansum.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_trace.h"
#include "kernels/functions/row_functions.h"
#include "kernels/reduction/block_reduction.h"
#include "kernels/reduction/sums_and_extremes.h"
#include "ops/reduction/entries.h"
#include "ops/reduction/plane_dims.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/reduction/lane_expressions-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindSumOfNumbers, const LaneLoops&(DType element));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace sums {

struct SumOfNumbers : SumOfElements {
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return lane + Choose(IsNan(x), Constant<T>(0), x);
  }
};

}  // namespace sums

const LaneLoops& FindSumOfNumbers(DType element) {
  return LaneLoopsOfFloats<sums::SumOfNumbers>(element);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

ReductionLoops SumLoopsOf(DType dtype, SumKind kind) {
  const DType compute = ComputeTypeOf(dtype);
  switch (compute) {
    case DType::kBool:
      return LaneReduction(compute, FinishEach<TruthOf, uint8_t>,
                           [](DType element) -> const LaneLoops& { return FindExtremeLanes(element, true); });
    case DType::kInt64:
      return LaneReduction(compute, FinishPlainly<int64_t>, FindSumLanes);
    default:
      break;
  }
  if (kind == SumKind::kOfNumbers) {
    return LaneReduction(compute, FinishPlainly<double>, [](DType element) -> const LaneLoops& {
      return HWY_DYNAMIC_DISPATCH(FindSumOfNumbers)(element);
    });
  }
  return LaneReduction(
      compute, kind == SumKind::kMean ? FinishEach<MeanOfSum, double> : FinishPlainly<double>, FindSumLanes);
}

int64_t WholeMeanOfSum(int64_t sum, const ReductionNumbers& numbers) {
  return sum / static_cast<int64_t>(numbers.count);
}

bool IsWhole(DType dtype) {
  return ClassOf(dtype) == DTypeClass::kSigned || ClassOf(dtype) == DTypeClass::kUnsigned;
}

// A mean of the type of self; that of integers is truncated.
Status BindMeanOfOneType(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self) {
  checked.CheckSameDtype();
  checked.CheckShapes();
  if (!checked.Failed() && IsWhole(self->dtype)) {
    checked.CheckElements();
  }
  if (checked.Failed()) {
    return checked.Result();
  }
  const DType dtype = self->dtype;
  return checked.Bind(
      call, dtype,
      IsWhole(dtype) ? LaneReduction(ComputeTypeOf(dtype), FinishEach<WholeMeanOfSum, int64_t>, FindSumLanes)
                     : SumLoopsOf(dtype, SumKind::kMean));
}

// The type that elements of a mean are converted to: the one that sums are computed in, as in PyTorch.
DType TypeOfMean(DType self, DType out) {
  return self == out ? out : ComputeTypeOf(out);
}

// A sum as an operator's argument `dtype` has its type: out's.
Status BindSum(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self, const aclDataType& dtype,
               const aclTensor* out, SumKind kind) {
  checked.CheckDtype("dtype", dtype);
  checked.CheckShapes();
  checked.Checks().Require(
      "out", "real numbers, as self is empty",
      [&] {
        return kind == SumKind::kMean || NumElements(*self) > 0 ||
               ClassOf(out->dtype) != DTypeClass::kComplex;
      },
      [&] { return NameOf(out->dtype); });
  if (checked.Failed()) {
    return checked.Result();
  }
  const DType cast = kind == SumKind::kMean ? TypeOfMean(self->dtype, out->dtype) : out->dtype;
  return checked.Bind(call, cast, SumLoopsOf(cast, kind));
}

double LogOfSum(double sum, const ReductionNumbers& /*numbers*/) {
  BestRowFunctions().log(&sum, 1, &sum);
  return sum;
}

// The logarithm of a sum; `copies`: of no dims, data as it is.
Status BindLogSum(PhaseOneCall& call, ReductionCall& checked, const aclTensor* data, const aclIntArray* axes,
                  bool copies) {
  checked.CheckSameDtype();
  checked.CheckShapes();
  if (checked.Failed()) {
    return checked.Result();
  }
  const DType dtype = data->dtype;
  return checked.Bind(call, dtype,
                      copies && axes->values.empty()
                          ? SumLoopsOf(dtype, SumKind::kSum)
                          : LaneReduction(ComputeTypeOf(dtype), FinishEach<LogOfSum, double>, FindSumLanes));
}

constexpr auto kDataToReduce = ReductionArguments("data", "reduce");

constexpr std::array<DType, 11> kMeanV2Dtypes{
    DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble,    DType::kInt8,      DType::kInt16,
    DType::kInt32, DType::kInt64,   DType::kUint8,    DType::kComplex64, DType::kComplex128};

constexpr std::array<const KernelEntry<ReductionArgs>*, 1> kDiagonalKernels{&kDiagonalCpu};
constexpr ReductionOperator kTrace{
    {"aclnnTrace", kSelfToOut, kDiagonalKernels}, kPromotingDtypes, {kPromotingDtypes}};

// Integers and truth values are counted in INT64.
DType TraceType(DType self) {
  const DTypeClass of = ClassOf(self);
  return of == DTypeClass::kFloating || of == DTypeClass::kComplex ? self : DType::kInt64;
}

Status Trace(PhaseOneCall& call, const aclTensor* self, const aclTensor* out) {
  ReductionCall checked(kTrace, self, {out}, DimsArgument::All(), false);
  checked.Checks().Require(
      "out", "INT64 for integers and BOOL, else the type of self",
      [&] { return out->dtype == TraceType(self->dtype); },
      [&] { return NameOf(out->dtype) + std::string(" for ") + NameOf(self->dtype); });
  checked.CheckShapes();
  checked.Checks().Rank({"self", self}, 2);
  return checked.Failed() ? checked.Result()
                          : checked.Bind(call, out->dtype, SumLoopsOf(out->dtype, SumKind::kSum));
}

}  // namespace
}  // namespace openaclnn

aclnnStatus aclnnTraceGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                       aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor,
                  [&](PhaseOneCall& call) { return Trace(call, self, out); });
}

OPENACLNN_PHASE_TWO(aclnnTrace)

OPENACLNN_REDUCTION(aclnnReduceSum,
                    (const aclTensor* self, const aclIntArray* dims, bool keepDims, aclDataType dtype,
                     aclTensor* out),
                    (kPromotingDtypes, kPromotingDtypes), self, (out), DimsArgument::List("dims", dims),
                    keepDims, BindSum(call, checked, self, dtype, out, SumKind::kSum))
OPENACLNN_REDUCTION(aclnnMean,
                    (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclDataType dtype,
                     aclTensor* out),
                    (kPromotingDtypes, kMeanDtypes), self, (out), DimsArgument::List("dim", dim), keepDim,
                    BindSum(call, checked, self, dtype, out, SumKind::kMean))
OPENACLNN_REDUCTION(aclnnMeanV2,
                    (const aclTensor* self, const aclIntArray* dim, bool keepDim, bool noopWithEmptyAxes,
                     aclTensor* out),
                    (kMeanV2Dtypes, kMeanV2Dtypes), self, (out),
                    DimsArgument::List("dim", dim, noopWithEmptyAxes), keepDim,
                    BindMeanOfOneType(call, checked, self))
OPENACLNN_REDUCTION(aclnnReduceLogSum,
                    (const aclTensor* data, const aclIntArray* axes, bool keepDims, bool noopWithEmptyAxes,
                     aclTensor* reduce),
                    (kDataToReduce, kFloatingDtypes, kFloatingDtypes, {}), data, (reduce),
                    DimsArgument::List("axes", axes, noopWithEmptyAxes), keepDims,
                    BindLogSum(call, checked, data, axes, noopWithEmptyAxes))
OPENACLNN_REDUCTION(aclnnGlobalAveragePool, (const aclTensor* self, aclTensor* out),
                    (kFloatingDtypes, kFloatingDtypes), self, (out), PlaneDims(self), true,
                    BindMeanOfOneType(call, CheckPlanes(checked, self), self))
OPENACLNN_REDUCTION(aclnnReduceNansum,
                    (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclDataType dtype,
                     aclTensor* out),
                    (kRealDtypes, kRealDtypes), self, (out), DimsArgument::List("dim", dim), keepDim,
                    BindSum(call, checked, self, dtype, out, SumKind::kOfNumbers))
#endif  // HWY_ONCE
