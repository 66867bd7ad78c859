// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/score_tile.h"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/math-inl.h"
#include "simd/numbers-inl.h"
#include "simd/vector_parts-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindScoreLoops, ScoreLoops());
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace attention {

// Sums that are made beside each other and then added up.
constexpr int64_t kChains = 4;
// Keys side by side, of a single query.
constexpr size_t kRowLanes = 16;

template <class D>
HWY_INLINE Lanes<D> Read(D tag, const float* from) {
  return Lanes<D>(hn::LoadU(tag, from));
}

// Calls body(tag, lane) for the lanes of a tile, as many at a time as a vector has.
template <class Body>
HWY_INLINE void ForEachLanes(int64_t width, const Body& body) {
  ForEachVectorPart(hn::ScalableTag<float>(), 0, width, body);
}

// Adds rows up: sum(row) gives vectors.
template <class D, class Row>
HWY_INLINE Lanes<D> SumRows(D /*tag*/, int64_t rows, const Row& row) {
  Lanes<D> chains[kChains] = {Lanes<D>(0), Lanes<D>(0), Lanes<D>(0), Lanes<D>(0)};
  int64_t r = 0;
  for (; r + kChains <= rows; r += kChains) {
    for (int64_t c = 0; c < kChains; ++c) {
      chains[c] = row(r + c, chains[c]);
    }
  }
  for (; r < rows; ++r) {
    chains[0] = row(r, chains[0]);
  }
  return (chains[0] + chains[1]) + (chains[2] + chains[3]);
}

// The scores of a tile that hides nothing and has no bias are the scaled products.
template <class D>
HWY_INLINE Lanes<D> PlainScore(D tag, const ScoreTile& tile, int64_t key, int64_t lane) {
  return Lanes<D>(tile.scale) * Read(tag, tile.products + key * tile.width + lane);
}

template <class D>
HWY_INLINE Lanes<D> AnyScore(D tag, const ScoreTile& tile, int64_t key, int64_t lane) {
  const Lanes<D> hidden(-std::numeric_limits<float>::infinity());
  const int64_t at = key * tile.width + lane;
  Lanes<D> score = PlainScore(tag, tile, key, lane);
  if (tile.bias != nullptr) {
    score = MulAdd(Lanes<D>(tile.scale), Read(tag, tile.products + at),
                   Lanes<D>(tile.biasScale) * Read(tag, tile.bias + at));
  }
  if (tile.masked != nullptr) {
    const hn::RebindToSigned<D> whole;
    const auto bytes = hn::LoadU(hn::Rebind<uint8_t, D>(), tile.masked + at);
    const auto seen = hn::RebindMask(tag, hn::Eq(hn::PromoteTo(whole, bytes), hn::Zero(whole)));
    score = Choose(Truths<D>(seen), score, hidden);
  }
  if (tile.begin != nullptr) {
    const Lanes<D> number(static_cast<float>(key));
    const auto seen = (number >= Read(tag, tile.begin + lane)) & (number < Read(tag, tile.end + lane));
    score = Choose(seen, score, hidden);
  }
  return score;
}

template <bool kPlain, class D>
HWY_INLINE Lanes<D> Score(D tag, const ScoreTile& tile, int64_t key, int64_t lane) {
  if constexpr (kPlain) {
    return PlainScore(tag, tile, key, lane);
  } else {
    return AnyScore(tag, tile, key, lane);
  }
}

HWY_INLINE bool IsPlain(const ScoreTile& tile) {
  return tile.bias == nullptr && tile.masked == nullptr && tile.begin == nullptr;
}

template <bool kPlain>
bool SoftmaxStepOf(const ScoreTile& tile, const RowState& state, float* factor) {
  bool changed = false;
  ForEachLanes(tile.width, [&](auto tag, int64_t lane) HWY_ATTR {
    using V = Lanes<std::remove_const_t<decltype(tag)>>;
    const V before = Read(tag, state.largest + lane);
    // A score that is NaN is not the largest: its exponential makes the sum NaN.
    V chains[2] = {before, before};
    for (int64_t key = 0; key < tile.keys; ++key) {
      const V score = Score<kPlain>(tag, tile, key, lane);
      hn::StoreU(score.vector, tag, tile.products + key * tile.width + lane);
      V& chain = chains[key % 2];
      chain = Choose(score > chain, score, chain);
    }
    const V largest = Choose(chains[1] > chains[0], chains[1], chains[0]);
    const V sum = SumRows(tag, tile.keys, [&](int64_t key, V sofar) HWY_ATTR {
      const int64_t at = key * tile.width + lane;
      const V term = Exp(Read(tag, tile.products + at) - largest);
      const V kept = tile.kept == nullptr ? term : term * Read(tag, tile.kept + at);
      hn::StoreU(kept.vector, tag, tile.products + at);
      return sofar + term;
    });
    const V rescale = Exp(before - largest);
    hn::StoreU(largest.vector, tag, state.largest + lane);
    hn::StoreU(MulAdd(Read(tag, state.sum + lane), rescale, sum).vector, tag, state.sum + lane);
    hn::StoreU(rescale.vector, tag, factor + lane);
    changed |= !hn::AllTrue(tag, hn::Eq(rescale.vector, hn::Set(tag, 1.0F)));
  });
  return changed;
}

// Scores of a single query from `key` on. Arrays have room for whole vectors.
template <class D>
HWY_INLINE Lanes<D> RowScore(D tag, const ScoreTile& tile, int64_t key) {
  const Lanes<D> hidden(-std::numeric_limits<float>::infinity());
  const Lanes<D> product = Read(tag, tile.products + key);
  Lanes<D> score = Lanes<D>(tile.scale) * product;
  if (tile.bias != nullptr) {
    score = MulAdd(Lanes<D>(tile.scale), product, Lanes<D>(tile.biasScale) * Read(tag, tile.bias + key));
  }
  if (tile.masked != nullptr) {
    const hn::RebindToSigned<D> whole;
    const auto bytes = hn::LoadU(hn::Rebind<uint8_t, D>(), tile.masked + key);
    const auto seen = hn::RebindMask(tag, hn::Eq(hn::PromoteTo(whole, bytes), hn::Zero(whole)));
    score = Choose(Truths<D>(seen), score, hidden);
  }
  if (tile.begin != nullptr) {
    const Lanes<D> number(hn::Iota(tag, static_cast<float>(key)));
    score = Choose((number >= Lanes<D>(tile.begin[0])) & (number < Lanes<D>(tile.end[0])), score, hidden);
  }
  return score;
}

bool SoftmaxRow(const ScoreTile& tile, const RowState& state, float* factor) {
  const hn::CappedTag<float, kRowLanes> tag;
  using V = Lanes<std::remove_const_t<decltype(tag)>>;
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(tag));
  // Those of the keys from `key` on that there are.
  const auto existing = [&](int64_t key) HWY_ATTR {
    return hn::FirstN(tag, static_cast<size_t>(std::min(kStep, tile.keys - key)));
  };
  const float before = state.largest[0];
  V chain(before);
  for (int64_t key = 0; key < tile.keys; key += kStep) {
    const V score = RowScore(tag, tile, key);
    hn::StoreU(score.vector, tag, tile.products + key);
    chain = Choose(Truths<typename V::Tag>(hn::And((score > chain).mask, existing(key))), score, chain);
  }
  HWY_ALIGN std::array<float, kRowLanes> lanes;
  hn::Store(chain.vector, tag, lanes.data());
  const float largest = *std::max_element(lanes.begin(), lanes.begin() + kStep);
  // The sums of keys l, l + kRowLanes..., however many lanes a vector has; then these are folded.
  lanes.fill(0);
  for (int64_t key = 0; key < tile.keys; key += kStep) {
    const V term = Exp(Read(tag, tile.products + key) - V(largest));
    const V kept = tile.kept == nullptr ? term : term * Read(tag, tile.kept + key);
    hn::StoreU(hn::IfThenElseZero(existing(key), kept.vector), tag, tile.products + key);
    float* const sum = lanes.data() + static_cast<size_t>(key) % kRowLanes;
    hn::Store(hn::Add(hn::Load(tag, sum), hn::IfThenElseZero(existing(key), term.vector)), tag, sum);
  }
  for (size_t half = kRowLanes / 2; half > 0; half /= 2) {
    for (size_t l = 0; l < half; ++l) {
      lanes[l] += lanes[l + half];
    }
  }
  const float rescale = hn::GetLane(Exp(V(before) - V(largest)).vector);
  const hn::CappedTag<float, 1> one;
  const auto sum = MulAdd(one, hn::Set(one, state.sum[0]), hn::Set(one, rescale), hn::Set(one, lanes[0]));
  state.largest[0] = largest;
  state.sum[0] = hn::GetLane(sum);
  factor[0] = rescale;
  return rescale != 1;
}

