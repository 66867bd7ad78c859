// SPDX-License-Identifier: Apache-2.0
//
// The loop of an expression that reduces elements in lanes (kernels/reduction/lane_loops.h). For files that
// are compiled once for each instruction set; include after highway.h.
//
//   struct Sum {
//     static constexpr LaneJoin kJoin = LaneJoin::kSum;  // of the lanes of a block
//     static constexpr double kEmpty = 0;                // the result of no element
//     static constexpr bool kTakesParameter = false;     // may be left out
//     static constexpr bool kLong = false;               // may be left out: a step of many instructions
//     template <class T> static T Neutral() { return T(-0.0); }                // changes no lane
//     template <class T> static T Step(T lane, T x, T parameter) { return lane + x; }
//     template <class T> static T Join(T a, T b) { return a + b; }             // of two chains of a lane
//   };
//   const LaneLoops& loops = LaneLoopsOf<Sum, float>();
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/dtype.h"
#include "kernels/reduction/lane_folds.h"
#include "kernels/reduction/lane_loops.h"

#if defined(OPENACLNN_KERNELS_LANE_BLOCKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KERNELS_LANE_BLOCKS_INL
#undef OPENACLNN_KERNELS_LANE_BLOCKS_INL
#else
#define OPENACLNN_KERNELS_LANE_BLOCKS_INL
#endif

#include <hwy/highway.h>

#include "simd/formats-inl.h"
#include "simd/lanes-inl.h"
#include "simd/numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The lanes in which a block of elements of type T is reduced.
template <typename T>
struct ReductionLanes {
  static constexpr int64_t kLanes = kLaneBytes / static_cast<int64_t>(sizeof(T));
  using Tag = hn::CappedTag<T, static_cast<size_t>(kLanes)>;
  static constexpr int64_t kStep = static_cast<int64_t>(hn::MaxLanes(Tag()));
  using Vector = Lanes<Tag>;
};

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

// A vector whose first `count` lanes are elements; no more are read, and what the others hold means nothing.
template <class Source, class D>
HWY_INLINE hn::Vec<D> LoadFirst(D tag, const typename Source::Element* from, int64_t count) {
  using Element = typename Source::Element;
  HWY_ALIGN std::array<Element, hn::MaxLanes(D())> padded{};
#if !HWY_MEM_OPS_MIGHT_FAULT
  if constexpr (std::is_same_v<Element, hn::TFromD<D>> && sizeof(Element) >= 4) {
    return hn::MaskedLoad(hn::FirstN(tag, static_cast<size_t>(count)), tag, from);
  } else if constexpr (HWY_TARGET <= HWY_AVX3) {
    const hn::Rebind<Element, D> stored;
    const auto used = hn::FirstN(stored, static_cast<size_t>(count));
    hn::Store(hn::MaskedLoad(used, stored, from), stored, padded.data());
    return Source::Load(tag, padded.data());
  }
#endif
  std::memcpy(padded.data(), from, static_cast<size_t>(count) * sizeof(Element));
  return Source::Load(tag, padded.data());
}

// What a loop learns about elements as it reduces them: nothing.
template <class Vector>
struct LearnsNothing {
  struct Chain {
    HWY_INLINE void See(Vector /*x*/) {}
  };
  HWY_INLINE void See(const Chain& /*chain*/) {}
  static HWY_INLINE bool OnlyNumbers() { return true; }
};

// Whether all of them are numbers: a product of zero and an element is NaN if this is NaN, or infinite.
template <class Vector>
struct LearnsNans {
  struct Chain {
    HWY_INLINE Chain() : sum(typename Vector::Number{0}) {}
    HWY_INLINE void See(Vector x) { sum = MulAdd(x, Vector(typename Vector::Number{0}), sum); }
    Vector sum;
  };
  HWY_INLINE LearnsNans() : sum(typename Vector::Number{0}) {}
  HWY_INLINE void See(const Chain& chain) { sum = sum + chain.sum; }
  HWY_INLINE bool OnlyNumbers() const { return hn::AllFalse(typename Vector::Tag(), IsNan(sum).mask); }
  Vector sum;
};

