// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_celu.h"
#include "aclnnop/aclnn_elu.h"
#include "aclnnop/aclnn_elu_backward.h"
#include "aclnnop/aclnn_gelu.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "aclnnop/aclnn_logsigmoid.h"
#include "aclnnop/aclnn_logsigmoid_backward.h"
#include "aclnnop/aclnn_mish.h"
#include "aclnnop/aclnn_mish_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_silu_backward.h"
#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"
#include "aclnnop/aclnn_tanh_backward.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

Sample PreluSample(std::string name, const Shape& self, int64_t weights, bool specials = false) {
  Sample sample{.name = std::move(name)};
  sample.arguments.tensors = {{"gradOutput", {{self}}}, {"self", {{self}}}, {"weight", {{{weights}}}}};
  const int64_t outer = weights == 1 ? 1 : self[0];
  const Mirror mirror{outer, weights, Product(self) / outer / weights};
  Mirror negated = mirror;
  negated.negated = true;
  sample.data = {
      {.name = "gradOutput",
       .pattern = Pattern::kSpread,
       .mirror = negated,
       .specials = specials,
       .constant = specials},
      {.name = "self", .pattern = Pattern::kSpread, .mirror = mirror, .specials = specials},
      {.name = "weight", .pattern = Pattern::kNearOne},
  };
  return sample;
}

Operator PreluBackward() {
  return MakeOperator({
      .phases = TwoPhases<&aclnnPreluBackwardGetWorkspaceSize, &aclnnPreluBackward>("aclnnPreluBackward"),
      .summary = "gradients of PReLU for its input and its weight",
      .formula = {"gradInput[i]  = self[i] > 0 ? gradOutput[i] : gradOutput[i] * weight of i's channel",
                  "gradWeight[c] = sum over i of channel c of (self[i] > 0 ? 0 : gradOutput[i] * self[i])"},
      .arguments =
          {
              {.name = "gradOutput",
               .meaning = "gradient of the forward output",
               .shapeText = "that of self, or one that broadcasts to it",
               .dtypes = Floats(),
               .shape = SameShapeAs("self"),
               .dtype = SameAs("self")},
              {.name = "self",
               .meaning = "forward input",
               .shapeText = "0 to 8 dimensions, channels along dimension 1",
               .dtypes = Floats()},
              {.name = "weight",
               .meaning = "slope for what is not positive",
               .shapeText = "1 element, or as many as self has channels",
               .dtypes = Floats(),
               .shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("self"), 1)}; },
               .dtype = SameAs("self")},
              {.name = "gradInput",
               .role = Role::kOutput,
               .meaning = "gradient for self",
               .shapeText = "that of self",
               .dtypes = Floats(),
               .shape = SameShapeAs("self"),
               .dtype = SameAs("self")},
              {.name = "gradWeight",
               .role = Role::kOutput,
               .meaning = "gradient for weight",
               .shapeText = "that of a single weight, else [channels]",
               .dtypes = Floats(),
               .shape =
                   [](const Arguments& known) {
                     const Shape& weight = known.ShapeOf("weight");
                     const int64_t count = Product(weight);
                     return count == 1 ? weight : Shape{count};
                   },
               .dtype = SameAs("self")},
          },
      .draw =
          [](Choices& choices) {
            const aclDataType dtype = choices.DType(Floats());
            const Shape self = choices.AnyShape(8);
            const int64_t channels = self.size() >= 2 ? self[1] : 1;
            Shape weight(choices.Below(3), 1);
            if (!self.empty() && channels != 1 && choices.Chance(160)) {
              weight = choices.AnyShapeOf(channels);
            }
            Arguments drawn;
            drawn.tensors = {{"gradOutput", {{choices.Narrowed(self), dtype}}},
                             {"self", {{self, dtype}}},
                             {"weight", {{weight, dtype}}}};
            return drawn;
          },
      .samples =
          {
              PreluSample("one_weight", {5, 3, 40, 601}, 1),
              PreluSample("few_long_channels", {2, 3, 50021}, 3),
              PreluSample("channels_innermost", {3001, 96}, 96),
              PreluSample("many_channels", {5, 3001, 17}, 3001),
              PreluSample("many_short_channels", {700, 24, 3, 5}, 24),
              PreluSample("specials_in_a_constant_gradient", {4, 8, 4001}, 8, true),
          },
      .runExample =
          "--grad-output g.npy --self x.npy --weight w.npy --grad-input gx.npy --grad-weight gw.npy",
      .benchExample = "--self 32x256x56x56",
  });
}

