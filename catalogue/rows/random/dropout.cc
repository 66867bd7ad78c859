// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_dropout.h"
#include "aclnnop/aclnn_dropout_backward.h"
#include "aclnnop/aclnn_dropout_do_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "aclnnop/aclnn_dropout_v3.h"
#include "aclnnop/aclnn_dropout_v3_grad.h"
#include "aclnnop/aclnn_dropout_v3_tensor.h"
#include "catalogue/rows/random/seeded.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::random::dropout {
namespace {

Shape MaskShape(int64_t elements) {
  return {(elements + 127) / 128 * 16};
}

Argument Mask(std::string name, Role role, const std::string& of) {
  return {.name = std::move(name),
          .role = role,
          .meaning = "a bit for each element",
          .shapeText = "bytes for the elements, rounded up to a multiple of 128",
          .dtypes = {ACL_UINT8},
          .shape = [=](const Arguments& known) { return MaskShape(Product(known.ShapeOf(of))); },
          .dtype = Always(ACL_UINT8)};
}

Argument Probability(std::string name) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = "how likely an element is dropped",
          .defaultValue = 0.5};
}

Argument Factor() {
  return {.name = "scale", .role = Role::kAttribute, .meaning = "1 / (1 - p)", .defaultValue = 2.0};
}

Argument Shaped(std::string name) {
  return Input(std::move(name), FloatsAndDouble());
}

Argument Result(const std::string& of) {
  Argument argument = Output("out", FloatsAndDouble(), SameAs(of));
  argument.anyDType = false;
  argument.shape = SameShapeAs(of);
  argument.shapeText = "that of " + of;
  return argument;
}

std::string Files(const Operator& row) {
  std::string text;
  for (const Argument& argument : row.arguments) {
    if (argument.IsTensor()) {
      text += (text.empty() ? "" : " ") + OptionName(argument.name) + " " + argument.name + ".npy";
    }
  }
  return text;
}

Argument ProbType() {
  Argument argument = Type("probDataType", "without effect", Floats());
  argument.defaultValue = int64_t{ACL_FLOAT};
  return argument;
}

// What `Position` makes tensors of.
Arguments PositionsIn(const std::vector<Argument>& arguments) {
  Arguments positions;
  for (const Argument& argument : arguments) {
    if (argument.name == "seedTensor" || argument.name == "offsetTensor") {
      positions.tensors[argument.name] = {{{1}, ACL_INT64}};
    }
  }
  return positions;
}

std::string OptionsOf(const Arguments& positions) {
  std::string options;
  for (const auto& [name, tensor] : positions.tensors) {
    options += " " + OptionName(name) + " 1:int64";
  }
  return options;
}

// `more`: what stands between the probability and the mask.
Operator GenMask(Phases phases, const std::string& summary, std::vector<Argument> more) {
  std::vector<Argument> arguments{{.name = "shape",
                                   .role = Role::kAttribute,
                                   .meaning = "the shape of the tensor that the mask is for",
                                   .defaultValue = std::vector<int64_t>{1024}},
                                  Probability("prob")};
  const Arguments positions = PositionsIn(more);
  std::ranges::move(more, std::back_inserter(arguments));
  Argument out = Mask("out", Role::kOutput, "");
  out.shape = [](const Arguments& known) {
    const std::vector<int64_t> shape = known.Integers("shape");
    return MaskShape(Product(Shape(shape.begin(), shape.end())));
  };
  arguments.push_back(std::move(out));
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = summary,
                               .formula = {"bit i of out = random word i >= prob * 2^32"},
                               .arguments = std::move(arguments)});
  const auto sample = [&](const char* name, std::vector<int64_t> shape) {
    Sample made{.name = name, .arguments = positions};
    made.arguments.attributes["shape"] = std::move(shape);
    return made;
  };
  row.samples = {sample("one_element", {1}), sample("odd", {3, 5, 1001}), sample("large", {1024, 1025})};
  row.draw = [positions](Choices& choices) {
    Arguments drawn = positions;
    const Shape shape = choices.AnyShape(8);
    drawn.attributes["shape"] = std::vector<int64_t>(shape.begin(), shape.end());
    return drawn;
  };
  row.runExample = Files(row);
  row.benchExample = "--shape 16777216" + OptionsOf(positions);
  return row;
}

