// SPDX-License-Identifier: Apache-2.0
//
// Variances and standard deviations, with the mean or without.
#include <cmath>
#include <limits>

#include "aclnnop/aclnn_std.h"
#include "aclnnop/aclnn_std_mean_correction.h"
#include "aclnnop/aclnn_var.h"
#include "aclnnop/aclnn_var_mean.h"
#include "base/complex_number.h"
#include "kernels/reduction/block_reduction.h"
#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/reduction/lane_expressions-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindDistances, const LaneLoops&(DType element, bool squared));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace moments {

// Sums of distances from the parameter, and of their squares.
struct Distances : SumOfElements {
  static constexpr bool kTakesParameter = true;
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T centre) {
    return lane + (x - centre);
  }
};
struct SquaredDistances : SumOfElements {
  static constexpr bool kTakesParameter = true;
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T centre) {
    const T distance = x - centre;
    return MulAdd(distance, distance, lane);
  }
};

}  // namespace moments

// Of FLOAT or DOUBLE elements.
const LaneLoops& FindDistances(DType element, bool squared) {
  if (element == DType::kDouble) {
    return squared ? LaneLoopsOf<moments::SquaredDistances, double>()
                   : LaneLoopsOf<moments::Distances, double>();
  }
  return squared ? LaneLoopsOf<moments::SquaredDistances, float>() : LaneLoopsOf<moments::Distances, float>();
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

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

  static Partial OfNothing() {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    return {0, kNan, kNan};
  }
  static Partial Join(const Partial& a, const Partial& b) {
    const double count = a.count + b.count;
    const double distance = b.mean - a.mean;
    const double share = b.count / count;
    return {count, a.mean + distance * share, a.squares + b.squares + distance * distance * a.count * share};
  }

  static void Rows(const std::byte* data, int64_t stride, int64_t rows, const ReductionBlock& block,
                   Partial* to) {
    const auto element = [&](int64_t r, int64_t i) {
      return reinterpret_cast<const T*>(data + r * stride)[i];
    };
    Measure(rows, block.elements, element, to, [&](const LaneLoops& loops, const T* centres, double* sums) {
      ReduceRowBlocks(loops, data, stride, rows, block.elements, {0, centres}, sums);
    });
  }

  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    const auto element = [&](int64_t c, int64_t i) {
      return reinterpret_cast<const T*>(data + i * stride)[c];
    };
    Measure(columns, block.elements, element, to,
            [&](const LaneLoops& loops, const T* centres, double* sums) {
              ReduceColumnBlocks(loops, data, stride, block.elements, columns, {0, centres}, sums);
            });
  }

 private:
  // Of so many blocks: element(b, i) is one of theirs, reduce(loops, centres, sums) reduces them all.
  template <class ElementOf, class Reduce>
  static void Measure(int64_t blocks, int64_t elements, const ElementOf& element, Partial* to,
                      const Reduce& reduce) {
    alignas(64) std::array<T, kMostLines> centres;
    alignas(64) std::array<double, kMostLines> sums;
    std::array<double, kMostLines> means;
    const auto count = static_cast<size_t>(blocks);
    for (size_t b = 0; b < count; ++b) {
      centres[b] = element(static_cast<int64_t>(b), 0);
    }
    reduce(Lanes(false), centres.data(), sums.data());
    for (size_t b = 0; b < count; ++b) {
      means[b] = MeanOf(centres[b], sums[b], elements);
      centres[b] = static_cast<T>(means[b]);
    }
    reduce(Lanes(true), centres.data(), sums.data());
    for (size_t b = 0; b < count; ++b) {
      to[b] = Of(means[b], centres[b], sums[b], elements);
      if (sizeof(T) < sizeof(double) && !std::isfinite(to[b].squares)) {
        to[b] = OfLarge(elements, [&](int64_t i) -> double { return element(static_cast<int64_t>(b), i); });
      }
    }
  }
  // Of a block whose squares are too large for T.
  template <class ElementOf>
  static Partial OfLarge(int64_t elements, const ElementOf& element) {
    double sum = 0;
    for (int64_t i = 0; i < elements; ++i) {
      sum += element(i);
    }
    const auto count = static_cast<double>(elements);
    const double mean = sum / count;
    double squares = 0;
    for (int64_t i = 0; i < elements; ++i) {
      const double distance = element(i) - mean;
      squares = std::fma(distance, distance, squares);
    }
    return {count, mean, squares};
  }

  static const LaneLoops& Lanes(bool squared) {
    return HWY_DYNAMIC_DISPATCH(FindDistances)(TypeOf<T>(), squared);
  }
  static double MeanOf(T centre, double sum, int64_t count) {
    return static_cast<double>(centre) + sum / static_cast<double>(count);
  }
  // The centre is the mean, rounded.
  static Partial Of(double mean, T centre, double squares, int64_t elements) {
    const auto count = static_cast<double>(elements);
    const double distance = mean - static_cast<double>(centre);
    const double rest = squares - distance * distance * count;
    return {count, mean, rest < 0 ? 0 : rest};
  }
};

