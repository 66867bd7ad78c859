// SPDX-License-Identifier: Apache-2.0
#include "ops/shape/padding_axes.h"

#include <algorithm>

namespace openaclnn {
namespace {

// From a tensor of `extent` to one of `padded` places, `before` of them in front.
Stretches Padded(PadMode mode, int64_t extent, int64_t before, int64_t padded) {
  const int64_t begin = std::clamp<int64_t>(before, 0, padded);
  const int64_t end = std::clamp<int64_t>(before + extent, begin, padded);
  const Stretch inside{begin, end, begin - before, 1};
  if (mode == PadMode::kReflection) {
    return {{{0, begin, before, -1}, inside, {end, padded, 2 * (extent - 1) + before - end, -1}}};
  }
  if (mode == PadMode::kCircular) {
    return {{{0, begin, inside.first + end - 2 * begin, 1}, inside, {end, padded, inside.first, 1}}};
  }
  return {{{0, begin, 0, 0}, inside, {end, padded, extent - 1, 0}}};
}

// The other way round.
Stretches Gradient(PadMode mode, int64_t extent, int64_t before, int64_t padded) {
  const int64_t begin = std::max<int64_t>(0, -before);
  const Stretch inside{begin, std::min(extent, padded - before), begin + before, 1};
  if (mode == PadMode::kReflection) {
    const int64_t front = std::max<int64_t>(1, before - padded + 1);
    const int64_t last = before + 2 * (extent - 1);  // where the mirror image of place 0 would be
    const int64_t behind = std::max<int64_t>(0, last - padded + 1);
    return {{{front, std::min(before + 1, extent), before - front, -1},
             inside,
             {behind, std::min(extent - 1, last + 1), last - behind, -1}}};
  }
  const int64_t front = std::clamp<int64_t>(before, 0, padded);
  const int64_t behind = std::clamp<int64_t>(before + extent, 0, padded);
  if (mode == PadMode::kCircular) {
    return {{{inside.end - front, inside.end, 0, 1}, inside, {begin, begin + padded - behind, behind, 1}}};
  }
  return {{{0, front > 0 ? 1 : 0, 0, 1, front},
           inside,
           {extent - 1, behind < padded ? extent : 0, behind, 1, padded - behind}}};
}

// In bytes; that of a single place may be any.
int64_t StrideOf(const TensorView& view, size_t d) {
  return view.dims[d] > 1 ? view.strides[d] * static_cast<int64_t>(SizeOf(view.dtype)) : 0;
}

}  // namespace

std::vector<Axis> AxesOf(const PadArgs& args) {
  std::vector<Axis> axes;
  for (size_t d = 0; d < static_cast<size_t>(args.result.rank); ++d) {
    const int64_t extent = args.result.dims[d];
    const int64_t other = args.source.dims[d];
    const int64_t before = args.before[d];
    const bool plain = before == 0 && extent == other;
    if (!plain || extent > 1) {
      axes.push_back({extent, StrideOf(args.result, d), StrideOf(args.source, d),
                      args.gradient ? Gradient(args.mode, extent, before, other)
                                    : Padded(args.mode, other, before, extent),
                      plain});
    }
  }
  const std::vector<Axis> given = axes;
  const auto isOutside = [](const Axis& a, const Axis& b) {
    return (a.extent > 1 ? a.stride : INT64_MAX) > (b.extent > 1 ? b.stride : INT64_MAX);
  };
  std::ranges::stable_sort(axes, isOutside);
  if (args.gradient) {
    // The order of sums follows from the shape alone: padded axes stay in their order.
    auto next = given.begin();
    for (Axis& axis : axes) {
      if (!axis.plain) {
        next = std::find_if(next, given.end(), [](const Axis& one) { return !one.plain; });
        axis = *next++;
      }
    }
  }
  // Neighbours that are not padded and that one stride steps through.
  std::vector<Axis> merged;
  for (const Axis& axis : axes) {
    if (!merged.empty() && merged.back().plain && axis.plain &&
        merged.back().stride == axis.extent * axis.stride &&
        merged.back().sourceStride == axis.extent * axis.sourceStride) {
      const int64_t extent = merged.back().extent * axis.extent;
      merged.back() = axis;
      merged.back().extent = extent;
      merged.back().stretches = Padded(args.mode, extent, 0, extent);
    } else {
      merged.push_back(axis);
    }
  }
  if (merged.empty()) {
    merged.push_back({1, 0, 0, Padded(args.mode, 1, 0, 1), true});
  }
  return merged;
}

std::vector<Segment> SegmentsOf(const Axis& axis) {
  std::vector<int64_t> borders{0, axis.extent};
  for (const Stretch& stretch : axis.stretches) {
    if (stretch.begin < stretch.end) {
      borders.push_back(stretch.begin);
      borders.push_back(stretch.end);
    }
  }
  std::ranges::sort(borders);
  std::vector<Segment> segments;
  for (size_t i = 1; i < borders.size(); ++i) {
    Segment segment{borders[i - 1], borders[i], 0};
    for (size_t s = 0; s < axis.stretches.size(); ++s) {
      const Stretch& stretch = axis.stretches[s];
      if (stretch.begin <= segment.begin && segment.end <= stretch.end) {
        segment.sources += stretch.places;
        segment.stretch = s;
      }
    }
    if (segment.begin < segment.end) {
      segments.push_back(segment);
    }
  }
  return segments;
}

}  // namespace openaclnn
