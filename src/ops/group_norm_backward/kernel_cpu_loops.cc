// SPDX-License-Identifier: Apache-2.0
//
// Float64 per element: products of inputs from anywhere in the float32 range stay far inside its range, and
// (x - mean) keeps its digits however close the two are.
#include <algorithm>
#include <array>
#include <cstdint>

#include "ops/group_norm_backward/kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/group_norm_backward/kernel_cpu_loops.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "base/formats-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

constexpr int64_t kLanes = kGroupNormLanes;

// In the order in which wider and wider vectors would be halved.
inline double FoldLanes(const double* lanes, int64_t stride) {
  static_assert(kLanes == 8);
  return ((lanes[0] + lanes[4 * stride]) + (lanes[2 * stride] + lanes[6 * stride])) +
         ((lanes[stride] + lanes[5 * stride]) + (lanes[3 * stride] + lanes[7 * stride]));
}

template <class Format, bool kProducts>
GroupNormSums SumRow(const typename Format::Element* gradOut, const typename Format::Element* input,
                     double mean, int64_t count) {
  const hn::CappedTag<double, kLanes> doubles;
  constexpr size_t kVectors = kLanes / hn::MaxLanes(doubles);
  const auto means = hn::Set(doubles, mean);
  hn::Vec<decltype(doubles)> gradients[kVectors];
  hn::Vec<decltype(doubles)> products[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    gradients[v] = hn::Zero(doubles);
    products[v] = hn::Zero(doubles);
  }
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (size_t v = 0; v < kVectors; ++v) {
      const int64_t at = i + static_cast<int64_t>(v * hn::MaxLanes(doubles));
      const auto gradient = LoadDouble<Format>(doubles, gradOut + at);
      gradients[v] = hn::Add(gradients[v], gradient);
      if constexpr (kProducts) {
        const auto centred = hn::Sub(LoadDouble<Format>(doubles, input + at), means);
        products[v] = hn::Add(products[v], hn::Mul(gradient, centred));
      }
    }
  }
  HWY_ALIGN std::array<double, kLanes> gradientLanes;
  HWY_ALIGN std::array<double, kLanes> productLanes;
  for (size_t v = 0; v < kVectors; ++v) {
    hn::Store(gradients[v], doubles, gradientLanes.data() + v * hn::MaxLanes(doubles));
    hn::Store(products[v], doubles, productLanes.data() + v * hn::MaxLanes(doubles));
  }
  const hn::CappedTag<double, 1> one;
  for (size_t lane = 0; i < count; ++i, ++lane) {
    const double gradient = hn::GetLane(LoadDouble<Format>(one, gradOut + i));
    gradientLanes[lane] += gradient;
    if constexpr (kProducts) {
      productLanes[lane] += gradient * (hn::GetLane(LoadDouble<Format>(one, input + i)) - mean);
    }
  }
  return {FoldLanes(gradientLanes.data(), 1), FoldLanes(productLanes.data(), 1)};
}

template <class Format>
void SumRowsOf(const GroupNormTile& tile, double mean, double* gradients, double* products) {
  const auto* gradOut = static_cast<const typename Format::Element*>(tile.gradOut);
  const auto* input = static_cast<const typename Format::Element*>(tile.input);
  for (int64_t row = 0; row < tile.rows; ++row) {
    const GroupNormSums rowSums =
        input == nullptr
            ? SumRow<Format, false>(gradOut + row * tile.gradOutStride, nullptr, mean, tile.columns)
            : SumRow<Format, true>(gradOut + row * tile.gradOutStride, input + row * tile.inputStride, mean,
                                   tile.columns);
    gradients[row] = rowSums.gradient;
    products[row] = rowSums.product;
  }
}

// Some rows ahead: the processor does not foresee short rows at large distances.
template <class Format>
void Prefetch(const typename Format::Element* element, int64_t stride) {
  constexpr int64_t kRows = 16;
  hwy::Prefetch(element + kRows * stride);
}

