// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_rms_norm_grad.h"
#include "aclnnop/aclnn_rms_norm_grad_quant.h"
#include "catalogue/rows/normalization/quantized_rows.h"
#include "catalogue/rows/normalization/row_norm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::rms_norm_grad {
namespace {

// The prototype without the mode, which has one value.
aclnnStatus Quantized(const aclTensor* dy, const aclTensor* x, const aclTensor* rstd, const aclTensor* gamma,
                      const aclTensor* scalesX, const aclTensor* offsetXOptional, bool divMode,
                      aclTensor* dxOut, aclTensor* dgammaOut, uint64_t* workspaceSize,
                      aclOpExecutor** executor) {
  return aclnnRmsNormGradQuantGetWorkspaceSize(dy, x, rstd, gamma, scalesX, offsetXOptional, "static",
                                               divMode, dxOut, dgammaOut, workspaceSize, executor);
}

Sample GradientSample(std::string name, const Shape& shape, size_t trailing, bool specials = false) {
  Sample made = RowsSample(std::move(name), {"dy", "x"}, shape, trailing, specials);
  made.arguments.attributes.clear();
  made.arguments.tensors["rstd"] = {{OfRows(shape, trailing), ACL_FLOAT}};
  made.arguments.tensors["gamma"] = {{Trailing(shape, trailing)}};
  return made;
}

}  // namespace

std::vector<Operator> Rows() {
  Argument gradient = Data("dy", "gradient of the result");
  Argument x = Data("x", "input");
  x.shape = SameShapeAs("dy");
  x.dtype = SameAs("dy");
  Argument rstd = Tensor("rstd", "reciprocal roots of the mean squares", "one element a row", {ACL_FLOAT});
  rstd.holds = Meaning::kPositive;
  rstd.shape = [](const Arguments& known) {
    return OfRows(known.ShapeOf("dy"), std::max<size_t>(known.ShapeOf("gamma").size(), 1));
  };
  rstd.dtype = Always(ACL_FLOAT);
  Argument gamma{.name = "gamma",
                 .meaning = "scale",
                 .shapeText = "the last extents of the input: those of a row",
                 .dtypes = Floats(),
                 .shape = [](const Arguments& known) { return Trailing(known.ShapeOf("dy"), 1); },
                 .dtype = SameAs("dy")};
  Operator plain{
      .phases = TwoPhases<&aclnnRmsNormGradGetWorkspaceSize, &aclnnRmsNormGrad>("aclnnRmsNormGrad"),
      .summary = "gradients of normalization by the root of the mean square",
      .formula = {"dxOut = rstd * (dy * gamma - xh * mean of dy * gamma * xh over a row), xh = x * rstd",
                  "dgammaOut = sum over rows of dy * xh"},
      .arguments = {gradient, x, rstd, gamma, Result("dxOut", "dy"),
                    OutputWith(Tensor("dgammaOut", "gradient of gamma", "that of gamma", {ACL_FLOAT}),
                               SameShapeAs("gamma"), Always(ACL_FLOAT))},
      .draw =
          [](Choices& choices) {
            Drawn drawn = DrawRows(choices);
            drawn.arguments.tensors["dy"] = {Spec(drawn.shape, drawn.dtype)};
            drawn.arguments.tensors["x"] = {Spec(drawn.shape, drawn.dtype)};
            drawn.arguments.tensors["rstd"] = {Spec(OfRows(drawn.shape, drawn.normalized.size()), ACL_FLOAT)};
            drawn.arguments.tensors["gamma"] = {
                Spec(drawn.normalized, choices.Chance(64) ? ACL_FLOAT : drawn.dtype)};
            drawn.arguments.attributes.clear();
            return drawn.arguments;
          },
      .samples = {GradientSample("short_rows", {301, 24}, 1),
                  GradientSample("rows_of_planes", {33, 31, 57}, 2),
                  GradientSample("one_long_row", {1, 70001}, 1),
                  GradientSample("specials", {65, 130}, 1, true)},
      .runExample = "--dy dy.npy --x x.npy --rstd r.npy --gamma w.npy --dx-out dx.npy",
      .benchExample = "--dy 4096x1024"};
  Operator quantized = plain;
  quantized.phases = TwoPhases<&Quantized, &aclnnRmsNormGradQuant>("aclnnRmsNormGradQuant");
  quantized.summary = "gradients of normalization by the root of the mean square, quantized";
  quantized.formula = {"dxOut = d / scalesX + offsetX, rounded and saturated",
                       "d = rstd * (dy * gamma - xh * mean of dy * gamma * xh over a row), xh = x * rstd",
                       "dgammaOut = sum over rows of dy * xh"};
  Argument scale = Scale("scalesX", "dy", false);
  scale.meaning = "what the gradient is divided by";
  Argument divides = Flag("divMode", "whether scalesX divides the gradient, or multiplies it");
  divides.defaultValue = int64_t{1};
  quantized.arguments = {gradient,
                         x,
                         rstd,
                         gamma,
                         scale,
                         ZeroPoint("offsetXOptional", "dy", true),
                         divides,
                         Whole("dxOut", "dy"),
                         plain.arguments.back()};
  quantized.draw = [draw = plain.draw](Choices& choices) {
    Arguments call = draw(choices);
    const aclDataType dtype = call.tensors["dy"].front().dtype;
    const Shape& row = call.tensors["gamma"].front().shape;
    call.tensors["scalesX"] = {Spec(row, dtype)};
    if (choices.Chance(128)) {
      call.tensors["offsetXOptional"] = {Spec(row, choices.Chance(128) ? ACL_INT32 : dtype)};
    }
    call.attributes["divMode"] = int64_t{choices.Chance(128) ? 1 : 0};
    return call;
  };
  for (Sample& sample : quantized.samples) {
    sample.arguments.tensors["scalesX"] = {{sample.arguments.tensors["gamma"].front().shape}};
  }
  quantized.runExample = "--dy dy.npy --x x.npy --rstd r.npy --gamma w.npy --scalesx s.npy --dx-out dx.npy";
  return {MakeOperator(std::move(plain)), MakeOperator(std::move(quantized))};
}

}  // namespace openaclnn::catalogue::normalization::rms_norm_grad
