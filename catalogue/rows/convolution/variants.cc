// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_convolution_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::convolution::variants {
namespace {

Argument CubeMathType() {
  return Mode("cubeMathType", "how FLOAT may be computed",
              {{"keep_dtype", 0}, {"allow_down_precision", 1}, {"use_fp16", 2}, {"use_hf32", 3}});
}

Argument As(Argument argument, std::string like) {
  argument.dtype = SameAs(std::move(like));
  return argument;
}

// ---- Of each channel

struct Planes {
  Shape self;
  int64_t multiple;
  Shape kernel;
  Shape stride{1, 1};
  Shape padding{0, 0};
  Shape dilation{1, 1};
  bool bias = true;
};

Arguments DepthwiseCall(const Planes& planes, aclDataType dtype) {
  const int64_t channels = planes.self[1] * planes.multiple;
  Arguments all;
  all.tensors["self"] = {{planes.self, dtype}};
  all.tensors["weight"] = {{{channels, 1, planes.kernel[0], planes.kernel[1]}, dtype}};
  if (planes.bias) {
    all.tensors["bias"] = {{{channels}, dtype}};
  }
  all.attributes = {{"kernelSize", planes.kernel},
                    {"stride", planes.stride},
                    {"padding", planes.padding},
                    {"dilation", planes.dilation}};
  return all;
}

Shape DepthwiseShape(const Arguments& known) {
  const Shape& self = known.ShapeOf("self");
  const Shape& weight = known.ShapeOf("weight");
  Shape out{Extent(self, 0), Extent(weight, 0)};
  for (size_t d = 0; d < 2; ++d) {
    const auto at = [&](const char* name) {
      const std::vector<int64_t>& list = known.Integers(name);
      return d < list.size() ? list[d] : 1;
    };
    const int64_t stride = at("stride") == 0 ? 1 : at("stride");
    out.push_back(
        (Extent(self, 2 + d) + 2 * at("padding") - at("dilation") * (Extent(weight, 2 + d) - 1) - 1) /
            stride +
        1);
  }
  return out;
}

Operator Depthwise() {
  Argument bias = As(Tensor("bias", "added to each channel of out", "[channels of out]", Floats()), "self");
  bias.optional = true;
  Operator row = MakeOperator(
      {.phases =
           TwoPhases<&aclnnConvDepthwise2dGetWorkspaceSize, &aclnnConvDepthwise2d>("aclnnConvDepthwise2d"),
       .summary = "2-D convolution of each channel",
       .formula = {"out[n, c m + j] = bias[c m + j] + self[n, c] correlated with weight[c m + j]"},
       .arguments = {Tensor("self", "images", "[N, C, H, W]", Floats()),
                     As(Tensor("weight", "kernels", "[multiple of C, 1, height, width]", Floats()), "self"),
                     IntegerList("kernelSize", "height and width of weight", {3, 3}), std::move(bias),
                     IntegerList("stride", "distance of windows", {1, 1}),
                     IntegerList("padding", "zeros around the images", {1, 1}),
                     IntegerList("dilation", "distance of taps", {1, 1}),
                     OutputWith(Tensor("out", "the result", "[N, dim 0 of weight, height, width]", Floats()),
                                DepthwiseShape, SameAs("self")),
                     CubeMathType()},
       .bitsOfProcessor = true,
       .runExample = "--self x.npy --weight w.npy --kernel-size 3,3 -o y.npy",
       .benchExample = "--self 8x64x56x56 --weight 64x1x3x3"});
  const auto sample = [&](const char* name, const Planes& planes) {
    row.samples.push_back({.name = name,
                           .arguments = DepthwiseCall(planes, ACL_DT_UNDEFINED),
                           .data = {{.name = "self", .pattern = Pattern::kSpread}, {.name = "weight"}}});
  };
  sample("plain", {{2, 17, 31, 45}, 1, {3, 3}, {1, 1}, {1, 1}});
  sample("multiplied", {{1, 5, 20, 23}, 3, {2, 5}, {2, 1}, {0, 2}, {1, 1}, false});
  sample("dilated", {{3, 2, 40, 9}, 1, {3, 3}, {3, 2}, {2, 2}, {2, 1}});
  row.draw = [](Choices& choices) {
    Planes planes{{choices.Extent(), choices.Extent(false), 0, 0},
                  static_cast<int64_t>(choices.Below(2)) + 1,
                  {static_cast<int64_t>(choices.Below(3)) + 1, static_cast<int64_t>(choices.Below(3)) + 1}};
    for (size_t d = 0; d < 2; ++d) {
      planes.stride[d] = static_cast<int64_t>(choices.Below(3)) + 1;
      planes.padding[d] = static_cast<int64_t>(choices.Below(2));
      planes.self[2 + d] = choices.ExtentFor(planes.kernel[d]);
    }
    planes.bias = choices.Chance(128);
    return DepthwiseCall(planes, choices.DType(Floats()));
  };
  return row;
}

// ---- Of sequences

struct Sequences {
  Shape input;  // T, B, C
  int64_t kernel;
  int64_t channels;
  int64_t pad;
};

Arguments TbcCall(const Sequences& given, bool backward, aclDataType dtype) {
  Arguments all;
  all.tensors[backward ? "input" : "self"] = {{given.input, dtype}};
  all.tensors["weight"] = {{{given.kernel, given.input[2], given.channels}, dtype}};
  all.tensors["bias"] = {{{given.channels}, dtype}};
  all.attributes["pad"] = given.pad;
  if (backward) {
    all.tensors["self"] = {
        {{given.input[0] + 2 * given.pad - given.kernel + 1, given.input[1], given.channels}, dtype}};
  }
  return all;
}

Operator Complete(Operator row, bool backward) {
  row.arguments.push_back({.name = "pad",
                           .role = Role::kAttribute,
                           .meaning = "zeros before and after T",
                           .defaultValue = int64_t{0},
                           .lowest = 0});
  if (backward) {
    row.arguments.push_back(CubeMathType());
    for (const auto& [name, of] :
         {std::pair{"gradInput", "input"}, {"gradWeight", "weight"}, {"gradBias", "bias"}}) {
      row.arguments.push_back(
          OutputWith(Tensor(name, std::string("gradient for ") + of, std::string("that of ") + of, Floats()),
                     SameShapeAs(of), SameAs("self")));
    }
  } else {
    row.arguments.push_back(OutputWith(
        Tensor("output", "the result", "[T + 2 pad - K + 1, B, channels of output]", Floats()),
        [](const Arguments& known) {
          const Shape& self = known.ShapeOf("self");
          const Shape& weight = known.ShapeOf("weight");
          return Shape{Extent(self, 0) + 2 * known.Integer("pad") - Extent(weight, 0) + 1, Extent(self, 1),
                       Extent(weight, 2)};
        },
        SameAs("self")));
    row.arguments.push_back(CubeMathType());
  }
  row.bitsOfProcessor = true;
  row = MakeOperator(std::move(row));
  const auto sample = [&](const char* name, const Sequences& given) {
    Sample made{.name = name, .arguments = TbcCall(given, backward, ACL_DT_UNDEFINED)};
    made.data = {{.name = "self", .pattern = Pattern::kSpread}, {.name = "weight"}};
    row.samples.push_back(std::move(made));
  };
  sample("plain", {{50, 4, 33}, 3, 17, 0});
  sample("padded", {{31, 3, 20}, 5, 40, 2});
  sample("one_step", {{100, 1, 7}, 1, 9, 0});
  row.draw = [backward](Choices& choices) {
    const int64_t kernel = static_cast<int64_t>(choices.Below(3)) + 1;
    const Sequences given{{choices.ExtentFor(kernel), choices.Extent(), choices.Extent(false)},
                          kernel,
                          choices.Extent(false),
                          static_cast<int64_t>(choices.Below(3))};
    return TbcCall(given, backward, choices.DType(Floats()));
  };
  return row;
}

Operator Tbc() {
  return Complete(
      {.phases = TwoPhases<&aclnnConvTbcGetWorkspaceSize, &aclnnConvTbc>("aclnnConvTbc"),
       .summary = "convolution of sequences [T, B, C]",
       .formula = {"output[t, b, o] = bias[o] + sum of self[t + k - pad, b, i] weight[k, i, o]"},
       .arguments = {Tensor("self", "sequences", "[T, B, C]", Floats()),
                     As(Tensor("weight", "kernels", "[K, C, channels of output]", Floats()), "self"),
                     As(Tensor("bias", "added to each channel", "[channels of output]", Floats()), "self")},
       .runExample = "--self x.npy --weight w.npy --bias b.npy --output y.npy",
       .benchExample = "--self 512x16x256 --weight 3x256x256 --bias 256"},
      false);
}

Operator TbcBackward() {
  Argument input = As(Tensor("input", "sequences", "[T, B, C]", Floats()), "self");
  Argument bias = As(Tensor("bias", "for its shape", "[channels of output]", Floats()), "self");
  return Complete(
      {.phases =
           TwoPhases<&aclnnConvTbcBackwardGetWorkspaceSize, &aclnnConvTbcBackward>("aclnnConvTbcBackward"),
       .summary = "gradients of a convolution of sequences",
       .formula = {"gradInput[t + k - pad, b, i] = sum of self[t, b, o] weight[k, i, o]",
                   "gradWeight[k, i, o] = sum of self[t, b, o] input[t + k - pad, b, i]",
                   "gradBias[o] = sum of self[t, b, o]"},
       .arguments = {Tensor("self", "gradient of the output", "[T + 2 pad - K + 1, B, channels of output]",
                            Floats()),
                     std::move(input),
                     As(Tensor("weight", "kernels", "[K, C, channels of output]", Floats()), "self"),
                     std::move(bias)},
       .runExample = "--self g.npy --input x.npy --weight w.npy --bias b.npy --grad-input gx.npy",
       .benchExample = "--self 512x16x256 --input 512x16x256 --weight 3x256x256 --bias 256 --pad 1"},
      true);
}

}  // namespace

std::vector<Operator> Rows() {
  return {Depthwise(), Tbc(), TbcBackward()};
}

}  // namespace openaclnn::catalogue::convolution::variants
