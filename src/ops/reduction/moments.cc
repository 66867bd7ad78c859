// SPDX-License-Identifier: Apache-2.0
//
// Variances and standard deviations, with the mean or without.
#include <cmath>
#include <limits>

#include "aclnnop/aclnn_std.h"
#include "aclnnop/aclnn_std_mean_correction.h"
#include "aclnnop/aclnn_var.h"
#include "aclnnop/aclnn_var_correction.h"
#include "aclnnop/aclnn_var_mean.h"
#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/reduction/moments.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/reduction_expressions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace moments {

// Sums of distances from the parameter, and of their squares.
struct Distances : SumOfElements {
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T centre) {
    return lane + (x - centre);
  }
};
struct SquaredDistances : SumOfElements {
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T centre) {
    const T distance = x - centre;
    return MulAdd(distance, distance, lane);
  }
};

// A block's mean is found as the distance from its first element, so that equal elements have no variance,
// and a large mean costs no digits; then the squares of the distances from the mean. Blocks are joined as
// Chan, Golub and LeVeque join them ("Algorithms for computing the sample variance", 1983).
template <typename T>
struct Moments {
  using Element = T;
  struct Partial {
    double count;
    double mean;
    double squares;  // the sum of those of the distances from the mean
  };

  static constexpr bool kSingleBlocks = false;

  static HWY_INLINE Partial OfNothing() {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    return {0, kNan, kNan};
  }
  static HWY_INLINE Partial Join(const Partial& a, const Partial& b) {
    const double count = a.count + b.count;
    const double distance = b.mean - a.mean;
    const double share = b.count / count;
    return {count, a.mean + distance * share, a.squares + b.squares + distance * distance * a.count * share};
  }

  template <size_t kStreams>
  static HWY_INLINE void Rows(const T* const (&from)[kStreams], const ReductionBlock& block,
                              Partial (&to)[kStreams]) {
    T centres[kStreams];
    double sums[kStreams];
    double squares[kStreams];
    double means[kStreams];
    for (size_t s = 0; s < kStreams; ++s) {
      centres[s] = from[s][0];
    }
    ReduceBlocks<Distances, T>(from, block.elements, centres, sums);
    for (size_t s = 0; s < kStreams; ++s) {
      means[s] = MeanOf(centres[s], sums[s], block.elements);
      centres[s] = static_cast<T>(means[s]);
    }
    ReduceBlocks<SquaredDistances, T>(from, block.elements, centres, squares);
    for (size_t s = 0; s < kStreams; ++s) {
      to[s] = Of(means[s], centres[s], squares[s], block.elements);
    }
  }

  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    HWY_ALIGN T centres[kMostLines];
    HWY_ALIGN double sums[kMostLines];
    HWY_ALIGN double means[kMostLines];
    std::copy_n(reinterpret_cast<const T*>(data), columns, centres);
    ReduceColumns<Distances, T>(data, stride, block.elements, columns, centres, sums);
    for (int64_t c = 0; c < columns; ++c) {
      means[c] = MeanOf(centres[c], sums[c], block.elements);
      centres[c] = static_cast<T>(means[c]);
    }
    ReduceColumns<SquaredDistances, T>(data, stride, block.elements, columns, centres, sums);
    for (int64_t c = 0; c < columns; ++c) {
      to[c] = Of(means[c], centres[c], sums[c], block.elements);
    }
  }

 private:
  static HWY_INLINE double MeanOf(T centre, double sum, int64_t count) {
    return static_cast<double>(centre) + sum / static_cast<double>(count);
  }
  // The centre is the mean, rounded.
  static HWY_INLINE Partial Of(double mean, T centre, double squares, int64_t elements) {
    const auto count = static_cast<double>(elements);
    const double distance = mean - static_cast<double>(centre);
    const double rest = squares - distance * distance * count;
    return {count, mean, rest < 0 ? 0 : rest};
  }
};

