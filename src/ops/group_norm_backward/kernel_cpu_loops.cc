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
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "base/formats-inl.h"
#include "ops/group_norm_backward/half_pairs-inl.h"
#include "ops/group_norm_backward/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

constexpr int64_t kLanes = kGroupNormLanes;

// Some rows ahead: the processor does not foresee short rows at large distances.
template <class Format>
void Prefetch(const typename Format::Element* element, int64_t stride) {
  constexpr int64_t kRows = 16;
  hwy::Prefetch(element + kRows * stride);
}

template <class Format, bool kProducts>
void AddPositionsOf(const GroupNormTile& tile, const double* means, int64_t position,
                    GroupNormLaneSums& lanes) {
  const auto* gradOut = static_cast<const typename Format::Element*>(tile.gradOut);
  const auto* input = static_cast<const typename Format::Element*>(tile.input);
  for (int64_t row = 0; row < tile.rows; ++row, ++position) {
    double* gradients = lanes.gradients.data() + position % kLanes * kGroupNormBand;
    double* products = lanes.products.data() + position % kLanes * kGroupNormBand;
    ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns,
                  [=, &tile](auto doubles, int64_t i) HWY_ATTR {
                    Prefetch<Format>(gradOut + i, tile.gradOutStride);
                    if constexpr (kProducts) {
                      Prefetch<Format>(input + i, tile.inputStride);
                    }
                    const auto gradient = LoadDouble<Format>(doubles, gradOut + i);
                    hn::StoreU(hn::Add(hn::LoadU(doubles, gradients + i), gradient), doubles, gradients + i);
                    if constexpr (kProducts) {
                      const auto centred =
                          hn::Sub(LoadDouble<Format>(doubles, input + i), hn::LoadU(doubles, means + i));
                      const auto product = hn::Mul(gradient, centred);
                      hn::StoreU(hn::Add(hn::LoadU(doubles, products + i), product), doubles, products + i);
                    }
                  });
    gradOut += tile.gradOutStride;
    input += kProducts ? tile.inputStride : 0;
  }
}

// Ends a run of gradients.
void EndRun(int64_t channels, GroupNormLaneSums& lanes) {
  for (int64_t lane = 0; lane < kLanes; ++lane) {
    double* gradients = lanes.gradients.data() + lane * kGroupNormBand;
    float* runs = lanes.runs.data() + lane * kGroupNormBand;
    ForEachVector(hn::CappedTag<double, kLanes>(), channels, [=](auto doubles, int64_t i) HWY_ATTR {
      const hn::Rebind<float, decltype(doubles)> floats;
      const auto run = hn::PromoteTo(doubles, hn::LoadU(floats, runs + i));
      hn::StoreU(hn::Add(hn::LoadU(doubles, gradients + i), run), doubles, gradients + i);
      hn::StoreU(hn::Zero(floats), floats, runs + i);
    });
  }
}

// As HalfSums.
template <class Half, bool kProducts>
void AddHalfPositionsOf(const GroupNormTile& tile, int64_t position, GroupNormLaneSums& lanes) {
  const auto* gradOut = static_cast<const uint16_t*>(tile.gradOut);
  const auto* input = static_cast<const uint16_t*>(tile.input);
  for (int64_t row = 0; row < tile.rows; ++row, ++position) {
    if (position > 0 && position % kGroupNormRun == 0) {
      EndRun(tile.columns, lanes);
    }
    const int64_t lane = HalfPairs<Half, kLanes>::LaneOf(position);
    float* runs = lanes.runs.data() + lane * kGroupNormBand;
    double* products = lanes.products.data() + lane * kGroupNormBand;
    ForEachVector(
        hn::CappedTag<double, kLanes>(), tile.columns, [=, &tile](auto doubles, int64_t i) HWY_ATTR {
          const hn::Rebind<float, decltype(doubles)> floats;
          Prefetch<Half>(gradOut + i, tile.gradOutStride);
          const auto gradient = Half::Load(floats, gradOut + i);
          hn::StoreU(hn::Add(hn::LoadU(floats, runs + i), gradient), floats, runs + i);
          if constexpr (kProducts) {
            Prefetch<Half>(input + i, tile.inputStride);
            const auto product = hn::PromoteTo(doubles, hn::Mul(gradient, Half::Load(floats, input + i)));
            hn::StoreU(hn::Add(hn::LoadU(doubles, products + i), product), doubles, products + i);
          }
        });
    gradOut += tile.gradOutStride;
    input += kProducts ? tile.inputStride : 0;
  }
}

