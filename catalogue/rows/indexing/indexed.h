// SPDX-License-Identifier: Apache-2.0
//
// Operators with an index tensor along one dim.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing {

/// The extent that indices lie below.
[[nodiscard]] IntegerRule ExtentOf(std::string tensor, bool hasDim);

[[nodiscard]] Argument Table(std::string name);

[[nodiscard]] Argument SelfRef();

[[nodiscard]] Argument Dim();

[[nodiscard]] Argument Index(std::string name, const std::string& of, bool hasDim = true);

/// Rows of indices of the first dims of a tensor.
[[nodiscard]] Argument RowsOfIndices(const std::string& table);
/// The shapes of a table, and of rows of one index.
[[nodiscard]] std::pair<Shape, Shape> DrawRowsOfIndices(Choices& choices);
[[nodiscard]] Argument Source(std::string name, const std::string& of);

[[nodiscard]] Argument Result(std::string name, const std::string& as, ShapeRule shape);

[[nodiscard]] Argument Reduce();

/// The shapes of index and source for a table's.
struct IndexedShapes {
  Shape index;
  Shape source;
};

using ShapesFor = std::function<IndexedShapes(const Shape& table, size_t place, int64_t count)>;

/// One extent in place of another.
[[nodiscard]] Shape Replaced(Shape shape, size_t place, const Shape& with);

[[nodiscard]] Operator Indexed(Phases phases, std::string summary, std::string formula,
                               std::vector<Argument> arguments, ShapesFor shapes);

/// The indices of slices, and slices of their number.
[[nodiscard]] IndexedShapes OfSlices(const Shape& table, size_t place, int64_t count);

/// An index for each element, fewer along the other dims than the table has.
[[nodiscard]] IndexedShapes OfElements(const Shape& table, size_t place, int64_t count);

}  // namespace openaclnn::catalogue::indexing
