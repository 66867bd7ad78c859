// SPDX-License-Identifier: Apache-2.0
//
// Random numbers, and what is made of them.
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_bernoulli.h"
#include "aclnnop/aclnn_dropout.h"
#include "aclnnop/aclnn_dropout_backward.h"
#include "aclnnop/aclnn_dropout_do_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask_v2.h"
#include "aclnnop/aclnn_dropout_v3.h"
#include "aclnnop/aclnn_dropout_v3_grad.h"
#include "aclnnop/aclnn_normal.h"
#include "aclnnop/aclnn_normal_out.h"
#include "aclnnop/aclnn_random.h"
#include "aclnnop/aclnn_uniform.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
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
Argument Seed() {
  return {.name = "seed",
          .role = Role::kAttribute,
          .meaning = "key of the random numbers (Philox)",
          .defaultValue = int64_t{0}};
}
Argument Offset() {
  return {.name = "offset",
          .role = Role::kAttribute,
          .meaning = "position in the sequence of random numbers",
          .defaultValue = int64_t{0}};
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

Operator GenMask(Phases phases, std::vector<Argument> more) {
  std::vector<Argument> arguments{{.name = "shape",
                                   .role = Role::kAttribute,
                                   .meaning = "the shape of the tensor that the mask is for",
                                   .defaultValue = std::vector<int64_t>{1024}},
                                  Probability("prob"),
                                  Seed(),
                                  Offset()};
  for (Argument& argument : more) {
    arguments.push_back(std::move(argument));
  }
  Argument out = Mask("out", Role::kOutput, "");
  out.shape = [](const Arguments& known) {
    const std::vector<int64_t> shape = known.Integers("shape");
    return MaskShape(Product(Shape(shape.begin(), shape.end())));
  };
  arguments.push_back(std::move(out));
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = "a random mask",
                               .formula = {"bit i of out = random word i >= prob * 2^32"},
                               .arguments = std::move(arguments)});
  const auto sample = [](const char* name, std::vector<int64_t> shape) {
    Sample made{.name = name};
    made.arguments.attributes["shape"] = std::move(shape);
    return made;
  };
  row.samples = {sample("one_element", {1}), sample("odd", {3, 5, 1001}), sample("large", {1024, 1025})};
  row.draw = [](Choices& choices) {
    Arguments drawn;
    const Shape shape = choices.AnyShape(8);
    drawn.attributes["shape"] = std::vector<int64_t>(shape.begin(), shape.end());
    return drawn;
  };
  row.runExample = Files(row);
  row.benchExample = "--shape 16777216";
  return row;
}

Operator Dropped(Phases phases, std::string summary, std::string formula, const std::string& input,
                 std::vector<Argument> arguments) {
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = std::move(summary),
                               .formula = {std::move(formula)},
                               .arguments = std::move(arguments)});
  const bool masked = row.arguments[1].IsTensor();
  const auto tensors = [=](Shape shape, aclDataType dtype) {
    Arguments given;
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
  row.benchExample = OptionName(input) + " 4096x4096";
  return row;
}

// The prototype has an argument that must be NULL.
aclnnStatus DropoutV3(const aclTensor* input, double p, int64_t seed, int64_t offset, aclTensor* out,
                      aclTensor* maskOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnDropoutV3GetWorkspaceSize(input, nullptr, p, seed, offset, out, maskOut, workspaceSize,
                                        executor);
}

Argument Filled(DTypes dtypes) {
  return InPlace("selfRef", std::move(dtypes));
}
Argument Bound(std::string name, std::string meaning, int64_t defaultValue) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = defaultValue};
}
Argument Probabilities() {
  Argument argument = Input("prob", FloatsAndDouble());
  argument.promotes = false;
  argument.holds = Meaning::kProbabilities;
  return argument;
}

// Its number is a probability, whatever the type of the tensor.
Operator InplaceBernoulli() {
  Operator row = Pointwise(
      TwoPhases<&aclnnInplaceBernoulliGetWorkspaceSize, &aclnnInplaceBernoulli>("aclnnInplaceBernoulli"),
      "tensors filled with zeros and ones", {"selfRef = 1 with the probability prob, else 0"},
      {Filled(Numbers()), Number("prob", 0.5), Seed(), Offset()});
  const Scalar half{ACL_DOUBLE, 0.5};
  Argument& prob = row.arguments[1];
  prob.defaultValue = half;
  prob.derive = nullptr;
  prob.derivation.clear();
  row.draw = [draw = row.draw, half](Choices& choices) {
    Arguments drawn = draw(choices);
    drawn.attributes["prob"] = half;
    return drawn;
  };
  return row;
}

