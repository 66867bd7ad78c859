// SPDX-License-Identifier: Apache-2.0
//
// Half types by the pair: 2 kLanes elements of a row as two sets of kLanes float32 lanes, in as few
// instructions as each format allows. Which element is in which lane is up to the format, but the same
// however wide the vectors are. For files that are compiled once for each instruction set; include after
// highway.h.
#include <cstddef>
#include <cstdint>

#include "simd/formats-inl.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_HALF_PAIRS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_HALF_PAIRS_INL
#undef OPENACLNN_HALF_PAIRS_INL
#else
#define OPENACLNN_HALF_PAIRS_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class V>
struct Pair {
  V first;
  V second;
};

// Load and Store take the beginning of the elements, and the first lane of those in the vectors.
template <class Half, size_t kLanes>
struct HalfPairs;

// Lane k holds elements k and k + kLanes.
template <size_t kLanes>
struct HalfPairs<Float16, kLanes> {
  static constexpr int64_t LaneOf(int64_t element) { return element % static_cast<int64_t>(kLanes); }

  template <class D>
  static Pair<hn::Vec<D>> Load(D floats, const uint16_t* from, size_t lane) {
    return {Float16::Load(floats, from + lane), Float16::Load(floats, from + kLanes + lane)};
  }

  template <class D>
  static void Store([[maybe_unused]] D floats, const Pair<hn::Vec<D>>& values, uint16_t* to, size_t lane) {
    Float16::Store(floats, values.first, to + lane);
    Float16::Store(floats, values.second, to + kLanes + lane);
  }
};

// Lane k holds elements 2 k and 2 k + 1: the halves of a 32-bit word.
template <size_t kLanes>
struct HalfPairs<Bfloat16, kLanes> {
  static constexpr int64_t LaneOf(int64_t element) { return element / 2 % static_cast<int64_t>(kLanes); }

  template <class D>
  static Pair<hn::Vec<D>> Load(D floats, const uint16_t* from, size_t lane) {
#if HWY_TARGET == HWY_SCALAR
    return {Bfloat16::Load(floats, from + 2 * lane), Bfloat16::Load(floats, from + 2 * lane + 1)};
#else
    const hn::Rebind<uint32_t, D> bits;
    const auto words = hn::BitCast(bits, hn::LoadU(hn::Repartition<uint16_t, D>(), from + 2 * lane));
    return {hn::BitCast(floats, hn::ShiftLeft<16>(words)),
            hn::BitCast(floats, hn::And(words, hn::Set(bits, kUpper)))};
#endif
  }

  // Rounds numbers; what becomes of NaN is not determined.
  template <class D>
  static void Store([[maybe_unused]] D floats, const Pair<hn::Vec<D>>& values, uint16_t* to, size_t lane) {
#if HWY_TARGET == HWY_SCALAR
    Bfloat16::Store(floats, values.first, to + 2 * lane);
    Bfloat16::Store(floats, values.second, to + 2 * lane + 1);
#else
    const hn::Rebind<uint32_t, D> bits;
    const auto first = hn::ShiftRight<16>(Round(bits, hn::BitCast(bits, values.first)));
    const auto second = hn::And(Round(bits, hn::BitCast(bits, values.second)), hn::Set(bits, kUpper));
    const hn::Repartition<uint16_t, D> halves;
    hn::StoreU(hn::BitCast(halves, hn::Or(first, second)), halves, to + 2 * lane);
#endif
  }

 private:
  static constexpr uint32_t kUpper = 0xFFFF0000;

  // To nearest even, in the upper half.
  template <class D>
  static hn::Vec<D> Round(D bits, hn::Vec<D> raw) {
    const auto odd = hn::And(hn::ShiftRight<16>(raw), hn::Set(bits, 1));
    return hn::Add(hn::Add(raw, hn::Set(bits, 0x7FFF)), odd);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_HALF_PAIRS_INL
