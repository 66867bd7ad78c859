// SPDX-License-Identifier: Apache-2.0
//
// Sums.
#include "aclnnop/aclnn_reduce_sum.h"
#include "ops/reduction/reduction.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/reduction/sums.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/reduction-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace sums {

struct Sum {
  static constexpr double kEmpty = 0;
  // Negative zero: a sum of nothing else stays one.
  template <class T>
  static HWY_INLINE T Neutral() {
    return T(static_cast<typename T::Number>(-0.0));
  }
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return lane + x;
  }
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    return a + b;
  }
};

// Of truth values, which are any bytes: whether one is not zero.
struct Or {
  static constexpr uint8_t kEmpty = 0;
  template <class T>
  static HWY_INLINE T Neutral() {
    return T(typename T::Number{0});
  }
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return T(hn::Or(lane.vector, x.vector));
  }
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    return T(hn::Or(a.vector, b.vector));
  }
};

inline uint8_t Truth(uint8_t value, const ReductionNumbers& /*numbers*/) {
  return value == 0 ? 0 : 1;
}

}  // namespace sums

ReductionLoops FindSumLoops(DType compute) {
  switch (compute) {
    case DType::kFloat:
      return LoopsOf<sums::Sum, float>(FinishPlainly<double>);
    case DType::kDouble:
      return LoopsOf<sums::Sum, double>(FinishPlainly<double>);
    case DType::kBool:
      return LoopsOf<sums::Or, uint8_t>(FinishEach<sums::Truth, uint8_t>);
    default:
      return LoopsOf<sums::Sum, int64_t>(FinishPlainly<int64_t>);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindSumLoops);

ReductionLoops SumLoops(DType compute) {
  return HWY_DYNAMIC_DISPATCH(FindSumLoops)(compute);
}

constexpr auto kTensors = ReductionArguments("self", "out");
constexpr ReductionOperator kReduceSum{
    {"aclnnReduceSum", kTensors, kReductionKernels}, kComplexToo, {kComplexToo}};

}  // namespace
}  // namespace openaclnn

aclnnStatus aclnnReduceSumGetWorkspaceSize(const aclTensor* self, const aclIntArray* dims, bool keepDims,
                                           aclDataType dtype, aclTensor* out, uint64_t* workspaceSize,
                                           aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
    ReductionCall checked(kReduceSum, self, {out}, DimsArgument::List("dims", dims), keepDims);
    checked.CheckDtype("dtype", dtype);
    checked.CheckShapes();
    checked.Checks().Require(
        "out", "real numbers, as self is empty",
        [&] { return NumElements(*self) > 0 || ClassOf(out->dtype) != DTypeClass::kComplex; },
        [&] { return NameOf(out->dtype); });
    return checked.Failed() ? checked.Result()
                            : checked.Bind(call, out->dtype, SumLoops(ComputeTypeOf(out->dtype)));
  });
}

OPENACLNN_PHASE_TWO(aclnnReduceSum)
#endif  // HWY_ONCE
