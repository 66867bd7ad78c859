// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <string>
#include <tuple>
#include <utility>

#include "aclnnop/aclnn_index_fill_tensor.h"
#include "aclnnop/aclnn_masked_scatter.h"
#include "aclnnop/aclnn_one_hot.h"
#include "aclnnop/aclnn_put.h"
#include "aclnnop/aclnn_repeat_interleave.h"
#include "aclnnop/aclnn_take.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

// Elements taken in order, one for each true of a mask.
Argument ForEachTrue(Argument argument) {
  argument.mayRunOut = true;
  return argument;
}

Argument Result(const std::string& as, std::string shapeText, ShapeRule shape) {
  Argument out = Movable(Output("out", Numbers(), SameAs(as)));
  out.anyDType = false;
  out.shapeText = std::move(shapeText);
  out.shape = std::move(shape);
  return out;
}

Argument Index(std::string name, std::string meaning, IntegerRule bound) {
  return {.name = std::move(name),
          .meaning = std::move(meaning),
          .shapeText = "any",
          .dtypes = {ACL_INT64, ACL_INT32},
          .holds = Meaning::kIndices,
          .bound = std::move(bound)};
}

// Beyond their number there is none, and no error.
Argument Classes() {
  Argument argument = Index("self", "classes", [](const Arguments& known) {
    return std::max<int64_t>(known.Integer("numClasses"), 1);
  });
  argument.mayStray = true;
  return argument;
}

IntegerRule ElementsOf(std::string table) {
  return [table = std::move(table)](const Arguments& known) { return Product(known.ShapeOf(table)); };
}

/// An operator whose arguments follow from a shape, a number and a type.
using Fill = std::function<Arguments(const Shape& shape, int64_t number, aclDataType dtype)>;
Operator Filled(Operator row, const Fill& fill, const DTypes& dtypes = Numbers()) {
  for (const auto& [name, shape, number] :
       {std::tuple{"row", Shape{20003}, int64_t{3000}}, std::tuple{"matrix", Shape{300, 170}, int64_t{20}},
        std::tuple{"four_dims", Shape{5, 7, 31, 16}, int64_t{7}}}) {
    row.samples.push_back({.name = name, .arguments = fill(shape, number, ACL_DT_UNDEFINED)});
  }
  row.draw = [fill, dtypes](Choices& choices) {
    const Shape shape = choices.AnyShape(4);
    return fill(shape, static_cast<int64_t>(1 + choices.Below(9)), choices.DType(dtypes));
  };
  return MakeOperator(std::move(row));
}

int64_t Whole(const Arguments& known, const char* name) {
  return std::max<int64_t>(known.Integer(name), 0);
}

Argument OffValue() {
  Argument off = Movable(SingleInput("offValue", Numbers()));
  off.dtype = SameAs("onValue");
  return off;
}

Shape HotShape(const Arguments& known) {
  Shape shape = known.ShapeOf("self");
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t axis = known.Integer("axis");
  shape.insert(shape.begin() + std::clamp<int64_t>(axis < 0 ? axis + rank + 1 : axis, 0, rank),
               Whole(known, "numClasses"));
  return shape;
}

/// How often; 1 where the catalogue makes the numbers, so that their sum is known.
Argument Repeats() {
  return {.name = "repeats",
          .meaning = "how often; one number for all, or one for each",
          .shapeText = "one element, or one for each",
          .dtypes = {ACL_INT64, ACL_INT32},
          .holds = Meaning::kOnes};
}

size_t PlaceOf(const Arguments& known) {
  const auto rank = static_cast<int64_t>(known.ShapeOf("self").size());
  const int64_t dim = known.Integer("dim");
  return static_cast<size_t>(
      std::clamp<int64_t>(dim < 0 ? dim + rank : dim, 0, std::max<int64_t>(rank - 1, 0)));
}

Argument OutputSize(std::function<int64_t(const Arguments&)> slices) {
  return {.name = "outputSize",
          .role = Role::kAttribute,
          .meaning = "the sum of the repeats",
          .derive = [slices = std::move(slices)](const Arguments& known) { return Value(slices(known)); },
          .derivation = "as if all repeats were 1"};
}

Argument Dim() {
  return {.name = "dim", .role = Role::kAttribute, .meaning = "along which", .defaultValue = int64_t{0}};
}

/// Repeats for so many slices as a shape has.
Arguments FillRepeats(const Shape& shape, int64_t slices, aclDataType dtype) {
  return {.tensors = {{"self", {{shape, dtype}}}, {"repeats", {{{slices}, ACL_INT64}}}}};
}

