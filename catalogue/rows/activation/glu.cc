// SPDX-License-Identifier: Apache-2.0
//
// Gated linear units: rows that no helper makes, since an output has half the extent of the input somewhere.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_fatrelu_mul.h"
#include "aclnnop/aclnn_geglu.h"
#include "aclnnop/aclnn_geglu_backward.h"
#include "aclnnop/aclnn_gelu_mul.h"
#include "aclnnop/aclnn_glu.h"
#include "aclnnop/aclnn_glu_backward.h"
#include "aclnnop/aclnn_swi_glu.h"
#include "aclnnop/aclnn_swi_glu_grad.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::activation::glu {
namespace {

// The shape of a half of a tensor; of a tensor that has none, whatever.
ShapeRule HalfOf(const std::string& tensor) {
  return [=](const Arguments& known) {
    Shape shape = known.ShapeOf(tensor);
    const auto rank = static_cast<int64_t>(shape.size());
    const int64_t dim = known.attributes.contains("dim") ? known.Integer("dim") : -1;
    if (dim >= -rank && dim < rank) {
      shape[static_cast<size_t>(dim < 0 ? dim + rank : dim)] /= 2;
    }
    return shape;
  };
}

Argument Whole(std::string name) {
  Argument argument = Input(std::move(name), FloatsAndDouble());
  argument.meaning = "forward input, both halves side by side along dim";
  argument.shapeText = "1 to 8 dimensions, an even extent at dim";
  return argument;
}
Argument HalfInput(std::string name, std::string meaning, const std::string& whole) {
  Argument argument = Input(std::move(name), FloatsAndDouble());
  argument.meaning = std::move(meaning);
  argument.shapeText = "that of a half of " + whole;
  argument.shape = HalfOf(whole);
  argument.dtype = SameAs(whole);
  return argument;
}
Argument HalfOutput(std::string name, const std::string& whole) {
  Argument argument = Output(std::move(name), FloatsAndDouble(), SameAs(whole));
  argument.anyDType = false;
  argument.shapeText = "that of a half of " + whole;
  argument.shape = HalfOf(whole);
  return argument;
}
Argument WholeOutput(std::string name, const std::string& whole) {
  Argument argument = HalfOutput(std::move(name), whole);
  argument.shapeText = "that of " + whole;
  argument.shape = SameShapeAs(whole);
  return argument;
}
Argument Threshold(const std::string& whole) {
  Argument argument = SingleInput("threshold", FloatsAndDouble());
  argument.meaning = "what is below counts as 0";
  argument.shape = [](const Arguments&) { return Shape{}; };
  argument.dtype = SameAs(whole);
  return argument;
}
Argument Dim() {
  return {.name = "dim",
          .role = Role::kAttribute,
          .meaning = "the dimension that is cut; negative: from the end",
          .defaultValue = int64_t{-1}};
}
Argument Approximate() {
  return Mode("approximate", "the form of GELU", {{"none", 0}, {"tanh", 1}});
}
Argument ActivateLeft() {
  return Flag("activateLeft", "GELU is applied to the first half");
}

// A prototype whose form is a text.
aclnnStatus GeluMul(const aclTensor* input, int64_t approximate, aclTensor* out, uint64_t* workspaceSize,
                    aclOpExecutor** executor) {
  return aclnnGeluMulGetWorkspaceSize(input, approximate == 0 ? "none" : "tanh", out, workspaceSize,
                                      executor);
}

Operator Gated(Phases phases, const std::string& whole, std::string summary, std::vector<std::string> formula,
               std::vector<Argument> arguments) {
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = std::move(summary),
                               .formula = std::move(formula),
                               .arguments = std::move(arguments)});
  for (const Argument& argument : row.arguments) {
    if (argument.IsTensor()) {
      row.runExample += OptionName(argument.name) + " " + argument.name + ".npy ";
    }
  }
  row.runExample.pop_back();
  row.benchExample = OptionName(whole) + " 4096x8192";
  // Without such an argument it is the last one.
  const bool hasDim = std::ranges::any_of(row.arguments, [](const auto& one) { return one.name == "dim"; });
  const auto withDim = [whole, hasDim, arguments = row.arguments](Shape shape, int64_t dim,
                                                                  aclDataType dtype) {
    Arguments given;
    if (hasDim) {
      given.attributes["dim"] = dim;
    } else {
      shape.back() += shape.back() % 2;
    }
    given.tensors[whole] = {{shape, dtype}};
    for (const Argument& argument : arguments) {
      if (argument.IsTensor() && argument.IsRead() && argument.name != whole) {
        given.tensors[argument.name] = {{argument.shape(given), dtype}};
      }
    }
    return given;
  };
  const auto add = [&](const char* name, const Shape& shape, int64_t dim, bool specials = false) {
    Sample sample{.name = name, .arguments = withDim(shape, dim, ACL_DT_UNDEFINED)};
    if (specials) {
      sample.data = {{.name = whole, .specials = true}};
    }
    row.samples.push_back(std::move(sample));
  };
  add("last_dim", {61, 1202}, -1);
  add("first_dim", {10, 7, 457}, 0);
  add("middle_dim", {5, 6, 31, 17}, 1);
  add("specials", {5, 602}, 1, true);
  row.draw = [row, whole, withDim](Choices& choices) {
    Shape shape = choices.AnyShape(8);
    if (shape.empty()) {
      shape = {2};
    }
    const size_t dim = choices.Below(shape.size());
    shape[dim] += shape[dim] % 2;
    const auto rank = static_cast<int64_t>(shape.size());
    Arguments drawn = withDim(shape, static_cast<int64_t>(dim) - (choices.Chance(128) ? rank : int64_t{0}),
                              choices.DType(row.Get(whole).dtypes));
    for (const Argument* attribute : row.Attributes()) {
      if (attribute->name != "dim") {
        drawn.attributes[attribute->name] = int64_t{choices.Chance(128) ? 1 : 0};
      }
    }
    return drawn;
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Gated(TwoPhases<&aclnnGluGetWorkspaceSize, &aclnnGlu>("aclnnGlu"), "self", "gated linear unit",
            {"out = A / (1 + e^-B), A and B the halves of self along dim"},
            {Whole("self"), Dim(), HalfOutput("out", "self")}),
      Gated(TwoPhases<&aclnnGluBackwardGetWorkspaceSize, &aclnnGluBackward>("aclnnGluBackward"), "self",
            "gradient of the gated linear unit",
            {"out = gradOutput s for A, gradOutput A s (1 - s) for B, s = 1 / (1 + e^-B)"},
            {HalfInput("gradOutput", "gradient of the forward output", "self"), Whole("self"), Dim(),
             WholeOutput("out", "self")}),
      Gated(TwoPhases<&aclnnSwiGluGetWorkspaceSize, &aclnnSwiGlu>("aclnnSwiGlu"), "x",
            "gated linear unit whose gate is SiLU",
            {"out = A / (1 + e^-A) B, A and B the halves of x along dim"},
            {Whole("x"), Dim(), HalfOutput("out", "x")}),
      Gated(TwoPhases<&aclnnSwiGluGradGetWorkspaceSize, &aclnnSwiGluGrad>("aclnnSwiGluGrad"), "x",
            "gradient of the gated linear unit whose gate is SiLU",
            {"out = yGrad B (s + A s (1 - s)) for A, yGrad A s for B, s = 1 / (1 + e^-A)"},
            {HalfInput("yGrad", "gradient of the forward output", "x"), Whole("x"), Dim(),
             WholeOutput("out", "x")}),
      Gated(TwoPhases<&aclnnGeGluGetWorkspaceSize, &aclnnGeGlu>("aclnnGeGlu"), "self",
            "gated linear unit whose gate is GELU", {"outGelu = gelu(B), out = A outGelu"},
            {Whole("self"), Dim(), Approximate(), HalfOutput("out", "self"), HalfOutput("outGelu", "self")}),
      Gated(TwoPhases<&aclnnGeGluBackwardGetWorkspaceSize, &aclnnGeGluBackward>("aclnnGeGluBackward"), "self",
            "gradient of the gated linear unit whose gate is GELU",
            {"gradInput = gradOutput gelu for A, gradOutput A gelu'(B) for B"},
            {HalfInput("gradOutput", "gradient of the forward output", "self"), Whole("self"),
             HalfInput("gelu", "the forward outGelu", "self"), Dim(), Approximate(),
             WholeOutput("gradInput", "self")}),
      Gated(TwoPhases<&GeluMul, &aclnnGeluMul>("aclnnGeluMul"), "input",
            "product of halves, the first through GELU",
            {"out = gelu(A) B, A and B the halves of input along the last dim"},
            {Whole("input"), Approximate(), HalfOutput("out", "input")}),
      Gated(TwoPhases<&aclnnFatreluMulGetWorkspaceSize, &aclnnFatreluMul>("aclnnFatreluMul"), "input",
            "product of halves, the first above a threshold",
            {"out = (A < threshold ? 0 : A) B, A and B the halves of input along the last dim"},
            {Whole("input"), Threshold("input"), HalfOutput("out", "input")}),
      Gated(TwoPhases<&aclnnGeGluV3GetWorkspaceSize, &aclnnGeGluV3>("aclnnGeGluV3"), "self",
            "gated linear unit whose gate is GELU",
            {"outGelu = gelu(B), out = A outGelu; with activateLeft the halves A and B change places"},
            {Whole("self"), Dim(), Approximate(), ActivateLeft(), HalfOutput("out", "self"),
             HalfOutput("outGelu", "self")}),
      Gated(TwoPhases<&aclnnGeGluV3BackwardGetWorkspaceSize, &aclnnGeGluV3Backward>("aclnnGeGluV3Backward"),
            "self", "gradient of the gated linear unit whose gate is GELU",
            {"gradInput = gradOutput gelu for A, gradOutput A gelu'(B) for B"},
            {HalfInput("gradOutput", "gradient of the forward output", "self"), Whole("self"),
             HalfInput("gelu", "the forward outGelu", "self"), Dim(), Approximate(), ActivateLeft(),
             WholeOutput("gradInput", "self")}),
  };
}

}  // namespace openaclnn::catalogue::activation::glu
