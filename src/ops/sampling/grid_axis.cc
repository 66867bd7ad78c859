// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/grid_axis.h"

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

void LocateOnGridAxis(const openaclnn::grid_sampler::GridAxis& axis, const double* values,
                      openaclnn::grid_sampler::AxisSamples& samples) {
  const grid_sampler::Axis along(axis.pixels, axis.alignCorners);
  grid_sampler::Taps<double> taps;
  grid_sampler::LocateTaps(axis.interpolation, axis.padding, along, values, taps);
  for (size_t tap = 0; tap < samples.pixels.size(); ++tap) {
    samples.pixels[tap] = taps.pixels[tap];
    samples.weights[tap] = taps.weights[tap];
  }
  if (axis.interpolation == GridInterpolation::kNearest) {
    samples.weights[0].fill(1);
  }
  grid_sampler::VisitPadding(axis.padding, [&]<GridPadding kPadding>() HWY_ATTR {
    const grid_sampler::Doubles d;
    for (size_t i = 0; i < samples.slopes.size(); i += hn::Lanes(d)) {
      hn::Store(grid_sampler::Locate<kPadding>(along, hn::Load(d, values + i)).slope, d,
                samples.slopes.data() + i);
    }
  });
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
