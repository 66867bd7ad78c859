// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "aclnnop/aclnn_gather.h"
#include "aclnnop/aclnn_gather_v2.h"
#include "aclnnop/aclnn_index_add.h"
#include "aclnnop/aclnn_index_add_v2.h"
#include "aclnnop/aclnn_index_copy.h"
#include "aclnnop/aclnn_index_fill.h"
#include "aclnnop/aclnn_scatter.h"
#include "aclnnop/aclnn_scatter_add.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

/// The extent that indices lie below.
IntegerRule ExtentOf(std::string tensor, bool hasDim) {
  return [tensor = std::move(tensor), hasDim](const Arguments& known) {
    const Shape& shape = known.ShapeOf(tensor);
    return Extent(shape, hasDim ? Place(known.Integer("dim"), shape.size()) : 0);
  };
}

Argument Table(std::string name) {
  return Movable(Input(std::move(name), Numbers()));
}
Argument SelfRef() {
  return Movable(InPlace("selfRef", Numbers()));
}
Argument Dim() {
  return {.name = "dim", .role = Role::kAttribute, .meaning = "along which", .defaultValue = int64_t{0}};
}
Argument Index(std::string name, const std::string& of, bool hasDim = true) {
  return {.name = std::move(name),
          .meaning = "where",
          .shapeText = "any",
          .dtypes = {ACL_INT64, ACL_INT32},
          .holds = Meaning::kIndices,
          .bound = ExtentOf(of, hasDim)};
}
Argument Source(std::string name, const std::string& of) {
  Argument argument = Table(std::move(name));
  argument.dtype = SameAs(of);
  return argument;
}
Argument Result(std::string name, const std::string& as, ShapeRule shape) {
  Argument argument = Movable(Output(std::move(name), Numbers(), SameAs(as)));
  argument.shapeText = "see the header";
  argument.shape = std::move(shape);
  argument.anyDType = false;
  return argument;
}
Argument Reduce() {
  return Mode("reduce", "what becomes of the element", {{"replace", 0}, {"add", 1}, {"multiply", 2}});
}

/// The shapes of index and source for a table's.
struct IndexedShapes {
  Shape index;
  Shape source;
};
using ShapesFor = std::function<IndexedShapes(const Shape& table, size_t place, int64_t count)>;

/// One extent in place of another.
Shape Replaced(Shape shape, size_t place, const Shape& with) {
  if (!shape.empty()) {
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(place));
  }
  const size_t at = std::min(place, shape.size());
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(at), with.begin(), with.end());
  return shape;
}

