// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_quant_convolution.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/rows/convolution/spatial.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::convolution::quant_convolution {
namespace {

using Integers64 = std::vector<int64_t>;

/// Without what is reserved.
aclnnStatus Convolution(const aclTensor* input, const aclTensor* weight, const aclTensor* bias,
                        const aclTensor* scale, const aclIntArray* stride, const aclIntArray* padding,
                        const aclIntArray* dilation, int64_t groups, aclTensor* output,
                        uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnQuantConvolutionGetWorkspaceSize(input, weight, bias, scale, nullptr, stride, padding, dilation,
                                               false, nullptr, groups, 0, nullptr, output, workspaceSize,
                                               executor);
}

struct Geometry {
  Shape input;
  Shape weight;
  int64_t stride = 1;
  int64_t padding = 0;
  int64_t dilation = 1;
  int64_t groups = 1;
};

Arguments Given(const Geometry& geometry, bool biased, aclDataType bias = ACL_FLOAT) {
  const size_t spatial = geometry.input.size() - 2;
  const Shape channels{geometry.weight[0]};
  Arguments given{.tensors = {{"input", {{geometry.input, ACL_INT8}}},
                              {"weight", {{geometry.weight, ACL_INT8}}},
                              {"scale", {{channels, ACL_FLOAT}}}},
                  .attributes = {{"stride", Integers64(spatial, geometry.stride)},
                                 {"padding", Integers64(spatial, geometry.padding)},
                                 {"dilation", Integers64(spatial, geometry.dilation)},
                                 {"groups", geometry.groups}}};
  if (biased) {
    given.tensors["bias"] = {{channels, bias}};
  }
  return given;
}

Arguments Draw(Choices& choices) {
  const size_t spatial = 1 + choices.Below(3);
  Geometry geometry;
  geometry.groups = 1 + static_cast<int64_t>(choices.Below(3));
  geometry.stride = 1 + static_cast<int64_t>(choices.Below(3));
  geometry.padding = static_cast<int64_t>(choices.Below(3));
  geometry.dilation = 1 + static_cast<int64_t>(choices.Below(2));
  const auto inner = 1 + static_cast<int64_t>(choices.Below(4));
  geometry.input = {choices.Extent(), geometry.groups * inner};
  geometry.weight = {geometry.groups * (1 + static_cast<int64_t>(choices.Below(4))), inner};
  for (size_t d = 0; d < spatial; ++d) {
    const auto taps = 1 + static_cast<int64_t>(choices.Below(3));
    geometry.weight.push_back(taps);
    geometry.input.push_back(choices.ExtentFor((taps - 1) * geometry.dilation + 1));
  }
  return Given(geometry, choices.Chance(192), choices.DType(Floats()));
}

Shape OutputShape(const Arguments& known) {
  const Shape& input = known.ShapeOf("input");
  const Shape& weight = known.ShapeOf("weight");
  Shape shape{Extent(input, 0), Extent(weight, 0)};
  for (size_t d = 0; d + 2 < input.size(); ++d) {
    const int64_t reach = ValueOfDim(known, "dilation", d) * (Extent(weight, d + 2) - 1);
    const int64_t room = input[d + 2] + 2 * ValueOfDim(known, "padding", d) - reach - 1;
    shape.push_back(std::max<int64_t>(room / std::max<int64_t>(ValueOfDim(known, "stride", d), 1) + 1, 0));
  }
  return shape;
}

Operator Row() {
  Argument scale = Tensor("scale", "scale of each channel", "[channels of output]", {ACL_FLOAT});
  scale.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("weight"), 0)}; };
  scale.holds = Meaning::kPositive;
  scale.dtype = Always(ACL_FLOAT);
  Operator row{
      .phases = TwoPhases<&Convolution, &aclnnQuantConvolution>("aclnnQuantConvolution"),
      .summary = "convolution of INT8, scaled by channels",
      .formula =
          {"output[n,co,o] = bias[co] + scale[co] * sum over ci, t of weight[co,ci,t] * input[n, ci, o * "
           "stride - padding + t * dilation]"},
      .arguments = {Tensor("input", "numbers", "[N, channels, spatial], 1 to 3 spatial dimensions",
                           {ACL_INT8}),
                    Tensor("weight", "kernels", "[channels of output, channels of input / groups, spatial]",
                           {ACL_INT8}),
                    quantization::OptionalInput("bias", "added to each channel", "[channels of output]",
                                                Floats()),
                    std::move(scale), PerDim("stride", "distance of windows", 1),
                    PerDim("padding", "zeros around the input", 0), PerDim("dilation", "distance of taps", 1),
                    Argument{.name = "groups",
                             .role = Role::kAttribute,
                             .meaning = "groups of channels",
                             .defaultValue = int64_t{1}},
                    OutputWith(Tensor("output", "the result", "[N, channels of output, spatial]",
                                      {ACL_FLOAT16, ACL_FLOAT, ACL_BF16}),
                               OutputShape, Always(ACL_FLOAT16))},
      .draw = Draw,
      .samples = {{.name = "volume", .arguments = Given({{2, 24, 9, 20, 21}, {70, 24, 3, 3, 3}, 1, 1}, true)},
                  {.name = "strided", .arguments = Given({{3, 3, 65, 64}, {16, 3, 7, 7}, 2, 3}, false)},
                  {.name = "in_groups",
                   .arguments = Given({{2, 8, 33, 31}, {12, 2, 3, 3}, 2, 2, 3, 4}, true)},
                  {.name = "line", .arguments = Given({{3, 600, 41}, {520, 600, 1}}, true)}},
      .runExample = "--input x.npy --weight w.npy --scale s.npy --output y.npy",
      .benchExample = "--input 8x64x56x56:int8 --weight 64x64x3x3:int8 --scale 64"};
  for (Sample& sample : row.samples) {
    sample.dtypes = {ACL_INT8};
  }
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Row()};
}

}  // namespace openaclnn::catalogue::convolution::quant_convolution
