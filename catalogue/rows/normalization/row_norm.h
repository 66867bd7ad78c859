// SPDX-License-Identifier: Apache-2.0
//
// Norms of rows.
#pragma once

#include <string>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization {

[[nodiscard]] Shape Leading(const Shape& shape, size_t trailing);

[[nodiscard]] Shape Trailing(const Shape& shape, size_t count);

// A shape with one element a row: the dims before the last `trailing` ones, and ones.
[[nodiscard]] Shape OfRows(const Shape& shape, size_t trailing);

[[nodiscard]] const Shape& Normalized(const Arguments& known);

[[nodiscard]] Argument Data(std::string name, std::string meaning);

[[nodiscard]] Argument NormalizedShape();

[[nodiscard]] Argument Parameter(std::string name, std::string meaning, bool optional);

[[nodiscard]] Argument Epsilon(std::string name);

[[nodiscard]] Argument Result(std::string name, std::string as);

[[nodiscard]] Argument Statistic(std::string name, std::string meaning, ShapeRule shape);

[[nodiscard]] Sample RowsSample(std::string name, const std::vector<std::string>& tensors, const Shape& shape,
                                size_t trailing, bool specials = false);

struct Drawn {
  Arguments arguments;
  Shape shape;
  Shape normalized;
  aclDataType dtype;
};

[[nodiscard]] Drawn DrawRows(Choices& choices);

[[nodiscard]] TensorSpec Spec(const Shape& shape, aclDataType dtype);

}  // namespace openaclnn::catalogue::normalization