// Of complex numbers, one after the other, in float64: the variance of both parts together.
struct ComplexMoments {
  using Element = ComplexNumber<double>;
  struct Partial {
    double count;
    Element mean;
    double squares;
  };

  static Partial OfNothing() {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    return {0, {kNan, kNan}, kNan};
  }
  static Partial Join(const Partial& a, const Partial& b) {
    const double count = a.count + b.count;
    const Element distance = b.mean - a.mean;
    const double share = b.count / count;
    return {count,
            {a.mean.real + distance.real * share, a.mean.imaginary + distance.imaginary * share},
            a.squares + b.squares + SquareOf(distance) * a.count * share};
  }

  static void Rows(const std::byte* data, int64_t stride, int64_t rows, const ReductionBlock& block,
                   Partial* to) {
    for (int64_t r = 0; r < rows; ++r) {
      const auto* const row = reinterpret_cast<const Element*>(data + r * stride);
      to[r] = Of(block.elements, [&](int64_t i) { return row[i]; });
    }
  }
  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    for (int64_t c = 0; c < columns; ++c) {
      to[c] = Of(block.elements,
                 [&](int64_t i) { return reinterpret_cast<const Element*>(data + i * stride)[c]; });
    }
  }

 private:
  static double SquareOf(Element x) { return x.real * x.real + x.imaginary * x.imaginary; }

  template <class ElementOf>
  static Partial Of(int64_t elements, const ElementOf& element) {
    Element sum;
    for (int64_t i = 0; i < elements; ++i) {
      sum = sum + element(i);
    }
    const auto count = static_cast<double>(elements);
    const Element mean{sum.real / count, sum.imaginary / count};
    double squares = 0;
    for (int64_t i = 0; i < elements; ++i) {
      squares += SquareOf(element(i) - mean);
    }
    return {count, mean, squares};
  }
};

template <bool kRoot>
void FinishComplex(const std::byte* partials, int64_t count, const ReductionNumbers& numbers,
                   const std::array<std::byte*, kMostResults>& results) {
  const auto* const from = reinterpret_cast<const ComplexMoments::Partial*>(partials);
  const double divisor = std::max(numbers.count - numbers.parameter, 0.0);
  for (int64_t i = 0; i < count; ++i) {
    const double variance = from[i].squares / divisor;
    reinterpret_cast<double*>(results[0])[i] = WithQuietNan(kRoot ? std::sqrt(variance) : variance);
  }
}

ReductionLoops ComplexMomentLoops(bool root) {
  constexpr int64_t kLines = 32;
  return BlockLoopsOf<ComplexMoments>({DType::kDouble, DType::kUndefined},
                                      root ? FinishComplex<true> : FinishComplex<false>, kLines);
}

// The second result is the mean, which who does not want it does not read.
template <typename T, bool kRoot>
void Finish(const std::byte* partials, int64_t count, const ReductionNumbers& numbers,
            const std::array<std::byte*, kMostResults>& results) {
  const auto* const from = reinterpret_cast<const typename Moments<T>::Partial*>(partials);
  // The parameter is the correction: of as many elements the variance is infinite, or NaN if that is of none.
  const double divisor = std::max(numbers.count - numbers.parameter, 0.0);
  for (int64_t i = 0; i < count; ++i) {
    const double variance = from[i].squares / divisor;
    reinterpret_cast<double*>(results[0])[i] = WithQuietNan(kRoot ? std::sqrt(variance) : variance);
    reinterpret_cast<double*>(results[1])[i] = WithQuietNan(from[i].mean);
  }
}

