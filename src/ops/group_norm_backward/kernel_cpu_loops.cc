// SPDX-License-Identifier: Apache-2.0
//
// The inner loops across channels, and on sums of channels.
#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "ops/group_norm_backward/kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/group_norm_backward/kernel_cpu_loops.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "base/formats-inl.h"
#include "ops/group_norm_backward/half_pairs-inl.h"
#include "ops/group_norm_backward/lanes-inl.h"
#include "ops/group_norm_backward/stream-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

constexpr int64_t kLanes = kGroupNormLanes;

// The lanes of a vector of channels. As many of them are in registers at a time as there is room for.
template <class D>
constexpr int64_t kLanesAtOnce = hn::MaxLanes(D()) == kLanes ? kLanes : kLanes / 2;

// Asks for the next tile while one is worked on; in the order of memory where it is in one piece, so that the
// processor sees it coming, too.
template <class Element>
class NextTile {
 public:
  NextTile(const void* data, int64_t stride, const GroupNormTile& tile, int64_t column, int64_t vector)
      : at_(static_cast<const Element*>(data) + tile.rows * stride +
            (stride == tile.columns ? column * tile.rows : column)),
        step_(stride == tile.columns ? vector : stride) {}

  void Prefetch(int64_t row) const { PrefetchToLevelTwo(at_ + row * step_); }

 private:
  const Element* at_;
  int64_t step_;
};

// Rows whose number, like the position of the first, is a multiple of kLanes.
template <class Format, bool kProducts>
void AddWholePositions(const GroupNormTile& tile, int64_t rows, const double* means, double* gradientLanes,
                       double* productLanes) {
  using Element = typename Format::Element;
  const auto* const tileGradOut = static_cast<const Element*>(tile.gradOut);
  const auto* const tileInput = static_cast<const Element*>(tile.input);
  const int64_t gradOutStride = tile.gradOutStride;
  const int64_t inputStride = tile.inputStride;
  ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns, [=, &tile](auto doubles, int64_t i) HWY_ATTR {
    constexpr int64_t kAtOnce = kLanesAtOnce<decltype(doubles)>;
    constexpr auto kVector = static_cast<int64_t>(hn::MaxLanes(doubles));
    const NextTile<Element> nextGradOut(tileGradOut, gradOutStride, tile, i, kVector);
    const NextTile<Element> nextInput(tileInput, inputStride, tile, i, kVector);
    for (int64_t first = 0; first < kLanes; first += kAtOnce) {
      hn::Vec<decltype(doubles)> gradients[kAtOnce];
      hn::Vec<decltype(doubles)> products[kAtOnce];
      for (int64_t lane = 0; lane < kAtOnce; ++lane) {
        gradients[lane] = hn::LoadU(doubles, gradientLanes + (first + lane) * kGroupNormLaneStride + i);
        products[lane] = hn::LoadU(doubles, productLanes + (first + lane) * kGroupNormLaneStride + i);
      }
      for (int64_t row = first; row < rows; row += kLanes) {
        const Element* gradOut = tileGradOut + row * gradOutStride + i;
        const Element* input = kProducts ? tileInput + row * inputStride + i : nullptr;
        for (int64_t lane = 0; lane < kAtOnce; ++lane) {
          nextGradOut.Prefetch(row + lane);
          const auto gradient = LoadDouble<Format>(doubles, gradOut);
          gradients[lane] = hn::Add(gradients[lane], gradient);
          gradOut += gradOutStride;
          if constexpr (kProducts) {
            nextInput.Prefetch(row + lane);
            const auto centred = hn::Sub(LoadDouble<Format>(doubles, input), hn::LoadU(doubles, means + i));
            products[lane] = hn::Add(products[lane], hn::Mul(gradient, centred));
            input += inputStride;
          }
        }
      }
      for (int64_t lane = 0; lane < kAtOnce; ++lane) {
        hn::StoreU(gradients[lane], doubles, gradientLanes + (first + lane) * kGroupNormLaneStride + i);
        hn::StoreU(products[lane], doubles, productLanes + (first + lane) * kGroupNormLaneStride + i);
      }
    }
  });
}

