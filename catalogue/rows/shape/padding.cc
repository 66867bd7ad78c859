// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "aclnnop/aclnn_circular_pad2d.h"
#include "aclnnop/aclnn_circular_pad2d_backward.h"
#include "aclnnop/aclnn_circular_pad3d.h"
#include "aclnnop/aclnn_circular_pad3d_backward.h"
#include "aclnnop/aclnn_pad2d_backward.h"
#include "aclnnop/aclnn_reflection_pad1d.h"
#include "aclnnop/aclnn_reflection_pad1d_backward.h"
#include "aclnnop/aclnn_reflection_pad2d.h"
#include "aclnnop/aclnn_reflection_pad3d.h"
#include "aclnnop/aclnn_reflection_pad3d_backward.h"
#include "aclnnop/aclnn_replication_pad1d.h"
#include "aclnnop/aclnn_replication_pad1d_backward.h"
#include "aclnnop/aclnn_replication_pad2d.h"
#include "aclnnop/aclnn_replication_pad3d.h"
#include "aclnnop/aclnn_replication_pad3d_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::shape::padding {
namespace {

// What is around a tensor: its mirror image, its outermost elements, or what is at the other end.
enum class Around { kReflection, kReplication, kCircular };

// What an operator stands for: what it puts around a tensor, along how many of the last dimensions, and
// whether it is the gradient of that.
struct Padding {
  Phases phases;
  Around around;
  size_t dims;
  bool backward;
};

Shape PaddedShape(const Arguments& known) {
  Shape shape = known.ShapeOf("self");
  const Shape& padding = known.Integers("padding");
  for (size_t i = 0; i + 1 < padding.size() && i / 2 < shape.size(); i += 2) {
    int64_t& extent = shape[shape.size() - 1 - i / 2];
    extent = std::max<int64_t>(extent + padding[i] + padding[i + 1], 0);
  }
  return shape;
}

Arguments MakeArguments(Shape self, Shape padding, bool backward) {
  Arguments arguments;
  arguments.tensors = {{"self", {{std::move(self)}}}};
  arguments.attributes = {{"padding", std::move(padding)}};
  if (backward) {
    arguments.tensors["gradOutput"] = {{PaddedShape(arguments)}};
  }
  return arguments;
}

Arguments Draw(Choices& choices, const DTypes& dtypes, Around around, size_t dims, bool backward) {
  const aclDataType dtype = choices.DType(dtypes);
  Shape self;
  if (choices.Chance(160)) {
    self.push_back(choices.Extent());
  }
  self.push_back(choices.Extent(false));
  Shape padding;
  for (size_t d = 0; d < dims; ++d) {
    self.push_back(choices.Extent(false));
  }
  for (size_t d = 0; d < dims; ++d) {
    const int64_t extent = self[self.size() - 1 - d];
    const int64_t most = around == Around::kReplication ? 5 : std::min<int64_t>(extent, 5);
    const int64_t least = around != Around::kCircular && extent > 2 && choices.Chance(64) ? 1 : 0;
    for (size_t side = 0; side < 2; ++side) {
      padding.push_back(static_cast<int64_t>(choices.Below(static_cast<size_t>(most))) - least);
    }
  }
  Arguments drawn = MakeArguments(std::move(self), std::move(padding), backward);
  for (auto& [name, tensors] : drawn.tensors) {
    tensors.front().dtype = dtype;
  }
  return drawn;
}

std::vector<Sample> Samples(Around around, size_t dims, bool backward) {
  struct Named {
    const char* name;
    Shape self;     // the last ones of it
    Shape padding;  // the first ones of it
  };
  const std::vector<Named> named{
      {"narrow", {2, 5, 31, 37, 46}, {1, 2, 2, 1, 1, 1}},
      {"wide",
       {3, 11, 7, 13, 90},
       around == Around::kReplication ? Shape{100, 201, 9, 11, 3, 0} : Shape{89, 88, 12, 11, 6, 3}},
      {"cropped", {2, 3, 17, 33, 40}, {-3, 4, 5, -2, -1, -1}},
  };
  std::vector<Sample> samples;
  for (const Named& one : named) {
    Shape self(one.self.end() - static_cast<std::ptrdiff_t>(dims), one.self.end());
    self.insert(self.begin(), one.self.begin(), one.self.begin() + 2);
    const Shape padding(one.padding.begin(), one.padding.begin() + static_cast<std::ptrdiff_t>(2 * dims));
    Sample sample{.name = one.name, .arguments = MakeArguments(self, padding, backward)};
    sample.data = {{.name = backward ? "gradOutput" : "self", .pattern = Pattern::kSpread}};
    samples.push_back(sample);
    if (sample.name == "narrow") {
      sample.name = "specials";
      sample.data.front().specials = true;
      samples.push_back(std::move(sample));
    }
  }
  return samples;
}

Argument Result(Argument argument, ShapeRule shape) {
  argument.role = Role::kOutput;
  argument.shape = std::move(shape);
  argument.dtype = SameAs("self");
  return argument;
}

Operator Row(Padding padding) {
  const Around around = padding.around;
  const bool backward = padding.backward;
  const size_t dims = padding.dims;
  const std::string place(around == Around::kReflection    ? "mirror images around a tensor"
                          : around == Around::kReplication ? "the outermost elements around a tensor"
                                                           : "a tensor continued at its other end");
  const std::string count =
      dims == 1 ? "the last dimension" : "the last " + std::to_string(dims) + " dimensions";
  const std::string spatial = dims == 1 ? "W" : dims == 2 ? "H, W" : "D, H, W";
  const std::string shape = "[N, C, " + spatial + "] or [C, " + spatial + "]";

  const DTypes dtypes = backward                         ? FloatsAndDouble()
                        : around == Around::kReplication ? NumbersButBool()
                                                         : Numbers();
  Argument self = Tensor("self", backward ? "forward input" : "what is padded", shape, dtypes);
  Argument pads{.name = "padding",
                .role = Role::kAttribute,
                .meaning = "before and after the last dimension, the one before it, ..."};
  std::vector<Argument> arguments;
  if (backward) {
    self.unused = true;  // but for its shape
    Argument gradOutput =
        Tensor("gradOutput", "gradient of the padded tensor", "that of self padded", dtypes);
    gradOutput.shape = PaddedShape;
    gradOutput.dtype = SameAs("self");
    arguments = {
        gradOutput, self, pads,
        Result(Tensor("gradInput", "gradient for self", "that of self", dtypes), SameShapeAs("self"))};
  } else {
    self.others = {ACL_COMPLEX64, ACL_COMPLEX128};
    arguments = {self, pads,
                 Result(Tensor("out", "self padded", "that of self padded", dtypes), PaddedShape)};
    arguments.back().others = self.others;
  }
  std::string text = "1,2";
  for (size_t d = 1; d < dims; ++d) {
    text += ",1,2";
  }
  const std::string extents = dims == 1 ? "8x64x12544" : dims == 2 ? "8x64x112x112" : "8x16x28x56x56";
  return MakeOperator(
      {.phases = std::move(padding.phases),
       .summary = (backward ? "gradient of " : "") + place + ", along " + count,
       .formula = {backward ? "gradInput[i] = sum of gradOutput[o] over the places o that self[i] went to"
                   : around == Around::kCircular ? "out[o] = self[(o - before) mod n]"
                   : around == Around::kReflection
                       ? "out[o] = self[i], i = o - before; of i < 0: -i, of i >= n: 2 * (n - 1) - i"
                       : "out[o] = self[i], i = o - before, at least 0 and at most n - 1"},
       .arguments = std::move(arguments),
       .draw = [=](Choices& choices) { return Draw(choices, dtypes, around, dims, backward); },
       .samples = Samples(around, dims, backward),
       .runExample = (backward ? "--grad-output g.npy --self x.npy --padding " + text + " --grad-input gx.npy"
                               : "--self x.npy --padding " + text + " --out y.npy"),
       .benchExample = "--self " + extents + " --padding " + text});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Row({TwoPhases<&aclnnCircularPad2dGetWorkspaceSize, &aclnnCircularPad2d>("aclnnCircularPad2d"),
           Around::kCircular, 2, false}),
      Row({TwoPhases<&aclnnCircularPad2dBackwardGetWorkspaceSize, &aclnnCircularPad2dBackward>(
               "aclnnCircularPad2dBackward"),
           Around::kCircular, 2, true}),
      Row({TwoPhases<&aclnnCircularPad3dGetWorkspaceSize, &aclnnCircularPad3d>("aclnnCircularPad3d"),
           Around::kCircular, 3, false}),
      Row({TwoPhases<&aclnnCircularPad3dBackwardGetWorkspaceSize, &aclnnCircularPad3dBackward>(
               "aclnnCircularPad3dBackward"),
           Around::kCircular, 3, true}),
      Row({TwoPhases<&aclnnReflectionPad1dGetWorkspaceSize, &aclnnReflectionPad1d>("aclnnReflectionPad1d"),
           Around::kReflection, 1, false}),
      Row({TwoPhases<&aclnnReflectionPad1dBackwardGetWorkspaceSize, &aclnnReflectionPad1dBackward>(
               "aclnnReflectionPad1dBackward"),
           Around::kReflection, 1, true}),
      Row({TwoPhases<&aclnnReflectionPad2dGetWorkspaceSize, &aclnnReflectionPad2d>("aclnnReflectionPad2d"),
           Around::kReflection, 2, false}),
      Row({TwoPhases<&aclnnReflectionPad2dBackwardGetWorkspaceSize, &aclnnReflectionPad2dBackward>(
               "aclnnReflectionPad2dBackward"),
           Around::kReflection, 2, true}),
      Row({TwoPhases<&aclnnReflectionPad3dGetWorkspaceSize, &aclnnReflectionPad3d>("aclnnReflectionPad3d"),
           Around::kReflection, 3, false}),
      Row({TwoPhases<&aclnnReflectionPad3dBackwardGetWorkspaceSize, &aclnnReflectionPad3dBackward>(
               "aclnnReflectionPad3dBackward"),
           Around::kReflection, 3, true}),
      Row({TwoPhases<&aclnnReplicationPad1dGetWorkspaceSize, &aclnnReplicationPad1d>("aclnnReplicationPad1d"),
           Around::kReplication, 1, false}),
      Row({TwoPhases<&aclnnReplicationPad1dBackwardGetWorkspaceSize, &aclnnReplicationPad1dBackward>(
               "aclnnReplicationPad1dBackward"),
           Around::kReplication, 1, true}),
      Row({TwoPhases<&aclnnReplicationPad2dGetWorkspaceSize, &aclnnReplicationPad2d>("aclnnReplicationPad2d"),
           Around::kReplication, 2, false}),
      Row({TwoPhases<&aclnnReplicationPad2dBackwardGetWorkspaceSize, &aclnnReplicationPad2dBackward>(
               "aclnnReplicationPad2dBackward"),
           Around::kReplication, 2, true}),
      Row({TwoPhases<&aclnnReplicationPad3dGetWorkspaceSize, &aclnnReplicationPad3d>("aclnnReplicationPad3d"),
           Around::kReplication, 3, false}),
      Row({TwoPhases<&aclnnReplicationPad3dBackwardGetWorkspaceSize, &aclnnReplicationPad3dBackward>(
               "aclnnReplicationPad3dBackward"),
           Around::kReplication, 3, true}),
  };
}

}  // namespace openaclnn::catalogue::shape::padding
