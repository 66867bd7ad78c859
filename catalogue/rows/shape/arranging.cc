// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <vector>

#include "aclnnop/aclnn_channel_shuffle.h"
#include "aclnnop/aclnn_flatten.h"
#include "aclnnop/aclnn_flip.h"
#include "aclnnop/aclnn_permute.h"
#include "aclnnop/aclnn_roll.h"
#include "aclnnop/aclnn_slice.h"
#include "aclnnop/aclnn_slice_v2.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/shape/moving.h"

namespace openaclnn::catalogue::shape::arranging {
namespace {

Operator Permute() {
  return Moving({TwoPhases<&aclnnPermuteGetWorkspaceSize, &aclnnPermute>("aclnnPermute"),
                 "dimensions in another order",
                 "out[i] = self[permuted i]",
                 {In("self"), Numbers64("dims", "each dimension once"),
                  Result("self", "that of self permuted",
                         [](const Arguments& known) {
                           const Shape& self = known.ShapeOf("self");
                           Shape shape;
                           for (const int64_t dim : known.Integers("dims")) {
                             shape.push_back(Extent(self, Place(dim, self.size())));
                           }
                           return shape;
                         })},
                 0,
                 [](Choices& choices, const Shape& shape, Arguments* arguments) {
                   Integers64 dims;
                   for (size_t d = 0; d < shape.size(); ++d) {
                     dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(choices.Below(d + 1)),
                                 static_cast<int64_t>(d));
                   }
                   arguments->attributes["dims"] = dims;
                 },
                 "--dims 1,0 "});
}

Operator Flip() {
  return Moving({TwoPhases<&aclnnFlipGetWorkspaceSize, &aclnnFlip>("aclnnFlip"),
                 "dimensions in reverse",
                 "out[i] = self[n - 1 - i] along dims",
                 {In("self"), Dims("dims"), Result("self", "that of self", SameShapeAs("self"))},
                 0,
                 [](Choices& choices, const Shape& shape, Arguments* arguments) {
                   arguments->attributes["dims"] = choices.SomeDims(shape.size());
                 }});
}

Operator Roll() {
  return Moving(
      {TwoPhases<&aclnnRollGetWorkspaceSize, &aclnnRoll>("aclnnRoll"),
       "elements moved round in a circle",
       "out[i + shifts] = x[i] along dims; without dims, along all elements in a row",
       {In("x"), Numbers64("shifts", "how far"), Dims("dims"), Result("x", "that of x", SameShapeAs("x"))},
       0,
       [](Choices& choices, const Shape& shape, Arguments* arguments) {
         const Integers64 dims = choices.SomeDims(shape.size());
         Integers64 shifts;
         for (size_t i = 0; i < std::max<size_t>(dims.size(), 1); ++i) {
           shifts.push_back(static_cast<int64_t>(choices.Below(100)) - 50);
         }
         arguments->attributes["dims"] = dims;
         arguments->attributes["shifts"] = shifts;
       },
       "--shifts 5 "});
}

void Slice(int64_t dim, int64_t start, int64_t end, int64_t step, Shape* shape) {
  if (shape->empty()) {
    return;
  }
  int64_t& extent = (*shape)[Place(dim, shape->size())];
  const auto within = [extent](int64_t index) {
    return std::clamp<int64_t>(index < 0 ? index + extent : index, 0, extent);
  };
  const int64_t count = std::max<int64_t>(within(end) - within(start), 0);
  step = std::max<int64_t>(step, 1);
  extent = count / step + (count % step == 0 ? 0 : 1);
}

Operator SliceV2() {
  return Moving(
      {TwoPhases<&aclnnSliceV2GetWorkspaceSize, &aclnnSliceV2>("aclnnSliceV2"),
       "every so many-th element along several dimensions",
       "out = self[starts[k]:ends[k]:steps[k]] along axes[k]",
       {In("self"), Numbers64("starts", "the first ones"), Numbers64("ends", "one behind the last ones"),
        Numbers64("axes", "along which"), Numbers64("steps", "every so many-th"),
        Result("self", "that of self with fewer elements along axes",
               [](const Arguments& known) {
                 Shape shape = known.ShapeOf("self");
                 const Integers64& starts = known.Integers("starts");
                 const Integers64& ends = known.Integers("ends");
                 const Integers64& axes = known.Integers("axes");
                 const Integers64& steps = known.Integers("steps");
                 const size_t count = std::min({starts.size(), ends.size(), axes.size(), steps.size()});
                 for (size_t i = 0; i < count; ++i) {
                   Slice(axes[i], starts[i], ends[i], steps[i], &shape);
                 }
                 return shape;
               })},
       1,
       [](Choices& choices, const Shape& shape, Arguments* arguments) {
         const Integers64 axes = choices.SomeDims(shape.size());
         Integers64 starts;
         Integers64 ends;
         Integers64 steps;
         for (const int64_t axis : axes) {
           const auto extent = static_cast<size_t>(shape[Place(axis, shape.size())]);
           starts.push_back(static_cast<int64_t>(choices.Below(extent / 2 + 1)));
           ends.push_back(-static_cast<int64_t>(choices.Below(extent / 4 + 1)) - 1);
           steps.push_back(static_cast<int64_t>(1 + choices.Below(3)));
         }
         arguments->attributes = {{"starts", starts}, {"ends", ends}, {"axes", axes}, {"steps", steps}};
       },
       "--starts 1 --ends 5 --axes 0 --steps 2 "});
}

Operator Flatten() {
  return Moving({TwoPhases<&aclnnFlattenGetWorkspaceSize, &aclnnFlatten>("aclnnFlatten"),
                 "tensors as matrices",
                 "out = self with the dimensions before axis merged, and the others",
                 {In("self"), Whole("axis", "the first dimension of the second part", 1),
                  Result("self", "[a, b]",
                         [](const Arguments& known) {
                           const Shape& self = known.ShapeOf("self");
                           const size_t place = self.empty() ? 0 : Place(known.Integer("axis"), self.size());
                           const Shape first(self.begin(), self.begin() + static_cast<std::ptrdiff_t>(place));
                           Shape shape{Product(first), Product(self, place)};  // wraps around
                           return shape;
                         })},
                 0,
                 [](Choices& choices, const Shape& shape, Arguments* arguments) {
                   arguments->attributes["axis"] = AnyDim(choices, shape.size());
                 }});
}

Operator Slice() {
  return Moving({TwoPhases<&aclnnSliceGetWorkspaceSize, &aclnnSlice>("aclnnSlice"),
                 "every so many-th element along a dimension",
                 "out = self[start:end:step] along dim",
                 {In("self"), Whole("dim", "along which", 0), Whole("start", "the first", 0),
                  Whole("end", "one behind the last", INT64_MAX), Whole("step", "every so many-th", 1),
                  Result("self", "that of self with fewer elements along dim",
                         [](const Arguments& known) {
                           Shape shape = known.ShapeOf("self");
                           Slice(known.Integer("dim"), known.Integer("start"), known.Integer("end"),
                                 known.Integer("step"), &shape);
                           return shape;
                         })},
                 1,
                 [](Choices& choices, const Shape& shape, Arguments* arguments) {
                   const int64_t dim = AnyDim(choices, shape.size());
                   const auto extent = static_cast<size_t>(shape[Place(dim, shape.size())]);
                   arguments->attributes = {{"dim", dim},
                                            {"start", static_cast<int64_t>(choices.Below(extent / 2 + 1))},
                                            {"end", -static_cast<int64_t>(choices.Below(extent / 4 + 1)) - 1},
                                            {"step", static_cast<int64_t>(1 + choices.Below(3))}};
                 }});
}

Operator ChannelShuffle() {
  Operator op =
      Moving({TwoPhases<&aclnnChannelShuffleGetWorkspaceSize, &aclnnChannelShuffle>("aclnnChannelShuffle"),
              "channels of several groups in turn",
              "out[n, j * groups + g] = self[n, g * (C / groups) + j]",
              {In("self"), Whole("groups", "how many; divides the channels", 2),
               Result("self", "that of self", SameShapeAs("self"))},
              3,
              [](Choices& choices, const Shape& shape, Arguments* arguments) {
                int64_t groups = 1;
                for (int64_t divisor = 2; divisor < 7; ++divisor) {
                  groups = shape[1] % divisor == 0 && choices.Chance(128) ? divisor : groups;
                }
                arguments->attributes["groups"] = groups;
              }});
  const auto sample = [&](const char* name, const Shape& shape, int64_t groups) {
    Sample one{.name = name};
    one.arguments.tensors["self"] = {{shape, ACL_DT_UNDEFINED}};
    one.arguments.attributes["groups"] = groups;
    one.data = {{.name = "self"}};
    return one;
  };
  op.samples = {sample("images", {3, 12, 31, 46}, 4), sample("many_groups", {2, 700, 37}, 350),
                sample("eight_dims", {3, 6, 2, 1, 5, 3, 2, 7}, 2)};
  op.benchExample = "--self 8x64x56x56 --groups 4";
  return op;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      ChannelShuffle(), Flatten(), Flip(), Permute(), Roll(), Slice(), SliceV2(),
  };
}

}  // namespace openaclnn::catalogue::shape::arranging
