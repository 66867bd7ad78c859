// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_deep_norm.h"
#include "aclnnop/aclnn_deep_norm_grad.h"
#include "catalogue/rows/normalization/row_norm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::deep_norm {
namespace {

Shape OfRowsOfX(const Arguments& known) {
  return OfRows(known.ShapeOf("x"), std::max<size_t>(known.ShapeOf("gamma").size(), 1));
}

Argument LikeX(std::string name, std::string meaning) {
  Argument argument = Data(std::move(name), std::move(meaning));
  argument.shape = SameShapeAs("x");
  argument.dtype = SameAs("x");
  return argument;
}

Argument OfRow(std::string name, std::string meaning) {
  return {.name = std::move(name),
          .meaning = std::move(meaning),
          .shapeText = "the last extents of x: those of a row",
          .dtypes = Floats(),
          .shape = [](const Arguments& known) { return Trailing(known.ShapeOf("x"), 1); },
          .dtype = SameAs("x")};
}

Argument GivenStatistic(std::string name, std::string meaning, Meaning holds) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "one element a row", {ACL_FLOAT});
  argument.holds = holds;
  argument.shape = OfRowsOfX;
  argument.dtype = Always(ACL_FLOAT);
  return argument;
}

Argument Sum(std::string name, std::string meaning) {
  return OutputWith(Tensor(std::move(name), std::move(meaning), "that of gamma", {ACL_FLOAT}),
                    SameShapeAs("gamma"), Always(ACL_FLOAT));
}

/// Inputs of the shape of x, of that of gamma, and of one element a row.
struct Inputs {
  std::vector<std::string> likeX;
  std::vector<std::string> likeGamma;
  std::vector<std::string> statistics;
};
const Inputs kForward{{"x", "gx"}, {"gamma", "beta"}, {}};
const Inputs kBackward{{"dy", "x", "gx"}, {"gamma"}, {"mean", "rstd"}};

Arguments Given(const Inputs& inputs, const Shape& shape, size_t trailing,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments given;
  for (const std::string& name : inputs.likeX) {
    given.tensors[name] = {{shape, dtype}};
  }
  for (const std::string& name : inputs.likeGamma) {
    given.tensors[name] = {{Trailing(shape, trailing), dtype}};
  }
  for (const std::string& name : inputs.statistics) {
    given.tensors[name] = {{OfRows(shape, trailing), ACL_FLOAT}};
  }
  return given;
}

std::vector<Sample> Samples(const Inputs& inputs) {
  const auto sample = [&](std::string name, const Shape& shape, size_t trailing, bool specials = false) {
    Sample made = RowsSample(std::move(name), inputs.likeX, shape, trailing, specials);
    made.arguments = Given(inputs, shape, trailing);
    return made;
  };
  return {sample("short_rows", {301, 24}, 1), sample("rows_of_planes", {33, 31, 57}, 2),
          sample("one_long_row", {1, 70001}, 1), sample("specials", {65, 130}, 1, true)};
}

std::function<Arguments(Choices&)> DrawWith(const Inputs& inputs, bool epsilon) {
  return [inputs, epsilon](Choices& choices) {
    const Drawn drawn = DrawRows(choices);
    Arguments given = Given(inputs, drawn.shape, drawn.normalized.size(), drawn.dtype);
    if (choices.Chance(64)) {
      given.tensors["gamma"].front().dtype = ACL_FLOAT;
    }
    given.attributes = {{"alpha", 0.25 * static_cast<double>(1 + choices.Below(8))}};
    if (epsilon) {
      given.attributes["epsilon"] = 1e-5;
    }
    return given;
  };
}

Operator DeepNorm() {
  Argument x = Data("x", "input that is scaled by alpha");
  return MakeOperator({
      .phases = TwoPhases<&aclnnDeepNormGetWorkspaceSize, &aclnnDeepNorm>("aclnnDeepNorm"),
      .summary = "layer normalization of alpha * x + gx",
      .formula = {"yOut = (h - mean) * rstd * gamma + beta, h = alpha * x + gx",
                  "mean and rstd = 1 / sqrt(variance + epsilon): those of a row of h"},
      .arguments = {x, LikeX("gx", "input that is added"), OfRow("beta", "shift"), OfRow("gamma", "scale"),
                    Real("alpha", "factor of x", 0.3), Epsilon("epsilon"),
                    Statistic("meanOut", "means of the rows", OfRowsOfX),
                    Statistic("rstdOut", "reciprocal standard deviations of the rows", OfRowsOfX),
                    Result("yOut", "x")},
      .draw = DrawWith(kForward, true),
      .samples = Samples(kForward),
      .runExample = "--x x.npy --gx g.npy --beta b.npy --gamma w.npy --y-out y.npy",
      .benchExample = "--x 4096x1024",
  });
}

Operator DeepNormGrad() {
  Argument gradient = Data("dy", "gradient of the result");
  gradient.shape = SameShapeAs("x");
  gradient.dtype = SameAs("x");
  return MakeOperator({
      .phases = TwoPhases<&aclnnDeepNormGradGetWorkspaceSize, &aclnnDeepNormGrad>("aclnnDeepNormGrad"),
      .summary = "gradients of layer normalization of alpha * x + gx",
      .formula = {"dgxOut = rstd * (g - mean of g - xh * mean of g * xh), means over a row",
                  "g = dy * gamma, xh = (alpha * x + gx - mean) * rstd", "dxOut = alpha * dgxOut",
                  "dbetaOut = sum over rows of dy, and dgammaOut = that of dy * xh"},
      .arguments = {gradient, Data("x", "input that is scaled by alpha"), LikeX("gx", "input that is added"),
                    OfRow("gamma", "scale"), GivenStatistic("mean", "means of the rows", Meaning::kAnything),
                    GivenStatistic("rstd", "reciprocal standard deviations of the rows", Meaning::kPositive),
                    Real("alpha", "factor of x", 0.3), Result("dxOut", "x"), Result("dgxOut", "x"),
                    Sum("dbetaOut", "gradient of beta"), Sum("dgammaOut", "gradient of gamma")},
      .lead = "x",
      .draw = DrawWith(kBackward, false),
      .samples = Samples(kBackward),
      .runExample =
          "--dy dy.npy --x x.npy --gx g.npy --gamma w.npy --mean m.npy --rstd r.npy --dx-out dx.npy",
      .benchExample = "--x 4096x1024",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {DeepNorm(), DeepNormGrad()};
}

}  // namespace openaclnn::catalogue::normalization::deep_norm
