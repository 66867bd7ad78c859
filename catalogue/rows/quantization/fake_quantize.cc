// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_fake_quant_per_channel_affine_cachemask.h"
#include "aclnnop/aclnn_fake_quant_per_tensor_affine_cachemask.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::quantization::fake_quantize {
namespace {

Arguments CallOf(const Shape& self, bool channels, int64_t axis, aclDataType dtype, aclDataType scale) {
  Arguments all;
  const auto place = static_cast<size_t>(axis);
  const Shape parameters{channels && place < self.size() ? self[place] : 1};
  all.tensors = {
      {"self", {{self, dtype}}}, {"scale", {{parameters, scale}}}, {"zeroPoint", {{parameters, ACL_INT32}}}};
  if (channels) {
    all.attributes["axis"] = axis;
  }
  return all;
}

Operator Row(Operator row, bool channels) {
  Argument self = Tensor("self", "numbers", "any", Floats());
  Argument scale = Tensor("scale", "distance of neighbouring levels", channels ? "[C]" : "[1]", Floats());
  scale.holds = Meaning::kPositive;
  scale.shape = [channels](const Arguments& known) {
    const Shape& shape = known.ShapeOf("self");
    return Shape{channels && !shape.empty() ? Extent(shape, Place(known.Integer("axis"), shape.size())) : 1};
  };
  Argument zeroPoint = Tensor("zeroPoint", "level of 0", "that of scale", {ACL_INT32});
  zeroPoint.shape = scale.shape;
  zeroPoint.dtype = Always(ACL_INT32);
  const auto level = [](const char* name, const char* meaning, int64_t usual) {
    return Argument{.name = name, .role = Role::kAttribute, .meaning = meaning, .defaultValue = usual};
  };
  row.formula = {"q = round(self / scale) + zeroPoint",
                 "out = (min(max(q, quantMin), quantMax) - zeroPoint) * scale",
                 "mask = quantMin <= q <= quantMax"};
  row.arguments = {std::move(self), std::move(scale), std::move(zeroPoint)};
  if (channels) {
    Argument axis = Dim("axis");
    axis.defaultValue = int64_t{0};
    row.arguments.push_back(std::move(axis));
  } else {
    row.arguments.push_back(Real("fakeQuantEnabled", "less than 1: out is a copy of self", 1));
  }
  row.arguments.push_back(level("quantMin", "lowest level", -1));
  row.arguments.push_back(level("quantMax", "highest level", 2));
  row.arguments.push_back(OutputWith(Tensor("out", "the numbers of the levels", "that of self", Floats()),
                                     SameShapeAs("self"), SameAs("self")));
  row.arguments.push_back(
      OutputWith(Tensor("mask", "which numbers are within range", "that of self", {ACL_BOOL}),
                 SameShapeAs("self"), Always(ACL_BOOL)));
  const auto sample = [&](std::string name, const Shape& shape, int64_t axis, bool specials) {
    return Sample{.name = std::move(name),
                  .arguments = CallOf(shape, channels, axis, ACL_DT_UNDEFINED, ACL_FLOAT),
                  .data = {{.name = "self", .specials = specials}}};
  };
  row.samples = {sample("matrix", {33, 1301}, 0, false), sample("three_dims", {7, 130, 41}, 1, false),
                 sample("specials", {5, 3000}, 1, true)};
  row.draw = [channels](Choices& choices) {
    const Shape shape = choices.AnyShape(8);
    const auto axis = static_cast<int64_t>(shape.empty() ? 0 : choices.Below(shape.size()));
    Arguments drawn = CallOf(shape, channels, axis, choices.DType(Floats()), choices.DType(Floats()));
    drawn.attributes["quantMin"] = static_cast<int64_t>(choices.Below(5)) - 4;
    drawn.attributes["quantMax"] = static_cast<int64_t>(choices.Below(5));
    return drawn;
  };
  row.runExample = "--self x.npy --scale s.npy --zero-point z.npy --out y.npy --mask m.npy";
  row.benchExample = channels ? "--self 4096x4096 --scale 4096 --zero-point 4096"
                              : "--self 4096x4096 --scale 1 --zero-point 1";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Row({.phases =
               TwoPhases<&aclnnFakeQuantPerTensorAffineCachemaskGetWorkspaceSize,
                         &aclnnFakeQuantPerTensorAffineCachemask>("aclnnFakeQuantPerTensorAffineCachemask"),
           .summary = "numbers as quantization leaves them, and which of them were within range"},
          false),
      Row({.phases =
               TwoPhases<&aclnnFakeQuantPerChannelAffineCachemaskGetWorkspaceSize,
                         &aclnnFakeQuantPerChannelAffineCachemask>("aclnnFakeQuantPerChannelAffineCachemask"),
           .summary = "numbers as quantization of each channel leaves them, and which were within range"},
          true),
  };
}

}  // namespace openaclnn::catalogue::quantization::fake_quantize
