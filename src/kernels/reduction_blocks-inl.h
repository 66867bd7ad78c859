// SPDX-License-Identifier: Apache-2.0
//
// The reduction of a block of elements to one number, by an expression. For files that are compiled once for
// each instruction set; include after highway.h.
//
//   struct Sum {
//     template <class T> static T Neutral() { return T(-0.0); }            // changes no lane
//     template <class T> static T Step(T lane, T x, T parameter) { return lane + x; }
//     template <class T> static T Join(T a, T b) { return a + b; }         // in the type of results
//     static constexpr double kEmpty = 0;                                  // the result of no element
//   };
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "kernels/reduction.h"

#if defined(OPENACLNN_KERNELS_REDUCTION_BLOCKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KERNELS_REDUCTION_BLOCKS_INL
#undef OPENACLNN_KERNELS_REDUCTION_BLOCKS_INL
#else
#define OPENACLNN_KERNELS_REDUCTION_BLOCKS_INL
#endif

#include <hwy/highway.h>

#include "simd/formats-inl.h"
#include "simd/lanes-inl.h"
#include "simd/numbers-inl.h"
#include "simd/vector_parts-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The lanes in which a block of elements of type T is reduced, and the type in which they are joined.
template <typename T>
struct ReductionLanes {
  using Wide = std::conditional_t<std::is_same_v<T, float>, double, T>;
  static constexpr int64_t kLanes = 64 / static_cast<int64_t>(sizeof(T));  // 16 of float32, as kSumLanes
  using Tag = hn::CappedTag<T, static_cast<size_t>(kLanes)>;
  static constexpr int64_t kStep = static_cast<int64_t>(hn::MaxLanes(Tag()));
  static constexpr size_t kVectors = static_cast<size_t>(kLanes / kStep);
  using Vector = Lanes<Tag>;
};
static_assert(ReductionLanes<float>::kLanes == kSumLanes);

template <class Expression, typename T>
HWY_INLINE T JoinNumbers(T a, T b) {
  using One = Lanes<hn::CappedTag<T, 1>>;
  return hn::GetLane(Expression::template Join<One>(One(a), One(b)).vector);
}

// The lanes of a vector: its halves are joined until one is left.
template <class Expression, class D>
HWY_INLINE hn::TFromD<D> FoldHalves(Lanes<D> lanes) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(D()) > 1) {
    const hn::Half<D> half;
    using Half = Lanes<hn::Half<D>>;
    return FoldHalves<Expression>(Expression::template Join<Half>(Half(hn::LowerHalf(half, lanes.vector)),
                                                                  Half(hn::UpperHalf(half, lanes.vector))));
  }
#endif
  return hn::GetLane(lanes.vector);
}

// All lanes of a block, widened first: lane l and lane l + kLanes / 2, of these l and l + kLanes / 4, and so
// on, however many a vector holds.
template <class Expression, typename T>
HWY_INLINE typename ReductionLanes<T>::Wide FoldBlock(
    const typename ReductionLanes<T>::Vector (&lanes)[ReductionLanes<T>::kVectors]) {
  using Types = ReductionLanes<T>;
  if constexpr (std::is_same_v<T, typename Types::Wide>) {
    using Vector = typename Types::Vector;
    hn::Vec<typename Types::Tag> sums[Types::kVectors];
    for (size_t v = 0; v < Types::kVectors; ++v) {
      sums[v] = lanes[v].vector;
    }
    for (size_t count = Types::kVectors / 2; count > 0; count /= 2) {
      for (size_t v = 0; v < count; ++v) {
        sums[v] = Expression::template Join<Vector>(Vector(sums[v]), Vector(sums[v + count])).vector;
      }
    }
    return FoldHalves<Expression>(Vector(sums[0]));
  } else {
#if HWY_TARGET == HWY_SCALAR
    const hn::CappedTag<double, 1> doubles;
    constexpr size_t kWide = Types::kVectors;
    hn::Vec<decltype(doubles)> sums[kWide];
    for (size_t v = 0; v < Types::kVectors; ++v) {
      sums[v] = hn::PromoteTo(doubles, lanes[v].vector);
    }
#else
    const hn::Half<typename Types::Tag> half;
    const hn::Rebind<double, decltype(half)> doubles;
    constexpr size_t kWide = 2 * Types::kVectors;
    hn::Vec<decltype(doubles)> sums[kWide];
    for (size_t v = 0; v < Types::kVectors; ++v) {
      sums[2 * v] = hn::PromoteTo(doubles, hn::LowerHalf(half, lanes[v].vector));
      sums[2 * v + 1] = hn::PromoteTo(doubles, hn::UpperHalf(half, lanes[v].vector));
    }
#endif
    using Doubles = Lanes<std::remove_const_t<decltype(doubles)>>;
    for (size_t count = kWide / 2; count > 0; count /= 2) {
      for (size_t v = 0; v < count; ++v) {
        sums[v] = Expression::template Join<Doubles>(Doubles(sums[v]), Doubles(sums[v + count])).vector;
      }
    }
    return FoldHalves<Expression>(Doubles(sums[0]));
  }
}

