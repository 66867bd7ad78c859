// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_mse_loss_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::loss::mse_loss_backward {
namespace {

Sample MseSample(std::string name, const Shape& gradOutput, const Shape& self, const Shape& target,
                 int64_t reduction, bool specials = false) {
  Sample sample{.name = std::move(name)};
  sample.arguments.tensors = {{"gradOutput", {{gradOutput}}}, {"self", {{self}}}, {"target", {{target}}}};
  sample.arguments.attributes = {{"reduction", reduction}};
  for (const char* tensor : {"gradOutput", "self", "target"}) {
    sample.data.push_back({.name = tensor, .specials = specials});
  }
  return sample;
}

std::vector<Sample> MseSamples() {
  const Shape full{3, 7, 31, 457};
  Sample converting = MseSample("out_float16", full, full, full, 1);
  converting.arguments.tensors["out"] = {{full, ACL_FLOAT16}};
  converting.dtypes = {ACL_FLOAT};
  return {
      MseSample("one_shape_mean", full, full, full, 1),
      MseSample("scalar_gradient_sum", {}, full, full, 2),
      MseSample("all_broadcast_none", {129, 1}, {64, 1, 33}, {129, 33}, 0),
      MseSample("specials", full, full, full, 0, true),
      converting,
  };
}

Operator MseLossBackward() {
  return MakeOperator({
      .phases =
          TwoPhases<&aclnnMseLossBackwardGetWorkspaceSize, &aclnnMseLossBackward>("aclnnMseLossBackward"),
      .summary = "gradient of the mean squared error for its first argument",
      .formula = {"out = k * (self - target) * gradOutput", "k = 2, for reduction mean 2 / numel(self)"},
      .arguments =
          {
              {.name = "gradOutput",
               .meaning = "gradient of the loss",
               .shapeText = "broadcasts with self and target",
               .dtypes = Floats(),
               .shape = SameShapeAs("self"),
               .dtype = SameAs("self")},
              {.name = "self", .meaning = "prediction", .shapeText = "0 to 8 dimensions", .dtypes = Floats()},
              {.name = "target",
               .meaning = "target",
               .shapeText = "broadcasts with self and gradOutput",
               .dtypes = Floats(),
               .shape = SameShapeAs("self"),
               .dtype = SameAs("self")},
              {.name = "reduction",
               .role = Role::kAttribute,
               .meaning = "what the loss did with its elements",
               .choices = {{"none", 0}, {"mean", 1}, {"sum", 2}},
               .defaultValue = int64_t{1}},
              {.name = "out",
               .role = Role::kOutput,
               .meaning = "gradient for self",
               .shapeText = "that of the three inputs broadcast together",
               .dtypes = Floats(),
               .shape = BroadcastOf({"gradOutput", "self", "target"}),
               .dtype = SameAs("self"),
               .anyDType = true},
          },
      .draw =
          [](Choices& choices) {
            Arguments drawn;
            const aclDataType dtype = choices.DType(Floats());
            const aclDataType outDType = choices.Chance(64) ? choices.DType(Floats()) : dtype;
            const Shape all = choices.AnyShape(8);
            const Shape gradOutput = choices.Narrowed(all);
            const Shape self = choices.Narrowed(all);
            const Shape target = choices.Narrowed(all);
            drawn.tensors = {{"gradOutput", {{gradOutput, dtype}}},
                             {"self", {{self, dtype}}},
                             {"target", {{target, dtype}}},
                             {"out", {{Broadcast(Broadcast(gradOutput, self), target), outDType}}}};
            drawn.attributes["reduction"] = static_cast<int64_t>(choices.Below(3));
            return drawn;
          },
      .samples = MseSamples(),
      .runExample = "--grad-output g.npy --self x.npy --target t.npy --reduction mean -o out.npy",
      .benchExample = "--self 4096x4096 --dtype fp16",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      MseLossBackward(),
  };
}

}  // namespace openaclnn::catalogue::loss::mse_loss_backward
