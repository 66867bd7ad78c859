// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_instance_norm.h"
#include "catalogue/rows/normalization/row_norm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::instance_norm {
namespace {

/// The prototype with a number for the layout.
aclnnStatus Instance(const aclTensor* x, const aclTensor* gamma, const aclTensor* beta, int64_t dataFormat,
                     double eps, aclTensor* y, aclTensor* mean, aclTensor* variance, uint64_t* workspaceSize,
                     aclOpExecutor** executor) {
  const char* const format = dataFormat == 0 ? "NCHW" : dataFormat == 1 ? "NHWC" : "neither";
  return aclnnInstanceNormGetWorkspaceSize(x, gamma, beta, format, eps, y, mean, variance, workspaceSize,
                                           executor);
}

Operator InstanceNorm() {
  const auto ofChannel = [](const char* name, const char* meaning) {
    Argument argument = Tensor(name, meaning, "[C]", Floats());
    argument.shape = [](const Arguments& known) {
      return Shape{Extent(known.ShapeOf("x"), known.Integer("dataFormat") == 0 ? 1 : 3)};
    };
    argument.dtype = SameAs("x");
    return argument;
  };
  const auto statistic = [](const char* name, const char* meaning) {
    return OutputWith(
        Tensor(name, meaning, "N * C elements", Floats()),
        [](const Arguments& known) {
          const Shape& x = known.ShapeOf("x");
          return Shape{Extent(x, 0), Extent(x, known.Integer("dataFormat") == 0 ? 1 : 3), 1, 1};
        },
        SameAs("x"));
  };
  const auto call = [](const Shape& shape, bool last, aclDataType dtype = ACL_DT_UNDEFINED) {
    Arguments all;
    const Shape channels{shape[last ? 3 : 1]};
    all.tensors = {{"x", {{shape, dtype}}}, {"gamma", {{channels, dtype}}}, {"beta", {{channels, dtype}}}};
    all.attributes["dataFormat"] = int64_t{last ? 1 : 0};
    return all;
  };
  const auto sample = [&](std::string name, const Shape& shape, bool last) {
    return Sample{.name = std::move(name),
                  .arguments = call(shape, last),
                  .data = {{.name = "x", .pattern = Pattern::kSpread}}};
  };
  return MakeOperator({
      .phases = TwoPhases<&Instance, &aclnnInstanceNorm>("aclnnInstanceNorm"),
      .summary = "normalization of each channel of each sample",
      .formula = {"y = (x - mean) / sqrt(variance + eps) * gamma + beta",
                  "mean and variance: those of the element's channel and sample"},
      .arguments = {Tensor("x", "input", "[N, C, H, W] or [N, H, W, C]", Floats()),
                    ofChannel("gamma", "scale"), ofChannel("beta", "shift"),
                    Mode("dataFormat", "which dim are the channels", {{"NCHW", 0}, {"NHWC", 1}}),
                    Epsilon("eps"), OutputWith(Data("y", "the result"), SameShapeAs("x"), SameAs("x")),
                    statistic("mean", "means of the channels"),
                    statistic("variance", "variances of the channels")},
      .draw =
          [call](Choices& choices) {
            const Shape shape{choices.Extent(), choices.Extent(), choices.Extent(), choices.Extent()};
            return call(shape, choices.Chance(128), choices.DType(Floats()));
          },
      .samples = {sample("planes", {3, 5, 41, 37}, false), sample("channels_last", {3, 41, 37, 5}, true),
                  sample("large_planes", {1, 2, 300, 299}, false)},
      .runExample = "--x x.npy --gamma w.npy --beta b.npy --y y.npy",
      .benchExample = "--x 8x64x56x56",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {InstanceNorm()};
}

}  // namespace openaclnn::catalogue::normalization::instance_norm