template <class Format, bool kProducts>
void AddPositionsOf(const GroupNormTile& tile, const double* means, int64_t channel, int64_t position,
                    GroupNormLaneSums& lanes) {
  int64_t row = 0;
  if (position % kLanes == 0 && tile.rows >= kLanes) {
    row = tile.rows / kLanes * kLanes;
    AddWholePositions<Format, kProducts>(tile, row, means, lanes.gradients.data() + channel,
                                         lanes.products.data() + channel);
  }
  for (; row < tile.rows; ++row) {
    const auto* gradOut =
        static_cast<const typename Format::Element*>(tile.gradOut) + row * tile.gradOutStride;
    const auto* input =
        kProducts ? static_cast<const typename Format::Element*>(tile.input) + row * tile.inputStride
                  : nullptr;
    const int64_t lane = (position + row) % kLanes * kGroupNormLaneStride + channel;
    double* gradients = lanes.gradients.data() + lane;
    double* products = lanes.products.data() + lane;
    ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns, [=](auto doubles, int64_t i) HWY_ATTR {
      const auto gradient = LoadDouble<Format>(doubles, gradOut + i);
      hn::StoreU(hn::Add(hn::LoadU(doubles, gradients + i), gradient), doubles, gradients + i);
      if constexpr (kProducts) {
        const auto centred = hn::Sub(LoadDouble<Format>(doubles, input + i), hn::LoadU(doubles, means + i));
        const auto product = hn::Mul(gradient, centred);
        hn::StoreU(hn::Add(hn::LoadU(doubles, products + i), product), doubles, products + i);
      }
    });
  }
}

// Ends a run of gradients.
void EndRun(int64_t channel, int64_t channels, GroupNormLaneSums& lanes) {
  for (int64_t lane = 0; lane < kLanes; ++lane) {
    double* gradients = lanes.gradients.data() + lane * kGroupNormLaneStride + channel;
    float* runs = lanes.runs.data() + lane * kGroupNormLaneStride + channel;
    ForEachVector(hn::CappedTag<double, kLanes>(), channels, [=](auto doubles, int64_t i) HWY_ATTR {
      const hn::Rebind<float, decltype(doubles)> floats;
      const auto run = hn::PromoteTo(doubles, hn::LoadU(floats, runs + i));
      hn::StoreU(hn::Add(hn::LoadU(doubles, gradients + i), run), doubles, gradients + i);
      hn::StoreU(hn::Zero(floats), floats, runs + i);
    });
  }
}

// As HalfSums. Rows whose number, like the position of the first, is a multiple of 2 kLanes, of one run.
template <class Half, bool kProducts>
void AddWholeHalfPositions(const GroupNormTile& tile, int64_t rows, float* runLanes, double* productLanes) {
  const auto* const tileGradOut = static_cast<const uint16_t*>(tile.gradOut);
  const auto* const tileInput = static_cast<const uint16_t*>(tile.input);
  // Of a lane's two positions.
  constexpr int64_t kFirst = HalfPairs<Half, kLanes>::LaneOf(1);
  constexpr int64_t kLaneStep = kFirst == 0 ? 2 : 1;
  constexpr int64_t kPairStep = kFirst == 0 ? 1 : kLanes;
  ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns, [=, &tile](auto doubles, int64_t i) HWY_ATTR {
    constexpr int64_t kAtOnce = kLanesAtOnce<decltype(doubles)>;
    const hn::Rebind<float, decltype(doubles)> floats;
    constexpr auto kVector = static_cast<int64_t>(hn::MaxLanes(doubles));
    const NextTile<uint16_t> nextGradOut(tileGradOut, tile.gradOutStride, tile, i, kVector);
    const NextTile<uint16_t> nextInput(tileInput, tile.inputStride, tile, i, kVector);
    for (int64_t first = 0; first < kLanes; first += kAtOnce) {
      hn::Vec<decltype(floats)> runs[kAtOnce];
      hn::Vec<decltype(doubles)> products[kAtOnce];
      for (int64_t lane = 0; lane < kAtOnce; ++lane) {
        runs[lane] = hn::LoadU(floats, runLanes + (first + lane) * kGroupNormLaneStride + i);
        products[lane] = hn::LoadU(doubles, productLanes + (first + lane) * kGroupNormLaneStride + i);
      }
      for (int64_t begin = 0; begin < rows; begin += 2 * kLanes) {
        for (int64_t lane = 0; lane < kAtOnce; ++lane) {
          for (int64_t pair = 0; pair < 2; ++pair) {
            const int64_t row = begin + (first + lane) * kLaneStep + pair * kPairStep;
            const uint16_t* gradOut = tileGradOut + row * tile.gradOutStride + i;
            nextGradOut.Prefetch(begin + 2 * (first + lane) + pair);
            const auto gradient = Half::Load(floats, gradOut);
            runs[lane] = hn::Add(runs[lane], gradient);
            if constexpr (kProducts) {
              const uint16_t* input = tileInput + row * tile.inputStride + i;
              nextInput.Prefetch(begin + 2 * (first + lane) + pair);
              const auto product = hn::PromoteTo(doubles, hn::Mul(gradient, Half::Load(floats, input)));
              products[lane] = hn::Add(products[lane], product);
            }
          }
        }
      }
      for (int64_t lane = 0; lane < kAtOnce; ++lane) {
        hn::StoreU(runs[lane], floats, runLanes + (first + lane) * kGroupNormLaneStride + i);
        hn::StoreU(products[lane], doubles, productLanes + (first + lane) * kGroupNormLaneStride + i);
      }
    }
  });
}