template <class Expression>
constexpr bool TakesParameter() {
  return requires {
    requires Expression::kTakesParameter;
  };
}

// Products of the elements of two operands.
template <class Format>
struct ProductsOf {
  using Of = Format;
  using Element = typename Format::Element;
  static constexpr bool kTakesSecond = true;
};

// Where a vector of lanes takes its elements from.
template <class Source>
struct LanePlace {
  using Element = typename Source::Element;

  const Element* first;
  const Element* second;
  int64_t firstStep;  // in bytes
  int64_t secondStep;

  static constexpr bool kTwo = requires { requires Source::kTakesSecond; };

  HWY_INLINE void Next() {
    first = Moved(first, firstStep);
    if constexpr (kTwo) {
      second = Moved(second, secondStep);
    }
  }
  // A vector of elements, or the first ones of it.
  template <class D>
  HWY_INLINE Lanes<D> Load(D tag) const {
    if constexpr (kTwo) {
      return Lanes<D>(Source::Of::Load(tag, first)) * Lanes<D>(Source::Of::Load(tag, second));
    } else {
      return Lanes<D>(Source::Load(tag, first));
    }
  }
  template <class D>
  HWY_INLINE Lanes<D> Load(D tag, int64_t count) const {
    if constexpr (kTwo) {
      return Lanes<D>(LoadFirst<typename Source::Of>(tag, first, count)) *
             Lanes<D>(LoadFirst<typename Source::Of>(tag, second, count));
    } else {
      return Lanes<D>(LoadFirst<Source>(tag, first, count));
    }
  }

  static HWY_INLINE const Element* Moved(const Element* from, int64_t bytes) {
    return reinterpret_cast<const Element*>(reinterpret_cast<const std::byte*>(from) + bytes);
  }
};

// Chains of several vectors are independent, so that a processor works on many at once.
template <class Expression, typename T, class Source>
class LaneLoop {
 public:
  static void Run(const LaneWork& given) {
    const LaneWork work = given;  // in registers: stores to lanes might change what is given
    if constexpr (!IsLong()) {
      if (work.step == kRowStep && work.width == kLanes && (work.count > kChain || work.rest > 0)) {
        RunRows<LearnsNothing<Vector>>(work);
        return;
      }
      if (work.count <= kChain && work.rest == 0 && work.width % kStep == 0) {
        RunShort<LearnsNothing<Vector>>(work);
        return;
      }
    }
    for (int64_t g = 0; g < work.groups; ++g) {
      T* const lanes = reinterpret_cast<T*>(work.lanes) + g * work.pitch;
      for (int64_t lane = 0; lane < work.width; lane += kStep) {
        const int64_t rest = work.rest - lane;  // from this vector on
        const Elements elements{work.count + (rest >= kStep ? 1 : 0), rest > 0 && rest < kStep ? rest : 0,
                                std::min(kStep, work.width - lane)};
        const Vector reduced =
            InTurn(elements, PlaceOf(work, g, lane), ParameterOf(work, g, lane), Before(work, lanes + lane));
        hn::StoreU(reduced.vector, Tag(), lanes + lane);
      }
    }
  }

  // Rows whose elements lie side by side, in one pass; whether all are numbers.
  static bool RunNumbers(const LaneWork& given) {
    const LaneWork work = given;
    return work.count > kChain || work.rest > 0 ? RunRows<LearnsNans<Vector>>(work)
                                                : RunShort<LearnsNans<Vector>>(work);
  }

 private:
  using Element = typename Source::Element;
  using Place = LanePlace<Source>;
  using Tag = typename ReductionLanes<T>::Tag;
  using Vector = typename ReductionLanes<T>::Vector;
  static constexpr int64_t kStep = ReductionLanes<T>::kStep;
  static constexpr int64_t kLanes = ReductionLanes<T>::kLanes;
  // Of rows whose elements lie side by side.
  static constexpr int64_t kRowStep = kLanes * static_cast<int64_t>(sizeof(Element));

  static constexpr bool IsLong() {
    return requires {
      requires Expression::kLong;
    };
  }