template <class Format, bool kProducts>
void AddPositionsOf(const GroupNormTile& tile, const double* means, int64_t position, bool asHalf,
                    GroupNormLaneSums& lanes) {
  if constexpr (!std::is_same_v<Format, Float32>) {
    if (asHalf) {
      AddHalfPositionsOf<Format, kProducts>(tile, position, lanes);
      return;
    }
  }
  AddPositionsOf<Format, kProducts>(tile, means, position, lanes);
}

// A row of results, which TileWriter rounds; or only those that float32 gives no number for.
template <class Format>
void ComputeRowInDouble(const typename Format::Element* gradOut, const typename Format::Element* input,
                        int64_t count, const GroupNormBandCoefficients& by, bool all, float* gradInput) {
  ForEachVector(hn::CappedTag<double, kLanes>(), count, [=, &by](auto doubles, int64_t i) HWY_ATTR {
    const hn::Rebind<float, decltype(doubles)> floats;
    auto result =
        Combine<Format>(doubles, gradOut + i, input + i, hn::LoadU(doubles, by.scales.data() + i),
                        hn::LoadU(doubles, by.means.data() + i), hn::LoadU(doubles, by.constants.data() + i),
                        hn::LoadU(doubles, by.slopes.data() + i));
    if (!all) {
      const auto inFloat = hn::LoadU(floats, gradInput + i);
      result = hn::IfThenElse(IsNumber(floats, inFloat), inFloat, result);
    }
    hn::StoreU(result, floats, gradInput + i);
  });
}

// Whether all of it are numbers.
template <class Half>
bool ComputeHalfRow(const uint16_t* gradOut, const uint16_t* input, int64_t count,
                    const GroupNormFloatCoefficients& by, float* gradInput) {
  bool numbers = true;
  ForEachVector(hn::CappedTag<float, 16>(), count, [=, &by, &numbers](auto floats, int64_t i) HWY_ATTR {
    const CoefficientVectors<decltype(floats)> coefficients{
        hn::LoadU(floats, by.scales.data() + i), hn::LoadU(floats, by.means.data() + i),
        hn::LoadU(floats, by.constants.data() + i), hn::LoadU(floats, by.slopes.data() + i)};
    const auto result =
        CombineFloats(floats, Half::Load(floats, gradOut + i), Half::Load(floats, input + i), coefficients);
    numbers = numbers && hn::AllTrue(floats, IsNumber(floats, result));
    hn::StoreU(result, floats, gradInput + i);
  });
  return numbers;
}

template <class Format>
void ComputePositionsOf(const GroupNormTile& tile, const GroupNormBandCoefficients& by, float* gradInput,
                        int64_t gradInputStride) {
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto* gradOut =
        static_cast<const typename Format::Element*>(tile.gradOut) + row * tile.gradOutStride;
    const auto* input = static_cast<const typename Format::Element*>(tile.input) + row * tile.inputStride;
    float* out = gradInput + row * gradInputStride;
    if constexpr (std::is_same_v<Format, Float32>) {
      ComputeRowInDouble<Format>(gradOut, input, tile.columns, by, true, out);
    } else if (!ComputeHalfRow<Format>(gradOut, input, tile.columns, by.floats, out)) {
      ComputeRowInDouble<Format>(gradOut, input, tile.columns, by, false, out);
    }
  }
}

