// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/linalg/matrices.h"

#include <utility>

namespace openaclnn::catalogue::linalg {

Argument ComplexMatrices(std::string name, std::string shapeText) {
  return WithComplex(Tensor(std::move(name), "matrices", std::move(shapeText), {ACL_FLOAT, ACL_DOUBLE}));
}

Argument ResultOf(const Argument& input, std::string name, std::string meaning, std::string shapeText,
                  ShapeRule shape) {
  return With(OutputWith(Tensor(std::move(name), std::move(meaning), std::move(shapeText), input.dtypes),
                         std::move(shape), SameAs(input.name)),
              input.others);
}

Shape BatchAnd(const Shape& shape, const Shape& behind) {
  Shape result(shape.begin(), shape.size() < 2 ? shape.begin() : shape.end() - 2);
  result.insert(result.end(), behind.begin(), behind.end());
  return result;
}

int64_t Rows(const Shape& shape) {
  return shape.size() < 2 ? 1 : shape[shape.size() - 2];
}

int64_t Columns(const Shape& shape) {
  return shape.empty() ? 1 : shape.back();
}

Operator Matrices(MatrixRow row) {
  const Argument input = row.arguments.front();
  Operator op{.phases = std::move(row.phases),
              .summary = std::move(row.summary),
              .formula = std::move(row.formula),
              .arguments = std::move(row.arguments),
              .bitsOfProcessor = true,
              .runExample = std::move(row.runExample),
              .benchExample = OptionName(input.name) + " 64x128x128"};
  const auto add = [&](const char* name, Shape shape) {
    Sample sample{.name = name};
    sample.arguments.tensors[input.name] = {{std::move(shape)}};
    op.samples.push_back(std::move(sample));
  };
  add("one", {37, 37});
  add("batch", {3, 5, 7, 7});
  add("many", {2001, 3, 3});
  add("large", {2, 150, 150});
  if (!row.square) {
    add("tall", {2, 61, 23});
    add("wide", {2, 17, 45});
  }
  op.draw = [input, square = row.square, attributes = row.drawAttributes](Choices& choices) {
    Arguments drawn;
    Shape shape = choices.AnyShape(4);
    const int64_t rows = choices.Extent();
    shape.push_back(rows);
    shape.push_back(square ? rows : choices.Extent());
    drawn.tensors[input.name] = {{shape, choices.DType(input.dtypes)}};
    if (attributes) {
      attributes(choices, &drawn);
    }
    return drawn;
  };
  return MakeOperator(std::move(op));
}

}  // namespace openaclnn::catalogue::linalg
