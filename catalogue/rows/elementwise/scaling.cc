// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_modulate.h"
#include "aclnnop/aclnn_scale.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::scaling {
namespace {

/// A factor or a term of the type of the first tensor, which may be left out.
Argument Optional(const char* name, const char* meaning, const char* shapeText, const char* like) {
  Argument argument = Tensor(name, meaning, shapeText, Floats());
  argument.optional = true;
  argument.dtype = SameAs(like);
  return argument;
}

struct Scaled {
  Shape x;
  size_t axis;
  size_t dims;
  bool bias;
  bool specials = false;
};

Arguments ScaleCall(const Scaled& scaled, aclDataType dtype) {
  const auto from = scaled.x.begin() + static_cast<std::ptrdiff_t>(scaled.axis);
  const Shape own(from, from + static_cast<std::ptrdiff_t>(scaled.dims));
  Arguments all;
  all.tensors["x"] = {{scaled.x, dtype}};
  all.tensors["scale"] = {{own, dtype}};
  if (scaled.bias) {
    all.tensors["biasOptional"] = {{own, dtype}};
  }
  all.attributes["axis"] = static_cast<int64_t>(scaled.axis);
  all.attributes["numAxes"] = static_cast<int64_t>(scaled.dims);
  all.attributes["scaleFromBlob"] = int64_t{1};
  return all;
}

Operator Scale() {
  Argument scale = Tensor("scale", "factors", "sizes of x from axis on", Floats());
  scale.dtype = SameAs("x");
  scale.shape = [](const Arguments& known) {
    const Shape& x = known.ShapeOf("x");
    return Shape{Extent(x, std::min<size_t>(1, x.size()))};
  };
  Operator row =
      MakeOperator({.phases = TwoPhases<&aclnnScaleGetWorkspaceSize, &aclnnScale>("aclnnScale"),
                    .summary = "product with a factor for some dimensions, and a sum",
                    .formula = {"y = x * scale + bias, from dimension axis of x on"},
                    .arguments = {Tensor("x", "first factor", "1 to 8 dims", Floats()),
                                  std::move(scale),
                                  Optional("biasOptional", "terms", "that of scale", "x"),
                                  Dim("axis"),
                                  {.name = "numAxes",
                                   .role = Role::kAttribute,
                                   .meaning = "dimensions of scale; -1: all from axis on",
                                   .defaultValue = int64_t{-1}},
                                  Flag("scaleFromBlob", "numAxes says how many dimensions scale has"),
                                  OutputWith(Tensor("y", "the result", "that of x", Floats()),
                                             SameShapeAs("x"), SameAs("x"))},
                    .runExample = "--x x.npy --scale s.npy --axis 1 -o y.npy",
                    .benchExample = "--x 64x256x1024 --scale 256 --axis 1"});
  const auto sample = [&](const char* name, const Scaled& scaled) {
    Sample made{.name = name, .arguments = ScaleCall(scaled, ACL_DT_UNDEFINED)};
    made.data = {{.name = "x", .specials = scaled.specials}, {.name = "scale", .specials = scaled.specials}};
    if (scaled.bias) {
      made.data.push_back({.name = "biasOptional"});
    }
    row.samples.push_back(std::move(made));
  };
  sample("channels", {{3, 17, 31, 45}, 1, 1, true});
  sample("all_dims", {{5, 601}, 0, 2, false});
  sample("number", {{31, 77}, 1, 0, true});
  sample("specials", {{7, 9, 50}, 2, 1, true, true});
  row.draw = [](Choices& choices) {
    Scaled scaled{choices.AnyShape(8), 0, 0, choices.Chance(128)};
    if (scaled.x.empty()) {
      scaled.x = {choices.Extent()};
    }
    scaled.axis = choices.Below(scaled.x.size());
    scaled.dims = choices.Below(scaled.x.size() - scaled.axis + 1);
    Arguments drawn = ScaleCall(scaled, choices.DType(Floats()));
    if (choices.Chance(64)) {
      drawn.attributes["axis"] = static_cast<int64_t>(scaled.axis) - static_cast<int64_t>(scaled.x.size());
    }
    drawn.attributes["scaleFromBlob"] = int64_t{choices.Chance(128) ? 1 : 0};
    return drawn;
  };
  return row;
}

Arguments ModulateCall(const Shape& self, bool flat, bool scale, bool shift, aclDataType dtype) {
  const Shape own = flat ? Shape{self[0], self[2]} : Shape{self[0], 1, self[2]};
  Arguments all;
  all.tensors["self"] = {{self, dtype}};
  if (scale) {
    all.tensors["scaleOptional"] = {{own, dtype}};
  }
  if (shift) {
    all.tensors["shiftOptional"] = {{own, dtype}};
  }
  return all;
}

Operator Modulate() {
  Operator row =
      MakeOperator({.phases = TwoPhases<&aclnnModulateGetWorkspaceSize, &aclnnModulate>("aclnnModulate"),
                    .summary = "sequences scaled and shifted by numbers of each image",
                    .formula = {"out = self * (1 + scale) + shift"},
                    .arguments = {Tensor("self", "sequences", "[B, L, D]", Floats()),
                                  Optional("scaleOptional", "factors less 1", "[B, D] or [B, 1, D]", "self"),
                                  Optional("shiftOptional", "terms", "[B, D] or [B, 1, D]", "self"),
                                  OutputWith(Tensor("out", "the result", "that of self", Floats()),
                                             SameShapeAs("self"), SameAs("self"))},
                    .runExample = "--self x.npy --scale-optional s.npy --shift-optional t.npy -o y.npy",
                    .benchExample = "--self 8x1024x1152 --scale-optional 8x1152 --shift-optional 8x1152"});
  const auto sample = [&](const char* name, const Shape& self, bool flat, bool scale, bool shift) {
    row.samples.push_back(
        {.name = name, .arguments = ModulateCall(self, flat, scale, shift, ACL_DT_UNDEFINED)});
    row.samples.back().data = {{.name = "self", .specials = self[1] == 7}};
  };
  sample("both", {3, 101, 77}, true, true, true);
  sample("scale_only", {2, 31, 300}, false, true, false);
  sample("specials", {5, 7, 60}, true, true, true);
  row.draw = [](Choices& choices) {
    return ModulateCall({choices.Extent(), choices.Extent(), choices.Extent()}, choices.Chance(128),
                        choices.Chance(192), choices.Chance(192), choices.DType(Floats()));
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {Scale(), Modulate()};
}

}  // namespace openaclnn::catalogue::elementwise::scaling
