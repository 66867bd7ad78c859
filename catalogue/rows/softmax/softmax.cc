// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "aclnnop/aclnn_softmax.h"
#include "aclnnop/aclnn_softmax_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::softmax::softmax {
namespace {

Sample RowSample(std::string name, const std::vector<std::string>& inputs, const Shape& shape, int64_t dim,
                 bool specials = false) {
  Sample sample{.name = std::move(name)};
  for (const std::string& input : inputs) {
    sample.arguments.tensors[input] = {{shape}};
    sample.data.push_back({.name = input, .specials = specials});
  }
  sample.arguments.attributes = {{"dim", dim}};
  return sample;
}

std::vector<Sample> SamplesOf(const std::vector<std::string>& inputs) {
  return {RowSample("many_short_rows", inputs, {20011, 17}, -1),
          RowSample("long_rows", inputs, {3, 50021}, 1), RowSample("columns", inputs, {3001, 96}, 0),
          RowSample("middle", inputs, {5, 601, 17}, 1), RowSample("specials", inputs, {301, 257}, 1, true)};
}

Operator Row(Phases phases, std::string summary, std::string formula, std::vector<Argument> inputs) {
  const std::string first = inputs.front().name;
  std::vector<std::string> names;
  for (const Argument& input : inputs) {
    names.push_back(input.name);
  }
  Operator row{.phases = std::move(phases),
               .summary = std::move(summary),
               .formula = {std::move(formula)},
               .arguments = std::move(inputs)};
  for (Argument& input : row.arguments) {
    input.dtypes = FloatsAndDouble();
    if (input.name != first) {
      input.shapeText = "that of " + first;
      input.shape = SameShapeAs(first);
      input.dtype = SameAs(first);
    } else {
      input.shapeText = "any";
    }
  }
  row.arguments.push_back({.name = "dim",
                           .role = Role::kAttribute,
                           .meaning = "the dimension, from 0 on or from the end as -1 on",
                           .defaultValue = int64_t{-1}});
  row.arguments.push_back({.name = "out",
                           .role = Role::kOutput,
                           .meaning = "the result",
                           .shapeText = "that of " + first,
                           .dtypes = FloatsAndDouble(),
                           .shape = SameShapeAs(first),
                           .dtype = SameAs(first),
                           .anyDType = true});
  row.samples = SamplesOf(names);
  row.draw = [names](Choices& choices) {
    Arguments drawn;
    const Shape shape = choices.AnyShape(8);
    const aclDataType dtype = choices.DType(FloatsAndDouble());
    for (const std::string& name : names) {
      drawn.tensors[name] = {{shape, dtype}};
    }
    const auto rank = static_cast<int64_t>(shape.empty() ? 1 : shape.size());
    drawn.attributes["dim"] = static_cast<int64_t>(choices.Below(2 * static_cast<uint64_t>(rank))) - rank;
    return drawn;
  };
  row.runExample = OptionName(first) + " x.npy" + (row.arguments.size() > 3 ? " --output y.npy" : "") +
                   " --dim -1 -o out.npy";
  row.benchExample = OptionName(first) + " 4096x4096";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument self{.name = "self", .meaning = "the input"};
  const Argument gradOutput{.name = "gradOutput", .meaning = "gradient of the result"};
  const Argument output{.name = "output", .meaning = "the result of the forward operator"};
  return {
      Row(TwoPhases<&aclnnSoftmaxGetWorkspaceSize, &aclnnSoftmax>("aclnnSoftmax"), "softmax over a dimension",
          "out = exp(self) / (sum of exp(self) over dim)", {self}),
      Row(TwoPhases<&aclnnLogSoftmaxGetWorkspaceSize, &aclnnLogSoftmax>("aclnnLogSoftmax"),
          "logarithm of softmax over a dimension", "out = self - log(sum of exp(self) over dim)", {self}),
      Row(TwoPhases<&aclnnSoftmaxBackwardGetWorkspaceSize, &aclnnSoftmaxBackward>("aclnnSoftmaxBackward"),
          "gradient of softmax", "out = output * (gradOutput - (sum of gradOutput * output over dim))",
          {gradOutput, output}),
      Row(TwoPhases<&aclnnLogSoftmaxBackwardGetWorkspaceSize, &aclnnLogSoftmaxBackward>(
              "aclnnLogSoftmaxBackward"),
          "gradient of the logarithm of softmax",
          "out = gradOutput - exp(output) * (sum of gradOutput over dim)", {gradOutput, output}),
  };
}

}  // namespace openaclnn::catalogue::softmax::softmax