template <bool kPlain>
void GradientStepOf(const ScoreTile& tile, float* gradients, const float* largest, const float* inverse,
                    const float* correction) {
  ForEachLanes(tile.width, [&](auto tag, int64_t lane) HWY_ATTR {
    using V = Lanes<std::remove_const_t<decltype(tag)>>;
    const V most = Read(tag, largest + lane);
    const V share = Read(tag, inverse + lane);
    const V less = Read(tag, correction + lane);
    for (int64_t key = 0; key < tile.keys; ++key) {
      const int64_t at = key * tile.width + lane;
      const V probability = Exp(Score<kPlain>(tag, tile, key, lane) - most) * share;
      V gradient = Read(tag, gradients + at);
      V kept = probability;
      if (tile.kept != nullptr) {
        const V times = Read(tag, tile.kept + at);
        gradient = gradient * times;
        kept = kept * times;
      }
      hn::StoreU(kept.vector, tag, tile.products + at);
      hn::StoreU((probability * (gradient - less)).vector, tag, gradients + at);
    }
  });
}

bool SoftmaxStep(const ScoreTile& tile, const RowState& state, float* factor) {
  return IsPlain(tile) ? SoftmaxStepOf<true>(tile, state, factor) : SoftmaxStepOf<false>(tile, state, factor);
}

