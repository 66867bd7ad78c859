// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_quantized_batch_norm.h"

#include <string>
#include <utility>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::quantized_batch_norm {
namespace {

const DTypes kQuantized{ACL_INT8, ACL_UINT8, ACL_INT32};

Argument Channel(const char* name, const char* meaning, bool optional = false) {
  Argument argument = Tensor(name, meaning, "[C]", {ACL_FLOAT});
  argument.optional = optional;
  argument.dtype = Always(ACL_FLOAT);
  argument.shape = [](const Arguments& known) {
    const Shape& input = known.ShapeOf("input");
    return Shape{input.size() < 2 ? 0 : input[1]};
  };
  return argument;
}

Argument Scalar(const char* name, const char* meaning, double value) {
  Argument argument = Number(name, value);
  argument.meaning = meaning;
  return argument;
}

Arguments Call(const Shape& input, bool weight, bool bias, aclDataType dtype) {
  Arguments all{.tensors = {{"input", {{input, dtype}}},
                            {"mean", {{{input[1]}, ACL_FLOAT}}},
                            {"var", {{{input[1]}, ACL_FLOAT}}}}};
  if (weight) {
    all.tensors["weight"] = {{{input[1]}, ACL_FLOAT}};
  }
  if (bias) {
    all.tensors["bias"] = {{{input[1]}, ACL_FLOAT}};
  }
  return all;
}

}  // namespace

std::vector<Operator> Rows() {
  Argument var = Channel("var", "variances");
  var.holds = Meaning::kPositive;
  Argument epsilon = Real("epsilon", "added to var", 1e-5);
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnQuantizedBatchNormGetWorkspaceSize, &aclnnQuantizedBatchNorm>(
           "aclnnQuantizedBatchNorm"),
       .summary = "batch normalization of quantized numbers",
       .formula = {"x = (input - inputZeroPoint) * inputScale",
                   "y = (x - mean) / sqrt(var + epsilon) * weight + bias",
                   "output = y / outputScale + outputZeroPoint, rounded and saturated"},
       .arguments = {Tensor("input", "quantized numbers", "[N, C, H, W]", kQuantized),
                     Channel("mean", "means"), var, Scalar("inputScale", "scale of input", 1),
                     Scalar("inputZeroPoint", "0 of input", 0), Scalar("outputScale", "scale of output", 1),
                     Scalar("outputZeroPoint", "0 of output", 0),
                     Channel("weight", "scale; without it, ones", true),
                     Channel("bias", "shift; without it, zeros", true), epsilon,
                     OutputWith(Tensor("output", "the result", "that of input", kQuantized),
                                SameShapeAs("input"), SameAs("input"))},
       .runExample = "--input q.npy --mean m.npy --var v.npy --output y.npy",
       .benchExample = "--input 8x64x56x56:int8 --mean 64 --var 64"});
  const auto sample = [&](const char* name, const Shape& input, bool parameters) {
    row.samples.push_back({.name = name, .arguments = Call(input, parameters, parameters, ACL_DT_UNDEFINED)});
  };
  sample("planes", {3, 5, 31, 57}, true);
  sample("one_channel", {2, 1, 101, 99}, true);
  sample("channels", {2, 1301, 1, 1}, false);
  row.draw = [](Choices& choices) {
    return Call({choices.Extent(), choices.Extent(), choices.Extent(), choices.Extent()}, choices.Chance(128),
                choices.Chance(128), choices.DType(kQuantized));
  };
  return {row};
}

}  // namespace openaclnn::catalogue::normalization::quantized_batch_norm
