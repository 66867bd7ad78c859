// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_group_norm_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::group_norm_backward {
namespace {

struct Groups {
  int64_t N;
  int64_t C;
  int64_t HxW;
  int64_t group;
  std::set<std::string, std::less<>> leftOut{};
  bool gamma = true;
  bool specials = false;
};

Sample GroupsSample(std::string name, const Groups& groups) {
  const Shape shape{groups.N, groups.C, groups.HxW};
  const Shape statistics{groups.N, groups.group};
  const Mirror rows{1, groups.N * groups.C, groups.HxW};
  Mirror negated = rows;
  negated.negated = true;
  Sample sample{.name = std::move(name)};
  sample.arguments.tensors = {
      {"gradOut", {{shape}}}, {"input", {{shape}}}, {"mean", {{statistics}}}, {"rstd", {{statistics}}}};
  sample.arguments.attributes = {
      {"N", groups.N}, {"C", groups.C}, {"HxW", groups.HxW}, {"group", groups.group}};
  sample.arguments.leftOut = groups.leftOut;
  sample.data = {
      {.name = "gradOut", .pattern = Pattern::kSpread, .mirror = negated, .specials = groups.specials},
      {.name = "input",
       .pattern = Pattern::kSpread,
       .mirror = rows,
       .specials = groups.specials,
       .constant = groups.specials},
      {.name = "mean", .pattern = Pattern::kNearOne},
      {.name = "rstd", .pattern = Pattern::kNearOne},
  };
  if (groups.gamma) {
    sample.arguments.tensors["gamma"] = {{{groups.C}}};
    sample.data.push_back({.name = "gamma", .pattern = Pattern::kNearOne});
  }
  return sample;
}

Arguments Draw(Choices& choices) {
  Arguments drawn;
  const aclDataType dtype = choices.DType(Floats());
  const int64_t n = choices.Extent();
  const int64_t group = choices.Extent(false);
  const int64_t c = Product({group, choices.Extent()});
  const Shape plane = choices.AnyShape(3);
  const int64_t hw = Product(plane);
  drawn.attributes = {{"N", n}, {"C", c}, {"HxW", hw}, {"group", group}};
  for (const char* output : {"gradInput", "gradGammaOut", "gradBetaOut"}) {
    if (choices.Chance(40)) {
      drawn.leftOut.insert(output);
    }
  }
  Shape data{n, c};
  data.insert(data.end(), plane.begin(), plane.end());
  const Shape flat = choices.AnyShapeOf(Product(data));
  const Shape input = choices.Chance(40) ? flat : data;
  const Shape gradOut = choices.Chance(40) ? flat : data;
  const Shape statistics = choices.Chance(64) ? choices.AnyShapeOf(Product({n, group})) : Shape{n, group};
  drawn.tensors = {{"gradOut", {{gradOut, dtype}}},
                   {"input", {{input, dtype}}},
                   {"mean", {{statistics, dtype}}},
                   {"rstd", {{statistics, dtype}}}};
  if (!choices.Chance(40)) {
    drawn.tensors["gamma"] = {{choices.Chance(64) ? choices.AnyShapeOf(c) : Shape{c}, dtype}};
  }
  return drawn;
}

Shape OfStatistics(const Arguments& known) {
  return {known.Integer("N"), known.Integer("group")};
}

Shape OfGamma(const Arguments& known) {
  return known.Find("gamma") == nullptr ? Shape{known.Integer("C")} : known.ShapeOf("gamma");
}

Operator GroupNormBackward() {
  return MakeOperator({
      .phases = TwoPhases<&aclnnGroupNormBackwardGetWorkspaceSize, &aclnnGroupNormBackward>(
          "aclnnGroupNormBackward"),
      .summary = "gradients of group normalization for its input, scale and shift",
      .formula =
          {"xh           = (input - mean) * rstd, with the statistics of the element's sample and group",
           "gradInput    = rstd * (gamma * gradOut - (S1 + xh * S2) / m)",
           "gradGammaOut = sum of gradOut * xh over the elements of a channel",
           "gradBetaOut  = sum of gradOut over the elements of a channel",
           "S1, S2: sums of gamma * gradOut and of gamma * gradOut * xh over the m elements of a sample's "
           "group"},
      .arguments =
          {
              {.name = "gradOut",
               .meaning = "gradient of the forward output",
               .shapeText = "N * C * HxW elements",
               .dtypes = Floats(),
               .shape = SameShapeAs("input"),
               .dtype = SameAs("input")},
              {.name = "input",
               .meaning = "forward input",
               .shapeText = "N * C * HxW elements",
               .dtypes = Floats()},
              {.name = "mean",
               .meaning = "means of the groups",
               .shapeText = "N * group elements",
               .dtypes = Floats(),
               .shape = OfStatistics,
               .dtype = SameAs("input")},
              {.name = "rstd",
               .meaning = "reciprocal standard deviations of the groups",
               .shapeText = "N * group elements",
               .dtypes = Floats(),
               .holds = Meaning::kPositive,
               .shape = OfStatistics,
               .dtype = SameAs("input")},
              {.name = "gamma",
               .meaning = "scale; without it, ones",
               .shapeText = "C elements",
               .dtypes = Floats(),
               .optional = true,
               .shape = [](const Arguments& known) { return Shape{known.Integer("C")}; },
               .dtype = SameAs("input")},
              {.name = "N",
               .role = Role::kAttribute,
               .meaning = "batch",
               .derive = [](const Arguments& known) { return Value(Extent(known.ShapeOf("input"), 0)); },
               .derivation = "extent 0 of input"},
              {.name = "C",
               .role = Role::kAttribute,
               .meaning = "channels",
               .derive = [](const Arguments& known) { return Value(Extent(known.ShapeOf("input"), 1)); },
               .derivation = "extent 1 of input"},
              {.name = "HxW",
               .role = Role::kAttribute,
               .meaning = "elements of one channel of one sample",
               .derive = [](const Arguments& known) { return Value(Product(known.ShapeOf("input"), 2)); },
               .derivation = "product of the other extents of input"},
              {.name = "group", .role = Role::kAttribute, .meaning = "groups, a divisor of C"},
              {.name = "outputMask", .role = Role::kOutputMask},
              {.name = "gradInput",
               .role = Role::kOutput,
               .meaning = "gradient for input",
               .shapeText = "that of input",
               .dtypes = Floats(),
               .shape = SameShapeAs("input"),
               .dtype = SameAs("gradOut")},
              // On products that admit it, these and the statistics are FLOAT beside half types.
              {.name = "gradGammaOut",
               .role = Role::kOutput,
               .meaning = "gradient for gamma",
               .shapeText = "that of gamma, without gamma [C]",
               .dtypes = Floats(),
               .shape = OfGamma,
               .dtype = SameAs("mean")},
              {.name = "gradBetaOut",
               .role = Role::kOutput,
               .meaning = "gradient for the shift",
               .shapeText = "that of gamma, without gamma [C]",
               .dtypes = Floats(),
               .shape = OfGamma,
               .dtype = SameAs("mean")},
          },
      .outputsMayBeNull = true,
      .draw = Draw,
      .samples =
          {
              GroupsSample("few_long_rows", {2, 2, 70001, 1}),
              GroupsSample("few_slabs_of_short_rows", {2, 512, 196, 1}),
              GroupsSample("many_small_slabs", {65, 32, 49, 8}),
              GroupsSample("many_large_slabs", {17, 8, 2309, 4}),
              GroupsSample("as_many_slabs_as_channels", {3, 96, 529, 96}),
              GroupsSample("no_spatial_extent", {301, 512, 1, 2}),
              GroupsSample("input_gradient_alone_without_gamma",
                           {2, 6, 20011, 3, {"gradGammaOut", "gradBetaOut"}, false}),
              GroupsSample("channel_gradients_alone", {2, 6, 20011, 3, {"gradInput"}}),
              GroupsSample("beta_gradient_alone", {40, 32, 196, 8, {"gradInput", "gradGammaOut"}}),
              GroupsSample("specials_in_a_constant_input", {33, 32, 121, 8, {}, true, true}),
          },
      .runExample = "--grad-out g.npy --input x.npy --mean m.npy --rstd r.npy --gamma w.npy --group 2 "
                    "--grad-input gx.npy --grad-gamma-out gw.npy --grad-beta-out gb.npy",
      .benchExample = "--input 8x64x56x56 --group 32",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {GroupNormBackward()};
}

}  // namespace openaclnn::catalogue::normalization::group_norm_backward