// The second result is the mean, which who does not want it does not read.
template <typename T, bool kRoot>
void Finish(const std::byte* partials, int64_t count, const ReductionNumbers& numbers,
            const std::array<std::byte*, kMostResults>& results) {
  const auto* const from = reinterpret_cast<const typename Moments<T>::Partial*>(partials);
  // The parameter is the correction: of as many elements the variance is infinite, or NaN if that is of none.
  const double divisor = std::max(numbers.count - numbers.parameter, 0.0);
  for (int64_t i = 0; i < count; ++i) {
    const double variance = from[i].squares / divisor;
    reinterpret_cast<double*>(results[0])[i] = WithOneNan(kRoot ? std::sqrt(variance) : variance);
    reinterpret_cast<double*>(results[1])[i] = WithOneNan(from[i].mean);
  }
}

template <typename T>
ReductionLoops LoopsOfType(bool root, bool mean) {
  // A block is read twice: what lies side by side has to stay in a cache.
  constexpr int64_t kLines = 32;
  return BlockLoopsOf<Moments<T>>({DType::kDouble, mean ? DType::kDouble : DType::kUndefined},
                                  root ? Finish<T, true> : Finish<T, false>, kLines);
}

}  // namespace moments

ReductionLoops FindMomentLoops(DType compute, bool root, bool mean) {
  return compute == DType::kDouble ? moments::LoopsOfType<double>(root, mean)
                                   : moments::LoopsOfType<float>(root, mean);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindMomentLoops);

enum class Moment { kVariance, kDeviation };

Status BindMoment(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self, Moment moment, bool mean,
                  int64_t correction) {
  checked.CheckShapes();
  return checked.Failed() ? checked.Result()
                          : checked.Bind(call, self->dtype,
                                         HWY_DYNAMIC_DISPATCH(FindMomentLoops)(
                                             ComputeTypeOf(self->dtype), moment == Moment::kDeviation, mean),
                                         static_cast<double>(correction));
}

constexpr auto kSelfToVariance = ReductionArguments("self", "varOut", "meanOut");
constexpr auto kSelfToDeviation = ReductionArguments("self", "stdOut", "meanOut");

}  // namespace
}  // namespace openaclnn

OPENACLNN_REDUCTION(aclnnVar,
                    (const aclTensor* self, const aclIntArray* dim, bool unbiased, bool keepdim,
                     aclTensor* out),
                    (kRealDtypes, kRealDtypes), self, (out), DimsArgument::Optional("dim", dim), keepdim,
                    BindMoment(call, checked, self, Moment::kVariance, false, unbiased ? 1 : 0))
OPENACLNN_REDUCTION(aclnnVarCorrection,
                    (const aclTensor* self, const aclIntArray* dim, int64_t correction, bool keepdim,
                     aclTensor* out),
                    (kRealDtypes, kRealDtypes), self, (out), DimsArgument::Optional("dim", dim), keepdim,
                    BindMoment(call, checked, self, Moment::kVariance, false, correction))
OPENACLNN_REDUCTION(aclnnVarMean,
                    (const aclTensor* self, const aclIntArray* dim, int64_t correction, bool keepdim,
                     aclTensor* varOut, aclTensor* meanOut),
                    (kSelfToVariance, kRealDtypes, kRealDtypes, kRealDtypes), self, (varOut, meanOut),
                    DimsArgument::Optional("dim", dim), keepdim,
                    BindMoment(call, checked, self, Moment::kVariance, true, correction))
OPENACLNN_REDUCTION(aclnnStd,
                    (const aclTensor* self, const aclIntArray* dim, int64_t correction, bool keepdim,
                     aclTensor* out),
                    (kRealDtypes, kRealDtypes), self, (out), DimsArgument::Optional("dim", dim), keepdim,
                    BindMoment(call, checked, self, Moment::kDeviation, false, correction))
OPENACLNN_REDUCTION(aclnnStdMeanCorrection,
                    (const aclTensor* self, const aclIntArray* dim, int64_t correction, bool keepdim,
                     aclTensor* stdOut, aclTensor* meanOut),
                    (kSelfToDeviation, kRealDtypes, kRealDtypes, kRealDtypes), self, (stdOut, meanOut),
                    DimsArgument::Optional("dim", dim), keepdim,
                    BindMoment(call, checked, self, Moment::kDeviation, true, correction))
#endif  // HWY_ONCE