// Elements of a lane that are reduced one after the other, before what they give is joined with the lane:
// long chains of additions would add up their rounding errors.
inline constexpr int64_t kChain = 8;

// Elements that are stored in the type that they are reduced in. In its place a half type's format
// (simd/formats-inl.h) reads its elements as float32.
template <typename T>
struct AsStored {
  using Element = T;
  template <class D>
  static HWY_INLINE hn::Vec<D> Load(D tag, const T* from) {
    return hn::LoadU(tag, from);
  }
};

// Whether an expression takes less work where there are no NaNs: Expression::OfNumbers does that.
template <class Expression, typename T>
constexpr bool HasStepOfNumbers() {
  if constexpr (requires { typename Expression::OfNumbers; }) {
    return SecondOfUnordered<typename ReductionLanes<T>::Vector>();
  }
  return false;
}

// Whether there may be NaNs in kStreams blocks of `count` elements each; infinities count as such. What is
// loaded is in level-one cache afterwards, and is loaded again.
template <typename T, size_t kStreams, class Load>
HWY_INLINE bool MayHoldNan(int64_t count, const Load& load) {
  using Types = ReductionLanes<T>;
  using Vector = typename Types::Vector;
  constexpr size_t kSums = 4;  // none waits for the one before
  constexpr auto kSteps = static_cast<int64_t>(kSums) * Types::kStep;
  const typename Types::Tag tag;
  const Vector zero(T{0});
  hn::Vec<typename Types::Tag> sums[kSums] = {zero.vector, zero.vector, zero.vector, zero.vector};
  const auto add = [&](size_t sum, hn::Vec<typename Types::Tag> x)
                       HWY_ATTR { sums[sum] = MulAdd(Vector(x), zero, Vector(sums[sum])).vector; };
  for (size_t s = 0; s < kStreams; ++s) {
    int64_t i = 0;
    for (; i + kSteps <= count; i += kSteps) {
      for (size_t sum = 0; sum < kSums; ++sum) {
        add(sum, load(tag, s, i + static_cast<int64_t>(sum) * Types::kStep));
      }
    }
    for (; i + Types::kStep <= count; i += Types::kStep) {
      add(0, load(tag, s, i));
    }
    if (i < count) {
      const auto used = hn::FirstN(tag, static_cast<size_t>(count - i));
      add(1, hn::IfThenElseZero(used, load(tag, s, i, count - i)));
    }
  }
  const Vector all = (Vector(sums[0]) + Vector(sums[1])) + (Vector(sums[2]) + Vector(sums[3]));
  return !hn::AllFalse(tag, IsNan(all).mask);
}

// A vector whose first `count` lanes are elements; no more are read, and what the others hold means nothing.
template <class Source, class D>
HWY_INLINE hn::Vec<D> LoadFirst(D tag, const typename Source::Element* from, int64_t count) {
  using Element = typename Source::Element;
#if !HWY_MEM_OPS_MIGHT_FAULT
  if constexpr (std::is_same_v<Element, hn::TFromD<D>> && sizeof(Element) >= 4) {
    return hn::MaskedLoad(hn::FirstN(tag, static_cast<size_t>(count)), tag, from);
  }
#endif
  HWY_ALIGN std::array<Element, hn::MaxLanes(D())> padded{};
  std::memcpy(padded.data(), from, static_cast<size_t>(count) * sizeof(Element));
  return Source::Load(tag, padded.data());
}

