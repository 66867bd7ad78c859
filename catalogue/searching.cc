// SPDX-License-Identifier: Apache-2.0
//
// Places in sequences that are in order, and counts.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_bincount.h"
#include "aclnnop/aclnn_bucketize.h"
#include "aclnnop/aclnn_histc.h"
#include "aclnnop/aclnn_search_sorted.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
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

int64_t BinsOf(const Arguments& known) {
  return known.Integer("minlength");
}

Operator Bincount() {
  const DTypes whole{ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8};
  Argument self{.name = "self",
                .meaning = "numbers from 0 on",
                .shapeText = "[elements]",
                .dtypes = whole,
                .holds = Meaning::kIndices,
                .bound = BinsOf};
  Argument weights = Input("weights", Numbers());
  weights.meaning = "what each element counts; none: 1";
  weights.shapeText = "that of self";
  weights.optional = true;
  weights.shape = SameShapeAs("self");
  Argument out = OutputOfThatType(
      "out", {ACL_INT64, ACL_FLOAT, ACL_DOUBLE},
      {"INT64 without weights, FLOAT with such, else DOUBLE", [](const Arguments& known) {
         const TensorSpec* given = known.Find("weights");
         return given == nullptr ? ACL_INT64 : given->dtype == ACL_FLOAT ? ACL_FLOAT : ACL_DOUBLE;
       }});
  out.shapeText = "[minlength], or more";
  out.shape = [](const Arguments& known) { return Shape{BinsOf(known)}; };
  Operator op =
      MakeOperator({.phases = TwoPhases<&aclnnBincountGetWorkspaceSize, &aclnnBincount>("aclnnBincount"),
                    .summary = "how often each number is there, or the sum of what these count",
                    .formula = {"out[n] = sum of weights[i] over all i where self[i] is n"},
                    .arguments = {self,
                                  weights,
                                  {.name = "minlength",
                                   .role = Role::kAttribute,
                                   .meaning = "how many numbers are counted",
                                   .defaultValue = int64_t{100},
                                   .lowest = 0},
                                  out},
                    .runExample = "--self x.npy --minlength 10 -o counts.npy",
                    .benchExample = "--self 16777216 --minlength 100"});
  const auto call = [](int64_t elements, aclDataType dtype, aclDataType weightsDType, int64_t minlength) {
    Arguments all;
    all.tensors["self"] = {{{elements}, dtype}};
    if (weightsDType != ACL_DT_UNDEFINED) {
      all.tensors["weights"] = {{{elements}, weightsDType}};
    }
    all.attributes = {{"minlength", minlength}};
    return all;
  };
  op.samples.push_back({.name = "row", .arguments = call(350147, ACL_DT_UNDEFINED, ACL_DT_UNDEFINED, 100)});
  op.samples.push_back({.name = "many_bins", .arguments = call(70001, ACL_INT32, ACL_DT_UNDEFINED, 90001)});
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_FLOAT16, ACL_INT32}) {
    // Sums in another order would be others.
    op.samples.push_back({.name = std::string("weights_") + NameOf(dtype),
                          .arguments = call(350147, ACL_INT64, dtype, 50),
                          .data = {{.name = "weights", .pattern = Pattern::kSpread}}});
  }
  op.draw = [call, whole](Choices& choices) {
    const int64_t elements = choices.Extent();
    const aclDataType dtype = choices.DType(whole);
    const aclDataType weightsDType = choices.Chance(128) ? choices.DType(Numbers()) : ACL_DT_UNDEFINED;
    return call(elements, dtype, weightsDType, choices.Extent(false));
  };
  return op;
}

Operator Histc() {
  // Its elements have to be finite where their range is that of the bins.
  Argument self = Input("self", NumbersButBool());
  self.mayRunOut = true;
  Argument out = OutputOfThatType("out", NumbersButBool(), SameAs("self"));
  out.shapeText = "[bins]";
  out.shape = [](const Arguments& known) { return Shape{known.Integer("bins")}; };
  Operator op = MakeOperator(
      {.phases = TwoPhases<&aclnnHistcGetWorkspaceSize, &aclnnHistc>("aclnnHistc"),
       .summary = "how many elements are in each of some bins of equal width",
       .formula =
           {"out[b] = how many x of self have trunc((x - min) * bins / (max - min)) = b; max is in the "
            "last bin"},
       .arguments = {self,
                     {.name = "bins",
                      .role = Role::kAttribute,
                      .meaning = "how many",
                      .defaultValue = int64_t{100},
                      .lowest = 1},
                     Number("min", 0),
                     Number("max", 0),
                     out},
       .runExample = "--self x.npy --bins 10 -o counts.npy",
       .benchExample = "--self 4096x4096"});
  const auto call = [](const Shape& shape, aclDataType dtype, int64_t bins, double min, double max) {
    Arguments all;
    all.tensors["self"] = {{shape, dtype}};
    all.attributes = {{"bins", bins}, {"min", Scalar{ACL_DOUBLE, min}}, {"max", Scalar{ACL_DOUBLE, max}}};
    return all;
  };
  op.samples.push_back(
      {.name = "range_of_data", .arguments = call({31, 40, 170}, ACL_DT_UNDEFINED, 100, 0, 0)});
  op.samples.push_back({.name = "range", .arguments = call({601, 57}, ACL_DT_UNDEFINED, 37, -3, 11)});
  op.samples.push_back({.name = "many_bins", .arguments = call({3001}, ACL_FLOAT, 5003, -1, 1)});
  op.samples.push_back({.name = "specials",
                        .arguments = call({301, 257}, ACL_DT_UNDEFINED, 10, -4, 4),
                        .data = {{.name = "self", .specials = true}}});
  op.draw = [call](Choices& choices) {
    const Shape shape = choices.AnyShape(6);
    const aclDataType dtype = choices.DType(NumbersButBool());
    const auto min = static_cast<double>(choices.Below(3)) - 1;
    const auto width = static_cast<double>(choices.Below(4));
    return call(shape, dtype, choices.Extent(false), min, min + width);
  };
  return op;
}

}  // namespace

std::vector<Operator> Searching() {
  return {Bincount(), Bucketize(), Histc(), SearchSorted(), SearchSorteds()};
}

}  // namespace openaclnn::catalogue
