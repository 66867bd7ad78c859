// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_rotary_position_embedding_grad.h"
#include "catalogue/rows/rotary/angles.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::rotary::rotary_grad {
namespace {

/// The prototype where the rotated tensor has to be given. Without it two outputs are not looked at.
aclnnStatus Gradients(const aclTensor* dy, const aclTensor* cos, const aclTensor* sin,
                      const aclTensor* xOptional, int64_t mode, aclTensor* dx, aclTensor* dcos,
                      aclTensor* dsin, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnRotaryPositionEmbeddingGradGetWorkspaceSize(xOptional == nullptr ? nullptr : dy, cos, sin,
                                                          xOptional, mode, dx, dcos, dsin, workspaceSize,
                                                          executor);
}

Argument Gradient(std::string name, std::string meaning, const std::string& as) {
  return OutputWith(Tensor(std::move(name), std::move(meaning), "that of " + as, Floats()), SameShapeAs(as),
                    SameAs(as));
}

Sample GradientSample(std::string name, const Shape& shape, const Shape& angles) {
  return {.name = std::move(name),
          .arguments = {
              .tensors = {
                  {"dy", {{shape}}}, {"cos", {{angles}}}, {"sin", {{angles}}}, {"xOptional", {{shape}}}}}};
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      MakeOperator({
          .phases =
              TwoPhases<&Gradients, &aclnnRotaryPositionEmbeddingGrad>("aclnnRotaryPositionEmbeddingGrad"),
          .summary = "gradients of rotary position embedding",
          .formula = {"dx = dy rotated back", "dcos, dsin = sums over what cos and sin are broadcast to"},
          .arguments = {Rotated("dy", "gradient of the result"), Angles("cos", "cosines", "dy"),
                        Angles("sin", "sines", "dy"),
                        Rotated("xOptional", "the tensor that was rotated", "dy"), RotaryModes(),
                        Gradient("dx", "gradient of the rotated tensor", "dy"),
                        Gradient("dcos", "gradient of cos", "cos"),
                        Gradient("dsin", "gradient of sin", "sin")},
          .draw =
              [](Choices& choices) {
                const aclDataType dtype = choices.DType(Floats());
                const Shape shape = DrawRotated(choices);
                const Shape angles = DrawAngles(choices, shape);
                Arguments drawn{.tensors = {{"dy", {{shape, dtype}}},
                                            {"cos", {{angles, dtype}}},
                                            {"sin", {{angles, dtype}}},
                                            {"xOptional", {{shape, dtype}}}}};
                drawn.attributes["mode"] = static_cast<int64_t>(choices.Below(4));
                return drawn;
              },
          .samples = {GradientSample("heads", {2, 130, 9, 64}, {1, 130, 1, 64}),
                      GradientSample("one_row_of_angles", {7, 11, 5, 36}, {1, 1, 1, 36}),
                      GradientSample("long_rows", {3, 5, 1024}, {3, 1, 1024})},
          .runExample = "--dy dy.npy --cos cos.npy --sin sin.npy --x-optional x.npy --dx dx.npy",
          .benchExample = "--dy 1x4096x32x128 --cos 1x4096x1x128 --sin 1x4096x1x128",
      }),
  };
}

}  // namespace openaclnn::catalogue::rotary::rotary_grad
