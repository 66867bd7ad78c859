// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_hardshrink.h"
#include "aclnnop/aclnn_hardshrink_backward.h"
#include "aclnnop/aclnn_hardsigmoid.h"
#include "aclnnop/aclnn_hardsigmoid_backward.h"
#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_hardswish_backward_v2.h"
#include "aclnnop/aclnn_hardtanh.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_leaky_relu.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_shrink.h"
#include "aclnnop/aclnn_softshrink.h"
#include "aclnnop/aclnn_softshrink_backward.h"
#include "aclnnop/aclnn_squared_relu.h"
#include "aclnnop/aclnn_threshold.h"
#include "aclnnop/aclnn_threshold_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::activation::piecewise {

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnReluGetWorkspaceSize, &aclnnRelu>("aclnnRelu"), "rectified linear unit",
                {"out = max(self, 0)"},
                {Input("self", NumbersButBool()), OutputOfThatType("out", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnInplaceReluGetWorkspaceSize, &aclnnInplaceRelu>("aclnnInplaceRelu"),
                "rectified linear unit, in place", {"selfRef = max(selfRef, 0)"},
                {InPlace("selfRef", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnSquaredReluGetWorkspaceSize, &aclnnSquaredRelu>("aclnnSquaredRelu"),
                "square of the rectified linear unit", {"out = max(input, 0)^2"},
                {Input("input", FloatsAndDouble()), OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnThresholdGetWorkspaceSize, &aclnnThreshold>("aclnnThreshold"),
                "numbers above a threshold", {"out = self > threshold ? self : value"},
                {Input("self", NumbersButBool()), Number("threshold", 1), Number("value", 0),
                 OutputOfThatType("out", NumbersButBool())}),
      Pointwise(
          TwoPhases<&aclnnInplaceThresholdGetWorkspaceSize, &aclnnInplaceThreshold>("aclnnInplaceThreshold"),
          "numbers above a threshold, in place", {"selfRef = selfRef > threshold ? selfRef : value"},
          {InPlace("selfRef", NumbersButBool()), Number("threshold", 1), Number("value", 0)}),
      Pointwise(TwoPhases<&aclnnHardtanhGetWorkspaceSize, &aclnnHardtanh>("aclnnHardtanh"),
                "numbers kept within bounds", {"out = min(max(self, minVal), maxVal)"},
                {Input("self", NumbersButBool()), Number("minVal", -1), Number("maxVal", 1),
                 OutputOfThatType("out", NumbersButBool())}),
      Pointwise(
          TwoPhases<&aclnnInplaceHardtanhGetWorkspaceSize, &aclnnInplaceHardtanh>("aclnnInplaceHardtanh"),
          "numbers kept within bounds, in place", {"selfRef = min(max(selfRef, minVal), maxVal)"},
          {InPlace("selfRef", NumbersButBool()), Number("minVal", -1), Number("maxVal", 1)}),
      Pointwise(TwoPhases<&aclnnLeakyReluGetWorkspaceSize, &aclnnLeakyRelu>("aclnnLeakyRelu"),
                "leaky rectified linear unit", {"out = self > 0 ? self : negativeSlope * self"},
                {Input("self", FloatsAndDouble()), Number("negativeSlope", 1),
                 OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(
          TwoPhases<&aclnnInplaceLeakyReluGetWorkspaceSize, &aclnnInplaceLeakyRelu>("aclnnInplaceLeakyRelu"),
          "leaky rectified linear unit, in place",
          {"selfRef = selfRef > 0 ? selfRef : negativeSlope * selfRef"},
          {InPlace("selfRef", FloatsAndDouble()), Number("negativeSlope", 1)}),
      Pointwise(TwoPhases<&aclnnHardswishGetWorkspaceSize, &aclnnHardswish>("aclnnHardswish"), "hard swish",
                {"out = self * min(max(self + 3, 0), 6) / 6"},
                {Input("self", FloatsAndDouble()), OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(
          TwoPhases<&aclnnInplaceHardswishGetWorkspaceSize, &aclnnInplaceHardswish>("aclnnInplaceHardswish"),
          "hard swish, in place", {"selfRef = selfRef * min(max(selfRef + 3, 0), 6) / 6"},
          {InPlace("selfRef", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnHardsigmoidGetWorkspaceSize, &aclnnHardsigmoid>("aclnnHardsigmoid"),
                "hard sigmoid", {"out = min(max(self + 3, 0), 6) / 6"},
                {Input("self", FloatsAndDouble()), OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnInplaceHardsigmoidGetWorkspaceSize, &aclnnInplaceHardsigmoid>(
                    "aclnnInplaceHardsigmoid"),
                "hard sigmoid, in place", {"selfRef = min(max(selfRef + 3, 0), 6) / 6"},
                {InPlace("selfRef", FloatsAndDouble())}),
      Pointwise(
          TwoPhases<&aclnnHardshrinkGetWorkspaceSize, &aclnnHardshrink>("aclnnHardshrink"), "hard shrinkage",
          {"out = |self| <= lambd ? 0 : self"},
          {Input("self", FloatsAndDouble()), Number("lambd", 1), OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(
          TwoPhases<&aclnnSoftshrinkGetWorkspaceSize, &aclnnSoftshrink>("aclnnSoftshrink"), "soft shrinkage",
          {"out = self - lambd, self + lambd, or 0 between"},
          {Input("self", FloatsAndDouble()), Number("lambd", 1), OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnShrinkGetWorkspaceSize, &aclnnShrink>("aclnnShrink"),
                "shrinkage by a bias outside of an interval",
                {"out = self - bias above lambd, self + bias below -lambd, or 0 between"},
                {Input("self", FloatsAndDouble()), Number("lambd", 1), Number("bias", 0.5),
                 OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnHardshrinkBackwardGetWorkspaceSize, &aclnnHardshrinkBackward>(
                    "aclnnHardshrinkBackward"),
                "gradient of hard shrinkage", {"gradInput = |self| <= lambd ? 0 : gradOutput"},
                {Input("gradOutput", FloatsAndDouble()), Input("self", FloatsAndDouble()), Number("lambd", 1),
                 Output("gradInput", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnSoftshrinkBackwardGetWorkspaceSize, &aclnnSoftshrinkBackward>(
                    "aclnnSoftshrinkBackward"),
                "gradient of soft shrinkage", {"gradInput = |self| <= lambda ? 0 : gradOutput"},
                {Input("gradOutput", FloatsAndDouble()), Input("self", FloatsAndDouble()),
                 Number("lambda", 1), Output("gradInput", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnThresholdBackwardGetWorkspaceSize, &aclnnThresholdBackward>(
                    "aclnnThresholdBackward"),
                "gradient of threshold and relu", {"out = self <= threshold ? 0 : gradOutput"},
                {Input("gradOutput", NumbersButBool()), Input("self", NumbersButBool()),
                 Number("threshold", 0), Output("out", NumbersButBool())}),
      Pointwise(
          TwoPhases<&aclnnHardtanhBackwardGetWorkspaceSize, &aclnnHardtanhBackward>("aclnnHardtanhBackward"),
          "gradient of hardtanh", {"out = min < self < max ? gradOutput : 0"},
          {Input("gradOutput", FloatsAndDouble()), Input("self", FloatsAndDouble()), Number("min", -1),
           Number("max", 1), Output("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnLeakyReluBackwardGetWorkspaceSize, &aclnnLeakyReluBackward>(
                    "aclnnLeakyReluBackward"),
                "gradient of leaky relu", {"out = self > 0 ? gradOutput : negativeSlope * gradOutput"},
                {Input("gradOutput", FloatsAndDouble()), Input("self", FloatsAndDouble()),
                 Number("negativeSlope", 1),
                 Flag("selfIsResult", "whether self is the output of the forward operator"),
                 Output("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnHardswishBackwardGetWorkspaceSize, &aclnnHardswishBackward>(
                    "aclnnHardswishBackward"),
                "gradient of hard swish", {"out = gradOutput * (0, self / 3 + 1 / 2, or 1)"},
                {Input("gradOutput", FloatsAndDouble()), Input("self", FloatsAndDouble()),
                 Output("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnHardswishBackwardV2GetWorkspaceSize, &aclnnHardswishBackwardV2>(
                    "aclnnHardswishBackwardV2"),
                "gradient of hard swish, whose pieces end at -3 and 3",
                {"out = gradOutput * (0, self / 3 + 1 / 2, or 1)"},
                {Input("gradOutput", FloatsAndDouble()), Input("self", FloatsAndDouble()),
                 Output("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnHardsigmoidBackwardGetWorkspaceSize, &aclnnHardsigmoidBackward>(
                    "aclnnHardsigmoidBackward"),
                "gradient of hard sigmoid", {"out = -3 < self < 3 ? gradOutput / 6 : 0"},
                {Input("gradOutput", FloatsAndDouble()), Input("self", FloatsAndDouble()),
                 Output("out", FloatsAndDouble())}),
  };
}

}  // namespace openaclnn::catalogue::activation::piecewise