void GradientStep(const ScoreTile& tile, float* gradients, const float* largest, const float* inverse,
                  const float* correction) {
  if (IsPlain(tile)) {
    GradientStepOf<true>(tile, gradients, largest, inverse, correction);
  } else {
    GradientStepOf<false>(tile, gradients, largest, inverse, correction);
  }
}

template <bool kDivides>
void ScaleRows(float* values, int64_t rows, int64_t width, const float* factor) {
  ForEachLanes(width, [&](auto tag, int64_t lane) HWY_ATTR {
    const auto by = Read(tag, factor + lane);
    for (int64_t row = 0; row < rows; ++row) {
      float* const at = values + row * width + lane;
      const auto value = Read(tag, at);
      hn::StoreU((kDivides ? value / by : value * by).vector, tag, at);
    }
  });
}
void MultiplyRows(float* values, int64_t rows, int64_t width, const float* factor) {
  ScaleRows<false>(values, rows, width, factor);
}
void DivideRows(float* values, int64_t rows, int64_t width, const float* divisor) {
  ScaleRows<true>(values, rows, width, divisor);
}

void SumProducts(const float* a, const float* b, int64_t rows, int64_t width, float* sums) {
  ForEachLanes(width, [&](auto tag, int64_t lane) HWY_ATTR {
    using V = Lanes<std::remove_const_t<decltype(tag)>>;
    const V sum = SumRows(tag, rows, [&](int64_t row, V sofar) HWY_ATTR {
      const int64_t at = row * width + lane;
      return MulAdd(Read(tag, a + at), Read(tag, b + at), sofar);
    });
    hn::StoreU(sum.vector, tag, sums + lane);
  });
}

void SplitPairs(const float* values, int64_t keys, int64_t width, uint32_t* large, uint32_t* small) {
  ForEachLanes(width, [&](auto tag, int64_t lane) HWY_ATTR {
    const hn::RebindToUnsigned<std::remove_const_t<decltype(tag)>> bits;
    for (int64_t key = 0; key < keys; key += 2) {
      const auto first = hn::LoadU(tag, values + key * width + lane);
      const auto second = key + 1 < keys ? hn::LoadU(tag, values + (key + 1) * width + lane) : hn::Zero(tag);
      const auto ofFirst = Bfloat16::Narrow(tag, first);
      const auto ofSecond = Bfloat16::Narrow(tag, second);
      const auto restOfFirst = Bfloat16::Narrow(tag, hn::Sub(first, Bfloat16::Widen(tag, ofFirst)));
      const auto restOfSecond = Bfloat16::Narrow(tag, hn::Sub(second, Bfloat16::Widen(tag, ofSecond)));
      const int64_t at = key / 2 * width + lane;
      hn::StoreU(hn::Or(ofFirst, hn::ShiftLeft<16>(ofSecond)), bits, large + at);
      hn::StoreU(hn::Or(restOfFirst, hn::ShiftLeft<16>(restOfSecond)), bits, small + at);
    }
  });
}

void SplitRow(const float* values, int64_t keys, uint16_t* large, uint16_t* small) {
  ForEachLanes(keys, [&](auto tag, int64_t key) HWY_ATTR {
    const hn::Rebind<uint16_t, std::remove_const_t<decltype(tag)>> halves;
    const auto value = hn::LoadU(tag, values + key);
    const auto most = Bfloat16::Narrow(tag, value);
    const auto rest = Bfloat16::Narrow(tag, hn::Sub(value, Bfloat16::Widen(tag, most)));
    hn::StoreU(hn::TruncateTo(halves, most), halves, large + key);
    hn::StoreU(hn::TruncateTo(halves, rest), halves, small + key);
  });
}

}  // namespace attention

ScoreLoops FindScoreLoops() {
  return {attention::SoftmaxStep, attention::SoftmaxRow, attention::GradientStep, attention::MultiplyRows,
          attention::DivideRows,  attention::SplitPairs, attention::SplitRow,     attention::SumProducts};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {}  // namespace

const ScoreLoops& BestScoreLoops() {
  static const ScoreLoops loops = HWY_DYNAMIC_DISPATCH(FindScoreLoops)();
  return loops;
}

}  // namespace openaclnn
#endif  // HWY_ONCE
