// SPDX-License-Identifier: Apache-2.0
//
// Channels of one position: all of a slab in one go, with sums in the order of the other loops.
#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "ops/normalization/group_norm_backward/kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/normalization/group_norm_backward/kernel_cpu_single.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "ops/normalization/group_norm_backward/half_pairs-inl.h"
#include "ops/normalization/group_norm_backward/lanes-inl.h"
#include "simd/formats-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

constexpr int64_t kLanes = kGroupNormLanes;

// A slab: an element a channel.
template <class Element>
struct SingleSlab {
  const Element* gradOut;
  const Element* input;
  const double* gamma;
  double mean;
  double rstd;
  int64_t channels;
};

// The sums of a slab, weighted by gamma. Adds those of each channel to the sums of more samples.
template <class Format, bool kChannelSums>
GroupNormSums SumSingleSlab(const SingleSlab<typename Format::Element>& slab, double* gradientSums,
                            double* productSums) {
  const auto add = [&](auto doubles, int64_t i, auto& gradients, auto& products) HWY_ATTR {
    const auto gradient = LoadDouble<Format>(doubles, slab.gradOut + i);
    const auto centred = hn::Sub(LoadDouble<Format>(doubles, slab.input + i), hn::Set(doubles, slab.mean));
    const auto product = hn::Mul(gradient, centred);
    const auto weight = hn::LoadU(doubles, slab.gamma + i);
    gradients = hn::Add(gradients, hn::Mul(weight, gradient));
    products = hn::Add(products, hn::Mul(weight, product));
    if constexpr (kChannelSums) {
      const auto normalised = hn::Mul(hn::Set(doubles, slab.rstd), product);
      hn::StoreU(hn::Add(hn::LoadU(doubles, gradientSums + i), gradient), doubles, gradientSums + i);
      hn::StoreU(hn::Add(hn::LoadU(doubles, productSums + i), normalised), doubles, productSums + i);
    }
  };
  const hn::CappedTag<double, kLanes> doubles;
  const hn::CappedTag<double, 1> one;
  HWY_ALIGN std::array<double, kLanes> gradientLanes;
  HWY_ALIGN std::array<double, kLanes> productLanes;
  const int64_t whole = slab.channels / kLanes * kLanes;
  for (int64_t lane = 0; lane < kLanes; lane += static_cast<int64_t>(hn::Lanes(doubles))) {
    auto gradients = hn::Zero(doubles);
    auto products = hn::Zero(doubles);
    for (int64_t i = lane; i < whole; i += kLanes) {
      add(doubles, i, gradients, products);
    }
    hn::Store(gradients, doubles, gradientLanes.data() + lane);
    hn::Store(products, doubles, productLanes.data() + lane);
  }
  size_t lane = 0;
  for (int64_t i = whole; i < slab.channels; ++i, ++lane) {
    auto gradients = hn::Set(one, gradientLanes[lane]);
    auto products = hn::Set(one, productLanes[lane]);
    add(one, i, gradients, products);
    gradientLanes[lane] = hn::GetLane(gradients);
    productLanes[lane] = hn::GetLane(products);
  }
  return {FoldLanes(gradientLanes.data(), 1), FoldLanes(productLanes.data(), 1)};
}

template <class Format>
void WriteSingleSlab(const SingleSlab<typename Format::Element>& slab, const GroupNormCoefficients& by,
                     typename Format::Element* gradInput) {
  ForEachVector(hn::CappedTag<double, kLanes>(), slab.channels, [&](auto doubles, int64_t i) HWY_ATTR {
    using Floats = hn::Rebind<float, decltype(doubles)>;
    const Floats floats;
    const auto scale = hn::Mul(hn::Set(doubles, by.rstd), hn::LoadU(doubles, slab.gamma + i));
    const auto inDouble = [&]() HWY_ATTR {
      const auto centred = hn::Sub(LoadDouble<Format>(doubles, slab.input + i), hn::Set(doubles, by.mean));
      return Combine<Format>(doubles, LoadDouble<Format>(doubles, slab.gradOut + i), centred, scale,
                             hn::Set(doubles, by.constant), hn::Set(doubles, by.slope));
    };
    if constexpr (std::is_same_v<Format, Float32>) {
      Format::Store(floats, inDouble(), gradInput + i);
    } else {
      const auto round = [=](double value) HWY_ATTR { return hn::Set(floats, static_cast<float>(value)); };
      const CoefficientVectors<Floats> coefficients{
          Demote(floats, FloatScale(doubles, scale, hn::Set(doubles, by.slope))), round(by.mean),
          round(by.constant), round(by.slope)};
      auto result = CombineFloats(floats, Format::Load(floats, slab.gradOut + i),
                                  Format::Load(floats, slab.input + i), coefficients);
      const auto isNumber = IsNumber(floats, result);
      if (HWY_UNLIKELY(!hn::AllTrue(floats, isNumber))) {
        result = hn::IfThenElse(isNumber, result, inDouble());
      }
      Format::Store(floats, result, gradInput + i);
    }
  });
}

template <class Format>
void ComputeSingleOf(const GroupNormSinglePosition& part, double* gradientSums, double* productSums) {
  using Element = typename Format::Element;
  const double share = 1.0 / static_cast<double>(part.slabRows);
  for (int64_t index = 0; index < part.slabs; ++index) {
    const int64_t first = index * part.slabRows;
    const SingleSlab<Element> slab{static_cast<const Element*>(part.gradOut) + first,
                                   static_cast<const Element*>(part.input) + first,
                                   part.gamma + first,
                                   static_cast<double>(part.mean[index]),
                                   static_cast<double>(part.rstd[index]),
                                   part.slabRows};
    const GroupNormSums sums = gradientSums == nullptr ? SumSingleSlab<Format, false>(slab, nullptr, nullptr)
                                                       : SumSingleSlab<Format, true>(
                                                             slab, gradientSums + first, productSums + first);
    if (part.gradInput != nullptr) {
      WriteSingleSlab<Format>(slab, CoefficientsOf(part.dtype, slab.mean, slab.rstd, sums, share),
                              static_cast<Element*>(part.gradInput) + first);
    }
  }
}

void ComputeSingle(const GroupNormSinglePosition& part, double* gradientSums, double* productSums) {
  VisitFormat(part.dtype, [&](auto format) HWY_ATTR {
    ComputeSingleOf<decltype(format)>(part, gradientSums, productSums);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(ComputeSingle);

void ComputeGroupNormSinglePosition(const GroupNormSinglePosition& part, double* gradientSums,
                                    double* productSums) {
  HWY_DYNAMIC_DISPATCH(ComputeSingle)(part, gradientSums, productSums);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