Operator Indexed(Phases phases, std::string summary, std::string formula, std::vector<Argument> arguments,
                 ShapesFor shapes) {
  Operator op = MakeOperator({.phases = std::move(phases),
                              .summary = std::move(summary),
                              .formula = {std::move(formula)},
                              .arguments = std::move(arguments)});
  std::string files;
  for (const Argument* input : op.Inputs()) {
    files += OptionName(input->name) + " " + input->name + ".npy ";
  }
  const std::string output = OutputOption(*op.Outputs().front());
  op.runExample = files + (output == "--out" ? "-o" : output) + " result.npy";
  const bool hasDim =
      std::ranges::any_of(op.arguments, [](const Argument& one) { return one.name == "dim"; });
  const auto fill = [op, shapes, hasDim](const Shape& table, int64_t dim, int64_t count, aclDataType dtype,
                                         aclDataType indexDtype) {
    Arguments all;
    all.tensors[op.arguments.front().name] = {{table, dtype}};
    const auto [index, source] = shapes(table, Place(dim, table.size()), count);
    for (const Argument& argument : op.arguments) {
      if (argument.holds == Meaning::kIndices) {
        all.tensors[argument.name] = {{index, indexDtype}};
      } else if (argument.name == "src" || argument.name == "source") {
        all.tensors[argument.name] = {{source, dtype}};
      }
    }
    if (hasDim) {
      all.attributes["dim"] = dim;
    }
    return all;
  };
  const auto add = [&](const char* name, const Shape& table, int64_t dim, int64_t count) {
    op.samples.push_back({.name = name,
                          .arguments = fill(table, dim, count, ACL_DT_UNDEFINED, ACL_INT64),
                          .data = {{.name = op.arguments.front().name}}});
  };
  add("rows", {700, 33}, 0, 500);
  add("many_rows", {31, 17}, 0, 3001);
  if (hasDim) {
    add("columns", {200, 70}, -1, 90);
  } else {
    add("long_rows", {40, 3001}, 0, 20);
  }
  const Arguments example = fill({65536, 256}, 0, 65536, ACL_DT_UNDEFINED, ACL_INT64);
  for (const Argument* input : op.Inputs()) {
    std::string extents;
    for (const int64_t extent : example.ShapeOf(input->name)) {
      extents += (extents.empty() ? "" : "x") + std::to_string(extent);
    }
    op.benchExample += (op.benchExample.empty() ? "" : " ") + OptionName(input->name) + " " + extents +
                       (input->holds == Meaning::kIndices ? ":int64" : "");
  }
  op.draw = [op, fill, hasDim](Choices& choices) {
    Shape table = choices.AnyShape(4);
    while (table.size() < (hasDim ? 1 : 2)) {
      table.push_back(choices.Extent());
    }
    if (!hasDim) {
      table.resize(2);
    }
    const auto rank = static_cast<int64_t>(table.size());
    int64_t dim = hasDim ? static_cast<int64_t>(choices.Below(table.size())) : 0;
    const bool none = table[static_cast<size_t>(dim)] == 0;
    dim -= hasDim && choices.Chance(64) ? rank : 0;
    const auto count = none ? 0 : static_cast<int64_t>(1 + choices.Below(9));
    Arguments drawn =
        fill(table, dim, count, choices.DType(Numbers()), choices.Chance(128) ? ACL_INT32 : ACL_INT64);
    for (const Argument* attribute : op.Attributes()) {
      if (!attribute->choices.empty()) {
        drawn.attributes[attribute->name] =
            attribute->choices[choices.Below(attribute->choices.size())].value;
      }
    }
    return drawn;
  };
  return op;
}

/// The indices of slices, and slices of their number.
IndexedShapes OfSlices(const Shape& table, size_t place, int64_t count) {
  return {{count}, Replaced(table, place, {count})};
}
/// An index for each element, fewer along the other dims than the table has.
IndexedShapes OfElements(const Shape& table, size_t place, int64_t count) {
  Shape index = table;
  for (size_t d = 0; d < index.size(); ++d) {
    index[d] = d == place ? count : index[d] - (index[d] > 4 ? 1 : 0);
  }
  return {index, index};
}

}  // namespace

