// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_scaled_masked_softmax.h"
#include "aclnnop/aclnn_scaled_masked_softmax_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::softmax::scaled_masked_softmax {
namespace {

/// Prototypes without the flag, which has one value.
aclnnStatus Masked(const aclTensor* x, const aclTensor* mask, double scale, aclTensor* y,
                   uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnScaledMaskedSoftmaxGetWorkspaceSize(x, mask, scale, false, y, workspaceSize, executor);
}
aclnnStatus MaskedBackward(const aclTensor* gradOutput, const aclTensor* y, const aclTensor* mask,
                           double scale, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnScaledMaskedSoftmaxBackwardGetWorkspaceSize(gradOutput, y, mask, scale, false, out,
                                                          workspaceSize, executor);
}

constexpr const char* kShape = "[B, N, S1, S2]";

Operator Row(Operator row, bool backward) {
  const std::string first = backward ? "gradOutput" : "x";
  Argument mask =
      Tensor("mask", "which elements are left out", "[B, N, S1, S2], B and N may be 1", {ACL_BOOL});
  mask.shape = SameShapeAs(first);
  mask.dtype = Always(ACL_BOOL);
  const auto like = [&](const char* name, const char* meaning) {
    Argument argument = Tensor(name, meaning, kShape, Floats());
    argument.shape = SameShapeAs(first);
    argument.dtype = SameAs(first);
    return argument;
  };
  Argument y = like("y", backward ? "result of the forward operator" : "the result");
  if (backward) {
    y.holds = Meaning::kProbabilities;
    row.arguments = {Tensor("gradOutput", "gradient of y", kShape, Floats()), y};
  } else {
    row.arguments = {Tensor("x", "input", kShape, Floats())};
  }
  row.arguments.push_back(mask);
  row.arguments.push_back(Real("scale", "factor of x", 1));
  row.arguments.push_back(OutputWith(backward ? Tensor("out", "gradient for x", kShape, Floats()) : y,
                                     SameShapeAs(first), SameAs(first)));
  const auto call = [backward, first](const Shape& shape, const Shape& masked, aclDataType dtype,
                                      double scale) {
    Arguments all;
    all.tensors = {{first, {{shape, dtype}}}, {"mask", {{masked, ACL_BOOL}}}};
    if (backward) {
      all.tensors["y"] = {{shape, dtype}};
    }
    all.attributes["scale"] = scale;
    return all;
  };
  const auto sample = [&](std::string name, const Shape& shape, const Shape& masked, bool specials = false) {
    return Sample{.name = std::move(name),
                  .arguments = call(shape, masked, ACL_DT_UNDEFINED, 0.25),
                  .data = {{.name = first, .specials = specials}}};
  };
  row.samples = {sample("short_rows", {3, 5, 41, 17}, {3, 1, 41, 17}),
                 sample("long_rows", {2, 1, 3, 20021}, {1, 1, 3, 20021}),
                 sample("specials", {2, 3, 7, 130}, {2, 3, 7, 130}, true)};
  row.draw = [call](Choices& choices) {
    const Shape shape{choices.Extent(), choices.Extent(), choices.Extent(), choices.Extent()};
    Shape masked = shape;
    for (size_t d = 0; d < 2; ++d) {
      masked[d] = choices.Chance(128) ? 1 : masked[d];
    }
    return call(shape, masked, choices.DType(Floats()), 0.25 * static_cast<double>(choices.Below(8)));
  };
  row.runExample =
      backward ? "--grad-output g.npy --y y.npy --mask m.npy -o gx.npy" : "--x x.npy --mask m.npy --y y.npy";
  row.benchExample =
      backward ? "--grad-output 8x16x256x256 --mask 8x1x256x256" : "--x 8x16x256x256 --mask 8x1x256x256";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Row({.phases = TwoPhases<&Masked, &aclnnScaledMaskedSoftmax>("aclnnScaledMaskedSoftmax"),
           .summary = "softmax of scaled rows without the elements that a mask leaves out",
           .formula = {"y = softmax of x * scale, or of -10000 where mask is true, along the last dim"}},
          false),
      Row({.phases = TwoPhases<&MaskedBackward, &aclnnScaledMaskedSoftmaxBackward>(
               "aclnnScaledMaskedSoftmaxBackward"),
           .summary = "gradient of softmax of scaled rows without the elements that a mask leaves out",
           .formula = {"out = (gradOutput - sum of gradOutput * y) * y * scale, 0 where mask is true"}},
          true),
  };
}

}  // namespace openaclnn::catalogue::softmax::scaled_masked_softmax
