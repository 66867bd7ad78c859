// SPDX-License-Identifier: Apache-2.0
//
// Sums, means and traces.
#include <string>

#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_reduce_nansum.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_trace.h"
#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/reduction/sums.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/reduction_expressions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace sums {

struct SumOfNumbers : SumOfElements {
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return lane + Choose(IsNan(x), Constant<T>(0), x);
  }
};

template <class Expression>
ReductionLoops LoopsOfReals(DType compute, bool mean) {
  constexpr auto kMean = FinishEach<MeanOfSum, double>;
  const auto finish = mean ? kMean : FinishPlainly<double>;
  return compute == DType::kDouble ? LoopsOf<Expression, double>(finish) : LoopsOf<Expression, float>(finish);
}

}  // namespace sums

ReductionLoops FindSumLoops(DType compute, SumKind kind) {
  switch (compute) {
    case DType::kBool:
      return LoopsOf<ExtremeElement<true>, uint8_t>(FinishEach<TruthOf, uint8_t>);
    case DType::kInt64:
      return LoopsOf<SumOfElements, int64_t>(FinishPlainly<int64_t>);
    default:
      return kind == SumKind::kOfNumbers ? sums::LoopsOfReals<sums::SumOfNumbers>(compute, false)
                                         : sums::LoopsOfReals<SumOfElements>(compute, kind == SumKind::kMean);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindSumLoops);

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
  return checked.Failed() ? checked.Result()
                          : checked.Bind(call, out->dtype,
                                         HWY_DYNAMIC_DISPATCH(FindSumLoops)(ComputeTypeOf(out->dtype), kind));
}

constexpr std::array<const KernelEntry<ReductionArgs>*, 1> kDiagonalKernels{&kDiagonalCpu};
constexpr ReductionOperator kTrace{
    {"aclnnTrace", kSelfToOut, kDiagonalKernels}, kReducibleDtypes, {kReducibleDtypes}};

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
  return checked.Failed()
             ? checked.Result()
             : checked.Bind(call, out->dtype,
                            HWY_DYNAMIC_DISPATCH(FindSumLoops)(ComputeTypeOf(out->dtype), SumKind::kSum));
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
                    (kReducibleDtypes, kReducibleDtypes), self, (out), DimsArgument::List("dims", dims),
                    keepDims, BindSum(call, checked, self, dtype, out, SumKind::kSum))
OPENACLNN_REDUCTION(aclnnMean,
                    (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclDataType dtype,
                     aclTensor* out),
                    (kReducibleDtypes, kMeanDtypes), self, (out), DimsArgument::List("dim", dim), keepDim,
                    BindSum(call, checked, self, dtype, out, SumKind::kMean))
OPENACLNN_REDUCTION(aclnnReduceNansum,
                    (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclDataType dtype,
                     aclTensor* out),
                    (kOrderedDtypes, kOrderedDtypes), self, (out), DimsArgument::List("dim", dim), keepDim,
                    BindSum(call, checked, self, dtype, out, SumKind::kOfNumbers))
#endif  // HWY_ONCE
