// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/indexing/indexed.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace openaclnn::catalogue::indexing {
namespace {

/// The least of the extents that rows of indices name.
int64_t LeastExtent(const Arguments& known, std::string_view table) {
  const Shape& shape = known.ShapeOf(table);
  const Shape& index = known.ShapeOf("indices");
  int64_t least = Extent(shape, 0);
  for (int64_t k = 1; !index.empty() && k < index.back() && k < static_cast<int64_t>(shape.size()); ++k) {
    least = std::min(least, shape[static_cast<size_t>(k)]);
  }
  return least;
}

}  // namespace

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

Argument Index(std::string name, const std::string& of, bool hasDim) {
  return {.name = std::move(name),
          .meaning = "where",
          .shapeText = "any",
          .dtypes = {ACL_INT64, ACL_INT32},
          .holds = Meaning::kIndices,
          .bound = ExtentOf(of, hasDim)};
}

std::pair<Shape, Shape> DrawRowsOfIndices(Choices& choices) {
  Shape table{choices.Extent(false)};
  const Shape more = choices.AnyShape(3);
  table.insert(table.end(), more.begin(), more.end());
  Shape index = choices.AnyShape(2);
  index.push_back(1);
  return {table, index};
}

Argument RowsOfIndices(const std::string& table) {
  Argument argument =
      Tensor("indices", "rows of indices, or an index for each batch", "[..., a]", {ACL_INT64, ACL_INT32});
  argument.holds = Meaning::kIndices;
  argument.bound = [table](const Arguments& known) { return LeastExtent(known, table); };
  argument.dtype = Always(ACL_INT64);
  return argument;
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

IndexedShapes OfSlices(const Shape& table, size_t place, int64_t count) {
  return {{count}, Replaced(table, place, {count})};
}

IndexedShapes OfElements(const Shape& table, size_t place, int64_t count) {
  Shape index = table;
  for (size_t d = 0; d < index.size(); ++d) {
    index[d] = d == place ? count : index[d] - (index[d] > 4 ? 1 : 0);
  }
  return {index, index};
}

}  // namespace openaclnn::catalogue::indexing
