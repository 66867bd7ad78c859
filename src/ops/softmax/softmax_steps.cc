// SPDX-License-Identifier: Apache-2.0
#include "ops/softmax/softmax_steps.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernels/reduction/sums_and_extremes.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/reduction/lane_expressions-inl.h"
#include "simd/math-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindSoftmaxSteps, softmax::Steps(softmax::Kind kind, DType dtype));
OPENACLNN_PER_TARGET(TakeLogarithmsOf, void(double* numbers, int64_t count));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace softmax {

using openaclnn::softmax::IsForward;
using openaclnn::softmax::Kind;
using openaclnn::softmax::Plane;
using openaclnn::softmax::Steps;

// A result of an element. `first` is a term, where these are kept, else an element of the first input;
// `second` is one of the second input.

struct Softmax {
  static constexpr bool kOfTerms = true;
  static constexpr bool kOfSecond = false;
  // term / sum, by the reciprocal, which is that of a whole row, and by what the product with it lacks.
  template <class T>
  static HWY_INLINE T Result(T term, T /*second*/, T /*largest*/, T sum, T inverse) {
    const T quotient = term * inverse;
    return MulAdd(MulAdd(-quotient, sum, term), inverse, quotient);
  }
};

struct LogSoftmax {
  static constexpr bool kOfTerms = false;
  static constexpr bool kOfSecond = false;
  template <class T>
  static HWY_INLINE T Result(T first, T /*second*/, T largest, T sum, T /*inverse*/) {
    return (first - largest) - sum;  // the logarithm of it
  }
};

struct SoftmaxGradient {
  static constexpr bool kOfTerms = false;
  static constexpr bool kOfSecond = true;
  template <class T>
  static HWY_INLINE T Result(T gradOutput, T output, T /*largest*/, T sum, T /*inverse*/) {
    return output * (gradOutput - sum);
  }
};

struct LogSoftmaxGradient {
  static constexpr bool kOfTerms = false;
  static constexpr bool kOfSecond = true;
  template <class T>
  static HWY_INLINE T Result(T gradOutput, T output, T /*largest*/, T sum, T /*inverse*/) {
    return MulAdd(Exp(output), -sum, gradOutput);
  }
};

// Whole vectors, and the first elements of a row's last one.
template <class Format, class D>
HWY_INLINE Lanes<D> LoadUpTo(D tag, const typename Format::Element* from, int64_t left) {
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(D()));
  return Lanes<D>(left >= kStep ? Format::Load(tag, from) : LoadFirst<Format>(tag, from, left));
}
template <class Format, class D>
HWY_INLINE void StoreUpTo(D tag, Lanes<D> value, typename Format::Element* to, int64_t left) {
  using Element = typename Format::Element;
  if (left >= static_cast<int64_t>(hn::MaxLanes(D()))) {
    Format::Store(tag, value.vector, to);
    return;
  }
  HWY_ALIGN std::array<Element, hn::MaxLanes(D())> whole;
  Format::Store(tag, value.vector, whole.data());
#if HWY_TARGET <= HWY_AVX3
  const hn::Rebind<Element, D> stored;
  const auto used = hn::FirstN(stored, static_cast<size_t>(left));
  hn::BlendedStore(hn::Load(stored, whole.data()), used, stored, to);
#else
  std::memcpy(to, whole.data(), static_cast<size_t>(left) * sizeof(Element));
#endif
}

template <class Format>
class Loops {
 public:
  using T = typename Format::Compute;

  static void WriteTerms(const Plane& plane) {
    const Tag tag;
    for (int64_t r = 0; r < plane.rows; ++r) {
      const Element* const from = Row<Element>(plane.inputs[0], r * plane.inputStrides[0]);
      T* const to = Row<T>(plane.terms, r * plane.termStride);
      const Numbers largest(plane, plane.largest, r);
      int64_t c = 0;
      if (plane.ofRow) {
        const Vector largestOfRow = largest.OfRow();
#pragma GCC unroll 1
        for (; c + kStep <= plane.columns; c += kStep) {
          const Vector x(Format::Load(tag, from + c));
          hn::StoreU(Exp(x - largestOfRow).vector, tag, to + c);
        }
      }
#pragma GCC unroll 1
      for (; c < plane.columns; c += kStep) {
        const int64_t left = plane.columns - c;
        const Vector x = LoadUpTo<Format>(tag, from + c, left);
        StoreUpTo<AsComputed>(tag, Exp(x - largest.At(c)), to + c, left);
      }
    }
  }

