// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_group_norm.h"
#include "aclnnop/aclnn_group_norm_silu.h"
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

}  // namespace

std::vector<Operator> Rows() {
  return {
      GroupNorm(),
      GroupNormSilu(TwoPhases<&aclnnGroupNormSiluGetWorkspaceSize, &aclnnGroupNormSilu>("aclnnGroupNormSilu"),
                    "group normalization followed by SiLU", false),
      GroupNormSilu(
          TwoPhases<&aclnnGroupNormSiluV2GetWorkspaceSize, &aclnnGroupNormSiluV2>("aclnnGroupNormSiluV2"),
          "group normalization, followed by SiLU or not", true),
  };
}

}  // namespace openaclnn::catalogue::normalization::group_norm
