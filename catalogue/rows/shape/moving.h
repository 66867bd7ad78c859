// SPDX-License-Identifier: Apache-2.0
//
// What the rows of the shape family share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::shape {

using Integers64 = std::vector<int64_t>;

[[nodiscard]] Argument In(std::string name);

[[nodiscard]] Argument Result(const std::string& as, std::string shapeText, ShapeRule shape);

/// An attribute that is a whole number, with its default.
[[nodiscard]] Argument Whole(std::string name, std::string meaning, int64_t usual);
/// An aclIntArray.
[[nodiscard]] Argument Numbers64(std::string name, std::string meaning);

[[nodiscard]] int64_t AnyDim(Choices& choices, size_t rank);

/// Where the row's other attributes follow from the shape that is drawn.
using DrawAttributes = std::function<void(Choices&, const Shape&, Arguments*)>;

struct Row {
  Phases phases;
  std::string summary;
  std::string formula;
  std::vector<Argument> arguments;
  size_t leastRank = 0;
  DrawAttributes draw;
  std::string options{};  // of the example: attributes that have no default
};

/// An operator on one tensor.
[[nodiscard]] Operator Moving(Row row);

}  // namespace openaclnn::catalogue::shape
