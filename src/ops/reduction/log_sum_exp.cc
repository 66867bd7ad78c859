// SPDX-License-Identifier: Apache-2.0
//
// The logarithm of the sum of exponentials.
#include "aclnnop/aclnn_logsumexp.h"

#include <cmath>
#include <limits>

#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/reduction/log_sum_exp.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/reduction_expressions-inl.h"
#include "simd/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace log_sum_exp {

struct SumOfExponentials : SumOfElements {
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T shift) {
    return lane + Exp(x - shift);
  }
};

// The exponentials of a block's elements, each less the largest of them, so that none overflows.
template <typename T>
struct Exponentials {
  using Element = T;
  using Wide = typename ReductionLanes<T>::Wide;
  using Maximum = LaneBlocks<ExtremeElement<true>, T>;
  struct Partial {
    double largest;
    double sum;  // of exp(x - ShiftOf(largest))
  };

  static constexpr bool kSingleBlocks = false;

  // An infinite or undefined element shifts nothing: its exponential says what it has to say.
  static HWY_INLINE double ShiftOf(double largest) { return std::isfinite(largest) ? largest : 0; }

  static HWY_INLINE Partial OfNothing() { return {-std::numeric_limits<double>::infinity(), 0}; }
  static HWY_INLINE Partial Join(const Partial& a, const Partial& b) {
    const double largest = JoinNumbers<ExtremeElement<true>>(a.largest, b.largest);
    return {largest, Scaled(a, largest) + Scaled(b, largest)};
  }

  template <size_t kStreams>
  static HWY_INLINE void Rows(const T* const (&from)[kStreams], const ReductionBlock& block,
                              Partial (&to)[kStreams]) {
    Wide largest[kStreams];
    Wide sums[kStreams];
    T shifts[kStreams];
    Maximum::Rows(from, block, largest);
    for (size_t s = 0; s < kStreams; ++s) {
      shifts[s] = static_cast<T>(ShiftOf(largest[s]));
    }
    ReduceBlocks<SumOfExponentials, T>(from, block.elements, shifts, sums);
    for (size_t s = 0; s < kStreams; ++s) {
      to[s] = {largest[s], sums[s]};
    }
  }

  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    HWY_ALIGN Wide largest[kMostLines];
    HWY_ALIGN Wide sums[kMostLines];
    HWY_ALIGN T shifts[kMostLines];
    Maximum::Columns(data, stride, columns, block, largest);
    for (int64_t c = 0; c < columns; ++c) {
      shifts[c] = static_cast<T>(ShiftOf(largest[c]));
    }
    ReduceColumns<SumOfExponentials, T>(data, stride, block.elements, columns, shifts, sums);
    for (int64_t c = 0; c < columns; ++c) {
      to[c] = {largest[c], sums[c]};
    }
  }

  static double Result(const Partial& partial) {
    using One = Lanes<hn::CappedTag<double, 1>>;
    return ShiftOf(partial.largest) + hn::GetLane(Log(One(partial.sum)).vector);
  }

 private:
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
    reinterpret_cast<double*>(results[0])[i] = WithOneNan(Exponentials<T>::Result(from[i]));
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

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindLogSumExpLoops);

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
                    (kOrderedDtypes, kRealDtypes), self, (out), DimsArgument::List("dim", dim), keepDim,
                    BindLogSumExp(call, checked, self, out))
#endif  // HWY_ONCE
