// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/indexing/filled.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace openaclnn::catalogue::indexing {

Argument ResultAs(const std::string& as, std::string shapeText, ShapeRule shape) {
  Argument out = Movable(Output("out", Numbers(), SameAs(as)));
  out.anyDType = false;
  out.shapeText = std::move(shapeText);
  out.shape = std::move(shape);
  return out;
}

Argument IndicesBelow(std::string name, std::string meaning, IntegerRule bound) {
  return {.name = std::move(name),
          .meaning = std::move(meaning),
          .shapeText = "any",
          .dtypes = {ACL_INT64, ACL_INT32},
          .holds = Meaning::kIndices,
          .bound = std::move(bound)};
}

Operator Filled(Operator row, const Fill& fill, const DTypes& dtypes) {
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

}  // namespace openaclnn::catalogue::indexing
