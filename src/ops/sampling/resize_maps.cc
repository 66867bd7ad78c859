// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/resize_maps.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace openaclnn {
namespace {

// Places of the input for one of the output, as numbers of type T.
template <typename T>
T ScaleOf(const ResizeAxis& axis, bool alignCorners) {
  if (alignCorners) {
    return axis.to > 1 ? static_cast<T>(axis.from - 1) / static_cast<T>(axis.to - 1) : 0;
  }
  return axis.times > 0 ? static_cast<T>(1 / axis.times)
                        : static_cast<T>(axis.from) / static_cast<T>(axis.to);
}

bool IsCubic(ResizeKind kind) {
  return kind == ResizeKind::kCubic || kind == ResizeKind::kCubicWide;
}
bool IsWide(ResizeKind kind) {
  return kind == ResizeKind::kLinearWide || kind == ResizeKind::kCubicWide;
}

template <typename T>
AxisMap LinearMap(const ResizeAxis& axis, bool alignCorners) {
  const T scale = ScaleOf<T>(axis, alignCorners);
  AxisMap map(axis.from);
  for (int64_t i = 0; i < axis.to; ++i) {
    const auto number = static_cast<T>(i);
    constexpr T kHalf = 0.5;
    T at = alignCorners ? scale * number : std::max(T{0}, scale * (number + kHalf) - kHalf);
    if (axis.from == axis.to) {
      at = number;
    }
    const int64_t last = axis.from - 1;
    const int64_t first = at < static_cast<T>(last) ? static_cast<int64_t>(at) : last;
    const T weight = std::clamp(at - static_cast<T>(first), T{0}, T{1});
    map.taps.push_back({first, static_cast<double>(1 - weight)});
    map.taps.push_back({std::min(first + 1, last), static_cast<double>(weight)});
    map.ends.push_back(static_cast<int64_t>(map.taps.size()));
  }
  return map;
}

// Of cubic convolution (Keys, "Cubic convolution interpolation for digital image processing", 1981), at a
// distance below 1, and from 1 to 2.
template <typename T>
T NearCubic(T distance, T a) {
  return ((a + 2) * distance - (a + 3)) * distance * distance + 1;
}
template <typename T>
T FarCubic(T distance, T a) {
  return ((a * distance - 5 * a) * distance + 8 * a) * distance - 4 * a;
}

template <typename T>
AxisMap CubicMap(const ResizeAxis& axis, bool alignCorners) {
  constexpr T kA = -0.75;
  constexpr T kHalf = 0.5;
  const T scale = ScaleOf<T>(axis, alignCorners);
  const int64_t last = axis.from - 1;
  AxisMap map(axis.from);
  for (int64_t i = 0; i < axis.to; ++i) {
    const auto number = static_cast<T>(i);
    const T place = alignCorners ? scale * number : scale * (number + kHalf) - kHalf;
    const T at = std::clamp(place, T{-1}, static_cast<T>(axis.from));
    const int64_t first = std::min(static_cast<int64_t>(std::floor(at)), last);
    const T t = std::clamp(at - static_cast<T>(first), T{0}, T{1});
    const std::array<T, 4> weights{FarCubic(t + 1, kA), NearCubic(t, kA), NearCubic(1 - t, kA),
                                   FarCubic(2 - t, kA)};
    for (int64_t k = 0; k < 4; ++k) {
      map.taps.push_back({std::clamp(first - 1 + k, int64_t{0}, last),
                          static_cast<double>(weights[static_cast<size_t>(k)])});
    }
    map.ends.push_back(static_cast<int64_t>(map.taps.size()));
  }
  return map;
}

// The weight at a distance from the centre.
template <typename T>
T Filter(ResizeKind kind, T distance) {
  constexpr T kA = -0.5;
  distance = std::abs(distance);
  if (kind == ResizeKind::kLinearWide) {
    return std::max(T{0}, 1 - distance);
  }
  return distance < 1 ? NearCubic(distance, kA) : distance < 2 ? FarCubic(distance, kA) : T{0};
}

// The places around a centre, on each side.
template <typename T>
T SupportOf(ResizeKind kind, T scale) {
  return (IsCubic(kind) ? T{2} : T{1}) * std::max(scale, T{1});
}

template <typename T>
AxisMap WideMap(ResizeKind kind, const ResizeAxis& axis, bool alignCorners) {
  // Beyond what any image is reduced by; products with places stay finite.
  constexpr T kMostScale = 0x1p60;
  const T scale = std::min(ScaleOf<T>(axis, alignCorners), kMostScale);
  constexpr T kHalf = 0.5;
  const T support = SupportOf(kind, scale);
  const T shrink = scale >= 1 ? 1 / scale : T{1};
  const auto extent = static_cast<T>(axis.from);
  AxisMap map(axis.from);
  std::vector<T> weights;
  for (int64_t i = 0; i < axis.to; ++i) {
    const T centre = scale * (static_cast<T>(i) + kHalf);
    const auto first = static_cast<int64_t>(std::clamp(centre - support + kHalf, T{0}, extent));
    const auto end = static_cast<int64_t>(std::clamp(centre + support + kHalf, T{0}, extent));
    weights.clear();
    T total = 0;
    for (int64_t place = first; place < end; ++place) {
      weights.push_back(Filter(kind, (static_cast<T>(place) - centre + kHalf) * shrink));
      total += weights.back();
    }
    for (int64_t place = first; place < end; ++place) {
      const T weight = weights[static_cast<size_t>(place - first)];
      map.taps.push_back({place, static_cast<double>(total == 0 ? weight : weight / total)});
    }
    map.ends.push_back(static_cast<int64_t>(map.taps.size()));
  }
  return map;
}

template <typename T>
AxisMap MapOf(ResizeKind kind, const ResizeAxis& axis, bool alignCorners) {
  switch (kind) {
    case ResizeKind::kNearest:
    case ResizeKind::kNearestExact:
      break;
    case ResizeKind::kLinear:
      return LinearMap<T>(axis, alignCorners);
    case ResizeKind::kCubic:
      return CubicMap<T>(axis, alignCorners);
    case ResizeKind::kLinearWide:
    case ResizeKind::kCubicWide:
      return WideMap<T>(kind, axis, alignCorners);
  }
  AxisMap map(axis.from);
  for (const int64_t place : NearestPlaces(kind, axis)) {
    map.taps.push_back({place, 1});
    map.ends.push_back(static_cast<int64_t>(map.taps.size()));
  }
  return map;
}

}  // namespace