// Of any shape, which no input says.
Operator NormalFloatFloat() {
  Argument out = Output("out", FloatsAndDouble(), Always(ACL_FLOAT));
  out.shapeText = "any";
  out.shape = [](const Arguments& /*known*/) { return Shape{1024}; };
  Operator row = MakeOperator(
      {.phases =
           TwoPhases<&aclnnNormalFloatFloatGetWorkspaceSize, &aclnnNormalFloatFloat>("aclnnNormalFloatFloat"),
       .summary = "normally distributed numbers",
       .formula = {"out = mean + std * a standard normal number"},
       .arguments = {Real("mean", "the mean", 0), Real("std", "the standard deviation", 1), Seed(), Offset(),
                     std::move(out)}});
  const auto sample = [](const char* name, Shape shape) {
    Sample made{.name = name};
    made.arguments.tensors["out"] = {{std::move(shape)}};
    return made;
  };
  row.samples = {sample("one_element", {}), sample("odd", {3, 5, 1001}), sample("large", {128, 1025})};
  row.draw = [](Choices& choices) {
    Arguments drawn;
    drawn.tensors["out"] = {{choices.AnyShape(8), choices.DType(FloatsAndDouble())}};
    return drawn;
  };
  row.runExample = "-o result.npy";
  row.benchExample = "--mean 1";
  return row;
}

std::vector<Operator> Fills() {
  const std::string normal = "mean + std * a standard normal number";
  const auto parameter = [](const char* name) { return Input(name, FloatsAndDouble()); };
  const Argument mean = Real("mean", "the mean", 0);
  const Argument std = Real("std", "the standard deviation", 1);
  const Argument seed = Seed();
  const Argument offset = Offset();
  const Argument out = Output("out", FloatsAndDouble());
  return {
      Pointwise(TwoPhases<&aclnnInplaceNormalGetWorkspaceSize, &aclnnInplaceNormal>("aclnnInplaceNormal"),
                "tensors filled with normally distributed numbers", {"selfRef = " + normal},
                {With(Filled(Numbers()), {ACL_COMPLEX64, ACL_COMPLEX128}), mean, std, seed, offset}),
      Pointwise(TwoPhases<&aclnnInplaceUniformGetWorkspaceSize, &aclnnInplaceUniform>("aclnnInplaceUniform"),
                "tensors filled with uniformly distributed numbers", {"selfRef = a number of [from, to)"},
                {Filled(Numbers()), Real("from", "the least number", 0),
                 Real("to", "the bound, which is never reached", 1), seed, offset}),
      Pointwise(
          TwoPhases<&aclnnInplaceRandomGetWorkspaceSize, &aclnnInplaceRandom>("aclnnInplaceRandom"),
          "tensors filled with random integers", {"selfRef = an integer of [from, to)"},
          {With(Filled(Numbers()), {ACL_COMPLEX64, ACL_COMPLEX128}), Bound("from", "the least integer", 0),
           Bound("to", "one more than the largest integer", 2), seed, offset}),
      Pointwise(TwoPhases<&aclnnInplaceRandomWithoutFromToGetWorkspaceSize, &aclnnInplaceRandomWithoutFromTo>(
                    "aclnnInplaceRandomWithoutFromTo"),
                "tensors filled with random integers of all that a type has",
                {"selfRef = an integer from 0 to the largest"}, {Filled(Numbers()), seed, offset}),
      InplaceBernoulli(),
      Pointwise(TwoPhases<&aclnnInplaceBernoulliTensorGetWorkspaceSize, &aclnnInplaceBernoulliTensor>(
                    "aclnnInplaceBernoulliTensor"),
                "tensors filled with zeros and ones, of a probability each",
                {"selfRef = 1 with the probability prob, else 0"},
                {Filled(Numbers()), Probabilities(), seed, offset}),
      Pointwise(TwoPhases<&aclnnNormalTensorFloatGetWorkspaceSize, &aclnnNormalTensorFloat>(
                    "aclnnNormalTensorFloat"),
                "normally distributed numbers of different means", {"out = " + normal},
                {parameter("mean"), std, seed, offset, out}),
      Pointwise(TwoPhases<&aclnnNormalFloatTensorGetWorkspaceSize, &aclnnNormalFloatTensor>(
                    "aclnnNormalFloatTensor"),
                "normally distributed numbers of different deviations", {"out = " + normal},
                {mean, parameter("std"), seed, offset, out}),
      Pointwise(TwoPhases<&aclnnNormalTensorTensorGetWorkspaceSize, &aclnnNormalTensorTensor>(
                    "aclnnNormalTensorTensor"),
                "normally distributed numbers of different means and deviations", {"out = " + normal},
                {parameter("mean"), parameter("std"), seed, offset, out}),
      NormalFloatFloat(),
  };
}

}  // namespace

std::vector<Operator> RandomNumbers() {
  std::vector<Operator> rows = {
      GenMask(TwoPhases<&aclnnDropoutGenMaskGetWorkspaceSize, &aclnnDropoutGenMask>("aclnnDropoutGenMask"),
              {}),
      GenMask(
          TwoPhases<&aclnnDropoutGenMaskV2GetWorkspaceSize, &aclnnDropoutGenMaskV2>("aclnnDropoutGenMaskV2"),
          {[] {
            Argument argument = Type("probDataType", "without effect", Floats());
            argument.defaultValue = int64_t{ACL_FLOAT};
            return argument;
          }()}),
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
      Dropped(
          TwoPhases<&aclnnDropoutV3GradGetWorkspaceSize, &aclnnDropoutV3Grad>("aclnnDropoutV3Grad"),
          "gradient of dropout", "out = mask's bit ? gradOutput * scale : 0", "gradOutput",
          {Shaped("gradOutput"), Mask("mask", Role::kInput, "gradOutput"), Factor(), Result("gradOutput")}),
  };
  for (Operator& row : Fills()) {
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace openaclnn::catalogue