// The elements of blocks as they lie in memory: vectors of them, and the first lanes of one.
template <class Source, size_t kStreams>
struct LoadedBlocks {
  using Element = typename Source::Element;
  const Element* const (&from)[kStreams];

  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D tag, size_t stream, int64_t i) const {
    return Source::Load(tag, from[stream] + i);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D tag, size_t stream, int64_t i, int64_t count) const {
    return LoadFirst<Source>(tag, from[stream] + i, count);
  }
};

// Reduces kStreams blocks of `count` elements each, all at once: one short block's lanes are too few to keep
// the arithmetic units busy. load(tag, stream, i) is the vector of elements from i on; load(tag, stream, i,
// count) has the first lanes of it.
template <class Expression, typename T, size_t kStreams, class Load>
HWY_INLINE void ReduceLoadedBlocks(int64_t count, const T (&parameters)[kStreams],
                                   typename ReductionLanes<T>::Wide (&to)[kStreams], const Load& load) {
  using Types = ReductionLanes<T>;
  using Vector = typename Types::Vector;
  const typename Types::Tag tag;
  hn::Vec<typename Types::Tag> lanes[kStreams][Types::kVectors];
  for (size_t s = 0; s < kStreams; ++s) {
    for (size_t v = 0; v < Types::kVectors; ++v) {
      lanes[s][v] = Expression::template Neutral<Vector>().vector;
    }
  }
  for (int64_t begin = 0; begin < count; begin += kChain * Types::kLanes) {
    hn::Vec<typename Types::Tag> chains[kStreams][Types::kVectors];
    for (size_t s = 0; s < kStreams; ++s) {
      for (size_t v = 0; v < Types::kVectors; ++v) {
        chains[s][v] = Expression::template Neutral<Vector>().vector;
      }
    }
    const int64_t end = std::min(count, begin + kChain * Types::kLanes);
    int64_t i = begin;
    for (; i + Types::kLanes <= end; i += Types::kLanes) {
      for (size_t s = 0; s < kStreams; ++s) {
        for (size_t v = 0; v < Types::kVectors; ++v) {
          const Vector x(load(tag, s, i + static_cast<int64_t>(v) * Types::kStep));
          chains[s][v] =
              Expression::template Step<Vector>(Vector(chains[s][v]), x, Vector(parameters[s])).vector;
        }
      }
    }
    for (size_t v = 0; v < Types::kVectors && i < end; ++v, i += Types::kStep) {
      const int64_t used = std::min(end - i, Types::kStep);
      for (size_t s = 0; s < kStreams; ++s) {
        const Vector x(load(tag, s, i, used));
        const auto stepped =
            Expression::template Step<Vector>(Vector(chains[s][v]), x, Vector(parameters[s])).vector;
        chains[s][v] = hn::IfThenElse(hn::FirstN(tag, static_cast<size_t>(used)), stepped, chains[s][v]);
      }
    }
    for (size_t s = 0; s < kStreams; ++s) {
      for (size_t v = 0; v < Types::kVectors; ++v) {
        const Vector chain(chains[s][v]);
        lanes[s][v] =
            begin == 0 ? chain.vector : Expression::template Join<Vector>(Vector(lanes[s][v]), chain).vector;
      }
    }
  }
  for (size_t s = 0; s < kStreams; ++s) {
    to[s] = [&]<size_t... kVector>(std::index_sequence<kVector...> /*vector*/) HWY_ATTR {
      const Vector all[Types::kVectors] = {Vector(lanes[s][kVector])...};
      return FoldBlock<Expression, T>(all);
    }
    (std::make_index_sequence<Types::kVectors>());
  }
}

