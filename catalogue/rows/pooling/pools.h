// SPDX-License-Identifier: Apache-2.0
//
// What the pools have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::pooling {

/// The value of a list for both dims of a plane, 0 height and 1 width.
inline int64_t ValueAt(const Shape& values, size_t d, int64_t usual) {
  return values.empty() ? usual : values.size() == 1 ? values[0] : values[d];
}

/// How many windows of so many elements, from their first to their last, fit into an extent.
inline int64_t WindowsOf(int64_t extent, int64_t window, int64_t stride, int64_t padding, bool roundedUp) {
  const int64_t room = extent + 2 * padding - window;
  int64_t windows = (room + (roundedUp ? stride - 1 : 0)) / stride + 1;
  if (roundedUp && (windows - 1) * stride >= extent + padding) {
    --windows;
  }
  return std::max<int64_t>(windows, 0);
}

/// What becomes of self's extents, by lists of these names; of no dilation where it has no name.
inline Shape PooledShape(const Arguments& known, const char* strides, const char* paddings,
                         const char* dilations = nullptr) {
  Shape shape = known.ShapeOf("self");
  for (size_t d = 0; d < 2 && shape.size() >= 2; ++d) {
    int64_t& extent = shape[shape.size() - 2 + d];
    const int64_t kernel = ValueAt(known.Integers("kernelSize"), d, 1);
    const int64_t stride = std::max<int64_t>(ValueAt(known.Integers(strides), d, kernel), 1);
    const int64_t padding = ValueAt(known.Integers(paddings), d, 0);
    const int64_t dilation = dilations == nullptr ? 1 : ValueAt(known.Integers(dilations), d, 1);
    extent = WindowsOf(extent, dilation * (kernel - 1) + 1, stride, padding, known.Integer("ceilMode") != 0);
  }
  return shape;
}

/// The extents in front of an image's own, one or two.
inline Shape DrawFront(Choices& choices) {
  Shape front;
  for (size_t d = 0; d < 1 + choices.Below(2); ++d) {
    front.push_back(choices.Extent());
  }
  return front;
}

/// Samples of some pools, of which "overlapping" is also taken with special values. `of` makes the arguments.
template <typename Pool, typename ArgumentsOf>
std::vector<Sample> SamplesOf(const std::vector<std::pair<std::string, Pool>>& pools, bool backward,
                              const ArgumentsOf& of) {
  std::vector<Sample> samples;
  for (const auto& [name, pool] : pools) {
    Sample sample{.name = name, .arguments = of(pool)};
    sample.data = {{.name = backward ? "gradOutput" : "self", .pattern = Pattern::kSpread}};
    samples.push_back(sample);
    if (name == "overlapping") {
      sample.name = "specials";
      sample.data.front().specials = true;
      samples.push_back(std::move(sample));
    }
  }
  return samples;
}

}  // namespace openaclnn::catalogue::pooling