std::vector<Operator> RepeatsThatATensorSays() {
  const auto elements = [](const Arguments& known) { return Product(known.ShapeOf("self")); };
  const auto alongDim = [](const Arguments& known) { return Extent(known.ShapeOf("self"), PlaceOf(known)); };
  const auto row = [](const Arguments& known) { return Shape{Whole(known, "outputSize")}; };
  Argument indices = OutputOfThatType("out", {ACL_INT64, ACL_INT32}, SameAs("repeats"));
  indices.anyDType = true;
  indices.shapeText = "[outputSize]";
  indices.shape = row;
  return {
      Filled({.phases = TwoPhases<&aclnnRepeatInterleaveGetWorkspaceSize, &aclnnRepeatInterleave>(
                  "aclnnRepeatInterleave"),
              .summary = "each element as often as a tensor says",
              .formula = {"out = self[i] repeats[i] times, of all elements in a row"},
              .arguments = {Movable(Input("self", Numbers())), Repeats(), OutputSize(elements),
                            Result("self", "[outputSize]", row)},
              .runExample = "--self x.npy --repeats r.npy --output-size 100 -o y.npy",
              .benchExample = "--self 1000000 --repeats 1000000:int64"},
             [](const Shape& shape, int64_t number, aclDataType dtype) {
               return FillRepeats(shape, number % 2 == 0 ? 1 : Product(shape), dtype);
             }),
      Filled({.phases = TwoPhases<&aclnnRepeatInterleaveTensorGetWorkspaceSize, &aclnnRepeatInterleaveTensor>(
                  "aclnnRepeatInterleaveTensor"),
              .summary = "each index as often as a tensor says",
              .formula = {"out = i repeats[i] times"},
              .arguments = {Repeats(), OutputSize([](const Arguments& known) {
                              return Product(known.ShapeOf("repeats"));
                            }),
                            indices},
              .runExample = "--repeats r.npy --output-size 100 -o i.npy",
              .benchExample = "--repeats 1000000:int64"},
             [](const Shape& shape, int64_t /*number*/, aclDataType dtype) {
               return Arguments{.tensors = {{"repeats", {{{Product(shape)}, dtype}}}}};
             },
             {ACL_INT64, ACL_INT32}),
      Filled(
          {.phases = TwoPhases<&aclnnRepeatInterleaveWithDimGetWorkspaceSize, &aclnnRepeatInterleaveWithDim>(
               "aclnnRepeatInterleaveWithDim"),
           .summary = "each index of a dimension as often as a tensor says",
           .formula = {"out = self[i] repeats[i] times along dim"},
           .arguments = {Movable(Input("self", Numbers())), Repeats(), Dim(), OutputSize(alongDim),
                         Result("self", "that of self with outputSize at dim",
                                [](const Arguments& known) {
                                  Shape shape = known.ShapeOf("self");
                                  if (shape.empty()) {
                                    return Shape{Whole(known, "outputSize")};
                                  }
                                  shape[PlaceOf(known)] = Whole(known, "outputSize");
                                  return shape;
                                })},
           .runExample = "--self x.npy --repeats r.npy --dim 0 --output-size 100 -o y.npy",
           .benchExample = "--self 65536x256 --repeats 65536:int64"},
          [](const Shape& shape, int64_t number, aclDataType dtype) {
            const bool last = number % 2 == 0 && !shape.empty();
            Arguments all = FillRepeats(shape,
                                        shape.empty() ? 1
                                        : last        ? shape.back()
                                                      : shape.front(),
                                        dtype);
            all.attributes["dim"] = last ? int64_t{-1} : int64_t{0};
            return all;
          }),
  };
}

/// Slices that the host names.
Operator FillsSlices(Phases phases, std::string summary, std::string formula,
                     std::vector<Argument> arguments) {
  const std::string table = arguments.front().name;
  const std::string option = OptionName(table);
  return Filled({.phases = std::move(phases),
                 .summary = std::move(summary),
                 .formula = {std::move(formula)},
                 .arguments = std::move(arguments),
                 .runExample = option + " x.npy --index 0,2 --value 3 " +
                               (table == "self" ? "-o" : "--self-ref-result") + " y.npy",
                 .benchExample = option + " 4096x4096 --index 0,2 --value 3"},
                [table](const Shape& shape, int64_t number, aclDataType dtype) {
                  const bool last = number % 2 == 0 && !shape.empty();
                  const int64_t extent = shape.empty() ? 1 : last ? shape.back() : shape.front();
                  std::vector<int64_t> index;
                  for (int64_t k = 0; extent > 0 && k < number % 100; ++k) {
                    index.push_back(k * 7 % extent - (k % 3 == 0 ? extent : 0));
                  }
                  return Arguments{
                      .tensors = {{table, {{shape, dtype}}}},
                      .attributes = {{"dim", last ? int64_t{-1} : int64_t{0}}, {"index", index}}};
                });
}

}  // namespace

