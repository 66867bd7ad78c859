// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_strided_slice.h"
#include "aclnnop/aclnn_strided_slice_assign_v2.h"
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

/// A slice of all dims, in their order.
struct Slice {
  Shape var;
  std::vector<int64_t> begin;
  std::vector<int64_t> end;
  std::vector<int64_t> strides;
};

Arguments AssignCall(const Slice& slice, aclDataType dtype) {
  Shape value;
  std::vector<int64_t> axes;
  for (size_t d = 0; d < slice.var.size(); ++d) {
    value.push_back(CountOf(slice.begin[d], slice.end[d], slice.strides[d], slice.var[d]));
    axes.push_back(static_cast<int64_t>(d));
  }
  Arguments all;
  all.tensors["varRef"] = {{slice.var, dtype}};
  all.tensors["inputValue"] = {{value, dtype}};
  all.attributes = {
      {"begin", slice.begin}, {"end", slice.end}, {"strides", slice.strides}, {"axesOptional", axes}};
  return all;
}

Operator Assign() {
  Argument value = Movable(InputAs("inputValue", Numbers(), "varRef"));
  value.meaning = "the slice";
  value.shapeText = "that of the slice";
  value.shape = SameShapeAs("varRef");
  Argument axes = IntegerList("axesOptional", "dimensions of the slice", {0});
  axes.optional = true;
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnStridedSliceAssignV2GetWorkspaceSize, &aclnnStridedSliceAssignV2>(
           "aclnnStridedSliceAssignV2"),
       .summary = "a slice of several dimensions, replaced",
       .formula = {"varRef[begin:end:strides] = inputValue"},
       .arguments = {Movable(InPlace("varRef", Numbers())), std::move(value),
                     IntegerList("begin", "first index of each dimension", {0}),
                     IntegerList("end", "one behind the last index of each dimension", {INT64_MAX}),
                     IntegerList("strides", "step of each dimension", {1}), std::move(axes)},
       .runExample =
           "--var-ref x.npy --input-value v.npy --begin 1 --end 7 --strides 2 --var-ref-result y.npy",
       .benchExample = "--var-ref 4096x4096 --input-value 4096x4096"});
  const auto sample = [&](const char* name, const Slice& slice) {
    row.samples.push_back({.name = name,
                           .arguments = AssignCall(slice, ACL_DT_UNDEFINED),
                           .data = {{.name = "varRef"}, {.name = "inputValue"}}});
  };
  sample("rows", {{300, 211}, {7, 0}, {290, 211}, {3, 1}});
  sample("block", {{9, 40, 51}, {-8, 3, 5}, {-1, 39, 50}, {2, 4, 1}});
  sample("columns", {{601, 33}, {0, 1}, {601, 33}, {1, 2}});
  row.draw = [](Choices& choices) {
    Slice slice{choices.AnyShape(6), {}, {}, {}};
    for (const int64_t extent : slice.var) {
      const auto size = static_cast<size_t>(extent);
      slice.begin.push_back(static_cast<int64_t>(choices.Below(size / 2 + 1)));
      slice.end.push_back(extent - static_cast<int64_t>(choices.Below(size / 4 + 1)));
      slice.strides.push_back(static_cast<int64_t>(1 + choices.Below(3)));
    }
    return AssignCall(slice, choices.DType(Numbers()));
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {Assign(),
          Moving({TwoPhases<&aclnnStridedSliceGetWorkspaceSize, &aclnnStridedSlice>("aclnnStridedSlice"),
                  "a slice of several dimensions with steps, dropped and new dimensions",
                  "out = self[begin:end:strides, ...]",
                  {In("self"), Numbers64("begin", "first index of each entry"),
                   Numbers64("end", "one behind the last index of each entry"),
                   Numbers64("strides", "step of each entry"),
                   Whole("beginMask", "entries that begin at the edge", 0),
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