Operator Dropped(Phases phases, std::string summary, std::string formula, const std::string& input,
                 std::vector<Argument> arguments) {
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = std::move(summary),
                               .formula = {std::move(formula)},
                               .arguments = std::move(arguments)});
  const Arguments positions = PositionsIn(row.arguments);
  const bool masked = row.arguments[1].IsTensor();
  const auto tensors = [=](Shape shape, aclDataType dtype) {
    Arguments given = positions;
    if (masked) {
      given.tensors["mask"] = {{MaskShape(Product(shape)), ACL_UINT8}};
    }
    given.tensors[input] = {{std::move(shape), dtype}};
    return given;
  };
  const auto sample = [&](const char* name, Shape shape) {
    return Sample{.name = name, .arguments = tensors(std::move(shape), ACL_DT_UNDEFINED)};
  };
  row.samples = {sample("one_element", {}), sample("odd", {3, 5, 1001}), sample("large", {128, 1025})};
  row.draw = [=](Choices& choices) { return tensors(choices.AnyShape(8), choices.DType(FloatsAndDouble())); };
  row.runExample = Files(row);
  row.benchExample = OptionName(input) + " 4096x4096" + OptionsOf(positions);
  return row;
}

// The prototypes have an argument that must be NULL.
aclnnStatus DropoutV3(const aclTensor* input, double p, int64_t seed, int64_t offset, aclTensor* out,
                      aclTensor* maskOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnDropoutV3GetWorkspaceSize(input, nullptr, p, seed, offset, out, maskOut, workspaceSize,
                                        executor);
}

aclnnStatus DropoutV3Tensor(const aclTensor* input, double p, const aclTensor* seedTensor,
                            const aclTensor* offsetTensor, int64_t offset, aclTensor* out, aclTensor* maskOut,
                            uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnDropoutV3TensorGetWorkspaceSize(input, nullptr, p, seedTensor, offsetTensor, offset, out,
                                              maskOut, workspaceSize, executor);
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      GenMask(TwoPhases<&aclnnDropoutGenMaskGetWorkspaceSize, &aclnnDropoutGenMask>("aclnnDropoutGenMask"),
              "a random mask", {Seed(), Offset()}),
      GenMask(
          TwoPhases<&aclnnDropoutGenMaskV2GetWorkspaceSize, &aclnnDropoutGenMaskV2>("aclnnDropoutGenMaskV2"),
          "a random mask", {Seed(), Offset(), ProbType()}),
      GenMask(TwoPhases<&aclnnDropoutGenMaskV2TensorGetWorkspaceSize, &aclnnDropoutGenMaskV2Tensor>(
                  "aclnnDropoutGenMaskV2Tensor"),
              "a random mask, at a seed and an offset in device memory",
              {Position("seedTensor"), Position("offsetTensor"), Offset(), ProbType()}),
      Dropped(TwoPhases<&aclnnDropoutDoMaskGetWorkspaceSize, &aclnnDropoutDoMask>("aclnnDropoutDoMask"),
              "what a mask leaves of a tensor", "out = mask's bit ? self / (1 - prob) : 0", "self",
              {Shaped("self"), Mask("mask", Role::kInput, "self"), Probability("prob"), Result("self")}),
      Dropped(
          TwoPhases<&aclnnDropoutBackwardGetWorkspaceSize, &aclnnDropoutBackward>("aclnnDropoutBackward"),
          "gradient of dropout", "out = mask's bit ? gradOutput * scale : 0", "gradOutput",
          {Shaped("gradOutput"), Mask("mask", Role::kInput, "gradOutput"), Factor(), Result("gradOutput")}),
      Dropped(TwoPhases<&aclnnDropoutGetWorkspaceSize, &aclnnDropout>("aclnnDropout"),
              "a random mask, and what it leaves of a tensor", "out = maskOut's bit ? input / (1 - p) : 0",
              "input",
              {Shaped("input"), Probability("p"), Flag("train", "whether anything is dropped"), Seed(),
               Offset(), Result("input"), Mask("maskOut", Role::kOutput, "input")}),
      Dropped(TwoPhases<&DropoutV3, &aclnnDropoutV3>("aclnnDropoutV3"),
              "a random mask, and what it leaves of a tensor", "out = maskOut's bit ? input / (1 - p) : 0",
              "input",
              {Shaped("input"), Probability("p"), Seed(), Offset(), Result("input"),
               Mask("maskOut", Role::kOutput, "input")}),
      Dropped(TwoPhases<&DropoutV3Tensor, &aclnnDropoutV3Tensor>("aclnnDropoutV3Tensor"),
              "a random mask, and what it leaves of a tensor, at a seed and an offset in device memory",
              "out = maskOut's bit ? input / (1 - p) : 0", "input",
              {Shaped("input"), Probability("p"), Position("seedTensor"), Position("offsetTensor"), Offset(),
               Result("input"), Mask("maskOut", Role::kOutput, "input")}),
      Dropped(
          TwoPhases<&aclnnDropoutV3GradGetWorkspaceSize, &aclnnDropoutV3Grad>("aclnnDropoutV3Grad"),
          "gradient of dropout", "out = mask's bit ? gradOutput * scale : 0", "gradOutput",
          {Shaped("gradOutput"), Mask("mask", Role::kInput, "gradOutput"), Factor(), Result("gradOutput")}),
  };
}

}  // namespace openaclnn::catalogue::random::dropout
