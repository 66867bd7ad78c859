// SPDX-License-Identifier: Apache-2.0
//
// Where each place of a padded tensor, or of a gradient, comes from. Along a dim, places of the result and of the
// source belong together in at most three stretches: those of the tensor itself, and those on either side. A padded
// tensor has each of its places in one of them. A gradient has some in several, and some in none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ops/shape/padding.h"

namespace openaclnn {

// Places [begin, end) of the result: the first comes from places [first, first + places) of the source, the
// next from those `step` further.
struct Stretch {
  int64_t begin;
  int64_t end;
  int64_t first;
  int64_t step;
  int64_t places = 1;

  [[nodiscard]] int64_t SourceOf(int64_t place) const { return first + (place - begin) * step; }
};

using Stretches = std::array<Stretch, 3>;  // by ascending sources; some are empty

// A dim of the result. Strides in bytes.
struct Axis {
  int64_t extent;
  int64_t stride;
  int64_t sourceStride;
  Stretches stretches;
  bool plain;  // not padded
};

// Places of a row that lie in the same stretches.
struct Segment {
  int64_t begin;
  int64_t end;
  int64_t sources;     // of each place, if a row has one source
  size_t stretch = 0;  // which, if there is one source
};

// The dims of the result that have several places or are padded, as they lie in memory, neighbours merged; at least one.
[[nodiscard]] std::vector<Axis> AxesOf(const PadArgs& args);
[[nodiscard]] std::vector<Segment> SegmentsOf(const Axis& axis);

}  // namespace openaclnn
