// SPDX-License-Identifier: Apache-2.0
//
// What is computed for each element, and for the channels of a group. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "ops/normalization/channel_gradients-inl.h"
#include "ops/normalization/group_norm_backward/partition.h"
#include "simd/formats-inl.h"
#include "simd/fused-inl.h"
#include "simd/lane_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::group_norm {

using channel_gradients::Centred;
using openaclnn::channel_gradients::Centring;
using openaclnn::channel_gradients::CentringOf;
using openaclnn::channel_gradients::Split;
using openaclnn::channel_gradients::SplitRstd;
using namespace openaclnn::group_norm;  // NOLINT(google-build-using-namespace): the room's own, outside of
                                        // targets

// What WriteGradients takes for all channels of a group; scale is gamma times power. Products are sums of
// g * xh; xh is `rest` times d.
struct GroupCoefficients {
  float power;
  float constant;
  float slope;
  float factor;
};
inline GroupCoefficients CoefficientsOf(float rstd, double rest, const GroupSums& sums, int64_t elements) {
  const SplitRstd split = Split(rstd);
  const double weight = -static_cast<double>(split.power) / static_cast<double>(elements);
  return {split.power, static_cast<float>(weight * sums.gradient),
          static_cast<float>(weight * sums.product * rest), split.factor};
}

// The sums of some channels of a group, weighted by gamma.
inline GroupSums WeighChannels(const double* gradients, const double* products, const float* gamma,
                               int64_t channels) {
  constexpr int64_t kLanes = 8;
  const hn::CappedTag<double, kLanes> doubles;
  const hn::Rebind<float, decltype(doubles)> floats;
  HWY_ALIGN std::array<double, kLanes> gradientLanes;
  HWY_ALIGN std::array<double, kLanes> productLanes;
  const int64_t whole = channels / kLanes * kLanes;
  for (int64_t lane = 0; lane < kLanes; lane += static_cast<int64_t>(hn::Lanes(doubles))) {
    auto gradient = hn::Zero(doubles);
    auto product = hn::Zero(doubles);
    for (int64_t i = lane; i < whole; i += kLanes) {
      const auto weight = hn::PromoteTo(doubles, hn::LoadU(floats, gamma + i));
      gradient = MulAdd(doubles, weight, hn::LoadU(doubles, gradients + i), gradient);
      product = MulAdd(doubles, weight, hn::LoadU(doubles, products + i), product);
    }
    hn::Store(gradient, doubles, gradientLanes.data() + lane);
    hn::Store(product, doubles, productLanes.data() + lane);
  }
  for (int64_t i = whole; i < channels; ++i) {
    const auto lane = static_cast<size_t>(i - whole);
    const auto weight = static_cast<double>(gamma[i]);
    gradientLanes[lane] = std::fma(weight, gradients[i], gradientLanes[lane]);
    productLanes[lane] = std::fma(weight, products[i], productLanes[lane]);
  }
  GroupSums sums{gradientLanes[0], productLanes[0]};
  for (size_t lane = 1; lane < kLanes; ++lane) {
    sums.gradient += gradientLanes[lane];
    sums.product += productLanes[lane];
  }
  return sums;
}

// Some channels of whole groups that have a single position, a sample at a time: as vectors of channels, with
// sums of groups made in lanes of channels.
template <class Format>
class SingleRow {
 public:
  using Element = typename Format::Element;

  SingleRow(const float* gamma, int64_t channels) { std::copy_n(gamma, channels, gamma_.begin()); }

  void Load(const void* gradOut, const void* input, int64_t channels) {
    ForEachVector(LaneTag(), channels, [&](auto floats, int64_t i) HWY_ATTR {
      hn::StoreU(Format::Load(floats, static_cast<const Element*>(gradOut) + i), floats,
                 gradients_.data() + i);
      hn::StoreU(Format::Load(floats, static_cast<const Element*>(input) + i), floats,
                 normalized_.data() + i);
    });
  }

