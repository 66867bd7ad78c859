// SPDX-License-Identifier: Apache-2.0
//
// The logarithm of the sum of exponentials.
#include "aclnnop/aclnn_logsumexp.h"

#include <cmath>
#include <limits>

#include "kernels/reduction/block_reduction.h"
#include "kernels/reduction/sums_and_extremes.h"
#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/reduction/lane_expressions-inl.h"
#include "simd/math-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindLogSumExpLoops, ReductionLoops(DType compute));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace log_sum_exp {

// The exponentials of a block's elements, each less the largest of them, so that none overflows.
template <typename T>
struct Exponentials {
  using Element = T;
  struct Partial {
    double largest;
    double sum;  // of exp(x - ShiftOf(largest))
  };

  // An infinite or undefined element shifts nothing: its exponential says what it has to say.
  static double ShiftOf(double largest) { return std::isfinite(largest) ? largest : 0; }

  static Partial OfNothing() { return {-std::numeric_limits<double>::infinity(), 0}; }
  static Partial Join(const Partial& a, const Partial& b) {
    const double largest = LargerOf(a.largest, b.largest);
    return {largest, Scaled(a, largest) + Scaled(b, largest)};
  }

  static void Rows(const std::byte* data, int64_t stride, int64_t rows, const ReductionBlock& block,
                   Partial* to) {
    AddUp(rows, to, [&](const LaneLoops& loops, const LaneParameters& shifts, double* results) {
      ReduceRowBlocks(loops, data, stride, rows, block.elements, shifts, results);
    });
  }

  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    AddUp(columns, to, [&](const LaneLoops& loops, const LaneParameters& shifts, double* results) {
      ReduceColumnBlocks(loops, data, stride, block.elements, columns, shifts, results);
    });
  }

  static double Result(const Partial& partial) {
    using One = Lanes<hn::CappedTag<double, 1>>;
    return ShiftOf(partial.largest) + hn::GetLane(Log(One(partial.sum)).vector);
  }

 private:
  // Of so many blocks, which reduce(loops, shifts, results) reduces.
  template <class Reduce>
  static void AddUp(int64_t blocks, Partial* to, const Reduce& reduce) {
    alignas(64) std::array<double, kMostLines> largest;
    alignas(64) std::array<double, kMostLines> sums;
    alignas(64) std::array<T, kMostLines> shifts;
    reduce(FindExtremeLanes(TypeOf<T>(), true), {}, largest.data());
    const auto count = static_cast<size_t>(blocks);
    for (size_t b = 0; b < count; ++b) {
      shifts[b] = static_cast<T>(ShiftOf(largest[b]));
    }
    reduce(LaneLoopsOf<SumOfExponentials, T>(), {0, shifts.data()}, sums.data());
    for (size_t b = 0; b < count; ++b) {
      to[b] = {largest[b], sums[b]};
    }
  }

  static HWY_INLINE double LargerOf(double a, double b) {
    using One = Lanes<hn::CappedTag<double, 1>>;
    return hn::GetLane(Larger(One(a), One(b)).vector);
  }
  // The sum, as with another shift. Nothing stays nothing, however far that is.
  static HWY_INLINE double Scaled(const Partial& partial, double largest) {
    using One = Lanes<hn::CappedTag<double, 1>>;
    if (partial.sum == 0) {
      return 0;
    }
    return partial.sum * hn::GetLane(Exp(One(ShiftOf(partial.largest) - ShiftOf(largest))).vector);
  }
};

template <typename T>
void Finish(const std::byte* partials, int64_t count, const ReductionNumbers& /*numbers*/,
            const std::array<std::byte*, kMostResults>& results) {
  const auto* const from = reinterpret_cast<const typename Exponentials<T>::Partial*>(partials);
  for (int64_t i = 0; i < count; ++i) {
    reinterpret_cast<double*>(results[0])[i] = WithQuietNan(Exponentials<T>::Result(from[i]));
  }
}

template <typename T>
ReductionLoops LoopsOfType() {
  // A block is read twice: what lies side by side has to stay in a cache.
  constexpr int64_t kLines = 32;
  return BlockLoopsOf<Exponentials<T>>({DType::kDouble, DType::kUndefined}, Finish<T>, kLines);
}

}  // namespace log_sum_exp

ReductionLoops FindLogSumExpLoops(DType compute) {
  return compute == DType::kDouble ? log_sum_exp::LoopsOfType<double>() : log_sum_exp::LoopsOfType<float>();
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

Status BindLogSumExp(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self,
                     const aclTensor* out) {
  checked.CheckShapes();
  if (checked.Failed()) {
    return checked.Result();
  }
  const bool wide = self->dtype == DType::kDouble || out->dtype == DType::kDouble;
  const DType compute = wide ? DType::kDouble : DType::kFloat;
  return checked.Bind(call, compute, HWY_DYNAMIC_DISPATCH(FindLogSumExpLoops)(compute));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_REDUCTION(aclnnLogSumExp,
                    (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclTensor* out),
                    (kRealDtypes, kFloatingDtypes), self, (out), DimsArgument::List("dim", dim), keepDim,
                    BindLogSumExp(call, checked, self, out))
#endif  // HWY_ONCE
