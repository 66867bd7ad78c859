// SPDX-License-Identifier: Apache-2.0
//
// Gated linear units: rows that no helper makes, since an output has half the extent of the input somewhere.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_clipped_swiglu.h"
#include "aclnnop/aclnn_clipped_swiglu_grad.h"
#include "aclnnop/aclnn_clipped_swiglu_v2.h"
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
      const bool isReal =
          attribute->defaultValue.has_value() && std::holds_alternative<double>(*attribute->defaultValue);
      if (attribute->name != "dim" && !isReal) {
        drawn.attributes[attribute->name] = int64_t{choices.Chance(128) ? 1 : 0};
      }
    }
    return drawn;
  };
  return row;
}

// Arguments that the operators of bounded halves share, but for their names of the gradient.
std::vector<Argument> Clipped(std::vector<Argument> tensors, const Argument& out, bool hasMode) {
  Argument groups = Tensor("groupIndexOptional", "rows of each group", "[G]", {ACL_INT64});
  groups.optional = true;
  groups.holds = Meaning::kOnes;
  groups.shape = [](const Arguments&) { return Shape{1}; };
  groups.dtype = Always(ACL_INT64);
  tensors.push_back(std::move(groups));
  tensors.push_back(Dim());
  tensors.push_back(Real("alpha", "factor in the gate's exponent", 1.702));
  tensors.push_back(Real("limit", "bound of the halves", 7));
  tensors.push_back(Real("bias", "added to the second half", 1));
  tensors.push_back(Flag("interleaved", "the halves alternate"));
  if (hasMode) {
    tensors.push_back(Mode("clampMode", "where the bounds are", {{"before", 0}, {"after", 1}}));
  }
  tensors.push_back(out);
  return tensors;
}
// With groups, too.
Operator WithGroups(Operator row) {
  row.draw = [draw = row.draw](Choices& choices) {
    Arguments drawn = draw(choices);
    drawn.tensors.erase("groupIndexOptional");
    if (choices.Chance(128)) {
      drawn.tensors["groupIndexOptional"] = {{{choices.Extent()}, ACL_INT64}};
    }
    return drawn;
  };
  for (Sample& sample : row.samples) {
    sample.arguments.tensors.erase("groupIndexOptional");
  }
  Sample grouped = row.samples.front();
  grouped.name = "groups";
  grouped.arguments.tensors["groupIndexOptional"] = {{{7}, ACL_INT64}};
  row.samples.push_back(std::move(grouped));
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      WithGroups(
          Gated(TwoPhases<&aclnnClippedSwigluGetWorkspaceSize, &aclnnClippedSwiglu>("aclnnClippedSwiglu"),
                "x", "gated linear unit of bounded halves",
                {"out = a / (1 + e^(-alpha a)) (b + bias), a = min(A, limit), b = B within -limit and limit"},
                Clipped({Whole("x")}, HalfOutput("out", "x"), false))),
      WithGroups(Gated(
          TwoPhases<&aclnnClippedSwigluV2GetWorkspaceSize, &aclnnClippedSwigluV2>("aclnnClippedSwigluV2"),
          "x", "gated linear unit of bounded halves, or of a bounded gate",
          {"out = a / (1 + e^(-alpha a)) (b + bias), a = min(A, limit), b = B within -limit and limit",
           "out = min(A / (1 + e^-A), limit) b with clampMode after"},
          Clipped({Whole("x")}, HalfOutput("out", "x"), true))),
      WithGroups(Gated(TwoPhases<&aclnnClippedSwigluGradGetWorkspaceSize, &aclnnClippedSwigluGrad>(
                           "aclnnClippedSwigluGrad"),
                       "x", "gradient of the gated linear unit of bounded halves",
                       {"gradX = gradY (b + bias) s (1 + alpha a (1 - s)) for A, gradY a s for B, 0 outside "
                        "of the bounds"},
                       Clipped({HalfInput("gradY", "gradient of the forward output", "x"), Whole("x")},
                               WholeOutput("gradX", "x"), false))),
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
