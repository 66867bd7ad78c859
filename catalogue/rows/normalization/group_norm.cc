// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_group_norm.h"
#include "aclnnop/aclnn_group_norm_silu.h"
#include "aclnnop/aclnn_group_norm_swish.h"
#include "aclnnop/aclnn_group_norm_swish_grad.h"
#include "catalogue/rows/normalization/row_norm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::group_norm {
namespace {

Sample GroupsSample(std::string name, const Shape& shape, int64_t group, bool specials = false) {
  Sample sample{.name = std::move(name)};
  sample.arguments.tensors = {{"self", {{shape}}}, {"gamma", {{{shape[1]}}}}, {"beta", {{{shape[1]}}}}};
  sample.arguments.attributes = {
      {"N", shape[0]}, {"C", shape[1]}, {"HxW", Product(shape, 2)}, {"group", group}};
  sample.data = {
      {.name = "self", .pattern = specials ? Pattern::kUsual : Pattern::kSpread, .specials = specials}};
  return sample;
}

/// Prototypes without the layout, which has one name.
aclnnStatus Swish(const aclTensor* x, const aclTensor* gamma, const aclTensor* beta, int64_t numGroups,
                  double eps, bool activateSwish, double swishScale, aclTensor* yOut, aclTensor* meanOut,
                  aclTensor* rstdOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnGroupNormSwishGetWorkspaceSize(x, gamma, beta, numGroups, nullptr, eps, activateSwish,
                                             swishScale, yOut, meanOut, rstdOut, workspaceSize, executor);
}

aclnnStatus SwishGrad(const aclTensor* dy, const aclTensor* mean, const aclTensor* rstd, const aclTensor* x,
                      const aclTensor* gamma, const aclTensor* beta, int64_t numGroups, double swishScale,
                      bool dgammaIsRequire, bool dbetaIsRequire, aclTensor* dxOut, aclTensor* dgammaOut,
                      aclTensor* dbetaOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnGroupNormSwishGradGetWorkspaceSize(dy, mean, rstd, x, gamma, beta, numGroups, nullptr,
                                                 swishScale, dgammaIsRequire, dbetaIsRequire, dxOut,
                                                 dgammaOut, dbetaOut, workspaceSize, executor);
}

Shape OfGroups(const Arguments& known) {
  return {known.Integer("N"), known.Integer("group")};
}

Operator GroupNorm() {
  const auto extent = [](std::string name, std::string meaning, ValueRule derive, std::string derivation) {
    return Argument{.name = std::move(name),
                    .role = Role::kAttribute,
                    .meaning = std::move(meaning),
                    .derive = std::move(derive),
                    .derivation = std::move(derivation)};
  };
  const auto parameter = [](std::string name, std::string meaning) {
    return Argument{.name = std::move(name),
                    .meaning = std::move(meaning),
                    .shapeText = "[C]",
                    .dtypes = Floats(),
                    .optional = true,
                    .shape = [](const Arguments& known) { return Shape{known.Integer("C")}; },
                    .dtype = SameAs("self")};
  };
  const auto statistic = [](std::string name, std::string meaning) {
    Argument argument = Statistic(std::move(name), std::move(meaning), OfGroups);
    argument.shapeText = "N * group elements";
    argument.dtypes = Floats();
    argument.dtype = SameAs("self");
    return argument;
  };
  Argument self = Data("self", "forward input");
  self.shapeText = "N * C * HxW elements";
  return MakeOperator({
      .phases = TwoPhases<&aclnnGroupNormGetWorkspaceSize, &aclnnGroupNorm>("aclnnGroupNorm"),
      .summary = "group normalization",
      .formula = {"out = (self - mean) * rstd * gamma + beta",
                  "mean and rstd = 1 / sqrt(variance + eps): those of the element's sample and group"},
      .arguments = {self,
                    parameter("gamma", "scale; without it, ones"),
                    parameter("beta", "shift; without it, zeros"),
                    extent(
                        "N", "batch",
                        [](const Arguments& known) { return Value(Extent(known.ShapeOf("self"), 0)); },
                        "extent 0 of self"),
                    extent(
                        "C", "channels",
                        [](const Arguments& known) { return Value(Extent(known.ShapeOf("self"), 1)); },
                        "extent 1 of self"),
                    extent(
                        "HxW", "elements of one channel of one sample",
                        [](const Arguments& known) { return Value(Product(known.ShapeOf("self"), 2)); },
                        "product of the other extents of self"),
                    {.name = "group", .role = Role::kAttribute, .meaning = "groups, a divisor of C"},
                    Epsilon("eps"),
                    Result("out", "self"),
                    statistic("meanOut", "means of the groups"),
                    statistic("rstdOut", "reciprocal standard deviations of the groups")},
      .draw =
          [](Choices& choices) {
            Arguments drawn;
            const aclDataType dtype = choices.DType(Floats());
            const int64_t n = choices.Extent();
            const int64_t group = choices.Extent(false);
            const int64_t c = group * std::min(choices.Extent(), INT64_MAX / group);
            Shape shape{n, c};
            const Shape plane = choices.AnyShape(3);
            shape.insert(shape.end(), plane.begin(), plane.end());
            drawn.tensors = {{"self", {Spec(shape, dtype)}}};
            for (const char* name : {"gamma", "beta"}) {
              if (!choices.Chance(64)) {
                drawn.tensors[name] = {Spec({c}, dtype)};
              }
            }
            drawn.attributes = {{"N", n}, {"C", c}, {"HxW", Product(plane)}, {"group", group}, {"eps", 1e-5}};
            return drawn;
          },
      .samples = {GroupsSample("few_long_groups", {2, 2, 70001}, 1),
                  GroupsSample("small_groups", {65, 32, 7, 7}, 8),
                  GroupsSample("large_groups", {3, 8, 2309}, 4), GroupsSample("no_extent", {301, 512, 1}, 2),
                  GroupsSample("specials", {33, 32, 11, 11}, 8, true)},
      .runExample = "--self x.npy --gamma w.npy --beta b.npy --group 2 -o y.npy",
      .benchExample = "--self 8x64x56x56 --group 32",
  });
}

/// The forms whose prototype has the dims of self alone.
Operator GroupNormSilu(Phases phases, std::string summary, bool hasSwitch) {
  Operator row = GroupNorm();
  row.phases = std::move(phases);
  row.summary = std::move(summary);
  row.formula.front() = "out = z * sigmoid(z), z = (self - mean) * rstd * gamma + beta";
  row.name.clear();
  std::erase_if(row.arguments, [](const Argument& argument) {
    return argument.name == "N" || argument.name == "C" || argument.name == "HxW";
  });
  for (Argument& argument : row.arguments) {
    if (argument.name == "gamma" || argument.name == "beta") {
      argument.name += "Optional";
      argument.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("self"), 1)}; };
    } else if (argument.name == "meanOut" || argument.name == "rstdOut") {
      argument.shape = [](const Arguments& known) {
        return Shape{Extent(known.ShapeOf("self"), 0), known.Integer("group")};
      };
    }
  }
  if (hasSwitch) {
    Argument silu = Flag("activateSilu", "SiLU follows");
    silu.defaultValue = int64_t{1};
    const auto eps =
        std::ranges::find_if(row.arguments, [](const Argument& argument) { return argument.name == "eps"; });
    row.arguments.insert(eps + 1, silu);
  }
  const auto adapt = [](Arguments given) {
    for (const char* name : {"N", "C", "HxW"}) {
      given.attributes.erase(name);
    }
    for (const char* name : {"gamma", "beta"}) {
      if (auto node = given.tensors.extract(name); !node.empty()) {
        node.key() += "Optional";
        given.tensors.insert(std::move(node));
      }
    }
    return given;
  };
  for (Sample& sample : row.samples) {
    sample.arguments = adapt(std::move(sample.arguments));
  }
  row.draw = [draw = row.draw, adapt, hasSwitch](Choices& choices) {
    Arguments drawn = adapt(draw(choices));
    if (hasSwitch) {
      drawn.attributes["activateSilu"] = static_cast<int64_t>(choices.Below(2));
    }
    return drawn;
  };
  row.runExample = "--self x.npy --gamma-optional w.npy --beta-optional b.npy --group 2 -o y.npy";
  return MakeOperator(std::move(row));
}

