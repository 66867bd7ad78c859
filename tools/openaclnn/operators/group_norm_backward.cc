// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_group_norm_backward.h"

#include "operators.h"

namespace openaclnn::cli {
namespace {

Shape OfInput(const Arguments& arguments) {
  return arguments.ShapeOf("input");
}

Shape OfStatistics(const Arguments& arguments) {
  return {arguments.Attribute("N"), arguments.Attribute("group")};
}

Shape OfGamma(const Arguments& arguments) {
  return arguments.Input("gamma") == nullptr ? Shape{arguments.Attribute("C")} : arguments.ShapeOf("gamma");
}

// On products that admit it, the statistics and the gradients of the parameters are fp32 beside half types.
aclDataType TypeOfStatistics(const Arguments& arguments) {
  return arguments.Input("mean")->dtype;
}

aclnnStatus PhaseOne(const BoundCall& call, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnGroupNormBackwardGetWorkspaceSize(
      call.Tensor("gradOut"), call.Tensor("input"), call.Tensor("mean"), call.Tensor("rstd"),
      call.Tensor("gamma"), call.Integer("N"), call.Integer("C"), call.Integer("HxW"), call.Integer("group"),
      call.OutputMask(), call.Tensor("gradInput"), call.Tensor("gradGammaOut"), call.Tensor("gradBetaOut"),
      workspaceSize, executor);
}

}  // namespace

const Operator& GroupNormBackward() {
  static const Operator description{
      .name = "group_norm_backward",
      .function = "aclnnGroupNormBackward",
      .summary = "gradients of group normalization for its input, scale and shift",
      .formula =
          {"xh           = (input - mean) * rstd, with the statistics of the element's sample and group",
           "gradInput    = rstd * (gamma * gradOut - (S1 + xh * S2) / m)",
           "gradGammaOut = sum of gradOut * xh over the elements of a channel",
           "gradBetaOut  = sum of gradOut over the elements of a channel",
           "S1, S2: sums of gamma * gradOut and of gamma * gradOut * xh over the m elements of a sample's "
           "group"},
      .inputs =
          {
              {.name = "gradOut",
               .shape = "N * C * HxW elements",
               .meaning = "gradient of the forward output",
               .defaultShape = OfInput},
              {.name = "input", .shape = "N * C * HxW elements", .meaning = "forward input"},
              {.name = "mean",
               .shape = "N * group elements",
               .meaning = "means of the groups",
               .defaultShape = OfStatistics},
              {.name = "rstd",
               .shape = "N * group elements",
               .meaning = "reciprocal standard deviations of the groups",
               .values = Values::kPositive,
               .defaultShape = OfStatistics},
              {.name = "gamma",
               .shape = "C elements",
               .meaning = "scale; without it, ones",
               .optional = true,
               .defaultShape = [](const Arguments& arguments) { return Shape{arguments.Attribute("C")}; }},
          },
      .attributes =
          {
              {.name = "N",
               .kind = AttributeKind::kInteger,
               .meaning = "batch",
               .derive = [](const Arguments& arguments) { return Extent(arguments.ShapeOf("input"), 0); },
               .derivation = "extent 0 of input"},
              {.name = "C",
               .kind = AttributeKind::kInteger,
               .meaning = "channels",
               .derive = [](const Arguments& arguments) { return Extent(arguments.ShapeOf("input"), 1); },
               .derivation = "extent 1 of input"},
              {.name = "HxW",
               .kind = AttributeKind::kInteger,
               .meaning = "elements of one channel of one sample",
               .derive = [](const Arguments& arguments) { return Product(arguments.ShapeOf("input"), 2); },
               .derivation = "product of the other extents of input"},
              {.name = "group", .kind = AttributeKind::kInteger, .meaning = "groups, a divisor of C"},
          },
      .outputs =
          {
              {.name = "gradInput",
               .shapeText = "that of input",
               .meaning = "gradient for input",
               .shape = OfInput,
               .dtype = [](const Arguments& arguments) { return arguments.Input("gradOut")->dtype; }},
              {.name = "gradGammaOut",
               .shapeText = "that of gamma, without gamma [C]",
               .meaning = "gradient for gamma",
               .shape = OfGamma,
               .dtype = TypeOfStatistics},
              {.name = "gradBetaOut",
               .shapeText = "that of gamma, without gamma [C]",
               .meaning = "gradient for the shift",
               .shape = OfGamma,
               .dtype = TypeOfStatistics},
          },
      .outputsMayBeNull = true,
      .runExample =
          "--grad-out g.npy --input x.npy --mean m.npy --rstd r.npy --gamma w.npy --group 2 "
          "--grad-input gx.npy --grad-gamma-out gw.npy --grad-beta-out gb.npy",
      .benchExample = "--input 8x64x56x56 --group 32",
      .phaseOne = PhaseOne,
      .phaseTwo = aclnnGroupNormBackward,
  };
  return description;
}

}  // namespace openaclnn::cli
