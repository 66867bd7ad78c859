// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "aclnnop/aclnn_channel_shuffle.h"
#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_flip.h"
#include "aclnnop/aclnn_permute.h"
#include "aclnnop/aclnn_repeat.h"
#include "aclnnop/aclnn_repeat_interleave.h"
#include "aclnnop/aclnn_roll.h"
#include "aclnnop/aclnn_slice.h"
#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_triu.h"
#include "catalogue/families.h"
#include "catalogue/shape_rows.h"

namespace openaclnn::catalogue {
namespace shape {
namespace {

Sample MakeSample(std::string name, const Operator& row, const Shape& shape, const DrawAttributes& draw,
                  uint64_t seed) {
  Sample sample{.name = std::move(name)};
  const Argument& first = row.arguments.front();
  sample.arguments.tensors[first.name] = {{shape, ACL_DT_UNDEFINED}};
  RandomChoices choices(seed, ACL_FLOAT, 1000);
  draw(choices, shape, &sample.arguments);
  sample.data = {{.name = first.name}};
  return sample;
}

}  // namespace

Argument In(std::string name) {
  return Movable(Input(std::move(name), Numbers()));
}

Argument Whole(std::string name, std::string meaning, int64_t usual) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = usual};
}

Argument Numbers64(std::string name, std::string meaning) {
  return {.name = std::move(name), .role = Role::kAttribute, .meaning = std::move(meaning)};
}

int64_t AnyDim(Choices& choices, size_t rank) {
  const size_t dims = std::max<size_t>(rank, 1);
  const auto dim = static_cast<int64_t>(choices.Below(dims));
  return choices.Chance(64) ? dim - static_cast<int64_t>(dims) : dim;
}

Operator Moving(Row row) {
  Operator op = MakeOperator({.phases = std::move(row.phases),
                              .summary = std::move(row.summary),
                              .formula = {std::move(row.formula)},
                              .arguments = std::move(row.arguments)});
  op.samples = {MakeSample("matrix", op, {300, 170}, row.draw, 1),
                MakeSample("four_dims", op, {5, 7, 31, 46}, row.draw, 2),
                MakeSample("long_rows", op, {3, 20011}, row.draw, 3)};
  const std::string& first = op.arguments.front().name;
  op.runExample = OptionName(first) + " x.npy " + row.options +
                  (op.arguments.front().IsWritten() ? OutputOption(op.arguments.front()) : "-o") +
                  " result.npy";
  op.benchExample = OptionName(first) + " 4096x4096 " + row.options;
  op.draw = [op, least = row.leastRank, draw = row.draw](Choices& choices) {
    Arguments drawn;
    Shape shape = choices.AnyShape(6);
    while (shape.size() < least) {
      shape.push_back(choices.Extent());
    }
    const std::string& name = op.arguments.front().name;
    drawn.tensors[name] = {{shape, choices.DType(op.LeadDTypes())}};
    draw(choices, shape, &drawn);
    return drawn;
  };
  return op;
}

namespace {

Argument Result(const std::string& as, std::string shapeText, ShapeRule shape) {
  Argument argument = Movable(Output("out", Numbers(), SameAs(as)));
  argument.shapeText = std::move(shapeText);
  argument.shape = std::move(shape);
  argument.anyDType = false;
  return argument;
}

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

Operator Slice() {
  return Moving({TwoPhases<&aclnnSliceGetWorkspaceSize, &aclnnSlice>("aclnnSlice"),
                 "every so many-th element along a dimension",
                 "out = self[start:end:step] along dim",
                 {In("self"), Whole("dim", "along which", 0), Whole("start", "the first", 0),
                  Whole("end", "one behind the last", INT64_MAX), Whole("step", "every so many-th", 1),
                  Result("self", "that of self with fewer elements along dim",
                         [](const Arguments& known) {
                           Shape shape = known.ShapeOf("self");
                           if (shape.empty()) {
                             return shape;
                           }
                           const size_t place = Place(known.Integer("dim"), shape.size());
                           const int64_t extent = shape[place];
                           const auto within = [extent](int64_t index) {
                             return std::clamp<int64_t>(index < 0 ? index + extent : index, 0, extent);
                           };
                           const int64_t start = within(known.Integer("start"));
                           const int64_t count = std::max<int64_t>(within(known.Integer("end")) - start, 0);
                           const int64_t step = std::max<int64_t>(known.Integer("step"), 1);
                           shape[place] = (count + step - 1) / step;
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
                             shape[shape.size() - 1 - d] *= self[self.size() - 1 - d];
                           }
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

DrawAttributes Diagonals() {
  return [](Choices& choices, const Shape& /*shape*/, Arguments* arguments) {
    arguments->attributes["diagonal"] = static_cast<int64_t>(choices.Below(20)) - 10;
  };
}

Operator Triangle(Phases phases, const char* summary, const char* condition) {
  return Moving({std::move(phases),
                 summary,
                 std::string("out[..., i, j] = self[..., i, j] where ") + condition + ", else 0",
                 {In("self"), Whole("diagonal", "which one: 0 the main one", 0),
                  Result("self", "that of self", SameShapeAs("self"))},
                 2,
                 Diagonals()});
}

Operator InplaceTriangle(Phases phases, const char* summary, const char* condition) {
  return Moving({std::move(phases),
                 summary,
                 std::string("selfRef[..., i, j] = 0 but where ") + condition,
                 {Movable(InPlace("selfRef", Numbers())), Whole("diagonal", "which one: 0 the main one", 0)},
                 2,
                 Diagonals()});
}

}  // namespace
}  // namespace shape

std::vector<Operator> Shapes() {
  using namespace shape;  // NOLINT(google-build-using-namespace): the family's own
  return {
      Cat(),
      ChannelShuffle(),
      ConstantPadNd(),
      Flip(),
      InplaceTriangle(TwoPhases<&aclnnInplaceTrilGetWorkspaceSize, &aclnnInplaceTril>("aclnnInplaceTril"),
                      "zeros above a diagonal, in place", "j <= i + diagonal"),
      InplaceTriangle(TwoPhases<&aclnnInplaceTriuGetWorkspaceSize, &aclnnInplaceTriu>("aclnnInplaceTriu"),
                      "zeros below a diagonal, in place", "j >= i + diagonal"),
      Permute(),
      Repeat(),
      RepeatInterleaveInt(),
      RepeatInterleaveIntWithDim(),
      Roll(),
      Slice(),
      SplitTensor(),
      SplitWithSize(),
      Stack(),
      Triangle(TwoPhases<&aclnnTrilGetWorkspaceSize, &aclnnTril>("aclnnTril"),
               "matrices with zeros above a diagonal", "j <= i + diagonal"),
      Triangle(TwoPhases<&aclnnTriuGetWorkspaceSize, &aclnnTriu>("aclnnTriu"),
               "matrices with zeros below a diagonal", "j >= i + diagonal"),
  };
}

}  // namespace openaclnn::catalogue
