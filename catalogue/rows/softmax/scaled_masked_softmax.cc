// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_masked_softmax_with_rel_pos_bias.h"
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

// Windows of images: [B, W, N, S1, S2], or with B and W as one dim.
struct Windows {
  Shape shape;  // of 5 dims
  bool joined;
  int maskRank;  // 0: no mask
  int biasRank;
};

Arguments WindowsCall(const Windows& windows, aclDataType dtype) {
  const Shape& all = windows.shape;
  Shape x = all;
  if (windows.joined) {
    x = {all[0] * all[1], all[2], all[3], all[4]};
  }
  const auto of = [&](int64_t extent, int rank, size_t place) {
    Shape shape(static_cast<size_t>(rank) - 2, 1);
    shape[place] = extent;
    shape.insert(shape.end(), {all[3], all[4]});
    return shape;
  };
  Arguments given;
  given.tensors["x"] = {{x, dtype}};
  if (windows.maskRank > 0) {
    given.tensors["attenMaskOptional"] = {
        {of(all[1], windows.maskRank, windows.maskRank == 5 ? 1 : 0), dtype}};
  }
  given.tensors["relativePosBias"] = {
      {of(all[2], windows.biasRank, static_cast<size_t>(windows.biasRank) - 3), dtype}};
  given.attributes["scaleValue"] = 0.5;
  return given;
}

Operator RelPosBias() {
  Argument mask = Tensor("attenMaskOptional", "added to each window",
                         "[W, S1, S2], [W, 1, S1, S2] or [1, W, 1, S1, S2]", Floats());
  mask.optional = true;
  mask.dtype = SameAs("x");
  Argument bias = Tensor("relativePosBias", "added to each head",
                         "[N, S1, S2], [1, N, S1, S2] or [1, 1, N, S1, S2]", Floats());
  bias.dtype = SameAs("x");
  bias.shape = [](const Arguments& known) {
    const Shape& x = known.ShapeOf("x");
    return x.size() < 3 ? Shape{} : Shape(x.end() - 3, x.end());
  };
  Operator row = MakeOperator(
      {.phases =
           TwoPhases<&aclnnMaskedSoftmaxWithRelPosBiasGetWorkspaceSize, &aclnnMaskedSoftmaxWithRelPosBias>(
               "aclnnMaskedSoftmaxWithRelPosBias"),
       .summary = "softmax of windows with a mask and a bias of positions",
       .formula =
           {"out = softmax of x * scaleValue + attenMaskOptional + relativePosBias, along the last dim"},
       .arguments = {Tensor("x", "scores", "[B, W, N, S1, S2] or [B * W, N, S1, S2]", Floats()), mask, bias,
                     Real("scaleValue", "factor of x", 1),
                     Mode("innerPrecisionMode", "the arithmetic of the NPU", {{"float", 0}, {"half", 1}}),
                     OutputWith(Tensor("out", "the result", "that of x", Floats()), SameShapeAs("x"),
                                SameAs("x"))},
       .runExample = "--x x.npy --relative-pos-bias b.npy -o y.npy",
       .benchExample = "--x 8x64x4x49x49 --relative-pos-bias 4x49x49"});
  const auto sample = [&](const char* name, const Windows& windows, bool specials = false) {
    row.samples.push_back({.name = name,
                           .arguments = WindowsCall(windows, ACL_DT_UNDEFINED),
                           .data = {{.name = "x", .specials = specials}}});
  };
  sample("windows", {{2, 3, 5, 41, 17}, false, 5, 5});
  sample("joined", {{2, 3, 5, 41, 17}, true, 4, 4});
  sample("three_dims", {{3, 2, 2, 7, 300}, true, 3, 3});
  sample("without_mask", {{3, 2, 2, 7, 60}, false, 0, 3});
  sample("specials", {{2, 3, 2, 7, 30}, false, 3, 4}, true);
  row.draw = [](Choices& choices) {
    Windows windows{
        {1 + choices.Extent(), 1 + choices.Extent(), choices.Extent(), choices.Extent(), choices.Extent()},
        choices.Chance(128),
        3 + static_cast<int>(choices.Below(3)),
        3 + static_cast<int>(choices.Below(3))};
    if (choices.Chance(64)) {
      windows.maskRank = 0;
    }
    return WindowsCall(windows, choices.DType(Floats()));
  };
  return row;
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
      RelPosBias(),
  };
}

}  // namespace openaclnn::catalogue::softmax::scaled_masked_softmax