/// Of [N, C, ...]: a parameter or its gradient, and what has one element a group.
Shape OfChannels(const Arguments& known) {
  return {Extent(known.ShapeOf("x"), 1)};
}
Shape OfGroupsOfX(const Arguments& known) {
  return {Extent(known.ShapeOf("x"), 0), known.Integer("numGroups")};
}

Argument OfX(std::string name, std::string meaning, std::string shapeText, ShapeRule shape,
             Role role = Role::kInput) {
  return {.name = std::move(name),
          .role = role,
          .meaning = std::move(meaning),
          .shapeText = std::move(shapeText),
          .dtypes = Floats(),
          .shape = std::move(shape),
          .dtype = SameAs("x")};
}

Arguments Swished(const Shape& shape, int64_t groups, bool gradient, aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments given;
  given.tensors = {
      {"x", {{shape, dtype}}}, {"gamma", {{{shape[1]}, dtype}}}, {"beta", {{{shape[1]}, dtype}}}};
  if (gradient) {
    given.tensors["dy"] = {{shape, dtype}};
    given.tensors["mean"] = given.tensors["rstd"] = {{{shape[0], groups}, dtype}};
  }
  given.attributes = {{"numGroups", groups}};
  return given;
}

Arguments DrawSwished(Choices& choices, bool gradient) {
  const aclDataType dtype = choices.DType(Floats());
  const int64_t groups = choices.Extent(false);
  Shape shape{choices.Extent(), groups * std::min(choices.Extent(), INT64_MAX / groups)};
  const Shape plane = choices.AnyShape(3);
  shape.insert(shape.end(), plane.begin(), plane.end());
  Arguments drawn = Swished(shape, groups, gradient, dtype);
  drawn.attributes["swishScale"] = 0.25 * static_cast<double>(choices.Below(8));
  for (const char* flag :
       gradient ? std::vector{"dgammaIsRequire", "dbetaIsRequire"} : std::vector{"activateSwish"}) {
    drawn.attributes[flag] = static_cast<int64_t>(choices.Below(2));
  }
  return drawn;
}

