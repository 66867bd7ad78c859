// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_expand.h"
#include "aclnnop/aclnn_repeat.h"
#include "aclnnop/aclnn_repeat_interleave.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/shape/moving.h"

namespace openaclnn::catalogue::shape::repeating {
namespace {

Operator Expand() {
  Operator row = Moving({TwoPhases<&aclnnExpandGetWorkspaceSize, &aclnnExpand>("aclnnExpand"),
                         "tensors repeated along dimensions of size 1",
                         "out[i] = self[i, 0 along dimensions of extent 1]",
                         {In("self"), Numbers64("size", "the shape of out; -1 keeps a dimension"),
                          Result("self", "size",
                                 [](const Arguments& known) {
                                   const Shape& self = known.ShapeOf("self");
                                   Shape shape = known.Integers("size");
                                   for (size_t d = 0; d < shape.size(); ++d) {
                                     const size_t fromEnd = shape.size() - 1 - d;
                                     if (shape[d] == -1 && fromEnd < self.size()) {
                                       shape[d] = self[self.size() - 1 - fromEnd];
                                     }
                                     shape[d] = std::max<int64_t>(shape[d], 0);
                                   }
                                   return shape;
                                 })},
                         0,
                         [](Choices& choices, const Shape& shape, Arguments* arguments) {
                           Integers64 size;
                           for (size_t d = choices.Below(3); d < 2; ++d) {
                             size.push_back(static_cast<int64_t>(1 + choices.Below(3)));
                           }
                           for (const int64_t extent : shape) {
                             size.push_back(extent == 1          ? static_cast<int64_t>(1 + choices.Below(3))
                                            : choices.Chance(64) ? -1
                                                                 : extent);
                           }
                           arguments->attributes["size"] = size;
                         },
                         "--size 3,-1,-1 "});
  Sample column{.name = "columns"};
  column.arguments.tensors["self"] = {{{7, 1, 33}, ACL_DT_UNDEFINED}};
  column.arguments.attributes["size"] = Integers64{5, 7, 19, 33};
  row.samples.push_back(std::move(column));
  return row;
}

Operator Repeat() {
  return Moving({TwoPhases<&aclnnRepeatGetWorkspaceSize, &aclnnRepeat>("aclnnRepeat"),
                 "tensors repeated along each dimension",
                 "out[i] = self[i % extents of self]",
                 {In("self"), Numbers64("repeats", "how often, for each dimension of out"),
                  Result("self", "that of self times repeats",
                         [](const Arguments& known) {
                           const Shape& self = known.ShapeOf("self");
                           Shape shape = known.Integers("repeats");
                           for (size_t d = 0; d < std::min(self.size(), shape.size()); ++d) {
                             int64_t& repeated = shape[shape.size() - 1 - d];
                             // More than any memory holds, or fewer than none, is the operator's to refuse.
                             if (__builtin_mul_overflow(repeated, self[self.size() - 1 - d], &repeated)) {
                               repeated = INT64_MAX;
                             }
                           }
                           std::ranges::replace_if(
                               shape, [](int64_t extent) { return extent < 0; }, 0);
                           return shape;
                         })},
                 0,
                 [](Choices& choices, const Shape& shape, Arguments* arguments) {
                   Integers64 repeats;
                   for (size_t d = choices.Below(3); d < shape.size() + 2; ++d) {
                     repeats.push_back(static_cast<int64_t>(1 + choices.Below(3)));
                   }
                   arguments->attributes["repeats"] = repeats;
                 },
                 "--repeats 2,3 "});
}

Operator RepeatInterleaveInt() {
  return Moving({TwoPhases<&aclnnRepeatInterleaveIntGetWorkspaceSize, &aclnnRepeatInterleaveInt>(
                     "aclnnRepeatInterleaveInt"),
                 "each element several times",
                 "out[i] = self[i / repeats], of all elements in a row",
                 {In("self"),
                  Whole("repeats", "how often", 2),
                  {.name = "outputSize",
                   .role = Role::kAttribute,
                   .meaning = "elements of out",
                   .derive =
                       [](const Arguments& known) {
                         return Value(Product(known.ShapeOf("self")) * known.Integer("repeats"));
                       },
                   .derivation = "repeats times those of self"},
                  Result("self", "[outputSize]",
                         [](const Arguments& known) { return Shape{known.Integer("outputSize")}; })},
                 0,
                 [](Choices& choices, const Shape& /*shape*/, Arguments* arguments) {
                   arguments->attributes["repeats"] = static_cast<int64_t>(1 + choices.Below(4));
                 }});
}

Operator RepeatInterleaveIntWithDim() {
  return Moving(
      {TwoPhases<&aclnnRepeatInterleaveIntWithDimGetWorkspaceSize, &aclnnRepeatInterleaveIntWithDim>(
           "aclnnRepeatInterleaveIntWithDim"),
       "each index of a dimension several times",
       "out[i] = self[i / repeats] along dim",
       {In("self"),
        Whole("repeats", "how often", 2),
        Whole("dim", "along which", 0),
        {.name = "outputSize",
         .role = Role::kAttribute,
         .meaning = "extent of dim in out",
         .derive =
             [](const Arguments& known) {
               const Shape& self = known.ShapeOf("self");
               return Value(Extent(self, Place(known.Integer("dim"), self.size())) *
                            known.Integer("repeats"));
             },
         .derivation = "repeats times that of self"},
        Result("self", "that of self with outputSize at dim",
               [](const Arguments& known) {
                 Shape shape = known.ShapeOf("self");
                 if (shape.empty()) {
                   shape.push_back(1);
                 }
                 shape[Place(known.Integer("dim"), shape.size())] = known.Integer("outputSize");
                 return shape;
               })},
       0,
       [](Choices& choices, const Shape& shape, Arguments* arguments) {
         arguments->attributes = {{"repeats", static_cast<int64_t>(1 + choices.Below(4))},
                                  {"dim", AnyDim(choices, shape.size())}};
       }});
}

Operator ConstantPadNd() {
  return Moving({TwoPhases<&aclnnConstantPadNdGetWorkspaceSize, &aclnnConstantPadNd>("aclnnConstantPadNd"),
                 "a number around a tensor",
                 "out[i] = self[i - before], value outside",
                 {In("self"), Numbers64("pad", "before and after the last dimension, the one before it, ..."),
                  Number("value", 0),
                  Result("self", "that of self padded",
                         [](const Arguments& known) {
                           Shape shape = known.ShapeOf("self");
                           const Integers64& pad = known.Integers("pad");
                           for (size_t i = 0; i + 1 < pad.size() && i / 2 < shape.size(); i += 2) {
                             shape[shape.size() - 1 - i / 2] += pad[i] + pad[i + 1];
                           }
                           return shape;
                         })},
                 0,
                 [](Choices& choices, const Shape& shape, Arguments* arguments) {
                   Integers64 pad;
                   for (size_t d = 0; d < shape.size(); ++d) {
                     const bool crops = shape[shape.size() - 1 - d] > 3;
                     pad.push_back(static_cast<int64_t>(choices.Below(5)) - (crops ? 1 : 0));
                     pad.push_back(static_cast<int64_t>(choices.Below(5)) - (crops ? 1 : 0));
                   }
                   arguments->attributes["pad"] = pad;
                   arguments->attributes["value"] = Scalar{ACL_INT64, 1};
                 },
                 "--pad 1,1 "});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      ConstantPadNd(), Expand(), Repeat(), RepeatInterleaveInt(), RepeatInterleaveIntWithDim(),
  };
}

}  // namespace openaclnn::catalogue::shape::repeating
