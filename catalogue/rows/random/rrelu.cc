// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_rrelu_with_noise.h"
#include "catalogue/rows/random/seeded.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::random::rrelu {
namespace {

Operator Row(Phases phases, std::string summary, bool inPlace) {
  Argument self = Input("self", Floats());
  self.role = inPlace ? Role::kInPlace : Role::kInput;
  Argument noise = OutputWith(Tensor("noise", "the slopes, in training", "that of self", Floats()),
                              SameShapeAs("self"), SameAs("self"));
  noise.written = [](const Arguments& known) {
    return known.Integer("training") != 0 && Product(known.ShapeOf("self")) > 0;
  };
  std::vector<Argument> arguments{self,
                                  noise,
                                  Number("lower", 0.125),
                                  Number("upper", 0.375),
                                  Flag("training", "whether slopes are random"),
                                  Seed(),
                                  Offset()};
  if (!inPlace) {
    arguments.push_back(OutputWith(Tensor("out", "the result", "that of self", Floats()), SameShapeAs("self"),
                                   SameAs("self")));
  }
  Operator row = MakeOperator(
      {.phases = std::move(phases),
       .summary = std::move(summary),
       .formula = {inPlace ? "self = self * (self > 0 ? 1 : a)" : "out = self * (self > 0 ? 1 : a)"},
       .arguments = std::move(arguments),
       .runExample =
           inPlace ? "--self x.npy --noise a.npy --self-result y.npy" : "--self x.npy --noise a.npy -o y.npy",
       .benchExample = "--self 1024x1024"});
  const auto sample = [&](const char* name, Shape shape, int64_t training) {
    Sample made{.name = name};
    made.arguments.tensors["self"] = {{std::move(shape)}};
    made.arguments.attributes = {{"training", training}, {"seed", int64_t{7}}};
    row.samples.push_back(std::move(made));
  };
  sample("training", {7, 30, 111}, 1);
  sample("evaluation", {7, 30, 111}, 0);
  sample("one_element", {}, 1);
  row.draw = [](Choices& choices) {
    Arguments drawn;
    const aclDataType dtype = choices.DType(Floats());
    drawn.tensors["self"] = {{choices.AnyShape(5), dtype}};
    drawn.attributes["training"] = int64_t{choices.Chance(128)};
    drawn.attributes["seed"] = choices.AnyInteger();
    drawn.attributes["offset"] = choices.AnyInteger();
    return drawn;
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {Row(TwoPhases<&aclnnRReluWithNoiseGetWorkspaceSize, &aclnnRReluWithNoise>("aclnnRReluWithNoise"),
              "leaky rectified linear unit with random slopes", false),
          Row(TwoPhases<&aclnnInplaceRReluWithNoiseGetWorkspaceSize, &aclnnInplaceRReluWithNoise>(
                  "aclnnInplaceRReluWithNoise"),
              "leaky rectified linear unit with random slopes, in place", true)};
}

}  // namespace openaclnn::catalogue::random::rrelu