template <typename T>
ReductionLoops LoopsOfType(bool root, bool mean) {
  // A block is read twice: what lies side by side has to stay in a cache.
  constexpr int64_t kLines = 32;
  return BlockLoopsOf<Moments<T> >({DType::kDouble, mean ? DType::kDouble : DType::kUndefined},
                                   root ? Finish<T, true> : Finish<T, false>, kLines);
}

ReductionLoops MomentLoopsOf(DType compute, bool root, bool mean) {
  return compute == DType::kDouble ? LoopsOfType<double>(root, mean) : LoopsOfType<float>(root, mean);
}

enum class Moment { kVariance, kDeviation };

Status BindMoment(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self, Moment moment, bool mean,
                  int64_t correction) {
  checked.CheckRealUnlessSelfIsComplex();
  checked.CheckShapes();
  if (checked.Failed()) {
    return checked.Result();
  }
  const bool root = moment == Moment::kDeviation;
  if (ClassOf(self->dtype) == DTypeClass::kComplex) {
    return checked.Bind(call, DType::kComplex128, ComplexMomentLoops(root), static_cast<double>(correction));
  }
  return checked.Bind(call, self->dtype, MomentLoopsOf(ComputeTypeOf(self->dtype), root, mean),
                      static_cast<double>(correction));
}

constexpr auto kSelfToVariance = ReductionArguments("self", "varOut", "meanOut");
constexpr auto kSelfToDeviation = ReductionArguments("self", "stdOut", "meanOut");

}  // namespace
}  // namespace openaclnn

OPENACLNN_REDUCTION(aclnnVar,
                    (const aclTensor* self, const aclIntArray* dim, bool unbiased, bool keepdim,
                     aclTensor* out),
                    (kMeanDtypes, kMeanDtypes), self, (out), DimsArgument::Optional("dim", dim), keepdim,
                    BindMoment(call, checked, self, Moment::kVariance, false, unbiased ? 1 : 0))
OPENACLNN_REDUCTION(aclnnVarCorrection,
                    (const aclTensor* self, const aclIntArray* dim, int64_t correction, bool keepdim,
                     aclTensor* out),
                    (kMeanDtypes, kMeanDtypes), self, (out), DimsArgument::Optional("dim", dim), keepdim,
                    BindMoment(call, checked, self, Moment::kVariance, false, correction))
OPENACLNN_REDUCTION(aclnnVarMean,
                    (const aclTensor* self, const aclIntArray* dim, int64_t correction, bool keepdim,
                     aclTensor* varOut, aclTensor* meanOut),
                    (kSelfToVariance, kFloatingDtypes, kFloatingDtypes, kFloatingDtypes), self,
                    (varOut, meanOut), DimsArgument::Optional("dim", dim), keepdim,
                    BindMoment(call, checked, self, Moment::kVariance, true, correction))
OPENACLNN_REDUCTION(aclnnStd,
                    (const aclTensor* self, const aclIntArray* dim, int64_t correction, bool keepdim,
                     aclTensor* out),
                    (kMeanDtypes, kMeanDtypes), self, (out), DimsArgument::Optional("dim", dim), keepdim,
                    BindMoment(call, checked, self, Moment::kDeviation, false, correction))
OPENACLNN_REDUCTION(aclnnStdMeanCorrection,
                    (const aclTensor* self, const aclIntArray* dim, int64_t correction, bool keepdim,
                     aclTensor* stdOut, aclTensor* meanOut),
                    (kSelfToDeviation, kFloatingDtypes, kFloatingDtypes, kFloatingDtypes), self,
                    (stdOut, meanOut), DimsArgument::Optional("dim", dim), keepdim,
                    BindMoment(call, checked, self, Moment::kDeviation, true, correction))
#endif  // HWY_ONCE