template <class Half, bool kProducts>
void AddHalfPositionsOf(const GroupNormTile& tile, int64_t channel, int64_t position,
                        GroupNormLaneSums& lanes) {
  constexpr int64_t kPair = 2 * kLanes;
  int64_t row = 0;
  if (position % kPair == 0 && tile.rows >= kPair && position % kGroupNormRun + tile.rows <= kGroupNormRun) {
    if (position > 0 && position % kGroupNormRun == 0) {
      EndRun(channel, tile.columns, lanes);
    }
    row = tile.rows / kPair * kPair;
    AddWholeHalfPositions<Half, kProducts>(tile, row, lanes.runs.data() + channel,
                                           lanes.products.data() + channel);
  }
  for (; row < tile.rows; ++row) {
    const int64_t at = position + row;
    if (at > 0 && at % kGroupNormRun == 0) {
      EndRun(channel, tile.columns, lanes);
    }
    const auto* gradOut = static_cast<const uint16_t*>(tile.gradOut) + row * tile.gradOutStride;
    const auto* input =
        kProducts ? static_cast<const uint16_t*>(tile.input) + row * tile.inputStride : nullptr;
    const int64_t lane = HalfPairs<Half, kLanes>::LaneOf(at) * kGroupNormLaneStride + channel;
    float* runs = lanes.runs.data() + lane;
    double* products = lanes.products.data() + lane;
    ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns, [=](auto doubles, int64_t i) HWY_ATTR {
      const hn::Rebind<float, decltype(doubles)> floats;
      const auto gradient = Half::Load(floats, gradOut + i);
      hn::StoreU(hn::Add(hn::LoadU(floats, runs + i), gradient), floats, runs + i);
      if constexpr (kProducts) {
        const auto product = hn::PromoteTo(doubles, hn::Mul(gradient, Half::Load(floats, input + i)));
        hn::StoreU(hn::Add(hn::LoadU(doubles, products + i), product), doubles, products + i);
      }
    });
  }
}

template <class Format, bool kProducts>
void AddPositionsOf(const GroupNormTile& tile, const double* means, int64_t channel, int64_t position,
                    bool asHalf, GroupNormLaneSums& lanes) {
  if constexpr (!std::is_same_v<Format, Float32>) {
    if (asHalf) {
      AddHalfPositionsOf<Format, kProducts>(tile, channel, position, lanes);
      return;
    }
  }
  AddPositionsOf<Format, kProducts>(tile, means, channel, position, lanes);
}

template <class D>
CoefficientVectors<D> LoadCoefficients(D floats, const GroupNormFloatCoefficients& by, int64_t channel) {
  return {hn::LoadU(floats, by.scales.data() + channel), hn::LoadU(floats, by.means.data() + channel),
          hn::LoadU(floats, by.constants.data() + channel), hn::LoadU(floats, by.slopes.data() + channel)};
}