  template <class Expression>
  static void WriteResults(const Plane& plane) {
    const Tag tag;
    for (int64_t r = 0; r < plane.rows; ++r) {
      const Element* const first = Row<Element>(plane.inputs[0], r * plane.inputStrides[0]);
      const Element* const second = Row<Element>(plane.inputs[1], r * plane.inputStrides[1]);
      const T* const terms = Row<T>(plane.terms, r * plane.termStride);
      auto* const to = Row<Element>(plane.output, r * plane.outputStride);
      const Numbers largest(plane, plane.largest, r);
      const Numbers sums(plane, plane.sums, r);
      const Numbers inverses(plane, plane.inverses, r);
      int64_t c = 0;
      if (plane.ofRow) {
        const Vector largestOfRow = largest.OfRow();
        const Vector sum = sums.OfRow();
        const Vector inverse = inverses.OfRow();
#pragma GCC unroll 1
        for (; c + kStep <= plane.columns; c += kStep) {
          PrefetchNext<Expression>(plane, first + c, second + c);
          const Vector a = [&]() HWY_ATTR {
            if constexpr (Expression::kOfTerms) {
              return Vector(hn::LoadU(tag, terms + c));
            } else {
              return Vector(Format::Load(tag, first + c));
            }
          }();
          const Vector b = [&]() HWY_ATTR {
            if constexpr (Expression::kOfSecond) {
              return Vector(Format::Load(tag, second + c));
            } else {
              return a;
            }
          }();
          Format::Store(tag, Expression::Result(a, b, largestOfRow, sum, inverse).vector, to + c);
        }
      }
      // The last elements of a row, or columns.
#pragma GCC unroll 1
      for (; c < plane.columns; c += kStep) {
        const int64_t left = plane.columns - c;
        const Vector a = [&]() HWY_ATTR {
          if constexpr (Expression::kOfTerms) {
            return LoadUpTo<AsComputed>(tag, terms + c, left);
          } else {
            return LoadUpTo<Format>(tag, first + c, left);
          }
        }();
        const Vector b = [&]() HWY_ATTR {
          if constexpr (Expression::kOfSecond) {
            return LoadUpTo<Format>(tag, second + c, left);
          } else {
            return a;
          }
        }();
        StoreUpTo<Format>(tag, Expression::Result(a, b, largest.At(c), sums.At(c), inverses.At(c)), to + c,
                          left);
      }
    }
  }

  // Asks for the elements of the rows that come after those of the plane, which are in the caches. Two inputs
  // of FLOAT keep the memory busy without.
  template <class Expression>
  static HWY_INLINE void PrefetchNext(const Plane& plane, const typename Format::Element* first,
                                      const typename Format::Element* second) {
    if constexpr (sizeof(*first) < sizeof(float) || !Expression::kOfSecond) {
      const auto next = [&](const auto* from, size_t input) HWY_ATTR {
        return reinterpret_cast<const std::byte*>(from) + plane.rows * plane.inputStrides[input];
      };
      __builtin_prefetch(next(first, 0), 0, 2);
      if constexpr (Expression::kOfSecond) {
        __builtin_prefetch(next(second, 1), 0, 2);
      }
    }
  }

  // The largest element is the same in any order, and needs no lanes.
  static void FindLargestOfColumns(const Plane& plane, void* largest) {
    const Tag tag;
    auto* const to = static_cast<T*>(largest);
    constexpr int64_t kRows = 16;  // at a time, so that they are read side by side
    for (int64_t begin = 0; begin < plane.rows; begin += kRows) {
      const int64_t end = std::min(plane.rows, begin + kRows);
      for (int64_t c = 0; c < plane.columns; c += kStep) {
        const int64_t left = plane.columns - c;
        Vector most =
            begin == 0 ? Vector(-std::numeric_limits<T>::infinity()) : Vector(hn::LoadU(tag, to + c));
#pragma GCC unroll 1
        for (int64_t r = begin; r < end; ++r) {
          const Element* const row = Row<Element>(plane.inputs[0], r * plane.inputStrides[0]);
          most = Larger(most, LoadUpTo<Format>(tag, row + c, left));
        }
        hn::StoreU(most.vector, tag, to + c);
      }
    }
  }

