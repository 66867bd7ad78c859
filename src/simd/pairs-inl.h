// SPDX-License-Identifier: Apache-2.0
//
// Pairs of vectors, loaded from and stored to 32 neighbouring elements of a storage type in as few
// instructions as the type allows. For files that are compiled once for each instruction set; include after
// highway.h.
//
// A group of 2 kSumLanes elements fills kSumLanes lanes twice. Which elements share a lane is up to the type,
// but the same on every instruction set: so sums in lanes are, too.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simd/formats-inl.h"
#include "simd/lane_sums-inl.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_SIMD_PAIRS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_PAIRS_INL
#undef OPENACLNN_SIMD_PAIRS_INL
#else
#define OPENACLNN_SIMD_PAIRS_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr int64_t kPairElements = 2 * kSumLanes;

// Lanes [vector * lanes of a vector, ...) of a group: a vector of the elements that come first in their lane,
// and one of those that come second.
struct LanePair {
  hn::Vec<LaneTag> first;
  hn::Vec<LaneTag> second;
};

template <class Format>
struct Pairs {
  using Element = typename Format::Element;
  // BFLOAT16 elements 2 l and 2 l + 1, the halves of a 32-bit word, share lane l; of other types, elements l
  // and l + kSumLanes.
  static constexpr bool kNeighbours = std::is_same_v<Format, Bfloat16>;
  static constexpr int64_t kSideBySide = kNeighbours ? 2 : 1;
  static constexpr int64_t kToSecond = kNeighbours ? 1 : kSumLanes;  // of a lane, from its first element

  // The element that comes at place `turn` in a lane.
  static constexpr int64_t ElementOf(int64_t lane, int64_t turn) {
    return (turn / kSideBySide * kSumLanes + lane) * kSideBySide + turn % kSideBySide;
  }

  static HWY_INLINE LanePair Load(const Element* group, size_t vector) {
    const LaneTag floats;
    const Element* from = group + kSideBySide * static_cast<int64_t>(vector * hn::MaxLanes(floats));
#if HWY_TARGET != HWY_SCALAR
    if constexpr (kNeighbours) {
      const auto pairs = Format::LoadPairs(floats, from);
      return {pairs.even, pairs.odd};
    }
#endif
    return {Format::Load(floats, from), Format::Load(floats, from + kToSecond)};
  }

  static HWY_INLINE void Store(const LanePair& values, Element* group, size_t vector) {
    const LaneTag floats;
    Element* to = group + kSideBySide * static_cast<int64_t>(vector * hn::MaxLanes(floats));
#if HWY_TARGET != HWY_SCALAR
    if constexpr (kNeighbours) {
      Format::StorePairs(floats, {values.first, values.second}, to);
      return;
    }
#endif
    Format::Store(floats, values.first, to);
    Format::Store(floats, values.second, to + kToSecond);
  }

  struct MaskPair {
    hn::Mask<LaneTag> first;
    hn::Mask<LaneTag> second;
  };

  // Which lanes stand for the first `count` elements of a group.
  static HWY_INLINE MaskPair FirstElements(int64_t count, size_t vector) {
    const LaneTag floats;
    const auto begin = static_cast<int64_t>(vector * hn::MaxLanes(floats));
    const auto firstLanes = [=](int64_t end) HWY_ATTR {
      return hn::FirstN(floats, static_cast<size_t>(std::clamp<int64_t>(end - begin, 0, kSumLanes)));
    };
    return kNeighbours ? MaskPair{firstLanes((count + 1) / 2), firstLanes(count / 2)}
                       : MaskPair{firstLanes(count), firstLanes(count - kSumLanes)};
  }

  // Copies the first `count` elements of a group to one of its own, of which the others become zero.
  static HWY_INLINE void LoadPart(const Element* from, int64_t count, Element* group) {
#if HWY_TARGET <= HWY_AVX3
    ForEachPart(count, [=](auto tag, auto mask, int64_t i)
                           HWY_ATTR { hn::StoreU(hn::MaskedLoad(mask, tag, from + i), tag, group + i); });
#else
    std::fill_n(group, kPairElements, Element{});
    std::memcpy(group, from, static_cast<size_t>(count) * sizeof(Element));
#endif
  }

  // And back.
  static HWY_INLINE void StorePart(const Element* group, int64_t count, Element* to) {
#if HWY_TARGET <= HWY_AVX3
    ForEachPart(count, [=](auto tag, auto mask, int64_t i)
                           HWY_ATTR { hn::BlendedStore(hn::LoadU(tag, group + i), mask, tag, to + i); });
#else
    std::memcpy(to, group, static_cast<size_t>(count) * sizeof(Element));
#endif
  }

 private:
#if HWY_TARGET <= HWY_AVX3
  // Masked loads and stores do not touch what the mask leaves out.
  template <class Body>
  static HWY_INLINE void ForEachPart(int64_t count, const Body& body) {
    const hn::CappedTag<Element, kPairElements> tag;
    constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(tag));
    for (int64_t i = 0; i < kPairElements; i += kLanes) {
      body(tag, hn::FirstN(tag, static_cast<size_t>(std::clamp<int64_t>(count - i, 0, kLanes))), i);
    }
  }
#endif
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_PAIRS_INL