std::vector<Sample> SwishedSamples(bool gradient) {
  const auto sample = [&](std::string name, const Shape& shape, int64_t groups, bool specials = false) {
    return Sample{
        .name = std::move(name),
        .arguments = Swished(shape, groups, gradient),
        .data = {
            {.name = "x", .pattern = specials ? Pattern::kUsual : Pattern::kSpread, .specials = specials}}};
  };
  return {sample("few_long_groups", {2, 2, 70001}, 1), sample("small_groups", {65, 32, 7, 7}, 8),
          sample("no_extent", {301, 512, 1}, 2), sample("specials", {33, 32, 11, 11}, 8, true)};
}

const char* const kShapeOfX = "[N, C, ...]";

Argument Switch(std::string name, std::string meaning) {
  Argument argument = Flag(std::move(name), std::move(meaning));
  argument.defaultValue = int64_t{1};
  return argument;
}

Argument Groups() {
  return {.name = "numGroups", .role = Role::kAttribute, .meaning = "groups, a divisor of C"};
}

Operator GroupNormSwish() {
  return MakeOperator({
      .phases = TwoPhases<&Swish, &aclnnGroupNormSwish>("aclnnGroupNormSwish"),
      .summary = "group normalization, followed by swish or not",
      .formula = {"yOut = z * sigmoid(swishScale * z), z = (x - mean) * rstd * gamma + beta",
                  "mean and rstd = 1 / sqrt(variance + eps): those of the element's sample and group"},
      .arguments = {Tensor("x", "forward input", kShapeOfX, Floats()),
                    OfX("gamma", "scale", "[C]", OfChannels), OfX("beta", "shift", "[C]", OfChannels),
                    Groups(), Epsilon("eps"), Switch("activateSwish", "swish follows"),
                    Real("swishScale", "factor of z in sigmoid", 1),
                    OfX("yOut", "the result", "that of x", SameShapeAs("x"), Role::kOutput),
                    OfX("meanOut", "means of the groups", "N * numGroups elements", OfGroupsOfX,
                        Role::kOutput),
                    OfX("rstdOut", "reciprocal standard deviations of the groups", "N * numGroups elements",
                        OfGroupsOfX, Role::kOutput)},
      .draw = [](Choices& choices) { return DrawSwished(choices, false); },
      .samples = SwishedSamples(false),
      .runExample = "--x x.npy --gamma w.npy --beta b.npy --num-groups 2 --y-out y.npy",
      .benchExample = "--x 8x64x56x56 --num-groups 32",
  });
}