template <class Format, bool kProducts>
void AddPositionsOf(const GroupNormTile& tile, const double* means, int64_t lane, GroupNormLaneSums& lanes) {
  const auto* gradOut = static_cast<const typename Format::Element*>(tile.gradOut);
  const auto* input = static_cast<const typename Format::Element*>(tile.input);
  for (int64_t row = 0; row < tile.rows; ++row, lane = (lane + 1) % kLanes) {
    double* gradients = lanes.gradients.data() + lane * kGroupNormBand;
    double* products = lanes.products.data() + lane * kGroupNormBand;
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

template <class Format>
void AddPositionsOf(const GroupNormTile& tile, const double* means, int64_t lane, GroupNormLaneSums& lanes) {
  if (tile.input == nullptr) {
    AddPositionsOf<Format, false>(tile, means, lane, lanes);
  } else {
    AddPositionsOf<Format, true>(tile, means, lane, lanes);
  }
}

// gradInput = scale * g - (constant + (x - mean) * slope), not yet rounded to a half type.
template <class Format, class D>
hn::Vec<hn::Rebind<float, D>> Combine(D doubles, const typename Format::Element* gradOut,
                                      const typename Format::Element* input, hn::Vec<D> scale,
                                      hn::Vec<D> mean, hn::Vec<D> constant, hn::Vec<D> slope) {
  const auto centred = hn::Sub(LoadDouble<Format>(doubles, input), mean);
  const auto pull = hn::Add(constant, hn::Mul(centred, slope));
  return ToFloat<Format>(doubles, hn::Sub(hn::Mul(scale, LoadDouble<Format>(doubles, gradOut)), pull));
}

template <class Format>
void ComputeRowsOf(const GroupNormTile& tile, const double* gamma, const GroupNormCoefficients& slab,
                   float* gradInput) {
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto* gradOut =
        static_cast<const typename Format::Element*>(tile.gradOut) + row * tile.gradOutStride;
    const auto* input = static_cast<const typename Format::Element*>(tile.input) + row * tile.inputStride;
    float* out = gradInput + row * tile.columns;
    const double scale = slab.rstd * gamma[row];
    const GroupNormCoefficients by = slab;
    ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns, [=](auto doubles, int64_t i) HWY_ATTR {
      const hn::Rebind<float, decltype(doubles)> floats;
      const auto result =
          Combine<Format>(doubles, gradOut + i, input + i, hn::Set(doubles, scale), hn::Set(doubles, by.mean),
                          hn::Set(doubles, by.constant), hn::Set(doubles, by.slope));
      hn::StoreU(result, floats, out + i);
    });
  }
}

template <class Format>
void ComputePositionsOf(const GroupNormTile& tile, const GroupNormBandCoefficients& by, float* gradInput,
                        int64_t gradInputStride) {
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto* gradOut =
        static_cast<const typename Format::Element*>(tile.gradOut) + row * tile.gradOutStride;
    const auto* input = static_cast<const typename Format::Element*>(tile.input) + row * tile.inputStride;
    float* out = gradInput + row * gradInputStride;
    ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns,
                  [=, &tile, &by](auto doubles, int64_t i) HWY_ATTR {
                    Prefetch<Format>(gradOut + i, tile.gradOutStride);
                    Prefetch<Format>(input + i, tile.inputStride);
                    const hn::Rebind<float, decltype(doubles)> floats;
                    const auto result = Combine<Format>(
                        doubles, gradOut + i, input + i, hn::LoadU(doubles, by.scales.data() + i),
                        hn::LoadU(doubles, by.means.data() + i), hn::LoadU(doubles, by.constants.data() + i),
                        hn::LoadU(doubles, by.slopes.data() + i));
                    hn::StoreU(result, floats, out + i);
                  });
  }
}

void SumRows(const GroupNormTile& tile, double mean, double* gradients, double* products) {
  VisitFormat(tile.dtype,
              [&](auto format) HWY_ATTR { SumRowsOf<decltype(format)>(tile, mean, gradients, products); });
}

void AddPositions(const GroupNormTile& tile, const double* means, int64_t lane, GroupNormLaneSums& lanes) {
  VisitFormat(tile.dtype,
              [&](auto format) HWY_ATTR { AddPositionsOf<decltype(format)>(tile, means, lane, lanes); });
}

void ComputeRows(const GroupNormTile& tile, const double* gamma, const GroupNormCoefficients& slab,
                 float* gradInput) {
  VisitFormat(tile.dtype,
              [&](auto format) HWY_ATTR { ComputeRowsOf<decltype(format)>(tile, gamma, slab, gradInput); });
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

HWY_EXPORT(SumRows);
HWY_EXPORT(AddPositions);
HWY_EXPORT(ClearLanes);
HWY_EXPORT(FoldBand);
HWY_EXPORT(SpreadSlabs);
HWY_EXPORT(MultiplyBand);
HWY_EXPORT(WeighSlabs);
HWY_EXPORT(ComputeRows);
HWY_EXPORT(ComputePositions);

void SumGroupNormRows(const GroupNormTile& tile, double mean, int64_t first, GroupNormBandSums& sums) {
  HWY_DYNAMIC_DISPATCH(SumRows)(tile, mean, sums.gradients.data() + first, sums.products.data() + first);
}

void AddGroupNormPositions(const GroupNormTile& tile, const double* means, int64_t lane,
                           GroupNormLaneSums& lanes) {
  HWY_DYNAMIC_DISPATCH(AddPositions)(tile, means, lane, lanes);
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

void ComputeGroupNormRows(const GroupNormTile& tile, const double* gamma, const GroupNormCoefficients& slab,
                          float* gradInput) {
  HWY_DYNAMIC_DISPATCH(ComputeRows)(tile, gamma, slab, gradInput);
}

void ComputeGroupNormPositions(const GroupNormTile& tile, const GroupNormBandCoefficients& band,
                               float* gradInput, int64_t gradInputStride) {
  HWY_DYNAMIC_DISPATCH(ComputePositions)(tile, band, gradInput, gradInputStride);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
