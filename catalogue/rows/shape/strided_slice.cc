// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "aclnnop/aclnn_strided_slice.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/shape/moving.h"

namespace openaclnn::catalogue::shape::strided_slice {
namespace {

/// Of Python: how many numbers are in range(*slice(begin, end, step).indices(extent)).
int64_t CountOf(int64_t begin, int64_t end, int64_t step, int64_t extent) {
  const int64_t low = step < 0 ? -1 : 0;
  const int64_t high = step < 0 ? extent - 1 : extent;
  const auto edge = [&](int64_t index) {
    return std::clamp(index < 0 ? std::max(index, -extent - 1) + extent : index, low, high);
  };
  const int64_t distance = step < 0 ? edge(begin) - edge(end) : edge(end) - edge(begin);
  const int64_t size = std::max<int64_t>(std::abs(std::max(step, -INT64_MAX)), 1);
  return distance <= 0 ? 0 : 1 + (distance - 1) / size;
}

/// What the masks make of the entries: an ellipsis, new dims, dropped ones.
Shape Sliced(const Arguments& known) {
  const Shape& self = known.ShapeOf("self");
  const auto& begin = known.Integers("begin");
  const auto& end = known.Integers("end");
  const auto& strides = known.Integers("strides");
  const auto has = [&](const char* mask, size_t entry) {
    return (static_cast<uint64_t>(known.Integer(mask)) >> entry & 1U) != 0;
  };
  const size_t entries = std::min({begin.size(), end.size(), strides.size(), size_t{64}});
  size_t free = self.size();  // dims without an entry
  for (size_t i = 0; i < entries; ++i) {
    free -= !has("ellipsisMask", i) && !has("newAxisMask", i) && free > 0 ? 1U : 0U;
  }
  Shape shape;
  size_t dim = 0;
  for (size_t i = 0; i < entries; ++i) {
    if (has("ellipsisMask", i)) {
      for (; free > 0; --free) {
        shape.push_back(Extent(self, dim++));
      }
    } else if (has("newAxisMask", i)) {
      shape.push_back(1);
    } else {
      const int64_t extent = Extent(self, dim++);
      if (!has("shrinkAxisMask", i)) {
        const bool back = strides[i] < 0;
        shape.push_back(CountOf(has("beginMask", i) ? (back ? INT64_MAX : 0) : begin[i],
                                has("endMask", i) ? (back ? INT64_MIN : INT64_MAX) : end[i], strides[i],
                                extent));
      }
    }
  }
  for (; free > 0; --free) {
    shape.push_back(Extent(self, dim++));
  }
  return shape;
}

}  // namespace

std::vector<Operator> Rows() {
  return {Moving(
      {TwoPhases<&aclnnStridedSliceGetWorkspaceSize, &aclnnStridedSlice>("aclnnStridedSlice"),
       "a slice of several dimensions with steps, dropped and new dimensions",
       "out = self[begin:end:strides, ...]",
       {In("self"), Numbers64("begin", "first index of each entry"),
        Numbers64("end", "one behind the last index of each entry"),
        Numbers64("strides", "step of each entry"), Whole("beginMask", "entries that begin at the edge", 0),
        Whole("endMask", "entries that end at the edge", 0),
        Whole("ellipsisMask", "the entry for all other dimensions", 0),
        Whole("newAxisMask", "entries for new dimensions", 0),
        Whole("shrinkAxisMask", "entries that are one index", 0),
        Result("self", "that of the slice", Sliced)},
       1,
       [](Choices& choices, const Shape& shape, Arguments* arguments) {
         Integers64 begin;
         Integers64 end;
         Integers64 strides;
         const size_t entries = 1 + choices.Below(shape.size());
         const bool newAxis = choices.Chance(64);  // in front
         if (newAxis) {
           begin.push_back(0);
           end.push_back(0);
           strides.push_back(1);
         }
         for (size_t i = 0; i < entries; ++i) {
           const auto extent = static_cast<size_t>(shape[i]);
           begin.push_back(static_cast<int64_t>(choices.Below(extent / 2 + 1)));
           end.push_back(-static_cast<int64_t>(choices.Below(extent / 4 + 1)) - 1);
           strides.push_back(static_cast<int64_t>(1 + choices.Below(3)));
           if (choices.Chance(64)) {
             std::swap(begin.back(), end.back());
             strides.back() = -strides.back();
           }
         }
         const auto last = begin.size() - 1;
         const bool drops = shape[entries - 1] > 0 && choices.Chance(64);
         if (drops) {
           begin[last] = -1;
           strides[last] = 1;
         }
         arguments->attributes = {{"begin", begin},
                                  {"end", end},
                                  {"strides", strides},
                                  {"beginMask", static_cast<int64_t>(choices.Below(4))},
                                  {"endMask", static_cast<int64_t>(choices.Below(4))},
                                  {"ellipsisMask", int64_t{0}},
                                  {"newAxisMask", int64_t{newAxis ? 1 : 0}},
                                  {"shrinkAxisMask", drops ? int64_t{1} << last : int64_t{0}}};
       },
       "--begin 1,0 --end 7,9 --strides 2,3 "})};
}

}  // namespace openaclnn::catalogue::shape::strided_slice
