// SPDX-License-Identifier: Apache-2.0
//
// Operators on batches of matrices.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::linalg {

/// FLOAT and DOUBLE; COMPLEX64 and COMPLEX128 are admitted, too.
[[nodiscard]] Argument ComplexMatrices(std::string name, std::string shapeText);

/// A result of the first input's type.
[[nodiscard]] Argument ResultOf(const Argument& input, std::string name, std::string meaning,
                                std::string shapeText, ShapeRule shape);

/// The dims of a tensor but for the last two, and others behind them.
[[nodiscard]] Shape BatchAnd(const Shape& shape, const Shape& behind);
/// The last dim, or the one before it; 1 where there is none.
[[nodiscard]] int64_t Rows(const Shape& shape);
[[nodiscard]] int64_t Columns(const Shape& shape);

struct MatrixRow {
  Phases phases;
  std::string summary;
  std::vector<std::string> formula;
  std::vector<Argument> arguments;  // the matrices first
  bool square = true;
  std::function<void(Choices&, Arguments*)> drawAttributes{};
  std::string runExample;
};
/// With calls of batches of any size, and samples.
[[nodiscard]] Operator Matrices(MatrixRow row);

}  // namespace openaclnn::catalogue::linalg