  // Centres the channels of a group, sums them, weighted by gamma and the power, makes gradInput, and xh.
  void Run(int64_t first, int64_t channels, float mean, float rstd) {
    const Centring centring = CentringOf(mean, rstd);
    const SplitRstd split = Split(rstd);
    const GroupSums sums = SumGroup(first, channels, centring, split.power);
    const double share = -1.0 / static_cast<double>(channels);
    WriteGroup(first, channels, static_cast<float>(centring.rest),
               {split.power, static_cast<float>(share * sums.gradient),
                static_cast<float>(share * sums.product * centring.rest), split.factor});
  }
  [[nodiscard]] const Element* Output() const { return output_.data(); }

  // Adds g and g * xh of each channel to float32 sums.
  void AddTo(float* gradients, float* products, int64_t channels) const {
    ForEachVector(LaneTag(), channels, [=, this](auto floats, int64_t i) HWY_ATTR {
      const auto g = hn::LoadU(floats, gradients_.data() + i);
      const auto xh = hn::LoadU(floats, normalized_.data() + i);
      hn::StoreU(hn::Add(hn::LoadU(floats, gradients + i), g), floats, gradients + i);
      hn::StoreU(MulAdd(floats, g, xh, hn::LoadU(floats, products + i)), floats, products + i);
    });
  }

 private:
  HWY_INLINE GroupSums SumGroup(int64_t first, int64_t channels, const Centring& centring, float power) {
    const LaneTag floats;
    const auto centringPower = hn::Set(floats, centring.power);
    const auto centre = hn::Set(floats, centring.centre);
    LaneTotals gradients;
    LaneTotals products;
    for (int64_t block = 0; block < channels; block += kSumLanes) {
      hn::Vec<LaneTag> gradient[kLaneVectors];
      hn::Vec<LaneTag> product[kLaneVectors];
      for (size_t v = 0; v < kLaneVectors; ++v) {
        gradient[v] = product[v] = hn::Zero(floats);
        const int64_t i = block + static_cast<int64_t>(v * hn::MaxLanes(floats));
        if (i >= channels) {
          continue;
        }
        const auto used = hn::FirstN(floats, static_cast<size_t>(channels - i));
        const auto g = hn::LoadU(floats, gradients_.data() + first + i);
        const auto raw = hn::LoadU(floats, normalized_.data() + first + i);
        const auto d = hn::IfThenElse(used, Centred(floats, raw, centringPower, centre), raw);
        hn::StoreU(d, floats, normalized_.data() + first + i);
        const auto scale = hn::Mul(hn::LoadU(floats, gamma_.data() + first + i), hn::Set(floats, power));
        const auto weighted = hn::IfThenElseZero(used, hn::Mul(g, scale));
        gradient[v] = weighted;
        product[v] = hn::Mul(weighted, hn::IfThenElseZero(used, d));
      }
      gradients.Add(gradient);
      products.Add(product);
    }
    return {gradients.Sum(), products.Sum() * centring.rest};
  }

  HWY_INLINE void WriteGroup(int64_t first, int64_t channels, float rest, const GroupCoefficients& by) {
    ForEachVector(LaneTag(), channels, [&](auto floats, int64_t i) HWY_ATTR {
      const auto all = [&](float value) { return hn::Set(floats, value); };
      const auto g = hn::LoadU(floats, gradients_.data() + first + i);
      const auto d = hn::LoadU(floats, normalized_.data() + first + i);
      const auto scale = hn::Mul(hn::LoadU(floats, gamma_.data() + first + i), all(by.power));
      const auto centred = MulAdd(floats, scale, g, all(by.constant));
      const auto result = hn::Mul(all(by.factor), MulAdd(floats, all(by.slope), d, centred));
      Format::Store(floats, result, output_.data() + first + i);
      hn::StoreU(hn::Mul(d, all(rest)), floats, normalized_.data() + first + i);
    });
  }

  static constexpr size_t kRoom = static_cast<size_t>(kBand + kSumLanes);  // vectors may end beyond

  HWY_ALIGN std::array<float, kRoom> gamma_{};
  HWY_ALIGN std::array<float, kRoom> gradients_{};
  HWY_ALIGN std::array<float, kRoom> normalized_{};
  HWY_ALIGN std::array<Element, kBand> output_;
};

}  // namespace openaclnn::HWY_NAMESPACE::group_norm
HWY_AFTER_NAMESPACE();
