// SPDX-License-Identifier: Apache-2.0
//
// The largest and the smallest element; all and any of truth values, which are their smallest and largest.
#include "aclnnop/aclnn_all.h"
#include "aclnnop/aclnn_amax.h"
#include "aclnnop/aclnn_amin.h"
#include "aclnnop/aclnn_any.h"
#include "aclnnop/aclnn_max.h"
#include "aclnnop/aclnn_min.h"
#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/reduction/extremes.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/reduction_expressions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace extremes {

inline uint8_t Truth(uint8_t value, const ReductionNumbers& /*numbers*/) {
  return value == 0 ? 0 : 1;
}

template <bool kLargest>
ReductionLoops Find(DType compute) {
  switch (compute) {
    case DType::kFloat:
      return LoopsOf<ExtremeElement<kLargest>, float>(FinishPlainly<double>);
    case DType::kDouble:
      return LoopsOf<ExtremeElement<kLargest>, double>(FinishPlainly<double>);
    case DType::kBool:
      return LoopsOf<ExtremeElement<kLargest>, uint8_t>(FinishEach<Truth, uint8_t>);
    default:
      return LoopsOf<ExtremeElement<kLargest>, int64_t>(FinishPlainly<int64_t>);
  }
}

}  // namespace extremes

ReductionLoops FindExtremeLoops(DType compute, bool largest) {
  return largest ? extremes::Find<true>(compute) : extremes::Find<false>(compute);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindExtremeLoops);

Status BindExtreme(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self, bool largest) {
  checked.CheckSameDtype();
  checked.CheckShapes();
  return checked.Failed()
             ? checked.Result()
             : checked.Bind(call, self->dtype,
                            HWY_DYNAMIC_DISPATCH(FindExtremeLoops)(ComputeTypeOf(self->dtype), largest));
}

Status BindTruth(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self, const aclTensor* out,
                 bool largest) {
  checked.Checks().Require(
      "out", "BOOL, or UINT8 as self is",
      [&] { return out->dtype == DType::kBool || self->dtype == DType::kUint8; },
      [&] { return std::string(NameOf(out->dtype)) + " for " + NameOf(self->dtype); });
  checked.CheckShapes();
  return checked.Failed() ? checked.Result()
                          : checked.Bind(call, DType::kBool,
                                         HWY_DYNAMIC_DISPATCH(FindExtremeLoops)(DType::kBool, largest));
}

constexpr std::array<DType, 2> kTruthDtypes{DType::kBool, DType::kUint8};

}  // namespace
}  // namespace openaclnn

OPENACLNN_REDUCTION(aclnnMax, (const aclTensor* self, aclTensor* out),
                    (kOrderedDtypes, kOrderedDtypes, false), self, out, DimsArgument::All(), false,
                    BindExtreme(call, checked, self, true))
OPENACLNN_REDUCTION(aclnnMin, (const aclTensor* self, aclTensor* out),
                    (kOrderedDtypes, kOrderedDtypes, false), self, out, DimsArgument::All(), false,
                    BindExtreme(call, checked, self, false))
OPENACLNN_REDUCTION(aclnnAmax, (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclTensor* out),
                    (kOrderedDtypes, kOrderedDtypes, false), self, out, DimsArgument::List("dim", dim),
                    keepDim, BindExtreme(call, checked, self, true))
OPENACLNN_REDUCTION(aclnnAmin, (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclTensor* out),
                    (kOrderedDtypes, kOrderedDtypes, false), self, out, DimsArgument::List("dim", dim),
                    keepDim, BindExtreme(call, checked, self, false))
OPENACLNN_REDUCTION(aclnnAll, (const aclTensor* self, const aclIntArray* dim, bool keepdim, aclTensor* out),
                    (kReducibleDtypes, kTruthDtypes), self, out, DimsArgument::List("dim", dim), keepdim,
                    BindTruth(call, checked, self, out, false))
OPENACLNN_REDUCTION(aclnnAny, (const aclTensor* self, const aclIntArray* dim, bool keepdim, aclTensor* out),
                    (kReducibleDtypes, kTruthDtypes), self, out, DimsArgument::List("dim", dim), keepdim,
                    BindTruth(call, checked, self, out, true))
#endif  // HWY_ONCE
