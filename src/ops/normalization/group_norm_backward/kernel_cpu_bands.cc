// SPDX-License-Identifier: Apache-2.0
//
// The inner loops on sums and coefficients of the channels of a band.
#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "ops/normalization/group_norm_backward/kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/normalization/group_norm_backward/kernel_cpu_bands.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "ops/normalization/group_norm_backward/lanes-inl.h"
#include "simd/formats-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

constexpr int64_t kLanes = kGroupNormLanes;

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

template <class Format>
void CentreBand(GroupNormLaneSums& lanes, const double* means, int64_t channels, bool products,
                GroupNormBandSums& sums, bool* sure) {
  if constexpr (!std::is_same_v<Format, Float32>) {
    EndRun(0, channels, lanes);
  }
  for (int64_t i = 0; i < channels; ++i) {
    const auto at = static_cast<size_t>(i);
    const GroupNormSums folded{FoldLanes(&lanes.gradients[at], kGroupNormLaneStride),
                               FoldLanes(&lanes.products[at], kGroupNormLaneStride)};
    const GroupNormSums centred = Centre(folded, means[i]);
    sums.gradients[at] = centred.gradient;
    sums.products[at] = products ? centred.product : 0.0;
    sure[i] = AreSure<Format>(folded, products);
  }
}

void CentreLanes(DType dtype, GroupNormLaneSums& lanes, const double* means, int64_t channels, bool products,
                 GroupNormBandSums& sums, bool* sure) {
  VisitFormat(dtype, [&](auto format) {
    CentreBand<decltype(format)>(lanes, means, channels, products, sums, sure);
  });
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

HWY_EXPORT(ClearLanes);
HWY_EXPORT(FoldBand);
HWY_EXPORT(CentreLanes);
HWY_EXPORT(RoundCoefficients);
HWY_EXPORT(SpreadFloats);
HWY_EXPORT(SpreadDoubles);
HWY_EXPORT(MultiplyBand);
HWY_EXPORT(WeighSlabs);

void CentreGroupNormLanes(DType dtype, GroupNormLaneSums& lanes, const double* means, int64_t channels,
                          bool products, GroupNormBandSums& sums, bool* sure) {
  HWY_DYNAMIC_DISPATCH(CentreLanes)(dtype, lanes, means, channels, products, sums, sure);
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

}  // namespace openaclnn
#endif  // HWY_ONCE