Argument Out(std::string name = "out") {
  Argument argument = Output(std::move(name), FloatsAndDouble());
  argument.anyDType = false;
  return argument;
}
Argument In(std::string name = "self") {
  return Input(std::move(name), FloatsAndDouble());
}
Argument GradInput() {
  return Output("gradInput", FloatsAndDouble());
}
Argument Approximate() {
  return Mode("approximate", "the form", {{"none", 0}, {"tanh", 1}});
}

// Prototypes with arguments that the catalogue's calls do without: a text, a tensor that is not used.
aclnnStatus GeluBackwardV2(const aclTensor* gradOutput, const aclTensor* self, int64_t approximate,
                           aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string text = approximate == 0 ? "none" : "tanh";
  return aclnnGeluBackwardV2GetWorkspaceSize(gradOutput, self, text.data(), gradInput, workspaceSize,
                                             executor);
}
aclnnStatus LogSigmoidForward(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                              aclOpExecutor** executor) {
  return aclnnLogSigmoidForwardGetWorkspaceSize(self, out, nullptr, workspaceSize, executor);
}
aclnnStatus LogSigmoidBackward(const aclTensor* gradOutput, const aclTensor* self, aclTensor* gradInput,
                               uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnLogSigmoidBackwardGetWorkspaceSize(gradOutput, self, nullptr, gradInput, workspaceSize,
                                                 executor);
}

}  // namespace