Operator GroupNormSwishGrad() {
  Argument rstd =
      OfX("rstd", "reciprocal standard deviations of the groups", "N * numGroups elements", OfGroupsOfX);
  rstd.holds = Meaning::kPositive;
  const auto gradient = [](std::string name, std::string meaning, const char* flag) {
    Argument made = OfX(std::move(name), std::move(meaning), "[C]", OfChannels, Role::kOutput);
    made.written = [flag](const Arguments& known) { return known.Integer(flag) != 0; };
    made.optional = true;
    made.needed = made.written;
    return made;
  };
  return MakeOperator({
      .phases = TwoPhases<&SwishGrad, &aclnnGroupNormSwishGrad>("aclnnGroupNormSwishGrad"),
      .summary = "gradients of group normalization followed by swish",
      .formula = {"g = dy * s * (1 + swishScale * z * (1 - s)), s = sigmoid(swishScale * z)",
                  "z = (x - mean) * rstd * gamma + beta",
                  "dxOut, dgammaOut, dbetaOut: as aclnnGroupNormBackward computes them from g"},
      .arguments = {OfX("dy", "gradient of the result", "that of x", SameShapeAs("x")),
                    OfX("mean", "means of the groups", "N * numGroups elements", OfGroupsOfX), rstd,
                    Tensor("x", "forward input", kShapeOfX, Floats()),
                    OfX("gamma", "scale", "[C]", OfChannels), OfX("beta", "shift", "[C]", OfChannels),
                    Groups(), Real("swishScale", "factor of z in sigmoid", 1),
                    Switch("dgammaIsRequire", "dgammaOut is computed"),
                    Switch("dbetaIsRequire", "dbetaOut is computed"),
                    OfX("dxOut", "gradient of x", "that of x", SameShapeAs("x"), Role::kOutput),
                    gradient("dgammaOut", "gradient of gamma", "dgammaIsRequire"),
                    gradient("dbetaOut", "gradient of beta", "dbetaIsRequire")},
      .lead = "x",
      .draw = [](Choices& choices) { return DrawSwished(choices, true); },
      .samples = SwishedSamples(true),
      .runExample = "--dy dy.npy --mean m.npy --rstd r.npy --x x.npy --gamma w.npy --beta b.npy "
                    "--num-groups 2 --dx-out dx.npy --dgamma-out dw.npy --dbeta-out db.npy",
      .benchExample = "--x 8x64x56x56 --num-groups 32",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      GroupNorm(),
      GroupNormSilu(TwoPhases<&aclnnGroupNormSiluGetWorkspaceSize, &aclnnGroupNormSilu>("aclnnGroupNormSilu"),
                    "group normalization followed by SiLU", false),
      GroupNormSilu(
          TwoPhases<&aclnnGroupNormSiluV2GetWorkspaceSize, &aclnnGroupNormSiluV2>("aclnnGroupNormSiluV2"),
          "group normalization, followed by SiLU or not", true),
      GroupNormSwish(),
      GroupNormSwishGrad(),
  };
}

}  // namespace openaclnn::catalogue::normalization::group_norm
