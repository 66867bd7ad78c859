// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/grid_axis.h"

#include <algorithm>
#include <cstddef>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/sampling/taps-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(LocateOnGridAxis,
                     void(const openaclnn::grid_sampler::GridAxis& axis, const double* values,
                          openaclnn::grid_sampler::AxisSamples& samples));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace grid_sampler {

template <typename T>
void LocateIn(const openaclnn::grid_sampler::GridAxis& axis, const T* values,
              openaclnn::grid_sampler::AxisSamples& samples) {
  const Axis<T> along(axis.pixels, axis.alignCorners);
  Taps<T> taps;
  LocateTaps(axis.interpolation, axis.padding, along, values, taps);
  for (size_t tap = 0; tap < samples.pixels.size(); ++tap) {
    samples.pixels[tap] = taps.pixels[tap];
    std::copy(taps.weights[tap].begin(), taps.weights[tap].end(), samples.weights[tap].begin());
  }
  if (axis.interpolation == GridInterpolation::kNearest) {
    samples.weights[0].fill(1);
  }
  VisitPadding(axis.padding, [&]<GridPadding kPadding>() HWY_ATTR {
    const hn::ScalableTag<T> d;
    alignas(64) PerSample<T> slopes;
    for (size_t i = 0; i < slopes.size(); i += hn::Lanes(d)) {
      hn::Store(Locate<kPadding>(along, hn::Load(d, values + i)).slope, d, slopes.data() + i);
    }
    std::copy(slopes.begin(), slopes.end(), samples.slopes.begin());
  });
}

}  // namespace grid_sampler

void LocateOnGridAxis(const openaclnn::grid_sampler::GridAxis& axis, const double* values,
                      openaclnn::grid_sampler::AxisSamples& samples) {
  if (axis.isDouble) {
    grid_sampler::LocateIn(axis, values, samples);
    return;
  }
  alignas(64) grid_sampler::PerSample<float> floats;
  std::copy_n(values, floats.size(), floats.begin());
  grid_sampler::LocateIn(axis, floats.data(), samples);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn::grid_sampler {

void LocateOnAxis(const GridAxis& axis, const PerSample<double>& values, AxisSamples& samples) {
  HWY_DYNAMIC_DISPATCH(LocateOnGridAxis)(axis, values.data(), samples);
}

}  // namespace openaclnn::grid_sampler
#endif  // HWY_ONCE
