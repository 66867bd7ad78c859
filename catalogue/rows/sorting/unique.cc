// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_unique.h"
#include "aclnnop/aclnn_unique2.h"
#include "aclnnop/aclnn_unique_consecutive.h"
#include "aclnnop/aclnn_unique_dim.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sorting::unique {
namespace {

constexpr int64_t kNoDim = 1000;

Argument Self() {
  return With(Input("self", Numbers()), {ACL_UINT16, ACL_UINT32, ACL_UINT64});
}

/// On by default: what is not asked for is not written.
Argument Asks(std::string name, std::string meaning) {
  Argument flag = Flag(std::move(name), std::move(meaning));
  flag.defaultValue = int64_t{1};
  return flag;
}

Argument Sorted() {
  return Asks("sorted", "whether the result has to be sorted; it is");
}
Argument ReturnInverse() {
  return Asks("returnInverse", "whether inverseOut is computed");
}
Argument ReturnCounts() {
  return Asks("returnCounts", "whether countsOut is computed");
}

/// Whether items are slices along the dim.
bool HasSlices(const Arguments& known) {
  const auto dim = known.attributes.find("dim");
  return dim != known.attributes.end() && known.Integer("dim") != kNoDim;
}
Shape ItemsOf(const Arguments& known) {
  const Shape& self = known.ShapeOf("self");
  return {HasSlices(known) ? Extent(self, Place(known.Integer("dim"), self.size())) : Product(self)};
}

Argument Values(const std::string& shapeText) {
  Argument values =
      With(OutputOfThatType("valueOut", Numbers(), SameAs("self")), {ACL_UINT16, ACL_UINT32, ACL_UINT64});
  values.mayRunOut = true;
  values.shapeText = shapeText + "; afterwards as many as are distinct";
  values.shape = [](const Arguments& known) {
    return HasSlices(known) ? known.ShapeOf("self") : Shape{Product(known.ShapeOf("self"))};
  };
  return values;
}
/// Calls whose flag of this name, if they have one, asks for an output.
CallRule AskedBy(std::string flag) {
  return [flag = std::move(flag)](const Arguments& known) {
    return !known.attributes.contains(flag) || known.Integer(flag) != 0;
  };
}
Argument Inverse(const std::string& shapeText) {
  Argument inverse = OutputOfThatType("inverseOut", {ACL_INT64}, Always(ACL_INT64));
  inverse.meaning = "which of the values each one is";
  inverse.shapeText = shapeText;
  inverse.written = AskedBy("returnInverse");
  inverse.shape = [](const Arguments& known) {
    return HasSlices(known) ? ItemsOf(known) : known.ShapeOf("self");
  };
  return inverse;
}
Argument Counts(const std::string& shapeText) {
  Argument counts = OutputOfThatType("countsOut", {ACL_INT64}, Always(ACL_INT64));
  counts.meaning = "how many there are of each value";
  counts.mayRunOut = true;
  counts.written = AskedBy("returnCounts");
  counts.shapeText = shapeText + "; afterwards as many as are distinct";
  counts.shape = ItemsOf;
  return counts;
}

/// INT32, too, if both are.
Argument OrInt32(Argument numbers) {
  numbers.dtypes = {ACL_INT64, ACL_INT32};
  return numbers;
}

Operator Distinct(Operator row, bool slices) {
  const auto fill = [slices](const Shape& shape, aclDataType dtype, int64_t dim) {
    Arguments all;
    all.tensors["self"] = {{shape, dtype}};
    if (slices) {
      all.attributes["dim"] = dim;
    }
    return all;
  };
  for (const auto& [name, shape, dim] :
       {std::tuple{"row", Shape{100003}, int64_t{0}}, std::tuple{"matrix", Shape{3000, 3}, int64_t{0}},
        std::tuple{"four_dims", Shape{5, 7, 31, 16}, int64_t{-2}}}) {
    row.samples.push_back({.name = name,
                           .arguments = fill(shape, ACL_DT_UNDEFINED, dim),
                           .data = {{.name = "self", .specials = true}}});
  }
  row.samples.push_back({.name = "all_equal",
                         .arguments = fill({9001, 4}, ACL_DT_UNDEFINED, 0),
                         .data = {{.name = "self", .constant = true}}});
  const bool mayFlatten = row.phases.function == std::string("aclnnUniqueConsecutive");
  row.draw = [fill, mayFlatten](Choices& choices) {
    const Shape shape = choices.AnyShape(5);
    const auto rank = static_cast<int64_t>(shape.empty() ? 1 : shape.size());
    const int64_t dim = static_cast<int64_t>(choices.Below(2 * static_cast<uint64_t>(rank))) - rank;
    return fill(shape, choices.DType(Numbers()), mayFlatten && choices.Chance(80) ? kNoDim : dim);
  };
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  const std::string elements = "[elements of self]";
  const std::string slices = "[size of self at dim]";
  const std::string formula = "valueOut = distinct elements of self, self = valueOut[inverseOut]";
  const std::string counted = ", countsOut = how many of each";
  Argument dimOrNone = Dim("dim");
  dimOrNone.meaning += "; 1000: none, elements are compared";
  return {
      Distinct({.phases = TwoPhases<&aclnnUniqueGetWorkspaceSize, &aclnnUnique>("aclnnUnique"),
                .summary = "distinct elements, and which of them each element is",
                .formula = {formula},
                .arguments = {Self(), Sorted(), ReturnInverse(), Values(elements), Inverse("that of self")},
                .runExample = "--self x.npy --value-out values.npy --inverse-out inverse.npy",
                .benchExample = "--self 1000000:int64"},
               false),
      Distinct({.phases = TwoPhases<&aclnnUnique2GetWorkspaceSize, &aclnnUnique2>("aclnnUnique2"),
                .summary = "distinct elements, which of them each element is, and how many of each there are",
                .formula = {formula + counted},
                .arguments = {Self(), Sorted(), ReturnInverse(), ReturnCounts(), Values(elements),
                              Inverse("that of self"), Counts(elements)},
                .runExample =
                    "--self x.npy --value-out values.npy --inverse-out inverse.npy --counts-out counts.npy",
                .benchExample = "--self 1000000:int64"},
               false),
      Distinct({.phases = TwoPhases<&aclnnUniqueConsecutiveGetWorkspaceSize, &aclnnUniqueConsecutive>(
                    "aclnnUniqueConsecutive"),
                .summary = "elements or slices without those that are equal to the one before",
                .formula = {"valueOut = self without repetitions, self = valueOut[inverseOut]" + counted},
                .arguments = {Self(), ReturnInverse(), ReturnCounts(), dimOrNone,
                              Values(elements + " or that of self"),
                              OrInt32(Inverse("that of self, or " + slices)),
                              OrInt32(Counts(elements + " or " + slices))},
                .runExample =
                    "--self x.npy --dim 1000 --value-out values.npy --inverse-out inverse.npy --counts-out "
                    "counts.npy",
                .benchExample = "--self 1000000:int64 --dim 0"},
               true),
      Distinct(
          {.phases = TwoPhases<&aclnnUniqueDimGetWorkspaceSize, &aclnnUniqueDim>("aclnnUniqueDim"),
           .summary = "distinct slices, which of them each slice is, and how many of each there are",
           .formula = {"valueOut = distinct slices of self along dim, self = valueOut[inverseOut]" + counted},
           .arguments = {Self(), Sorted(), ReturnInverse(), Dim("dim"), Values("that of self"),
                         Inverse(slices), Counts(slices)},
           .runExample = "--self x.npy --dim 0 --value-out values.npy --inverse-out inverse.npy --counts-out "
                         "counts.npy",
           .benchExample = "--self 100000x4 --dim 0"},
          true),
  };
}

}  // namespace openaclnn::catalogue::sorting::unique
