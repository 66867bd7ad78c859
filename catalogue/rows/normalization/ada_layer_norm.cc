// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_ada_layer_norm.h"
#include "aclnnop/aclnn_ada_layer_norm_backward.h"
#include "aclnnop/aclnn_ada_layer_norm_quant.h"
#include "aclnnop/aclnn_ada_layer_norm_v2.h"
#include "catalogue/rows/normalization/row_norm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::ada_layer_norm {
namespace {

const DTypes kHalves{ACL_FLOAT16, ACL_BF16};

// The prototype without what has one value.
aclnnStatus Quant(const aclTensor* x, const aclTensor* scale, const aclTensor* shift,
                  const aclTensor* weightOptional, const aclTensor* biasOptional,
                  const aclTensor* smoothScalesOptional, double epsilon, aclTensor* out,
                  aclTensor* quantScale, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnAdaLayerNormQuantGetWorkspaceSize(x, scale, shift, weightOptional, biasOptional,
                                                smoothScalesOptional, epsilon, "dynamic", out, quantScale,
                                                nullptr, workspaceSize, executor);
}

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
Argument OfSample(const char* name, const char* meaning, const DTypes& dtypes = Floats(),
                  const std::string& x = "x") {
  Argument argument = Tensor(name, meaning, "[..., H] or [..., 1, H]", dtypes);
  argument.shape = [x](const Arguments& known) { return Samples(known.ShapeOf(x), false); };
  argument.dtype = SameAs(x);
  return argument;
}
Argument OfH(const char* name, const char* meaning, const std::string& x = "x") {
  Argument argument = Tensor(name, meaning, "[H]", Floats());
  argument.optional = true;
  argument.shape = [x](const Arguments& known) { return normalization::Trailing(known.ShapeOf(x), 1); };
  argument.dtype = SameAs(x);
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

Shape DrawShape(Choices& choices) {
  Shape shape = choices.AnyShape(6);
  shape.push_back(choices.Extent());
  shape.push_back(choices.Extent());
  return shape;
}

// Of shapes, each with or without what is optional.
template <class Given>
void AddSamples(Operator& row, const Given& given) {
  for (const auto& [name, shape, optional] : {std::tuple{"short_rows", Shape{7, 43, 24}, true},
                                              std::tuple{"long_rows", Shape{2, 3, 5, 3001}, false},
                                              std::tuple{"one_sample", Shape{300, 130}, true}}) {
    row.samples.push_back({.name = name,
                           .arguments = given(shape, optional),
                           .data = {{.name = "x", .pattern = Pattern::kSpread}}});
  }
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
            return Adapted(DrawShape(choices), choices.Chance(128), choices.Chance(128),
                           choices.DType(Floats()));
          },
      .runExample = "--x x.npy --scale s.npy --shift t.npy --out y.npy",
      .benchExample = "--x 8x512x1024",
  };
  if (statistics) {
    row.arguments.push_back(Made("meanOutOptional", "means of the rows"));
    row.arguments.push_back(Made("rstdOutOptional", "reciprocal standard deviations"));
  }
  AddSamples(row, [](const Shape& shape, bool optional) { return Adapted(shape, optional, optional); });
  return MakeOperator(std::move(row));
}

Operator AdaLayerNormQuant() {
  Argument x = Data("x", "input");
  x.dtypes = kHalves;
  Argument out = Tensor("out", "the quantized norm", "that of x", {ACL_INT8});
  Argument scales = Tensor("quantScale", "scales of rows", "one element a row", {ACL_FLOAT});
  Operator row{
      .phases = TwoPhases<&Quant, &aclnnAdaLayerNormQuant>("aclnnAdaLayerNormQuant"),
      .summary = "layer normalization with scale and shift of each sample, quantized by scales of rows",
      .formula = {"out * quantScale = (norm * (1 + scale) + shift) * smoothScales",
                  "norm = (x - mean) / sqrt(variance + epsilon) * weight + bias, by rows"},
      .arguments = {x, OfSample("scale", "scale of a sample, less one", kHalves),
                    OfSample("shift", "shift of a sample", kHalves),
                    OfH("weightOptional", "scale; without it, ones"),
                    OfH("biasOptional", "shift; without it, zeros"),
                    OfH("smoothScalesOptional", "factors of the norm; without it, ones"), Epsilon("epsilon"),
                    OutputWith(out, SameShapeAs("x"), Always(ACL_INT8)),
                    OutputWith(
                        scales, [](const Arguments& known) { return OfRows(known.ShapeOf("x"), 1); },
                        Always(ACL_FLOAT))},
      .draw =
          [](Choices& choices) {
            Arguments call =
                Adapted(DrawShape(choices), choices.Chance(128), choices.Chance(128), choices.DType(kHalves));
            if (choices.Chance(128)) {
              const TensorSpec& given = call.tensors["x"].front();
              call.tensors["smoothScalesOptional"] = {
                  {{given.shape.back()}, choices.Chance(128) ? ACL_FLOAT : given.dtype}};
            }
            return call;
          },
      .runExample = "--x x.npy --scale s.npy --shift t.npy --out y.npy --quant-scale q.npy",
      .benchExample = "--x 8x512x1024",
  };
  AddSamples(row, [](const Shape& shape, bool optional) {
    Arguments call = Adapted(shape, optional, optional);
    if (optional) {
      call.tensors["smoothScalesOptional"] = {{{shape.back()}}};
    }
    return call;
  });
  return MakeOperator(std::move(row));
}

