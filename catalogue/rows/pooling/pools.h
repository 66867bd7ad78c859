// SPDX-License-Identifier: Apache-2.0
//
// What the pools have in common; `spatial` is 2 for images, 3 for volumes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::pooling {

/// The value of a list for a dim, the first one's first.
inline int64_t ValueAt(const Shape& values, size_t d, int64_t usual) {
  return values.empty() ? usual : d < values.size() ? values[d] : values[0];
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

inline std::string InputText(size_t spatial) {
  return spatial == 2 ? "[N, C, H, W] or [C, H, W]" : "[N, C, D, H, W] or [C, D, H, W]";
}
inline std::string OutputText(size_t spatial) {
  return spatial == 2 ? "[N, C, Ho, Wo] or [C, Ho, Wo]" : "[N, C, Do, Ho, Wo] or [C, Do, Ho, Wo]";
}
inline std::string BenchShape(size_t spatial) {
  return spatial == 2 ? "8x64x112x112" : "4x32x16x56x56";
}

/// The extents in front of an image's own, one or two.
inline Shape DrawFront(Choices& choices) {
  Shape front;
  for (size_t d = 0; d < 1 + choices.Below(2); ++d) {
    front.push_back(choices.Extent());
  }
  return front;
}

/// The shape that windows pool "self" to. A pool without an attribute "dilation" has none.
inline ShapeRule PooledShape(size_t spatial, const std::string& stride = "stride",
                             const std::string& padding = "padding") {
  return [=](const Arguments& known) {
    Shape shape = known.ShapeOf("self");
    const Shape dilation = known.attributes.contains("dilation") ? known.Integers("dilation") : Shape{};
    for (size_t d = 0; d < spatial && shape.size() >= spatial; ++d) {
      int64_t& extent = shape[shape.size() - spatial + d];
      const int64_t kernel = ValueAt(known.Integers("kernelSize"), d, 1);
      const int64_t step = std::max<int64_t>(ValueAt(known.Integers(stride), d, kernel), 1);
      const int64_t around = ValueAt(known.Integers(padding), d, 0);
      const int64_t window = ValueAt(dilation, d, 1) * (kernel - 1) + 1;
      extent = WindowsOf(extent, window, step, around, known.Integer("ceilMode") != 0);
    }
    return shape;
  };
}

/// Draws windows that fit, and what they pool. `dilation`: where there is one.
template <typename Pool>
void DrawWindows(Choices& choices, size_t spatial, Pool& pool, Shape* dilation = nullptr) {
  pool.self = DrawFront(choices);
  pool.padding.clear();
  for (size_t d = 0; d < spatial; ++d) {
    const auto kernel = 1 + static_cast<int64_t>(choices.Below(3));
    const auto distance = dilation == nullptr ? 1 : 1 + static_cast<int64_t>(choices.Below(2));
    if (dilation != nullptr) {
      dilation->push_back(distance);
    }
    pool.kernel.push_back(kernel);
    pool.stride.push_back(1 + static_cast<int64_t>(choices.Below(3)));
    pool.padding.push_back(static_cast<int64_t>(choices.Below(static_cast<size_t>(kernel / 2) + 1)));
    pool.self.push_back(choices.ExtentFor((kernel - 1) * distance + 1));
  }
  pool.ceilMode = choices.Chance(128);
}

/// With tensors of that type, and indices of theirs.
inline Arguments OfTypes(Arguments arguments, aclDataType dtype, aclDataType indices = ACL_INT32) {
  for (auto& [name, tensors] : arguments.tensors) {
    tensors.front().dtype = name == "indices" ? indices : dtype;
  }
  return arguments;
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

// --- Pools to given extents.

inline Argument OutputSize(size_t spatial) {
  return IntegerList("outputSize", "extents of the output", std::vector<int64_t>(spatial, 1));
}

/// The shape that "self" is pooled to.
inline ShapeRule AdaptiveShape(size_t spatial) {
  return [spatial](const Arguments& known) {
    Shape shape = known.ShapeOf("self");
    for (size_t d = 0; d < spatial && shape.size() >= spatial; ++d) {
      shape[shape.size() - spatial + d] = ValueAt(known.Integers("outputSize"), d, 1);
    }
    return shape;
  };
}

struct AdaptivePool {
  Shape self;
  Shape size;
};

inline Arguments AdaptiveArguments(const AdaptivePool& pool, bool backward) {
  Arguments arguments;
  arguments.tensors = {{"self", {{pool.self}}}};
  if (backward) {
    Shape pooled = pool.self;
    std::copy(pool.size.begin(), pool.size.end(), pooled.end() - static_cast<int64_t>(pool.size.size()));
    arguments.tensors["gradOutput"] = {{pooled}};
  } else {
    arguments.attributes["outputSize"] = pool.size;
  }
  return arguments;
}

inline Arguments DrawAdaptive(Choices& choices, size_t spatial, const DTypes& dtypes, bool backward) {
  const aclDataType dtype = choices.DType(dtypes);
  AdaptivePool pool{DrawFront(choices), {}};
  for (size_t d = 0; d < spatial; ++d) {
    pool.self.push_back(choices.Extent(false));
    pool.size.push_back(choices.Extent());
  }
  return OfTypes(AdaptiveArguments(pool, backward), dtype);
}

inline std::vector<Sample> AdaptiveSamples(size_t spatial, bool backward) {
  using Pools = std::vector<std::pair<std::string, AdaptivePool>>;
  const Pools images{{"smaller", {{3, 20, 56, 58}, {7, 9}}},
                     {"whole_planes", {{4, 130, 17, 19}, {1, 1}}},
                     {"larger_without_batch", {{5, 31, 41}, {50, 90}}}};
  const Pools volumes{{"smaller", {{3, 20, 8, 26, 28}, {3, 7, 9}}},
                      {"whole_planes", {{4, 130, 5, 7, 9}, {1, 1, 1}}},
                      {"larger_without_batch", {{5, 7, 11, 21}, {9, 20, 50}}}};
  return SamplesOf(spatial == 2 ? images : volumes, backward,
                   [&](const AdaptivePool& pool) { return AdaptiveArguments(pool, backward); });
}

}  // namespace openaclnn::catalogue::pooling