// Results of channels from `channel` of the band on; or only those that float32 gives no number for.
template <class Format>
void WritePieceInDouble(const typename Format::Element* gradOut, const typename Format::Element* input,
                        int64_t channel, int64_t count, const GroupNormBandCoefficients& by, bool all,
                        typename Format::Element* gradInput) {
  ForEachVector(hn::CappedTag<double, kLanes>(), count, [=, &by](auto doubles, int64_t i) HWY_ATTR {
    const hn::Rebind<float, decltype(doubles)> floats;
    PrefetchAhead(gradOut + i);
    PrefetchAhead(input + i);
    const auto load = [=](const GroupNormBandValues& values)
                          HWY_ATTR { return hn::LoadU(doubles, values.data() + channel + i); };
    auto result = Combine<Format>(doubles, gradOut + i, input + i, load(by.scales), load(by.means),
                                  load(by.constants), load(by.slopes));
    if (!all) {
      const auto inFloat =
          CombineFloats(floats, Format::Load(floats, gradOut + i), Format::Load(floats, input + i),
                        LoadCoefficients(floats, by.floats, channel + i));
      result = hn::IfThenElse(IsNumber(floats, inFloat), inFloat, result);
    }
    Format::Store(floats, result, gradInput + i);
  });
}

// Whether all results are numbers.
template <class Half>
bool WriteHalfPiece(const uint16_t* gradOut, const uint16_t* input, int64_t channel, int64_t count,
                    const GroupNormFloatCoefficients& by, uint16_t* gradInput) {
  bool numbers = true;
  ForEachVector(hn::CappedTag<float, 16>(), count, [=, &by, &numbers](auto floats, int64_t i) HWY_ATTR {
    PrefetchAhead(gradOut + i);
    PrefetchAhead(input + i);
    const auto result = CombineFloats(floats, Half::Load(floats, gradOut + i), Half::Load(floats, input + i),
                                      LoadCoefficients(floats, by, channel + i));
    numbers = numbers && hn::AllTrue(floats, IsNumber(floats, result));
    Half::Store(floats, result, gradInput + i);
  });
  return numbers;
}

template <class Format>
void WritePositionsOf(const GroupNormTile& tile, const GroupNormBandCoefficients& by, void* gradInput,
                      int64_t gradInputStride, Stores stores) {
  using Element = typename Format::Element;
  const auto write = [&](int64_t row, int64_t column, int64_t count, Element* out) HWY_ATTR {
    const auto* gradOut = static_cast<const Element*>(tile.gradOut) + row * tile.gradOutStride + column;
    const auto* input = static_cast<const Element*>(tile.input) + row * tile.inputStride + column;
    if constexpr (std::is_same_v<Format, Float32>) {
      WritePieceInDouble<Format>(gradOut, input, column, count, by, true, out);
    } else if (!WriteHalfPiece<Format>(gradOut, input, column, count, by.floats, out)) {
      WritePieceInDouble<Format>(gradOut, input, column, count, by, false, out);
    }
  };
  auto* const out = static_cast<Element*>(gradInput);
  if (stores == Stores::kStreaming) {
    StreamRows(out, gradInputStride, tile.rows, tile.columns, write);
    return;
  }
  for (int64_t row = 0; row < tile.rows; ++row) {
    write(row, 0, tile.columns, out + row * gradInputStride);
  }
}

void AddPositions(const GroupNormTile& tile, const double* means, int64_t channel, int64_t position,
                  bool asHalf, GroupNormLaneSums& lanes) {
  VisitFormat(tile.dtype, [&](auto format) HWY_ATTR {
    if (tile.input == nullptr) {
      AddPositionsOf<decltype(format), false>(tile, means, channel, position, asHalf, lanes);
    } else {
      AddPositionsOf<decltype(format), true>(tile, means, channel, position, asHalf, lanes);
    }
  });
}

void WritePositions(const GroupNormTile& tile, const GroupNormBandCoefficients& by, void* gradInput,
                    int64_t stride, Stores stores) {
  VisitFormat(tile.dtype, [&](auto format) HWY_ATTR {
    WritePositionsOf<decltype(format)>(tile, by, gradInput, stride, stores);
  });
}

void ClearLanes(int64_t positions, int64_t channels, GroupNormLaneSums& lanes) {
  const int64_t used = positions == 1 ? 1 : kLanes;
  for (int64_t lane = 0; lane < used; ++lane) {
    for (int64_t i = lane * kGroupNormLaneStride; i < lane * kGroupNormLaneStride + channels; ++i) {
      lanes.gradients[static_cast<size_t>(i)] = 0.0;
      lanes.products[static_cast<size_t>(i)] = 0.0;
      lanes.runs[static_cast<size_t>(i)] = 0.0F;
    }
  }
}