Arguments Gradients(const Shape& shape, bool kept, bool optional, aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments call = Adapted(shape, kept, optional, dtype);
  call.tensors["input"] = call.tensors["gradOut"] = call.tensors["x"];
  call.tensors.erase("x");
  call.tensors["rstd"] = call.tensors["mean"] = {{OfRows(shape, 1), dtype}};
  call.attributes = {{"normalizedShape", Shape{shape.back()}}};
  return call;
}

Operator AdaLayerNormBackward() {
  const auto statistic = [](const char* name, const char* meaning, Meaning holds) {
    Argument argument = Tensor(name, meaning, "one element a row", Floats());
    argument.holds = holds;
    argument.shape = [](const Arguments& known) { return OfRows(known.ShapeOf("input"), 1); };
    argument.dtype = SameAs("input");
    return argument;
  };
  const auto gradient = [](Argument argument) {
    argument.role = Role::kOutput;
    argument.optional = true;
    return argument;
  };
  Argument gradOut = Data("gradOut", "gradient of the forward output");
  gradOut.shape = SameShapeAs("input");
  gradOut.dtype = SameAs("input");
  Operator row{
      .phases = TwoPhases<&aclnnAdaLayerNormBackwardGetWorkspaceSize, &aclnnAdaLayerNormBackward>(
          "aclnnAdaLayerNormBackward"),
      .summary = "gradients of layer normalization with scale and shift of each sample",
      .formula =
          {"xh = (input - mean) * rstd, f = gradOut * (1 + scale), g = f * weight",
           "gradInputOut = rstd * (g - average of g - xh * average of g * xh)",
           "gradScaleOut = sum of gradOut * (xh * weight + bias), gradShiftOut = sum of gradOut: of samples",
           "gradWeightOut = sum of f * xh, gradBiasOut = sum of f"},
      .arguments = {gradOut, Data("input", "forward input"), NormalizedShape(),
                    statistic("rstd", "reciprocal standard deviations", Meaning::kPositive),
                    statistic("mean", "means of the rows", Meaning::kAnything),
                    OfSample("scale", "scale of a sample, less one", Floats(), "input"),
                    OfSample("shift", "shift of a sample, which plays no part", Floats(), "input"),
                    OfH("weightOptional", "scale; without it, ones", "input"),
                    OfH("biasOptional", "shift; without it, zeros", "input"),
                    gradient(Result("gradInputOut", "input")),
                    gradient(OfSample("gradScaleOut", "gradient for scale", Floats(), "input")),
                    gradient(OfSample("gradShiftOut", "gradient for shift", Floats(), "input")),
                    gradient(OfH("gradWeightOut", "gradient for weight", "input")),
                    gradient(OfH("gradBiasOut", "gradient for bias", "input"))},
      .draw =
          [](Choices& choices) {
            Arguments call = Gradients(DrawShape(choices), choices.Chance(128), choices.Chance(128),
                                       choices.DType(Floats()));
            for (const char* output :
                 {"gradInputOut", "gradScaleOut", "gradShiftOut", "gradWeightOut", "gradBiasOut"}) {
              if (choices.Chance(40)) {
                call.leftOut.insert(output);
              }
            }
            return call;
          },
      .runExample =
          "--grad-out g.npy --input x.npy --rstd r.npy --mean m.npy --scale s.npy --shift t.npy "
          "--grad-input-out gx.npy --grad-scale-out gs.npy",
      .benchExample = "--input 8x512x1024",
  };
  AddSamples(row, [](const Shape& shape, bool optional) { return Gradients(shape, optional, optional); });
  for (Sample& sample : row.samples) {
    sample.data = {{.name = "gradOut", .pattern = Pattern::kSpread},
                   {.name = "input", .pattern = Pattern::kSpread},
                   {.name = "mean", .pattern = Pattern::kNearOne},
                   {.name = "rstd", .pattern = Pattern::kNearOne}};
  }
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      AdaLayerNorm(TwoPhases<&aclnnAdaLayerNormGetWorkspaceSize, &aclnnAdaLayerNorm>("aclnnAdaLayerNorm"),
                   false),
      AdaLayerNorm(
          TwoPhases<&aclnnAdaLayerNormV2GetWorkspaceSize, &aclnnAdaLayerNormV2>("aclnnAdaLayerNormV2"), true),
      AdaLayerNormQuant(), AdaLayerNormBackward()};
}

}  // namespace openaclnn::catalogue::normalization::ada_layer_norm
