// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/shape/moving.h"

#include <algorithm>
#include <string>
#include <utility>

namespace openaclnn::catalogue::shape {
namespace {

Sample MakeSample(std::string name, const Operator& row, const Shape& shape, const DrawAttributes& draw,
                  uint64_t seed) {
  Sample sample{.name = std::move(name)};
  const Argument& first = row.arguments.front();
  sample.arguments.tensors[first.name] = {{shape, ACL_DT_UNDEFINED}};
  RandomChoices choices(seed, ACL_FLOAT, 1000);
  draw(choices, shape, &sample.arguments);
  sample.data = {{.name = first.name}};
  return sample;
}

}  // namespace

Argument In(std::string name) {
  return Storable(Input(std::move(name), Numbers()));
}

Argument Whole(std::string name, std::string meaning, int64_t usual) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = usual};
}

Argument Numbers64(std::string name, std::string meaning) {
  return {.name = std::move(name), .role = Role::kAttribute, .meaning = std::move(meaning)};
}

int64_t AnyDim(Choices& choices, size_t rank) {
  const size_t dims = std::max<size_t>(rank, 1);
  const auto dim = static_cast<int64_t>(choices.Below(dims));
  return choices.Chance(64) ? dim - static_cast<int64_t>(dims) : dim;
}

Operator Moving(Row row) {
  Operator op = MakeOperator({.phases = std::move(row.phases),
                              .summary = std::move(row.summary),
                              .formula = {std::move(row.formula)},
                              .arguments = std::move(row.arguments)});
  op.samples = {MakeSample("matrix", op, {300, 170}, row.draw, 1),
                MakeSample("four_dims", op, {5, 7, 31, 46}, row.draw, 2),
                MakeSample("long_rows", op, {3, 20011}, row.draw, 3)};
  const std::string& first = op.arguments.front().name;
  op.runExample = OptionName(first) + " x.npy " + row.options +
                  (op.arguments.front().IsWritten() ? OutputOption(op.arguments.front()) : "-o") +
                  " result.npy";
  op.benchExample = OptionName(first) + " 4096x4096 " + row.options;
  op.draw = [op, least = row.leastRank, draw = row.draw](Choices& choices) {
    Arguments drawn;
    Shape shape = choices.AnyShape(6);
    while (shape.size() < least) {
      shape.push_back(choices.Extent());
    }
    const std::string& name = op.arguments.front().name;
    drawn.tensors[name] = {{shape, choices.DType(op.LeadDTypes())}};
    draw(choices, shape, &drawn);
    return drawn;
  };
  return op;
}

Argument Result(const std::string& as, std::string shapeText, ShapeRule shape) {
  Argument argument = Storable(Output("out", Numbers(), SameAs(as)));
  argument.shapeText = std::move(shapeText);
  argument.shape = std::move(shape);
  argument.anyDType = false;
  return argument;
}

}  // namespace openaclnn::catalogue::shape
