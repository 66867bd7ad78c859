// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/normalization/row_norm.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace openaclnn::catalogue::normalization {

Shape Leading(const Shape& shape, size_t trailing) {
  return {shape.begin(), shape.end() - static_cast<ptrdiff_t>(std::min(trailing, shape.size()))};
}

Shape Trailing(const Shape& shape, size_t count) {
  return {shape.end() - static_cast<ptrdiff_t>(std::min(count, shape.size())), shape.end()};
}

Shape OfRows(const Shape& shape, size_t trailing) {
  Shape rows = Leading(shape, trailing);
  rows.resize(shape.size(), 1);
  return rows;
}

Argument Data(std::string name, std::string meaning) {
  return {.name = std::move(name),
          .meaning = std::move(meaning),
          .shapeText = "1 to 8 dimensions",
          .dtypes = Floats()};
}

const Shape& Normalized(const Arguments& known) {
  return known.Integers("normalizedShape");
}

Argument NormalizedShape() {
  return {.name = "normalizedShape",
          .role = Role::kAttribute,
          .meaning = "the last extents of input: those of a row",
          .derive = [](const Arguments& known) { return Value(Trailing(known.ShapeOf("input"), 1)); },
          .derivation = "the last extent of input"};
}

Argument Parameter(std::string name, std::string meaning, bool optional) {
  return {.name = std::move(name),
          .meaning = std::move(meaning),
          .shapeText = "normalizedShape",
          .dtypes = Floats(),
          .optional = optional,
          .shape = [](const Arguments& known) { return Normalized(known); },
          .dtype = SameAs("input")};
}

Argument Epsilon(std::string name) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = "added before the root",
          .defaultValue = 1e-5};
}

Argument Result(std::string name, std::string as) {
  return {.name = std::move(name),
          .role = Role::kOutput,
          .meaning = "the result",
          .shapeText = "that of " + as,
          .dtypes = Floats(),
          .shape = SameShapeAs(as),
          .dtype = SameAs(as)};
}

Argument Statistic(std::string name, std::string meaning, ShapeRule shape) {
  return {.name = std::move(name),
          .role = Role::kOutput,
          .meaning = std::move(meaning),
          .shapeText = "one element a row",
          .dtypes = {ACL_FLOAT},
          .shape = std::move(shape),
          .dtype = Always(ACL_FLOAT)};
}

Sample RowsSample(std::string name, const std::vector<std::string>& tensors, const Shape& shape,
                  size_t trailing, bool specials) {
  Sample sample{.name = std::move(name)};
  for (const std::string& tensor : tensors) {
    sample.arguments.tensors[tensor] = {{shape}};
    sample.data.push_back(
        {.name = tensor, .pattern = specials ? Pattern::kUsual : Pattern::kSpread, .specials = specials});
  }
  sample.arguments.attributes = {{"normalizedShape", Trailing(shape, trailing)}};
  return sample;
}

Drawn DrawRows(Choices& choices) {
  Drawn drawn;
  drawn.dtype = choices.DType(Floats());
  drawn.shape = choices.AnyShape(6);
  drawn.shape.push_back(choices.Extent());
  drawn.normalized = Trailing(drawn.shape, 1 + choices.Below(drawn.shape.size()));
  return drawn;
}

TensorSpec Spec(const Shape& shape, aclDataType dtype) {
  return {shape, dtype};
}

}  // namespace openaclnn::catalogue::normalization
