// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_ada_layer_norm.h"
#include "aclnnop/aclnn_ada_layer_norm_v2.h"
#include "catalogue/rows/normalization/row_norm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::ada_layer_norm {
namespace {

Shape Samples(const Shape& x, bool kept) {
  if (x.size() < 2) {
    return x;
  }
  Shape shape(x.begin(), x.end() - 2);
  if (kept) {
    shape.push_back(1);
  }
  shape.push_back(x.back());
  return shape;
}
Argument OfSample(const char* name, const char* meaning) {
  Argument argument = Tensor(name, meaning, "[..., H] or [..., 1, H]", Floats());
  argument.shape = [](const Arguments& known) { return Samples(known.ShapeOf("x"), false); };
  argument.dtype = SameAs("x");
  return argument;
}
Argument OfH(const char* name, const char* meaning) {
  Argument argument = Tensor(name, meaning, "[H]", Floats());
  argument.optional = true;
  argument.shape = [](const Arguments& known) { return normalization::Trailing(known.ShapeOf("x"), 1); };
  argument.dtype = SameAs("x");
  return argument;
}
Argument Made(const char* name, const char* meaning) {
  Argument made = OutputWith(
      Tensor(name, meaning, "one element a row", Floats()),
      [](const Arguments& known) { return OfRows(known.ShapeOf("x"), 1); }, SameAs("x"));
  made.optional = true;
  return made;
}

Arguments Adapted(const Shape& shape, bool kept, bool optional, aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments call;
  call.tensors = {{"x", {{shape, dtype}}},
                  {"scale", {{Samples(shape, kept), dtype}}},
                  {"shift", {{Samples(shape, !kept), dtype}}}};
  if (optional) {
    call.tensors["weightOptional"] = {{{shape.back()}, dtype}};
    call.tensors["biasOptional"] = {{{shape.back()}, dtype}};
  }
  return call;
}

Operator AdaLayerNorm(Phases phases, bool statistics) {
  Operator row{
      .phases = std::move(phases),
      .summary = statistics ? "layer normalization with scale and shift of each sample, and its statistics"
                            : "layer normalization with scale and shift of each sample",
      .formula = {"out = norm * (1 + scale) + shift",
                  "norm = (x - mean) / sqrt(variance + epsilon) * weight + bias, by rows"},
      .arguments = {Data("x", "input"), OfSample("scale", "scale of a sample, less one"),
                    OfSample("shift", "shift of a sample"), OfH("weightOptional", "scale; without it, ones"),
                    OfH("biasOptional", "shift; without it, zeros"), Epsilon("epsilon"),
                    OutputWith(Data("out", "the result"), SameShapeAs("x"), SameAs("x"))},
      .draw =
          [](Choices& choices) {
            Shape shape = choices.AnyShape(6);
            shape.push_back(choices.Extent());
            shape.push_back(choices.Extent());
            return Adapted(shape, choices.Chance(128), choices.Chance(128), choices.DType(Floats()));
          },
      .runExample = "--x x.npy --scale s.npy --shift t.npy --out y.npy",
      .benchExample = "--x 8x512x1024",
  };
  if (statistics) {
    row.arguments.push_back(Made("meanOutOptional", "means of the rows"));
    row.arguments.push_back(Made("rstdOutOptional", "reciprocal standard deviations"));
  }
  for (const auto& [name, shape, optional] : {std::tuple{"short_rows", Shape{7, 43, 24}, true},
                                              std::tuple{"long_rows", Shape{2, 3, 5, 3001}, false},
                                              std::tuple{"one_sample", Shape{300, 130}, true}}) {
    row.samples.push_back({.name = name,
                           .arguments = Adapted(shape, optional, optional),
                           .data = {{.name = "x", .pattern = Pattern::kSpread}}});
  }
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {AdaLayerNorm(TwoPhases<&aclnnAdaLayerNormGetWorkspaceSize, &aclnnAdaLayerNorm>("aclnnAdaLayerNorm"),
                       false),
          AdaLayerNorm(
              TwoPhases<&aclnnAdaLayerNormV2GetWorkspaceSize, &aclnnAdaLayerNormV2>("aclnnAdaLayerNormV2"),
              true)};
}

}  // namespace openaclnn::catalogue::normalization::ada_layer_norm