std::vector<Operator> Activation() {
  return {
      PreluBackward(),
      Pointwise(TwoPhases<&aclnnCeluGetWorkspaceSize, &aclnnCelu>("aclnnCelu"),
                "continuously differentiable exponential linear unit",
                {"out = self > 0 ? self : alpha (e^(self / alpha) - 1)"}, {In(), Number("alpha", 1), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceCeluGetWorkspaceSize, &aclnnInplaceCelu>("aclnnInplaceCelu"),
                "continuously differentiable exponential linear unit, in place",
                {"selfRef = selfRef > 0 ? selfRef : alpha (e^(selfRef / alpha) - 1)"},
                {InPlace("selfRef", FloatsAndDouble()), Number("alpha", 1)}),
      Pointwise(TwoPhases<&aclnnEluGetWorkspaceSize, &aclnnElu>("aclnnElu"), "exponential linear unit",
                {"out = self > 0 ? scale self : alpha scale (e^(inputScale self) - 1)"},
                {In(), Number("alpha", 1), Number("scale", 1), Number("inputScale", 1), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceEluGetWorkspaceSize, &aclnnInplaceElu>("aclnnInplaceElu"),
                "exponential linear unit, in place",
                {"selfRef = selfRef > 0 ? scale selfRef : alpha scale (e^(inputScale selfRef) - 1)"},
                {InPlace("selfRef", FloatsAndDouble()), Number("alpha", 1), Number("scale", 1),
                 Number("inputScale", 1)}),
      Pointwise(TwoPhases<&aclnnEluBackwardGetWorkspaceSize, &aclnnEluBackward>("aclnnEluBackward"),
                "gradient of the exponential linear unit",
                {"gradInput = gradOutput (selfOrResult > 0 ? scale : inputScale alpha scale e^(inputScale "
                 "selfOrResult))"},
                {In("gradOutput"), Number("alpha", 1), Number("scale", 1), Number("inputScale", 1),
                 Flag("isResult", "selfOrResult is the forward output"), In("selfOrResult"), GradInput()}),
      Pointwise(TwoPhases<&aclnnGeluGetWorkspaceSize, &aclnnGelu>("aclnnGelu"), "Gaussian error linear unit",
                {"out = self (1 + erf(self / sqrt(2))) / 2"}, {In(), Out()}),
      Pointwise(TwoPhases<&aclnnGeluV2GetWorkspaceSize, &aclnnGeluV2>("aclnnGeluV2"),
                "Gaussian error linear unit in either form", {"y = x (1 + erf(x / sqrt(2))) / 2"},
                {In("x"), Approximate(), Out("y")}),
      Pointwise(TwoPhases<&aclnnGeluBackwardGetWorkspaceSize, &aclnnGeluBackward>("aclnnGeluBackward"),
                "gradient of the Gaussian error linear unit",
                {"gradInput = gradOutput (P(self) + self p(self))"}, {In("gradOutput"), In(), GradInput()}),
      Pointwise(TwoPhases<&GeluBackwardV2, &aclnnGeluBackwardV2>("aclnnGeluBackwardV2"),
                "gradient of the Gaussian error linear unit in either form",
                {"gradInput = gradOutput (P(self) + self p(self))"},
                {In("gradOutput"), In(), Approximate(), GradInput()}),
      Pointwise(TwoPhases<&aclnnLogSigmoidGetWorkspaceSize, &aclnnLogSigmoid>("aclnnLogSigmoid"),
                "logarithm of the logistic function", {"out = -log(1 + e^-self)"}, {In(), Out()}),
      Pointwise(TwoPhases<&LogSigmoidForward, &aclnnLogSigmoidForward>("aclnnLogSigmoidForward"),
                "logarithm of the logistic function", {"out = -log(1 + e^-self)"}, {In(), Out()}),
      Pointwise(TwoPhases<&LogSigmoidBackward, &aclnnLogSigmoidBackward>("aclnnLogSigmoidBackward"),
                "gradient of the logarithm of the logistic function",
                {"gradInput = gradOutput / (1 + e^self)"}, {In("gradOutput"), In(), GradInput()}),
      Pointwise(TwoPhases<&aclnnMishGetWorkspaceSize, &aclnnMish>("aclnnMish"), "Mish activation",
                {"out = self tanh(log(1 + e^self))"}, {In(), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceMishGetWorkspaceSize, &aclnnInplaceMish>("aclnnInplaceMish"),
                "Mish activation, in place", {"selfRef = selfRef tanh(log(1 + e^selfRef))"},
                {InPlace("selfRef", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnMishBackwardGetWorkspaceSize, &aclnnMishBackward>("aclnnMishBackward"),
                "gradient of the Mish activation", {"gradInput = gradOutput (t + self s (1 - t^2))"},
                {In("gradOutput"), In(), GradInput()}),
      Pointwise(
          TwoPhases<&aclnnSigmoidBackwardGetWorkspaceSize, &aclnnSigmoidBackward>("aclnnSigmoidBackward"),
          "gradient of the logistic function", {"gradInput = gradOutput output (1 - output)"},
          {In("gradOutput"), In("output"), GradInput()}),
      Pointwise(TwoPhases<&aclnnSiluGetWorkspaceSize, &aclnnSilu>("aclnnSilu"), "sigmoid linear unit",
                {"out = self / (1 + e^-self)"}, {In(), Out()}),
      Pointwise(TwoPhases<&aclnnSiluBackwardGetWorkspaceSize, &aclnnSiluBackward>("aclnnSiluBackward"),
                "gradient of the sigmoid linear unit", {"gradInput = gradOutput s (1 + self (1 - s))"},
                {In("gradOutput"), In(), GradInput()}),
      Pointwise(TwoPhases<&aclnnSoftplusGetWorkspaceSize, &aclnnSoftplus>("aclnnSoftplus"),
                "smooth form of the larger one of self and 0",
                {"out = beta self > threshold ? self : log(1 + e^(beta self)) / beta"},
                {In(), Number("beta", 1), Number("threshold", 20), Out()}),
      Pointwise(
          TwoPhases<&aclnnSoftplusBackwardGetWorkspaceSize, &aclnnSoftplusBackward>("aclnnSoftplusBackward"),
          "gradient of the smooth form of the larger one of self and 0",
          {"gradInput = beta self > threshold ? gradOutput : gradOutput / (1 + e^(-beta self))"},
          {Input("gradOutput", Numbers()), Input("self", Numbers()), Number("beta", 1),
           Number("threshold", 20),
           Output("gradInput", FloatsAndDouble(), PromotedToFloating({"gradOutput", "self"}))}),
      Pointwise(TwoPhases<&aclnnTanhBackwardGetWorkspaceSize, &aclnnTanhBackward>("aclnnTanhBackward"),
                "gradient of the hyperbolic tangent", {"gradInput = gradOutput (1 - output^2)"},
                {In("gradOutput"), In("output"), GradInput()}),
  };
}

}  // namespace openaclnn::catalogue
