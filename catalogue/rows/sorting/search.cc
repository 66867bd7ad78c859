// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_bucketize.h"
#include "aclnnop/aclnn_searchsorted.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sorting::search {
namespace {

Argument Sequence(const char* name, const char* shapeText) {
  Argument argument = Input(name, NumbersButBool());
  argument.meaning = "numbers in order";
  argument.shapeText = shapeText;
  return argument;
}

std::vector<Argument> Modes() {
  return {Flag("outInt32", "whether out is of INT32, not INT64"),
          Flag("right", "the place behind equal elements, not the one before them")};
}

Argument Sorter() {
  return {.name = "sorter",
          .meaning = "which element of a sequence is the first in order, which the next; none: as they are",
          .shapeText = "that of sortedSequence",
          .dtypes = {ACL_INT64},
          .optional = true,
          .holds = Meaning::kIndices,
          .bound =
              [](const Arguments& known) {
                const Shape& shape = known.ShapeOf("sortedSequence");
                return shape.empty() ? 1 : shape.back();
              },
          .shape = SameShapeAs("sortedSequence"),
          .dtype = Always(ACL_INT64)};
}

Argument Places(ShapeRule shape, std::string shapeText) {
  Argument out = OutputOfThatType("out", {ACL_INT64, ACL_INT32},
                                  {"INT32 or INT64, as outInt32 says", [](const Arguments& known) {
                                     return known.Integer("outInt32") != 0 ? ACL_INT32 : ACL_INT64;
                                   }});
  out.meaning = "places, from 0 to the number of elements of a sequence";
  out.shape = std::move(shape);
  out.shapeText = std::move(shapeText);
  return out;
}

/// A call of one of these, with or without a sorter.
Arguments Search(const Shape& sequence, const Shape& self, aclDataType dtype, aclDataType selfDType,
                 bool outInt32, bool right, bool sorter) {
  Arguments all;
  all.tensors["sortedSequence"] = {{sequence, dtype}};
  all.tensors["self"] = {{self, selfDType}};
  if (sorter) {
    all.tensors["sorter"] = {{sequence, ACL_INT64}};
  }
  all.attributes = {{"outInt32", int64_t{outInt32}}, {"right", int64_t{right}}};
  return all;
}

Operator SearchSorted() {
  std::vector<Argument> arguments{Sequence("sortedSequence", "[..., elements]"),
                                  Input("self", NumbersButBool())};
  arguments.back().shapeText = "[..., values], or any if sortedSequence has 1 dimension";
  arguments.back().shape = SameShapeAs("sortedSequence");
  std::ranges::move(Modes(), std::back_inserter(arguments));
  arguments.push_back(Sorter());
  arguments.push_back(Places(SameShapeAs("self"), "that of self"));
  Operator op = MakeOperator(
      {.phases = TwoPhases<&aclnnSearchSortedGetWorkspaceSize, &aclnnSearchSorted>("aclnnSearchSorted"),
       .summary = "where values belong into sequences that are in order",
       .formula = {"out = how many elements of the sequence are less than self, or with right not greater"},
       .arguments = std::move(arguments),
       .runExample = "--sorted-sequence x.npy --self v.npy -o places.npy",
       .benchExample = "--sorted-sequence 4096 --self 4096x4096"});
  const auto add = [&](const char* name, const Shape& sequence, const Shape& self, bool right, bool sorter) {
    op.samples.push_back(
        {.name = name,
         .arguments = Search(sequence, self, ACL_DT_UNDEFINED, ACL_DT_UNDEFINED, right, right, sorter)});
  };
  add("one_sequence", {1001}, {5, 7, 601}, false, false);
  add("rows", {301, 57}, {301, 33}, true, false);
  add("with_sorter", {7, 31, 97}, {7, 31, 101}, true, true);
  add("specials", {257}, {20011}, false, false);
  op.samples.back().data = {{.name = "sortedSequence", .specials = true}, {.name = "self", .specials = true}};
  op.draw = [](Choices& choices) {
    const Shape self = choices.AnyShape(4);
    Shape sequence{choices.Extent()};
    if (!self.empty() && choices.Chance(160)) {
      sequence.insert(sequence.begin(), self.begin(), self.end() - 1);
    }
    const aclDataType dtype = choices.DType(NumbersButBool());
    const aclDataType own = choices.Chance(64) ? choices.DType(NumbersButBool()) : dtype;
    const bool narrow = choices.Chance(128);
    const bool right = choices.Chance(128);
    return Search(sequence, self, dtype, own, narrow, right, choices.Chance(64));
  };
  return op;
}

Operator SearchSorteds() {
  std::vector<Argument> arguments{Sequence("sortedSequence", "[elements]"),
                                  NumberFor("self", "sortedSequence", 3)};
  std::ranges::move(Modes(), std::back_inserter(arguments));
  arguments.push_back(Sorter());
  arguments.push_back(Places([](const Arguments&) { return Shape{}; }, "one element"));
  Operator op = MakeOperator(
      {.phases = TwoPhases<&aclnnSearchSortedsGetWorkspaceSize, &aclnnSearchSorteds>("aclnnSearchSorteds"),
       .summary = "where a number belongs into a sequence that is in order",
       .formula = {"out = how many elements of sortedSequence are less than self, or with right not greater"},
       .arguments = std::move(arguments),
       .runExample = "--sorted-sequence x.npy --self 2.5 -o place.npy",
       .benchExample = "--sorted-sequence 16777216"});
  const auto call = [](const Shape& sequence, aclDataType dtype, bool outInt32, bool right, bool sorter) {
    Arguments all = Search(sequence, {}, dtype, ACL_DT_UNDEFINED, outInt32, right, sorter);
    all.tensors.erase("self");
    return all;
  };
  op.samples.push_back({.name = "row", .arguments = call({100003}, ACL_DT_UNDEFINED, false, false, false)});
  op.samples.push_back(
      {.name = "with_sorter", .arguments = call({3001}, ACL_DT_UNDEFINED, true, true, true)});
  op.samples.push_back({.name = "specials",
                        .arguments = call({5003}, ACL_DT_UNDEFINED, false, true, false),
                        .data = {{.name = "sortedSequence", .specials = true}}});
  op.draw = [call](Choices& choices) {
    const Shape sequence{choices.Extent()};
    const aclDataType dtype = choices.DType(NumbersButBool());
    const bool narrow = choices.Chance(128);
    const bool right = choices.Chance(128);
    Arguments drawn = call(sequence, dtype, narrow, right, choices.Chance(64));
    drawn.attributes["self"] =
        Scalar{choices.Chance(128) ? ACL_FLOAT : ACL_INT64, static_cast<double>(choices.Below(5))};
    return drawn;
  };
  return op;
}

Operator Bucketize() {
  std::vector<Argument> arguments{Input("self", NumbersButBool()), Sequence("boundaries", "[boundaries]")};
  arguments.back().shape = [](const Arguments&) { return Shape{64}; };
  std::ranges::move(Modes(), std::back_inserter(arguments));
  arguments.push_back(Places(SameShapeAs("self"), "that of self"));
  Operator op =
      MakeOperator({.phases = TwoPhases<&aclnnBucketizeGetWorkspaceSize, &aclnnBucketize>("aclnnBucketize"),
                    .summary = "which of the buckets between boundaries values are in",
                    .formula = {"out = how many boundaries are less than self, or with right not greater"},
                    .arguments = std::move(arguments),
                    .runExample = "--self x.npy --boundaries b.npy -o buckets.npy",
                    .benchExample = "--self 4096x4096 --boundaries 64"});
  const auto call = [](const Shape& self, int64_t boundaries, aclDataType dtype, aclDataType own,
                       bool outInt32, bool right) {
    Arguments all;
    all.tensors["self"] = {{self, dtype}};
    all.tensors["boundaries"] = {{{boundaries}, own}};
    all.attributes = {{"outInt32", int64_t{outInt32}}, {"right", int64_t{right}}};
    return all;
  };
  op.samples.push_back({.name = "matrix",
                        .arguments = call({301, 257}, 33, ACL_DT_UNDEFINED, ACL_DT_UNDEFINED, false, false)});
  op.samples.push_back(
      {.name = "of_floats", .arguments = call({9001}, 16, ACL_DT_UNDEFINED, ACL_FLOAT, true, true)});
  op.samples.push_back(
      {.name = "specials",
       .arguments = call({20011}, 257, ACL_DT_UNDEFINED, ACL_DT_UNDEFINED, false, true),
       .data = {{.name = "self", .specials = true}, {.name = "boundaries", .specials = true}}});
  op.draw = [call](Choices& choices) {
    const Shape self = choices.AnyShape(6);
    const int64_t boundaries = choices.Extent();
    const aclDataType dtype = choices.DType(NumbersButBool());
    const aclDataType own = choices.Chance(64) ? choices.DType(NumbersButBool()) : dtype;
    const bool narrow = choices.Chance(128);
    return call(self, boundaries, dtype, own, narrow, choices.Chance(128));
  };
  return op;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Bucketize(),
      SearchSorted(),
      SearchSorteds(),
  };
}

}  // namespace openaclnn::catalogue::sorting::search