std::vector<Operator> Gathering() {
  const auto takes = [](const char* table, const char* index) {
    return [=](const Arguments& known) {
      const Shape& shape = known.ShapeOf(table);
      return Replaced(shape, Place(known.Integer("dim"), shape.size()), known.ShapeOf(index));
    };
  };
  return {
      Indexed(TwoPhases<&aclnnGatherGetWorkspaceSize, &aclnnGather>("aclnnGather"),
              "elements that an index tensor names", "out[i][j] = self[index[i][j]][j], of dim 0",
              {Table("self"), Dim(), Index("index", "self"), Result("out", "self", SameShapeAs("index"))},
              OfElements),
      Indexed(TwoPhases<&aclnnGatherV2GetWorkspaceSize, &aclnnGatherV2>("aclnnGatherV2"),
              "slices that an index tensor of any shape names", "out = self[..., index, ...] at dim",
              {Table("self"), Dim(), Index("index", "self"), Result("out", "self", takes("self", "index"))},
              [](const Shape&, size_t, int64_t count) {
                return IndexedShapes{count % 2 == 0 ? Shape{2, count / 2} : Shape{count}, {}};
              }),
      Indexed(TwoPhases<&aclnnIndexAddGetWorkspaceSize, &aclnnIndexAdd>("aclnnIndexAdd"),
              "slices, times a number, added where an index tensor says",
              "out = self; out[index[i]] += alpha * source[i] at dim",
              {Table("self"), Dim(), Index("index", "self"), Source("source", "self"),
               NumberFor("alpha", "self", 1), Result("out", "self", SameShapeAs("self"))},
              OfSlices),
      Indexed(TwoPhases<&aclnnIndexAddV2GetWorkspaceSize, &aclnnIndexAddV2>("aclnnIndexAddV2"),
              "slices, times a number, added where an index tensor says",
              "out = self; out[index[i]] += alpha * source[i] at dim",
              {Table("self"),
               Dim(),
               Index("index", "self"),
               Source("source", "self"),
               NumberFor("alpha", "self", 1),
               {.name = "mode", .role = Role::kAttribute, .meaning = "ignored", .defaultValue = int64_t{0}},
               Result("out", "self", SameShapeAs("self"))},
              OfSlices),
      Indexed(TwoPhases<&aclnnIndexCopyGetWorkspaceSize, &aclnnIndexCopy>("aclnnIndexCopy"),
              "slices put where an index tensor says",
              "outRef = selfRef; outRef[index[i]] = source[i] at dim",
              {Table("selfRef"), Dim(), Index("index", "selfRef"), Source("source", "selfRef"),
               Result("outRef", "selfRef", SameShapeAs("selfRef"))},
              OfSlices),
      Indexed(TwoPhases<&aclnnIndexFillGetWorkspaceSize, &aclnnIndexFill>("aclnnIndexFill"),
              "slices that an index tensor names filled with a number",
              "out = self; out[index[i]] = value at dim",
              {Table("self"), Dim(), Index("index", "self"), Number("value", 3),
               Result("out", "self", SameShapeAs("self"))},
              OfSlices),
      Indexed(
          TwoPhases<&aclnnInplaceIndexCopyGetWorkspaceSize, &aclnnInplaceIndexCopy>("aclnnInplaceIndexCopy"),
          "slices put where an index tensor says, in place", "selfRef[index[i]] = source[i] at dim",
          {SelfRef(), Dim(), Index("index", "selfRef"), Source("source", "selfRef")}, OfSlices),
      Indexed(
          TwoPhases<&aclnnInplaceIndexFillGetWorkspaceSize, &aclnnInplaceIndexFill>("aclnnInplaceIndexFill"),
          "slices that an index tensor names filled with a number, in place",
          "selfRef[index[i]] = value at dim",
          {SelfRef(), Dim(), Index("index", "selfRef"), Number("value", 3)}, OfSlices),
      Indexed(TwoPhases<&aclnnInplaceScatterGetWorkspaceSize, &aclnnInplaceScatter>("aclnnInplaceScatter"),
              "elements put where an index tensor says, in place",
              "selfRef[index[i][j]][j] = src[i][j], of dim 0, or the sum or product of both",
              {SelfRef(), Dim(), Index("index", "selfRef"), Source("src", "selfRef"), Reduce()}, OfElements),
      Indexed(TwoPhases<&aclnnInplaceScatterValueGetWorkspaceSize, &aclnnInplaceScatterValue>(
                  "aclnnInplaceScatterValue"),
              "a number put where an index tensor says, in place",
              "selfRef[index[i][j]][j] = value, of dim 0, or the sum or product of both",
              {SelfRef(), Dim(), Index("index", "selfRef"), Number("value", 3), Reduce()}, OfElements),
      Indexed(TwoPhases<&aclnnScatterGetWorkspaceSize, &aclnnScatter>("aclnnScatter"),
              "elements put where an index tensor says",
              "out = self; out[index[i][j]][j] = src[i][j], of dim 0, or the sum or product of both",
              {Table("self"), Dim(), Index("index", "self"), Source("src", "self"), Reduce(),
               Result("out", "self", SameShapeAs("self"))},
              OfElements),
      Indexed(TwoPhases<&aclnnScatterAddGetWorkspaceSize, &aclnnScatterAdd>("aclnnScatterAdd"),
              "elements added where an index tensor says",
              "out = self; out[index[i][j]][j] += src[i][j], of dim 0",
              {Table("self"), Dim(), Index("index", "self"), Source("src", "self"),
               Result("out", "self", SameShapeAs("self"))},
              OfElements),
      Indexed(TwoPhases<&aclnnScatterValueGetWorkspaceSize, &aclnnScatterValue>("aclnnScatterValue"),
              "a number put where an index tensor says",
              "out = self; out[index[i][j]][j] = value, of dim 0, or the sum or product of both",
              {Table("self"), Dim(), Index("index", "self"), Number("value", 3), Reduce(),
               Result("out", "self", SameShapeAs("self"))},
              OfElements),
  };
}

}  // namespace openaclnn::catalogue
