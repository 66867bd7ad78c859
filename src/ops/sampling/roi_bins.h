// SPDX-License-Identifier: Apache-2.0
//
// Where the bins of a region of interest take their samples along one axis of an image. Places are computed in
// float64, so that FLOAT and FLOAT16 regions of the same numbers take the same samples.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace openaclnn::roi {

// What a sample takes from a row, or a column, of pixels.
struct Tap {
  int64_t at;
  double weight;
};

// More samples than this in a bin see the same pixels again and again.
inline constexpr int64_t kMostSamples = 1024;

// One axis of a region: it is cut into bins of one size, each of which takes its samples at one distance.
struct Axis {
  double start = 0;
  double binSize = 0;
  double samples = 0;  // of a bin; without a fraction
  int64_t extent = 0;  // of the image, in pixels
  int64_t most = 0;    // samples that can be in the image
};

// Adaptive ones are half a pixel apart, or more.
inline int64_t MostInside(int64_t samples, int64_t extent) {
  return samples > 0 ? samples : 2 * extent + 6;
}

// `samples` 0: as many as there are pixels, rounded up.
inline Axis AxisOf(double begin, double end, double least, int64_t bins, int64_t samples, int64_t extent) {
  double size = end - begin;
  if (!(size >= least)) {
    size = least;
  }
  Axis axis{begin, size / static_cast<double>(bins), 0, extent, MostInside(samples, extent)};
  axis.samples = samples > 0 ? static_cast<double>(samples) : std::ceil(axis.binSize);
  axis.samples = axis.samples >= 1 ? axis.samples : 0;  // NaN, too
  return axis;
}

// Calls visit(low tap, high tap), of which the high one may have no weight, for the samples of a bin that are in the image, or within a pixel of it, in
// their order.
template <class Visit>
void ForEachSample(const Axis& axis, int64_t bin, const Visit& visit) {
  const double base = axis.start + static_cast<double>(bin) * axis.binSize;
  const double step = axis.binSize / axis.samples;
  const auto extent = static_cast<double>(axis.extent);
  double first = 0;
  double last = axis.samples - 1;
  if (const double from = (-1 - base) / step, to = (extent - base) / step;
      std::isfinite(from) && std::isfinite(to)) {
    first = std::max(first, std::floor(std::min(from, to)) - 1);
    last = std::min(last, std::ceil(std::max(from, to)) + 1);
  }
  int64_t inside = 0;
  // So far from the image that neighbours are one number, there is no end to them; a few beside it are skipped.
  for (int64_t n = 0; n < axis.most + 4 && inside < axis.most && axis.extent > 0; ++n) {
    const double sample = first + static_cast<double>(n);
    if (!(sample <= last)) {
      break;
    }
    double place = base + (sample + 0.5) * step;
    if (!(place >= -1 && place <= extent)) {
      continue;
    }
    place = std::max(place, 0.0);
    const auto low = std::min(static_cast<int64_t>(place), axis.extent - 1);
    const double fraction = low == axis.extent - 1 ? 0 : place - static_cast<double>(low);
    visit(Tap{low, 1 - fraction}, Tap{std::min(low + 1, axis.extent - 1), fraction});
    ++inside;
  }
}

// The samples of a bin as taps, each pixel mostly once; at most two for each sample, none without a weight. Returns their number.
inline int64_t CollectTaps(const Axis& axis, int64_t bin, Tap* taps) {
  int64_t count = 0;
  const auto add = [&](const Tap& tap) {
    if (tap.weight == 0) {  // NaN there does not count
      return;
    }
    for (int64_t back = 1; back <= std::min<int64_t>(count, 2); ++back) {
      if (taps[count - back].at == tap.at) {
        taps[count - back].weight += tap.weight;
        return;
      }
    }
    taps[count++] = tap;
  };
  ForEachSample(axis, bin, [&](const Tap& low, const Tap& high) {
    add(low);
    add(high);
  });
  return count;
}

}  // namespace openaclnn::roi