std::vector<int64_t> NearestPlaces(ResizeKind kind, const ResizeAxis& axis) {
  const bool exact = kind == ResizeKind::kNearestExact;
  const auto scale = ScaleOf<float>(axis, false);
  std::vector<int64_t> places;
  for (int64_t i = 0; i < axis.to; ++i) {
    const auto place = std::floor((static_cast<float>(i) + (exact ? 0.5F : 0.0F)) * scale);
    const bool inside = place < static_cast<float>(axis.from - 1);
    const bool same = axis.from == axis.to && !exact;
    places.push_back(same ? i : inside ? static_cast<int64_t>(place) : axis.from - 1);
  }
  return places;
}

int64_t TapsOf(ResizeKind kind, const ResizeAxis& axis, bool alignCorners) {
  const double reach = IsWide(kind) ? 2 * SupportOf(kind, ScaleOf<double>(axis, alignCorners)) + 1 : 4;
  return reach < static_cast<double>(axis.from) ? static_cast<int64_t>(reach) : axis.from;
}

AxisMap ResizeMap(ResizeKind kind, const ResizeAxis& axis, bool alignCorners, DType dtype) {
  return dtype == DType::kDouble ? MapOf<double>(kind, axis, alignCorners)
                                 : MapOf<float>(kind, axis, alignCorners);
}

}  // namespace openaclnn
