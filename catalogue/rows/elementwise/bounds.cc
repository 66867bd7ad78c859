// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_clamp.h"
#include "aclnnop/aclnn_maximum.h"
#include "aclnnop/aclnn_minimum.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::bounds {
namespace {

// A bound, which may be null if the other one is not.
Argument Bound(Argument argument, const std::string& other) {
  argument.optional = true;
  argument.needed = [other](const Arguments& known) {
    return known.nulls.contains(other) ||
           (!known.attributes.contains(other) && !known.tensors.contains(other));
  };
  return argument;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnMaximumGetWorkspaceSize, &aclnnMaximum>("aclnnMaximum"),
                "the larger of two numbers", {"out = max(self, other)"},
                {Input("self", Numbers()), Input("other", Numbers()), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnMinimumGetWorkspaceSize, &aclnnMinimum>("aclnnMinimum"),
                "the smaller of two numbers", {"out = min(self, other)"},
                {Input("self", Numbers()), Input("other", Numbers()), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnClampGetWorkspaceSize, &aclnnClamp>("aclnnClamp"), "numbers kept between two",
                {"out = min(max(self, clipValueMin), clipValueMax)"},
                {Input("self", Numbers()), Bound(NumberOperand("clipValueMin", -1), "clipValueMax"),
                 Bound(NumberOperand("clipValueMax", 1), "clipValueMin"), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnClampMinGetWorkspaceSize, &aclnnClampMin>("aclnnClampMin"),
                "numbers kept above one", {"out = max(self, clipValueMin)"},
                {Input("self", Numbers()), NumberOperand("clipValueMin", -1), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnClampMaxGetWorkspaceSize, &aclnnClampMax>("aclnnClampMax"),
                "numbers kept below one", {"out = min(self, clipValueMax)"},
                {Input("self", Numbers()), NumberOperand("clipValueMax", 1), Output("out", Numbers())}),
      Pointwise(
          TwoPhases<&aclnnInplaceClampMaxGetWorkspaceSize, &aclnnInplaceClampMax>("aclnnInplaceClampMax"),
          "numbers kept below one, in place", {"selfRef = min(selfRef, clipValueMax)"},
          {InPlace("selfRef", Numbers()), NumberOperand("clipValueMax", 1)}),
      Pointwise(TwoPhases<&aclnnClampTensorGetWorkspaceSize, &aclnnClampTensor>("aclnnClampTensor"),
                "numbers kept between those of two tensors",
                {"out = min(max(self, clipValueMin), clipValueMax)"},
                {Input("self", Numbers()), Bound(Input("clipValueMin", Numbers()), "clipValueMax"),
                 Bound(Input("clipValueMax", Numbers()), "clipValueMin"), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnClampMinTensorGetWorkspaceSize, &aclnnClampMinTensor>("aclnnClampMinTensor"),
                "numbers kept above those of a tensor", {"out = max(self, clipValueMin)"},
                {Input("self", Numbers()), Input("clipValueMin", Numbers()), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnInplaceClampMinTensorGetWorkspaceSize, &aclnnInplaceClampMinTensor>(
                    "aclnnInplaceClampMinTensor"),
                "numbers kept above those of a tensor, in place", {"selfRef = max(selfRef, clipValueMin)"},
                {InPlace("selfRef", Numbers()), Input("clipValueMin", Numbers())}),
      Pointwise(TwoPhases<&aclnnClampMaxTensorGetWorkspaceSize, &aclnnClampMaxTensor>("aclnnClampMaxTensor"),
                "numbers kept below those of a tensor", {"out = min(self, max)"},
                {Input("self", Numbers()), Input("max", Numbers()), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnInplaceClampMaxTensorGetWorkspaceSize, &aclnnInplaceClampMaxTensor>(
                    "aclnnInplaceClampMaxTensor"),
                "numbers kept below those of a tensor, in place", {"selfRef = min(selfRef, max)"},
                {InPlace("selfRef", Numbers()), Input("max", Numbers())}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::bounds