void FoldBand(const GroupNormLaneSums& lanes, int64_t positions, int64_t channels, GroupNormBandSums& sums) {
  for (int64_t i = 0; i < channels; ++i) {
    const auto at = static_cast<size_t>(i);
    sums.gradients[at] =
        positions == 1 ? lanes.gradients[at] : FoldLanes(&lanes.gradients[at], kGroupNormLaneStride);
    sums.products[at] =
        positions == 1 ? lanes.products[at] : FoldLanes(&lanes.products[at], kGroupNormLaneStride);
  }
}

// The sums of a half type; whether all are sure, and which.
bool FoldHalfBand(GroupNormLaneSums& lanes, const double* means, int64_t channels, bool products,
                  GroupNormBandSums& sums, bool* sure) {
  EndRun(0, channels, lanes);
  bool allSure = true;
  for (int64_t i = 0; i < channels; ++i) {
    const auto at = static_cast<size_t>(i);
    const HalfSums half{FoldLanes(&lanes.gradients[at], kGroupNormLaneStride),
                        FoldLanes(&lanes.products[at], kGroupNormLaneStride)};
    const GroupNormSums centred = Centre(half, means[i]);
    sums.gradients[at] = centred.gradient;
    sums.products[at] = products ? centred.product : 0.0;
    sure[i] = AreSure(half, products);
    allSure = allSure && sure[i];
  }
  return allSure;
}

void RoundCoefficients(int64_t channels, GroupNormBandCoefficients& by) {
  ForEachVector(hn::CappedTag<double, kLanes>(), channels, [&by](auto doubles, int64_t i) HWY_ATTR {
    const hn::Rebind<float, decltype(doubles)> floats;
    const auto round = [=](const GroupNormBandValues& from, std::array<float, kGroupNormBand>& to) HWY_ATTR {
      hn::StoreU(Demote(floats, hn::LoadU(doubles, from.data() + i)), floats, to.data() + i);
    };
    round(by.means, by.floats.means);
    round(by.constants, by.floats.constants);
    round(by.slopes, by.floats.slopes);
    const auto scale = FloatScale(doubles, hn::LoadU(doubles, by.scales.data() + i),
                                  hn::LoadU(doubles, by.slopes.data() + i));
    hn::StoreU(Demote(floats, scale), floats, by.floats.scales.data() + i);
  });
}

template <class Value>
void SpreadSlabs(const Value* slabValues, int64_t slabRows, int64_t row, int64_t channels, double* values) {
  const hn::CappedTag<double, kLanes> doubles;
  // In whole vectors: what is too much, the next slab overwrites.
  for (int64_t begin = 0; begin < channels; ++slabValues, row = 0) {
    const int64_t end = std::min(channels, begin + slabRows - row);
    const auto value = hn::Set(doubles, static_cast<double>(*slabValues));
    for (int64_t i = begin; i < end; i += static_cast<int64_t>(hn::Lanes(doubles))) {
      hn::StoreU(value, doubles, values + i);
    }
    begin = end;
  }
}

void SpreadFloats(const float* slabValues, int64_t slabRows, int64_t row, int64_t channels, double* values) {
  SpreadSlabs(slabValues, slabRows, row, channels, values);
}
void SpreadDoubles(const double* slabValues, int64_t slabRows, int64_t row, int64_t channels,
                   double* values) {
  SpreadSlabs(slabValues, slabRows, row, channels, values);
}

void MultiplyBand(const double* HWY_RESTRICT factors, int64_t channels, double* HWY_RESTRICT values) {
  for (int64_t i = 0; i < channels; ++i) {
    values[i] *= factors[i];
  }
}