void AddPositions(const GroupNormTile& tile, const double* means, int64_t position, bool asHalf,
                  GroupNormLaneSums& lanes) {
  VisitFormat(tile.dtype, [&](auto format) HWY_ATTR {
    if (tile.input == nullptr) {
      AddPositionsOf<decltype(format), false>(tile, means, position, asHalf, lanes);
    } else {
      AddPositionsOf<decltype(format), true>(tile, means, position, asHalf, lanes);
    }
  });
}

void ComputePositions(const GroupNormTile& tile, const GroupNormBandCoefficients& by, float* gradInput,
                      int64_t stride) {
  VisitFormat(tile.dtype, [&](auto format) HWY_ATTR {
    ComputePositionsOf<decltype(format)>(tile, by, gradInput, stride);
  });
}

void ClearLanes(int64_t positions, int64_t channels, GroupNormLaneSums& lanes) {
  const int64_t used = positions == 1 ? 1 : kLanes;
  for (int64_t lane = 0; lane < used; ++lane) {
    for (int64_t i = lane * kGroupNormBand; i < lane * kGroupNormBand + channels; ++i) {
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
        positions == 1 ? lanes.gradients[at] : FoldLanes(&lanes.gradients[at], kGroupNormBand);
    sums.products[at] = positions == 1 ? lanes.products[at] : FoldLanes(&lanes.products[at], kGroupNormBand);
  }
}

// The sums of a half type; whether all are sure, and which.
bool FoldHalfBand(GroupNormLaneSums& lanes, const double* means, int64_t channels, bool products,
                  GroupNormBandSums& sums, bool* sure) {
  EndRun(channels, lanes);
  bool allSure = true;
  for (int64_t i = 0; i < channels; ++i) {
    const auto at = static_cast<size_t>(i);
    const HalfSums half{FoldLanes(&lanes.gradients[at], kGroupNormBand),
                        FoldLanes(&lanes.products[at], kGroupNormBand)};
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

void SpreadSlabs(const double* slabValues, int64_t slabRows, int64_t row, int64_t channels, double* values) {
  const hn::CappedTag<double, kLanes> doubles;
  // In whole vectors: what is too much, the next slab overwrites.
  for (int64_t begin = 0; begin < channels; ++slabValues, row = 0) {
    const int64_t end = std::min(channels, begin + slabRows - row);
    const auto value = hn::Set(doubles, *slabValues);
    for (int64_t i = begin; i < end; i += static_cast<int64_t>(hn::Lanes(doubles))) {
      hn::StoreU(value, doubles, values + i);
    }
    begin = end;
  }
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
HWY_EXPORT(SpreadSlabs);
HWY_EXPORT(MultiplyBand);
HWY_EXPORT(WeighSlabs);
HWY_EXPORT(ComputePositions);

void AddGroupNormPositions(const GroupNormTile& tile, const double* means, int64_t position, bool asHalf,
                           GroupNormLaneSums& lanes) {
  HWY_DYNAMIC_DISPATCH(AddPositions)(tile, means, position, asHalf, lanes);
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

void SpreadGroupNormSlabs(const double* slabValues, int64_t slabRows, int64_t row, int64_t channels,
                          GroupNormBandValues& values) {
  HWY_DYNAMIC_DISPATCH(SpreadSlabs)(slabValues, slabRows, row, channels, values.data());
}

void MultiplyGroupNormBand(const double* factors, int64_t channels, GroupNormBandValues& values) {
  HWY_DYNAMIC_DISPATCH(MultiplyBand)(factors, channels, values.data());
}

void WeighGroupNormSlabs(const GroupNormBandSums& sums, const double* gamma, int64_t slabRows, int64_t slabs,
                         GroupNormSums* weighted) {
  HWY_DYNAMIC_DISPATCH(WeighSlabs)(sums, gamma, slabRows, slabs, weighted);
}

void ComputeGroupNormPositions(const GroupNormTile& tile, const GroupNormBandCoefficients& band,
                               float* gradInput, int64_t gradInputStride) {
  HWY_DYNAMIC_DISPATCH(ComputePositions)(tile, band, gradInput, gradInputStride);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
