// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_modulate_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::modulate_backward {
namespace {

Argument OfImages(std::string name, std::string meaning) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "[B, D] or [B, 1, D]", Floats());
  argument.dtype = SameAs("input");
  argument.optional = true;
  return argument;
}

/// The gradient of such a tensor, where there is one.
Argument GradientOf(std::string name, const std::string& of) {
  Argument argument = OutputWith(Tensor(std::move(name), "gradient of " + of, "that of " + of, Floats()),
                                 SameShapeAs(of), SameAs("input"));
  const auto given = [of](const Arguments& known) { return known.Find(of) != nullptr; };
  argument.optional = true;
  argument.needed = given;
  argument.written = given;
  return argument;
}

Arguments Call(const Shape& input, bool flat, bool scale, bool shift, aclDataType dtype) {
  const Shape own = flat ? Shape{input[0], input[2]} : Shape{input[0], 1, input[2]};
  Arguments all{.tensors = {{"gradOutput", {{input, dtype}}}, {"input", {{input, dtype}}}}};
  if (scale) {
    all.tensors["scaleOptional"] = {{own, dtype}};
  }
  if (shift) {
    all.tensors["shiftOptional"] = {{own, dtype}};
  }
  return all;
}

}  // namespace

std::vector<Operator> Rows() {
  Argument grad = Tensor("gradOutput", "gradient of out", "[B, L, D]", Floats());
  Argument input = Tensor("input", "sequences", "[B, L, D]", Floats());
  input.dtype = SameAs("gradOutput");
  Operator row = MakeOperator({
      .phases =
          TwoPhases<&aclnnModulateBackwardGetWorkspaceSize, &aclnnModulateBackward>("aclnnModulateBackward"),
      .summary = "gradients of sequences scaled and shifted by numbers of each image",
      .formula = {"gradInput = gradOutput * (1 + scaleOptional)",
                  "gradScale = sum over L of gradOutput * input, gradShift = sum over L of gradOutput"},
      .arguments = {std::move(grad), std::move(input), OfImages("scaleOptional", "factors less 1"),
                    OfImages("shiftOptional", "terms"),
                    OutputWith(Tensor("gradInput", "gradient of input", "that of input", Floats()),
                               SameShapeAs("input"), SameAs("input")),
                    GradientOf("gradScale", "scaleOptional"), GradientOf("gradShift", "shiftOptional")},
      .draw =
          [](Choices& choices) {
            return Call({choices.Extent(), choices.Extent(), choices.Extent()}, choices.Chance(128),
                        choices.Chance(192), choices.Chance(192), choices.DType(Floats()));
          },
      .samples = {{.name = "both", .arguments = Call({3, 101, 77}, true, true, true, ACL_DT_UNDEFINED)},
                  {.name = "scale_only",
                   .arguments = Call({2, 31, 601}, false, true, false, ACL_DT_UNDEFINED)},
                  {.name = "neither", .arguments = Call({5, 7, 60}, true, false, false, ACL_DT_UNDEFINED)}},
      .runExample = "--grad-output g.npy --input x.npy --scale-optional s.npy --shift-optional t.npy "
                    "--grad-input gx.npy "
                    "--grad-scale gs.npy --grad-shift gt.npy",
      .benchExample =
          "--grad-output 8x1024x1152 --input 8x1024x1152 --scale-optional 8x1152 --shift-optional 8x1152",
  });
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::elementwise::modulate_backward