GroupNormSums WeighSlab(const double* gradientSums, const double* productSums, const double* gamma,
                        int64_t rows) {
  const hn::CappedTag<double, kLanes> doubles;
  HWY_ALIGN std::array<double, kLanes> gradients;
  HWY_ALIGN std::array<double, kLanes> products;
  const int64_t whole = rows / kLanes * kLanes;
  for (int64_t lane = 0; lane < kLanes; lane += static_cast<int64_t>(hn::Lanes(doubles))) {
    auto gradient = hn::Zero(doubles);
    auto product = hn::Zero(doubles);
    for (int64_t i = lane; i < whole; i += kLanes) {
      const auto weight = hn::LoadU(doubles, gamma + i);
      gradient = hn::Add(gradient, hn::Mul(weight, hn::LoadU(doubles, gradientSums + i)));
      product = hn::Add(product, hn::Mul(weight, hn::LoadU(doubles, productSums + i)));
    }
    hn::Store(gradient, doubles, gradients.data() + lane);
    hn::Store(product, doubles, products.data() + lane);
  }
  size_t lane = 0;
  for (int64_t i = whole; i < rows; ++i, ++lane) {
    gradients[lane] += gamma[i] * gradientSums[i];
    products[lane] += gamma[i] * productSums[i];
  }
  return {FoldLanes(gradients.data(), 1), FoldLanes(products.data(), 1)};
}

void WeighSlabs(const GroupNormBandSums& sums, const double* gamma, int64_t slabRows, int64_t slabs,
                GroupNormSums* weighted) {
  for (int64_t slab = 0; slab < slabs; ++slab) {
    const int64_t first = slab * slabRows;
    weighted[slab] =
        WeighSlab(sums.gradients.data() + first, sums.products.data() + first, gamma + first, slabRows);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(AddPositions);
HWY_EXPORT(ClearLanes);
HWY_EXPORT(FoldBand);
HWY_EXPORT(FoldHalfBand);
HWY_EXPORT(RoundCoefficients);
HWY_EXPORT(SpreadFloats);
HWY_EXPORT(SpreadDoubles);
HWY_EXPORT(MultiplyBand);
HWY_EXPORT(WeighSlabs);
HWY_EXPORT(WritePositions);

void AddGroupNormPositions(const GroupNormTile& tile, const double* means, int64_t channel, int64_t position,
                           bool asHalf, GroupNormLaneSums& lanes) {
  HWY_DYNAMIC_DISPATCH(AddPositions)(tile, means, channel, position, asHalf, lanes);
}

bool FoldGroupNormHalfLanes(GroupNormLaneSums& lanes, const double* means, int64_t channels, bool products,
                            GroupNormBandSums& sums, bool* sure) {
  return HWY_DYNAMIC_DISPATCH(FoldHalfBand)(lanes, means, channels, products, sums, sure);
}

void RoundGroupNormCoefficients(int64_t channels, GroupNormBandCoefficients& by) {
  HWY_DYNAMIC_DISPATCH(RoundCoefficients)(channels, by);
}

void ClearGroupNormLanes(int64_t positions, int64_t channels, GroupNormLaneSums& lanes) {
  HWY_DYNAMIC_DISPATCH(ClearLanes)(positions, channels, lanes);
}

void FoldGroupNormLanes(const GroupNormLaneSums& lanes, int64_t positions, int64_t channels,
                        GroupNormBandSums& sums) {
  HWY_DYNAMIC_DISPATCH(FoldBand)(lanes, positions, channels, sums);
}

void SpreadGroupNormSlabs(const float* slabValues, int64_t slabRows, int64_t row, int64_t channels,
                          GroupNormBandValues& values) {
  HWY_DYNAMIC_DISPATCH(SpreadFloats)(slabValues, slabRows, row, channels, values.data());
}

void SpreadGroupNormSlabs(const double* slabValues, int64_t slabRows, int64_t row, int64_t channels,
                          GroupNormBandValues& values) {
  HWY_DYNAMIC_DISPATCH(SpreadDoubles)(slabValues, slabRows, row, channels, values.data());
}

void MultiplyGroupNormBand(const double* factors, int64_t channels, GroupNormBandValues& values) {
  HWY_DYNAMIC_DISPATCH(MultiplyBand)(factors, channels, values.data());
}

void WeighGroupNormSlabs(const GroupNormBandSums& sums, const double* gamma, int64_t slabRows, int64_t slabs,
                         GroupNormSums* weighted) {
  HWY_DYNAMIC_DISPATCH(WeighSlabs)(sums, gamma, slabRows, slabs, weighted);
}

void WriteGroupNormPositions(const GroupNormTile& tile, const GroupNormBandCoefficients& band,
                             void* gradInput, int64_t gradInputStride, Stores stores) {
  HWY_DYNAMIC_DISPATCH(WritePositions)(tile, band, gradInput, gradInputStride, stores);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