  // Rows whose elements lie side by side.
  template <class Learns>
  static HWY_INLINE bool RunRows(const LaneWork& work) {
    const Tag tag;
    Learns learns;
    for (int64_t g = 0; g < work.groups; ++g) {
      T* const lanes = reinterpret_cast<T*>(work.lanes) + g * work.pitch;
      for (int64_t lane = 0; lane < kLanes; lane += kStep) {
        Place place = PlaceOf(work, g, lane);
        place.firstStep = kRowStep;
        place.secondStep = kRowStep;
        const int64_t rest = work.rest - lane;  // from this vector on
        const Vector reduced = WholeRow(work.count + (rest >= kStep ? 1 : 0), rest < kStep ? rest : 0, place,
                                        ParameterOf(work, g, lane), Before(work, lanes + lane), learns);
        hn::StoreU(reduced.vector, tag, lanes + lane);
      }
    }
    return learns.OnlyNumbers();
  }

  // A chain of whole vectors at most: what else there is to a vector of lanes would take longer.
  template <class Learns>
  static HWY_INLINE bool RunShort(const LaneWork& work) {
    const Tag tag;
    Learns learns;
    for (int64_t g = 0; g < work.groups; ++g) {
      T* const lanes = reinterpret_cast<T*>(work.lanes) + g * work.pitch;
      for (int64_t lane = 0; lane < work.width; lane += kStep) {
        Place place = PlaceOf(work, g, lane);
        const Vector parameter = ParameterOf(work, g, lane);
        const Vector reduced = Before(work, lanes + lane);
        Vector chain = Expression::template Neutral<Vector>();
        typename Learns::Chain seen;
        for (int64_t i = 0; i < work.count; ++i) {
          const Vector x = place.Load(tag);
          chain = Expression::Step(chain, x, parameter);
          seen.See(x);
          place.Next();
        }
        learns.See(seen);
        hn::StoreU(Expression::Join(reduced, chain).vector, tag, lanes + lane);
      }
    }
    return learns.OnlyNumbers();
  }

  static HWY_INLINE Place PlaceOf(const LaneWork& work, int64_t group, int64_t lane) {
    Place place{reinterpret_cast<const Element*>(work.data + group * work.groupStride) + lane, nullptr,
                work.step, work.secondStep};
    if constexpr (Place::kTwo) {
      place.second = reinterpret_cast<const Element*>(work.second + group * work.secondGroupStride) + lane;
    }
    return place;
  }

  static HWY_INLINE Vector Before(const LaneWork& work, const T* lanes) {
    return work.first ? Expression::template Neutral<Vector>() : Vector(hn::LoadU(Tag(), lanes));
  }

  // What goes to a vector of lanes.
  struct Elements {
    int64_t count;  // of each lane
    int64_t rest;   // the first lanes have one more
    int64_t used;   // lanes that there are
  };

  static HWY_INLINE Vector ParameterOf(const LaneWork& work, int64_t group, int64_t lane) {
    if constexpr (TakesParameter<Expression>()) {
      const T* const numbers = reinterpret_cast<const T*>(work.parameters);
      return numbers == nullptr      ? Vector(static_cast<T>(work.parameter))
             : work.parameterOfGroup ? Vector(numbers[group])
                                     : Vector(hn::LoadU(Tag(), numbers + lane));
    } else {
      return Vector(T{0});
    }
  }

