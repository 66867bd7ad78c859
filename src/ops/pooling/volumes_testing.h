// SPDX-License-Identifier: Apache-2.0
//
// Windows of volumes, and of images as volumes of one plane, place by place: oracles for pooling.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "ops/pooling/pools_testing.h"

namespace openaclnn::testing::volumes {

using namespace pools;

// A window along one axis: places, some of them outside, and how many count as padding's, too.
struct Span {
  int64_t extent = 1;
  std::vector<int64_t> places{0};
  int64_t padded = 1;
};
// Of one place of the output: along depth, height and width, and of which volume.
struct Window {
  int64_t volume;
  std::array<Span, 3> spans;
};
using WindowOf = std::function<Window(int64_t place)>;

// Calls visit(element of the input, place in its volume) for what is inside, in row-major order.
template <typename Visit>
void ForEachInside(const Window& window, const Visit& visit) {
  const Span& depth = window.spans[0];
  const Span& height = window.spans[1];
  const Span& width = window.spans[2];
  const auto inside = [](int64_t place, const Span& span) { return place >= 0 && place < span.extent; };
  const int64_t elements = depth.extent * height.extent * width.extent;
  for (const int64_t z : depth.places) {
    for (const int64_t y : height.places) {
      for (const int64_t x : width.places) {
        if (inside(z, depth) && inside(y, height) && inside(x, width)) {
          const int64_t place = (z * height.extent + y) * width.extent + x;
          visit(static_cast<size_t>(window.volume * elements + place), place);
        }
      }
    }
  }
}

// The indices of a place along the last dims of a shape.
inline std::array<int64_t, 4> Unravelled(int64_t place, const Shape& shape, size_t spatial) {
  std::array<int64_t, 4> index{};
  for (size_t d = 0; d < spatial; ++d) {
    const int64_t extent = shape[shape.size() - 1 - d];
    index[3 - d] = place % extent;
    place /= extent;
  }
  index[0] = place;  // the volume
  return index;
}

inline Window WindowOfPool(const Problem& problem, int64_t place) {
  const std::array<int64_t, 4> index = Unravelled(place, problem.out, 3);
  Window window{index[0], {}};
  for (size_t d = 0; d < 3; ++d) {
    const int64_t kernel = ValueAt(problem.kernel, d);
    const int64_t given = problem.stride.empty() ? 0 : ValueAt(problem.stride, d);
    const int64_t padding = ValueAt(problem.padding, d);
    const int64_t begin = index[d + 1] * (given == 0 ? kernel : given) - padding;
    Span& span = window.spans[d];
    span = {problem.self[problem.self.size() - 3 + d], {}, 0};
    for (int64_t k = 0; k < kernel; ++k) {
      span.places.push_back(begin + k * ValueAt(problem.dilation, d));
      span.padded += span.places.back() < span.extent + padding ? 1 : 0;
    }
  }
  return window;
}

inline Window WindowOfAdaptive(const Shape& self, const Shape& out, size_t spatial, int64_t place) {
  const std::array<int64_t, 4> index = Unravelled(place, out, spatial);
  Window window{index[0], {}};
  for (size_t d = 3 - spatial; d < 3; ++d) {
    const int64_t extent = self[self.size() - 3 + d];
    const int64_t windows = out[out.size() - 3 + d];
    const int64_t begin = index[d + 1] * extent / windows;
    const int64_t end = ((index[d + 1] + 1) * extent + windows - 1) / windows;
    window.spans[d] = {extent, {}, end - begin};
    for (int64_t at = begin; at < end; ++at) {
      window.spans[d].places.push_back(at);
    }
  }
  return window;
}

// What the sum of a window is divided by.
using DivisorOf = std::function<double(const Window&)>;

inline double Padded(const Window& window) {
  return static_cast<double>(window.spans[0].padded * window.spans[1].padded * window.spans[2].padded);
}
inline double Inside(const Window& window) {
  double places = 0;
  ForEachInside(window, [&](size_t /*element*/, int64_t /*place*/) { ++places; });
  return places;
}

// Averages, or their gradient.
inline Result Averages(const Array& input, const Shape& places, const Shape& result, bool backward,
                       const WindowOf& windowOf, const DivisorOf& divisorOf) {
  Result averages{Full(result, 0), Full(result, 0)};
  for (int64_t i = 0; i < NumElements(places); ++i) {
    const Window window = windowOf(i);
    const double divisor = divisorOf(window);
    ForEachInside(window, [&](size_t element, int64_t /*place*/) {
      const size_t from = backward ? static_cast<size_t>(i) : element;
      const size_t to = backward ? element : static_cast<size_t>(i);
      averages.values.values[to] += input.values[from] / divisor;
      averages.magnitudes.values[to] += std::fabs(input.values[from] / divisor);
    });
  }
  return averages;
}

struct Largest {
  Array out;
  Array indices;
};

inline Largest LargestOf(const Array& self, const Shape& out, const WindowOf& windowOf) {
  Largest largest{Full(out, -INFINITY), Full(out, -1)};
  for (int64_t i = 0; i < NumElements(out); ++i) {
    double& best = largest.out.values[static_cast<size_t>(i)];
    double& found = largest.indices.values[static_cast<size_t>(i)];
    ForEachInside(windowOf(i), [&](size_t element, int64_t place) {
      const double value = self.values[element];
      if (found < 0 || value > best || std::isnan(value)) {
        best = value;
        found = static_cast<double>(place);
      }
    });
  }
  return largest;
}

inline Result GradientOf(const Array& gradOutput, const Array& indices, const Shape& self, size_t spatial) {
  Result result{Full(self, 0), Full(self, 0)};
  int64_t volume = 1;
  int64_t places = 1;
  for (size_t d = 0; d < spatial; ++d) {
    volume *= self[self.size() - 1 - d];
    places *= indices.shape[indices.shape.size() - 1 - d];
  }
  for (size_t i = 0; i < gradOutput.values.size(); ++i) {
    const auto at = static_cast<size_t>(static_cast<int64_t>(i) / places * volume +
                                        static_cast<int64_t>(indices.values[i]));
    result.values.values[at] += gradOutput.values[i];
    result.magnitudes.values[at] += std::fabs(gradOutput.values[i]);
  }
  return result;
}

}  // namespace openaclnn::testing::volumes