std::vector<Operator> Elements() {
  const Argument slices{.name = "index", .role = Role::kAttribute, .meaning = "which slices"};
  std::vector<Operator> rows{
      FillsSlices(
          TwoPhases<&aclnnIndexFillTensorGetWorkspaceSize, &aclnnIndexFillTensor>("aclnnIndexFillTensor"),
          "slices that the host names filled with a number", "out = self; out[index[i]] = value at dim",
          {Movable(Input("self", Numbers())), Dim(), slices, Number("value", 3),
           Result("self", "that of self", SameShapeAs("self"))}),
      FillsSlices(TwoPhases<&aclnnInplaceIndexFillTensorGetWorkspaceSize, &aclnnInplaceIndexFillTensor>(
                      "aclnnInplaceIndexFillTensor"),
                  "slices that the host names filled with a number, in place",
                  "selfRef[index[i]] = value at dim",
                  {Movable(InPlace("selfRef", Numbers())), Dim(), slices, Number("value", 3)}),
      Filled({.phases = TwoPhases<&aclnnInplaceMaskedScatterGetWorkspaceSize, &aclnnInplaceMaskedScatter>(
                  "aclnnInplaceMaskedScatter"),
              .summary = "elements of a tensor, in order, put where a mask is true",
              .formula = {"selfRef[mask] = source, in row-major order"},
              .arguments = {Movable(InPlace("selfRef", Numbers())), With(Condition("mask"), {ACL_UINT8}),
                            ForEachTrue(Movable(InputAs("source", Numbers(), "selfRef")))},
              .runExample = "--self-ref x.npy --mask m.npy --source s.npy --self-ref-result y.npy",
              .benchExample = "--self-ref 4096x4096 --mask 4096x4096 --source 4096x4096"},
             [](const Shape& shape, int64_t /*number*/, aclDataType dtype) {
               return Arguments{.tensors = {{"selfRef", {{shape, dtype}}},
                                            {"mask", {{shape, ACL_BOOL}}},
                                            {"source", {{shape, dtype}}}}};
             }),
      Filled({.phases = TwoPhases<&aclnnInplacePutGetWorkspaceSize, &aclnnInplacePut>("aclnnInplacePut"),
              .summary = "elements put, or added, where indices say, as if there were one dimension",
              .formula = {"selfRef.flatten()[index[i]] = source[i], or += source[i]"},
              .arguments = {Movable(InPlace("selfRef", Numbers())),
                            Index("index", "where", ElementsOf("selfRef")),
                            Movable(InputAs("source", Numbers(), "selfRef")),
                            Flag("accumulate", "whether to add")},
              .runExample = "--self-ref x.npy --index i.npy --source s.npy --self-ref-result y.npy",
              .benchExample = "--self-ref 4096x4096 --index 1000000:int64 --source 1000000"},
             [](const Shape& shape, int64_t number, aclDataType dtype) {
               const Shape index{Product(shape) == 0 ? 0 : number, 3};
               return Arguments{.tensors = {{"selfRef", {{shape, dtype}}},
                                            {"index", {{index, ACL_INT64}}},
                                            {"source", {{index, dtype}}}},
                                .attributes = {{"accumulate", int64_t{number % 2}}}};
             }),
      Filled(
          {.phases = TwoPhases<&aclnnOneHotGetWorkspaceSize, &aclnnOneHot>("aclnnOneHot"),
           .summary = "classes as vectors that are on in one place",
           .formula = {"out[..., c] = onValue if self[...] == c, else offValue; with c at axis"},
           .arguments = {Classes(),
                         {.name = "numClasses", .role = Role::kAttribute, .meaning = "how many there are"},
                         Movable(SingleInput("onValue", Numbers())),
                         OffValue(),
                         {.name = "axis",
                          .role = Role::kAttribute,
                          .meaning = "place of the classes in out",
                          .defaultValue = int64_t{-1}},
                         Result("onValue", "that of self with numClasses at axis", HotShape)},
           .lead = "onValue",
           .runExample = "--self c.npy --num-classes 10 --on-value one.npy --off-value zero.npy -o hot.npy",
           .benchExample = "--self 65536:int64 --num-classes 100 --on-value 1 --off-value 1"},
          [](const Shape& shape, int64_t number, aclDataType dtype) {
            return Arguments{.tensors = {{"self", {{shape, ACL_INT64}}},
                                         {"onValue", {{{1}, dtype}}},
                                         {"offValue", {{{1}, dtype}}}},
                             .attributes = {{"numClasses", number % 50 + 1}, {"axis", -(number % 2)}}};
          }),
      Filled({.phases = TwoPhases<&aclnnTakeGetWorkspaceSize, &aclnnTake>("aclnnTake"),
              .summary = "elements that indices name, as if there were one dimension",
              .formula = {"out[i...] = self.flatten()[index[i...]]"},
              .arguments = {Movable(Input("self", Numbers())), Index("index", "where", ElementsOf("self")),
                            Result("self", "that of index", SameShapeAs("index"))},
              .runExample = "--self x.npy --index i.npy -o y.npy",
              .benchExample = "--self 4096x4096 --index 1000000:int64"},
             [](const Shape& shape, int64_t number, aclDataType dtype) {
               const Shape index{Product(shape) == 0 ? 0 : number, 3};
               return Arguments{.tensors = {{"self", {{shape, dtype}}}, {"index", {{index, ACL_INT64}}}}};
             }),
  };
  for (Operator& row : RepeatsThatATensorSays()) {
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace openaclnn::catalogue