  // So many whole vectors, and the first elements of one, if rest is positive.
  template <class Learns>
  static HWY_INLINE Vector WholeRow(int64_t count, int64_t rest, Place place, Vector parameter,
                                    Vector reduced, Learns& learns) {
    const Tag tag;
    for (; count >= kChain; count -= kChain) {
      Vector chain = Expression::template Neutral<Vector>();
      typename Learns::Chain seen;
      for (int64_t i = 0; i < kChain; ++i) {
        const Vector x = place.Load(tag);
        chain = Expression::Step(chain, x, parameter);
        seen.See(x);
        place.Next();
      }
      learns.See(seen);
      reduced = Expression::Join(reduced, chain);
    }
    if (count > 0 || rest > 0) {
      Vector chain = Expression::template Neutral<Vector>();
      typename Learns::Chain seen;
      for (; count > 0; --count) {
        const Vector x = place.Load(tag);
        chain = Expression::Step(chain, x, parameter);
        seen.See(x);
        place.Next();
      }
      if (rest > 0) {
        const auto first = hn::FirstN(tag, static_cast<size_t>(rest));
        const Vector x(hn::IfThenElseZero(first, place.Load(tag, rest).vector));
        const Vector stepped = Expression::Step(chain, x, parameter);
        seen.See(x);
        chain = Vector(hn::IfThenElse(first, stepped.vector, chain.vector));
      }
      learns.See(seen);
      reduced = Expression::Join(reduced, chain);
    }
    return reduced;
  }

  // Any elements, by few copies of a step: where steps are long, or lanes fewer than a vector has.
  static HWY_INLINE Vector InTurn(const Elements& elements, Place place, Vector parameter, Vector reduced) {
    const int64_t count = elements.count + (elements.rest > 0 ? 1 : 0);
    const int64_t whole = elements.used == kStep ? elements.count : 0;
    for (int64_t i = 0; i < count;) {
      Vector chain = Expression::template Neutral<Vector>();
      const int64_t end = std::min(count, i + kChain);
#pragma GCC unroll 1
      for (const int64_t wholeEnd = std::min(end, whole); i < wholeEnd; ++i) {
        chain = Expression::Step(chain, place.Load(Tag()), parameter);
        place.Next();
      }
#pragma GCC unroll 1
      for (; i < end; ++i) {
        const int64_t lanes = i < elements.count ? elements.used : elements.rest;
        const Vector stepped = Expression::Step(chain, place.Load(Tag(), lanes), parameter);
        const auto first = hn::FirstN(Tag(), static_cast<size_t>(lanes));
        chain = Vector(hn::IfThenElse(first, stepped.vector, chain.vector));
        place.Next();
      }
      reduced = Expression::Join(reduced, chain);
    }
    return reduced;
  }
};

// Whether a step of an expression makes of a neutral lane the element itself.
template <class Expression>
inline constexpr bool kTakesElements = false;

// The loops of an expression. Where Expression::OfNumbers takes less work without NaNs, it is used.
template <class Expression, typename T, class Source>
LaneLoops MakeLaneLoops() {
  LaneLoops loops{};
  loops.run = LaneLoop<Expression, T, Source>::Run;
  if constexpr (requires { typename Expression::OfNumbers; }) {
    if constexpr (SecondOfUnordered<typename ReductionLanes<T>::Vector>()) {
      loops.runNumbers = LaneLoop<typename Expression::OfNumbers, T, Source>::RunNumbers;
    }
  }
  loops.folds = FindLaneFolds(Expression::kJoin, TypeOf<T>());
  loops.takesElements = kTakesElements<Expression> && std::is_same_v<Source, AsStored<T>>;
  loops.inAnyOrder = std::is_integral_v<T>;
  loops.elementBytes = sizeof(typename Source::Element);
  loops.numberBytes = sizeof(T);
  loops.resultBytes = sizeof(WideOf<T>);
  const auto nothing = static_cast<WideOf<T>>(Expression::kEmpty);
  std::memcpy(loops.nothing.data(), &nothing, sizeof(nothing));
  return loops;
}
template <class Expression, typename T, class Source = AsStored<T>>
const LaneLoops& LaneLoopsOf() {
  static const LaneLoops kLoops = MakeLaneLoops<Expression, T, Source>();
  return kLoops;
}

// Those of elements that are stored as this type.
template <class Expression>
const LaneLoops& LaneLoopsOfFloats(DType element) {
  switch (element) {
    case DType::kDouble:
      return LaneLoopsOf<Expression, double>();
    case DType::kFloat16:
      return LaneLoopsOf<Expression, float, Float16>();
    case DType::kBfloat16:
      return LaneLoopsOf<Expression, float, Bfloat16>();
    default:
      return LaneLoopsOf<Expression, float>();
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_KERNELS_LANE_BLOCKS_INL