 private:
  using Element = typename Format::Element;
  using Tag = typename ReductionLanes<T>::Tag;
  using Vector = typename ReductionLanes<T>::Vector;
  static constexpr int64_t kStep = ReductionLanes<T>::kStep;

  struct AsComputed {
    using Element = T;
    static HWY_INLINE hn::Vec<Tag> Load(Tag tag, const T* from) { return hn::LoadU(tag, from); }
    static HWY_INLINE void Store(Tag tag, hn::Vec<Tag> value, T* to) { hn::StoreU(value, tag, to); }
  };

  // One number for a row, or one for each column.
  class Numbers {
   public:
    HWY_INLINE Numbers(const Plane& plane, const void* numbers, int64_t row)
        : numbers_(static_cast<const T*>(numbers)),
          ofRow_(plane.ofRow),
          row_(numbers_ != nullptr && plane.ofRow ? numbers_[row] : T{0}) {}
    [[nodiscard]] HWY_INLINE Vector OfRow() const { return row_; }
    [[nodiscard]] HWY_INLINE Vector At(int64_t column) const {
      return ofRow_ || numbers_ == nullptr ? row_ : Vector(hn::LoadU(Tag(), numbers_ + column));
    }

   private:
    const T* numbers_;
    bool ofRow_;
    Vector row_;
  };

  template <typename E, typename Byte>
  static HWY_INLINE auto* Row(Byte* data, int64_t offset) {
    using To = std::conditional_t<std::is_const_v<Byte>, const E, E>;
    return reinterpret_cast<To*>(data + offset);
  }
};

template <class Format>
Steps StepsOf(Kind kind) {
  using Of = Loops<Format>;
  using T = typename Format::Compute;
  Steps steps{};
  steps.findLargestOfColumns = Of::FindLargestOfColumns;
  steps.largest = IsForward(kind) ? &FindExtremeLanes(Format::kDtype, true) : nullptr;
  switch (kind) {
    case Kind::kSoftmax:
      steps.writeTerms = Of::WriteTerms;
      steps.writeResults = Of::template WriteResults<Softmax>;
      steps.sum = &FindSumLanes(TypeOf<T>());
      break;
    case Kind::kLogSoftmax:
      steps.writeResults = Of::template WriteResults<LogSoftmax>;
      steps.sum = &LaneLoopsOf<SumOfExponentials, T, Format>();
      break;
    case Kind::kSoftmaxGradient:
      steps.writeResults = Of::template WriteResults<SoftmaxGradient>;
      steps.sum = &LaneLoopsOf<SumOfElements, T, ProductsOf<Format>>();
      break;
    case Kind::kLogSoftmaxGradient:
      steps.writeResults = Of::template WriteResults<LogSoftmaxGradient>;
      steps.sum = &FindSumLanes(Format::kDtype);
      break;
  }
  return steps;
}

}  // namespace softmax

softmax::Steps FindSoftmaxSteps(softmax::Kind kind, DType dtype) {
  softmax::Steps steps{};
  (void)VisitFormat(FloatFormatsAndDouble(), dtype,
                    [&](auto format) { steps = softmax::StepsOf<decltype(format)>(kind); });
  return steps;
}

void TakeLogarithmsOf(double* numbers, int64_t count) {
  const hn::CappedTag<double, 8> doubles;
  for (int64_t i = 0; i < count; i += static_cast<int64_t>(hn::MaxLanes(doubles))) {
    using V = Lanes<std::remove_const_t<decltype(doubles)>>;
    hn::StoreU(Log(V(hn::LoadU(doubles, numbers + i))).vector, doubles, numbers + i);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

namespace softmax {

Steps FindSteps(Kind kind, DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindSoftmaxSteps)(kind, dtype);
}

void TakeLogarithms(double* numbers, int64_t count) {
  HWY_DYNAMIC_DISPATCH(TakeLogarithmsOf)(numbers, count);
}

}  // namespace softmax
}  // namespace openaclnn
#endif  // HWY_ONCE
