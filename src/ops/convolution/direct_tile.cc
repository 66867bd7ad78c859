// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution/direct_tile.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <type_traits>

#include "base/checked_math.h"
#include "simd/convert.h"

namespace openaclnn::direct {
namespace {

constexpr int64_t kMostSteps = 4;
constexpr int64_t kMostExtent = int64_t{1} << 16;

// Places of a line, those that lie inside: [low, high).
struct Inside {
  int64_t low;
  int64_t high;
};
Inside InsideOf(const Axis& axis, int64_t extent, int64_t plane, int64_t places) {
  const int64_t begin = axis.lowest + plane;  // the place of position 0
  const int64_t low = begin >= 0 ? 0 : std::min(places, CeilDivide(-begin, axis.step));
  return {low, begin >= extent ? low : std::clamp(CeilDivide(extent - begin, axis.step), low, places)};
}

// Zeros at the end of each line that can be those at the beginning of the next one.
int64_t ZerosInCommon(const Axis& axis, const Windows& windows) {
  const int64_t places = windows.positions[2] + axis.more;
  int64_t zeros = axis.more;
  for (int64_t plane = 0; plane < axis.planes; ++plane) {
    const Inside inside = InsideOf(axis, windows.extents[2], plane, places);
    if (inside.low < inside.high) {
      zeros = std::min({zeros, inside.low, places - inside.high});
    }
  }
  return zeros;
}

// Elements of a source, so many apart, as T.
template <typename T>
void CopyElements(const WindowSource& source, int64_t offset, int64_t stride, int64_t count, T* to) {
  const auto gather = [&](auto element, int64_t from, int64_t elements, auto* into) {
    using Element = decltype(element);
    const auto* first = reinterpret_cast<const Element*>(source.data) + offset + from * stride;
    if (stride == 1) {
      std::copy_n(first, elements, into);
      return;
    }
    for (int64_t i = 0; i < elements; ++i) {
      into[i] = first[i * stride];
    }
  };
  if (source.dtype == DType::kDouble) {
    if constexpr (std::is_same_v<T, double>) {
      gather(double{}, 0, count, to);
    }
  } else if (source.dtype == DType::kFloat) {
    gather(float{}, 0, count, to);
  } else {
    constexpr int64_t kRun = 256;
    std::array<uint16_t, kRun> halves;
    std::array<float, kRun> floats;
    for (int64_t done = 0; done < count; done += kRun) {
      const int64_t run = std::min(kRun, count - done);
      gather(uint16_t{}, done, run, halves.data());
      if constexpr (std::is_same_v<T, float>) {
        ConvertToFloat(source.dtype, halves.data(), to + done, run);
      } else {
        ConvertToFloat(source.dtype, halves.data(), floats.data(), run);
        std::copy_n(floats.data(), run, to + done);
      }
    }
  }
}

// The taps along a dim among which are all that a position sees inside.
Reach TapsInside(const Windows& windows, size_t d, int64_t position) {
  Reach taps{0, 0};
  for (int64_t tap = 0; tap < windows.taps[d]; ++tap) {
    const int64_t place = position * windows.step[d] + windows.first[d] + tap * windows.tapStep[d];
    if (place >= 0 && place < windows.extents[d]) {
      taps.begin = taps.end == 0 ? tap : taps.begin;
      taps.end = tap + 1;
    }
  }
  return taps;
}

}  // namespace

Axis::Axis(const Windows& windows, size_t d)
    : step(windows.step[d]), tapStep(windows.tapStep[d]), first(windows.first[d]) {
  const int64_t reach = (windows.taps[d] - 1) * std::abs(tapStep);
  lowest = first + std::min<int64_t>(0, (windows.taps[d] - 1) * tapStep);
  planes = std::min(step, reach + 1);
  more = reach / step;
}

TileShape::TileShape(const Windows& windows, int64_t linesOfPlane)
    : y(windows, 1),
      x(windows, 2),
      lines(linesOfPlane),
      pitch(windows.positions[2] + x.more - ZerosInCommon(x, windows)),
      plane(lines * pitch),
      channel(plane * y.planes * x.planes),
      elements(channel * windows.channels * windows.taps[0] + x.more + kMostElements) {}

bool FitsTiles(const Windows& windows, int64_t wasted) {
  for (size_t d = 1; d < kMostSpatial; ++d) {
    if (windows.positions[d] == 0 || windows.positions[d] > kMostExtent || windows.step[d] > kMostSteps ||
        std::abs(windows.tapStep[d]) > kMostExtent / windows.taps[d] ||
        std::abs(windows.first[d]) > kMostExtent) {
      return false;
    }
  }
  const TileShape shape(windows, 1);
  return (shape.pitch - windows.positions[2]) * wasted <= shape.pitch;
}

template <typename T>
void FillTile(const WindowSource& source, const Windows& windows, const TileShape& shape, const Band& band,
              int64_t line, T* tile) {
  const auto fill = [&](int64_t depth, int64_t channel, int64_t row, int64_t planeX, T* to) {
    const Axis& x = shape.x;
    const Inside inside = InsideOf(x, windows.extents[2], planeX, shape.pitch);
    if (depth < 0 || depth >= windows.extents[0] || row < 0 || row >= windows.extents[1] ||
        inside.low == inside.high) {
      std::fill_n(to, shape.pitch, T{0});
      return;
    }
    std::fill_n(to, inside.low, T{0});
    CopyElements(source,
                 band.sample * source.sampleStride + channel * source.channelStride +
                     depth * source.strides[0] + row * source.strides[1] +
                     (x.lowest + planeX + inside.low * x.step) * source.strides[2],
                 x.step * source.strides[2], inside.high - inside.low, to + inside.low);
    std::fill(to + inside.high, to + shape.pitch, T{0});
  };
  for (int64_t tap = 0; tap < windows.taps[0]; ++tap) {
    const int64_t depth = band.z * windows.step[0] + windows.first[0] + tap * windows.tapStep[0];
    for (int64_t channel = 0; channel < windows.channels; ++channel) {
      T* const planes = tile + (tap * windows.channels + channel) * shape.channel;
      for (int64_t planeY = 0; planeY < shape.y.planes; ++planeY) {
        for (int64_t planeX = 0; planeX < shape.x.planes; ++planeX) {
          T* const plane = planes + (planeY * shape.x.planes + planeX) * shape.plane;
          for (int64_t i = 0; i < band.rows + shape.y.more; ++i) {
            const int64_t row = (band.y + i) * shape.y.step + shape.y.lowest + planeY;
            fill(depth, channel, row, planeX, plane + (line + i) * shape.pitch);
          }
          // What the last line has in common with the next, in case that that is not filled.
          const int64_t next = line + band.rows + shape.y.more;
          if (next < shape.lines) {
            std::fill_n(plane + next * shape.pitch, std::min(shape.x.more, shape.pitch), T{0});
          }
        }
      }
    }
  }
}

template <typename T>
void EndTile(const TileShape& shape, T* tile) {
  const int64_t behind = shape.x.more + kMostElements;
  std::fill_n(tile + shape.elements - behind, behind, T{0});
}

template void FillTile(const WindowSource&, const Windows&, const TileShape&, const Band&, int64_t, float*);
template void FillTile(const WindowSource&, const Windows&, const TileShape&, const Band&, int64_t, double*);
template void EndTile(const TileShape&, float*);
template void EndTile(const TileShape&, double*);

void FindPlaces(const Windows& windows, const TileShape& shape, int64_t together, int64_t* places) {
  for (int64_t block = 0; block < windows.channels; block += together) {
    const int64_t end = std::min(block + together, windows.channels);
    for (int64_t tap = 0; tap < windows.Taps(); ++tap) {
      const int64_t z = tap / (windows.taps[1] * windows.taps[2]);
      const int64_t down = shape.y.Distance(tap / windows.taps[2] % windows.taps[1]);
      const int64_t right = shape.x.Distance(tap % windows.taps[2]);
      const int64_t plane = down % shape.y.step * shape.x.planes + right % shape.x.step;
      const int64_t place = down / shape.y.step * shape.pitch + right / shape.x.step;
      for (int64_t channel = block; channel < end; ++channel) {
        *places++ = (z * windows.channels + channel) * shape.channel + plane * shape.plane + place;
      }
    }
  }
}

Reach ReachOf(const Windows& windows, int64_t z, int64_t y) {
  const Reach depths = TapsInside(windows, 0, z);
  const Reach rows = TapsInside(windows, 1, y);
  if (depths.end == 0 || rows.end == 0) {
    return {0, 0};
  }
  return {(depths.begin * windows.taps[1] + rows.begin) * windows.taps[2],
          ((depths.end - 1) * windows.taps[1] + rows.end) * windows.taps[2]};
}

}  // namespace openaclnn::direct
