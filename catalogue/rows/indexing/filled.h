// SPDX-License-Identifier: Apache-2.0
//
// Operators whose arguments follow from a shape, a number and a type.
#pragma once

#include <functional>
#include <string>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing {

[[nodiscard]] Argument ResultAs(const std::string& as, std::string shapeText, ShapeRule shape);

[[nodiscard]] Argument IndicesBelow(std::string name, std::string meaning, IntegerRule bound);

/// An operator whose arguments follow from a shape, a number and a type.
using Fill = std::function<Arguments(const Shape& shape, int64_t number, aclDataType dtype)>;

[[nodiscard]] Operator Filled(Operator row, const Fill& fill, const DTypes& dtypes = Numbers());

[[nodiscard]] int64_t Whole(const Arguments& known, const char* name);

}  // namespace openaclnn::catalogue::indexing
