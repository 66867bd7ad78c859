// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_prelu.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::activation::prelu {
namespace {

// The weights are one, or one for each channel.
Operator PreluRow() {
  Operator row =
      Pointwise(TwoPhases<&aclnnPreluGetWorkspaceSize, &aclnnPrelu>("aclnnPrelu"),
                "leaky rectified linear unit with learned slopes", {"out = self > 0 ? self : weight * self"},
                {Input("self", FloatsAndDouble()), SingleInput("weight", FloatsAndDouble()),
                 Output("out", FloatsAndDouble(), Promoted({"self", "weight"}))});
  for (Argument& argument : row.arguments) {
    if (argument.name == "weight") {
      argument.shapeText = "1 element, or one for each channel of self";
      argument.promotes = true;
    }
  }
  Sample channels;
  channels.name = "channels";
  channels.arguments.tensors = {{"self", {{{3, 17, 211}, ACL_DT_UNDEFINED}}},
                                {"weight", {{{17}, ACL_DT_UNDEFINED}}}};
  row.samples.push_back(std::move(channels));
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      PreluRow(),
  };
}

}  // namespace openaclnn::catalogue::activation::prelu