// The same of elements as they lie in memory.
template <class Expression, typename T, class Source = AsStored<T>, size_t kStreams>
HWY_INLINE void ReduceBlocks(const typename Source::Element* const (&from)[kStreams], int64_t count,
                             const T (&parameters)[kStreams],
                             typename ReductionLanes<T>::Wide (&to)[kStreams]) {
  const LoadedBlocks<Source, kStreams> load{from};
  if constexpr (HasStepOfNumbers<Expression, T>()) {
    if (HWY_LIKELY((!MayHoldNan<T, kStreams>(count, load)))) {
      return ReduceLoadedBlocks<typename Expression::OfNumbers, T>(count, parameters, to, load);
    }
  }
  ReduceLoadedBlocks<Expression, T>(count, parameters, to, load);
}

// Reduces one block of each of some rows that lie side by side: columns of the memory. As ReduceBlocks, with
// lanes that are rows of the memory. load(tag, row, column) is a vector of neighbouring columns.
template <class Expression, typename T, class Load>
HWY_INLINE void ReduceLoadedColumns(int64_t count, int64_t columns, const T* parameters,
                                    typename ReductionLanes<T>::Wide* to, const Load& load) {
  using Types = ReductionLanes<T>;
  using Wide = typename Types::Wide;
  constexpr int64_t kLanes = Types::kLanes;
  HWY_ALIGN T lanes[kLanes][kMostLines];
  const typename Types::Tag tag;
  const int64_t used = std::min(kLanes, count);
  for (int64_t begin = 0; begin < count; begin += kChain * kLanes) {
    for (int64_t l = 0; l < used; ++l) {
      const int64_t first = begin + l;
      const int64_t together =
          std::min(kChain, first < count ? (count - first + kLanes - 1) / kLanes : int64_t{0});
      const auto reduce = [&](auto number) HWY_ATTR {
        ForEachVectorPart(tag, 0, columns, [&](auto part, int64_t c) HWY_ATTR {
          using Vector = Lanes<std::remove_const_t<decltype(part)>>;
          Vector chain = Expression::template Neutral<Vector>();
          const Vector parameter(hn::LoadU(part, parameters + c));
          for (int64_t j = 0; j < number; ++j) {
            chain = Expression::template Step<Vector>(chain, Vector(load(part, first + j * kLanes, c)),
                                                      parameter);
          }
          if (begin > 0) {
            chain = Expression::template Join<Vector>(Vector(hn::LoadU(part, &lanes[l][c])), chain);
          }
          hn::StoreU(chain.vector, part, &lanes[l][c]);
        });
      };
      if (together == kChain) {
        reduce(std::integral_constant<int64_t, kChain>());
      } else if (together > 0) {
        reduce(together);
      }
    }
  }
  // Lanes that no element went to are neutral.
  const auto fold = [&](auto wide, int64_t c) HWY_ATTR {
    using D = std::remove_const_t<decltype(wide)>;
    using Vector = Lanes<D>;
    hn::Vec<D> sums[kLanes];
    for (int64_t l = 0; l < used; ++l) {
      if constexpr (std::is_same_v<T, Wide>) {
        sums[l] = hn::LoadU(wide, &lanes[l][c]);
      } else {
        sums[l] = hn::PromoteTo(wide, hn::LoadU(hn::Rebind<T, D>(), &lanes[l][c]));
      }
    }
    for (int64_t half = kLanes / 2; half > 0; half /= 2) {
      for (int64_t l = 0; l < half && l + half < used; ++l) {
        sums[l] = Expression::template Join<Vector>(Vector(sums[l]), Vector(sums[l + half])).vector;
      }
    }
    hn::StoreU(sums[0], wide, to + c);
  };
  ForEachVectorPart(hn::CappedTag<Wide, 64 / sizeof(Wide)>(), 0, columns, fold);
}

// The same of elements as they lie in memory.
template <class Expression, typename T, class Source = AsStored<T>>
void ReduceColumns(const std::byte* data, int64_t stride, int64_t count, int64_t columns, const T* parameters,
                   typename ReductionLanes<T>::Wide* to) {
  ReduceLoadedColumns<Expression>(
      count, columns, parameters, to, [=](auto tag, int64_t row, int64_t column) HWY_ATTR {
        return Source::Load(tag,
                            reinterpret_cast<const typename Source::Element*>(data + row * stride) + column);
      });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_KERNELS_REDUCTION_BLOCKS_INL
