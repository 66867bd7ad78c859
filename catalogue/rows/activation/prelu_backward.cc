// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_prelu_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::activation::prelu_backward {
namespace {

Sample PreluSample(std::string name, const Shape& self, int64_t weights, bool specials = false) {
  Sample sample{.name = std::move(name)};
  sample.arguments.tensors = {{"gradOutput", {{self}}}, {"self", {{self}}}, {"weight", {{{weights}}}}};
  const int64_t outer = weights == 1 ? 1 : self[0];
  const Mirror mirror{outer, weights, Product(self) / outer / weights};
  Mirror negated = mirror;
  negated.negated = true;
  sample.data = {
      {.name = "gradOutput",
       .pattern = Pattern::kSpread,
       .mirror = negated,
       .specials = specials,
       .constant = specials},
      {.name = "self", .pattern = Pattern::kSpread, .mirror = mirror, .specials = specials},
      {.name = "weight", .pattern = Pattern::kNearOne},
  };
  return sample;
}

Operator PreluBackward() {
  return MakeOperator({
      .phases = TwoPhases<&aclnnPreluBackwardGetWorkspaceSize, &aclnnPreluBackward>("aclnnPreluBackward"),
      .summary = "gradients of PReLU for its input and its weight",
      .formula = {"gradInput[i]  = self[i] > 0 ? gradOutput[i] : gradOutput[i] * weight of i's channel",
                  "gradWeight[c] = sum over i of channel c of (self[i] > 0 ? 0 : gradOutput[i] * self[i])"},
      .arguments =
          {
              {.name = "gradOutput",
               .meaning = "gradient of the forward output",
               .shapeText = "that of self, or one that broadcasts to it",
               .dtypes = Floats(),
               .shape = SameShapeAs("self"),
               .dtype = SameAs("self")},
              {.name = "self",
               .meaning = "forward input",
               .shapeText = "0 to 8 dimensions, channels along dimension 1",
               .dtypes = Floats()},
              {.name = "weight",
               .meaning = "slope for what is not positive",
               .shapeText = "1 element, or as many as self has channels",
               .dtypes = Floats(),
               .shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("self"), 1)}; },
               .dtype = SameAs("self")},
              {.name = "gradInput",
               .role = Role::kOutput,
               .meaning = "gradient for self",
               .shapeText = "that of self",
               .dtypes = Floats(),
               .shape = SameShapeAs("self"),
               .dtype = SameAs("self")},
              {.name = "gradWeight",
               .role = Role::kOutput,
               .meaning = "gradient for weight",
               .shapeText = "that of a single weight, else [channels]",
               .dtypes = Floats(),
               .shape =
                   [](const Arguments& known) {
                     const Shape& weight = known.ShapeOf("weight");
                     const int64_t count = Product(weight);
                     return count == 1 ? weight : Shape{count};
                   },
               .dtype = SameAs("self")},
          },
      .draw =
          [](Choices& choices) {
            const aclDataType dtype = choices.DType(Floats());
            const Shape self = choices.AnyShape(8);
            const int64_t channels = self.size() >= 2 ? self[1] : 1;
            Shape weight(choices.Below(3), 1);
            if (!self.empty() && channels != 1 && choices.Chance(160)) {
              weight = choices.AnyShapeOf(channels);
            }
            Arguments drawn;
            drawn.tensors = {{"gradOutput", {{choices.Narrowed(self), dtype}}},
                             {"self", {{self, dtype}}},
                             {"weight", {{weight, dtype}}}};
            return drawn;
          },
      .samples =
          {
              PreluSample("one_weight", {5, 3, 40, 601}, 1),
              PreluSample("few_long_channels", {2, 3, 50021}, 3),
              PreluSample("channels_innermost", {3001, 96}, 96),
              PreluSample("many_channels", {5, 3001, 17}, 3001),
              PreluSample("many_short_channels", {700, 24, 3, 5}, 24),
              PreluSample("specials_in_a_constant_gradient", {4, 8, 4001}, 8, true),
          },
      .runExample =
          "--grad-output g.npy --self x.npy --weight w.npy --grad-input gx.npy --grad-weight gw.npy",
      .benchExample = "--self 32x256x56x56",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      PreluBackward(),
  };
}

}  // namespace openaclnn::catalogue::activation::prelu_backward
