// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_floor_divide.h"
#include "aclnnop/aclnn_fmod_scalar.h"
#include "aclnnop/aclnn_fmod_tensor.h"
#include "aclnnop/aclnn_remainder.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::division {
namespace {

Argument RoundingMode() {
  return Mode("mode", "how the quotient is made whole", {{"true", 0}, {"trunc", 1}, {"floor", 2}});
}

// A quotient that is not made whole is computed in FLOAT of integers.
DTypeRule QuotientByMode(std::vector<std::string> tensors, std::vector<std::string> numbers) {
  return {"promoted, of mode true to a floating-point type",
          [whole = Promoted(tensors, numbers),
           exact = PromotedToFloating(tensors, numbers)](const Arguments& arguments) {
            return arguments.Integer("mode") == 0 ? exact.of(arguments) : whole.of(arguments);
          }};
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnDivGetWorkspaceSize, &aclnnDiv>("aclnnDiv"), "quotient of two tensors",
                {"out = self / other"},
                {WithComplex(Input("self", Numbers())), WithComplex(Input("other", Numbers())),
                 WithComplex(Output("out", Numbers(), PromotedToFloating({"self", "other"})))}),
      Pointwise(TwoPhases<&aclnnInplaceDivGetWorkspaceSize, &aclnnInplaceDiv>("aclnnInplaceDiv"),
                "quotient of two tensors, in place", {"selfRef = selfRef / other"},
                {WithComplex(InPlace("selfRef", FloatsAndDouble())), WithComplex(Input("other", Numbers()))}),
      Pointwise(TwoPhases<&aclnnDivsGetWorkspaceSize, &aclnnDivs>("aclnnDivs"),
                "quotient of a tensor and a number", {"out = self / other"},
                {WithComplex(Input("self", Numbers())), NumberOperand("other", 2),
                 WithComplex(Output("out", Numbers(), PromotedToFloating({"self"}, {"other"})))}),
      Pointwise(TwoPhases<&aclnnInplaceDivsGetWorkspaceSize, &aclnnInplaceDivs>("aclnnInplaceDivs"),
                "quotient of a tensor and a number, in place", {"selfRef = selfRef / other"},
                {WithComplex(InPlace("selfRef", FloatsAndDouble())), NumberOperand("other", 2)}),
      Pointwise(TwoPhases<&aclnnDivModGetWorkspaceSize, &aclnnDivMod>("aclnnDivMod"),
                "quotient of two tensors", {"out = self / other, made whole as mode says"},
                {Input("self", Numbers()), Input("other", Numbers()), RoundingMode(),
                 Output("out", Numbers(), QuotientByMode({"self", "other"}, {}))}),
      Pointwise(TwoPhases<&aclnnInplaceDivModGetWorkspaceSize, &aclnnInplaceDivMod>("aclnnInplaceDivMod"),
                "quotient of two tensors, in place", {"selfRef = selfRef / other, made whole as mode says"},
                {With(InPlace("selfRef", FloatsAndDouble()), Integers()), Input("other", Numbers()),
                 RoundingMode()}),
      Pointwise(TwoPhases<&aclnnDivModsGetWorkspaceSize, &aclnnDivMods>("aclnnDivMods"),
                "quotient of a tensor and a number", {"out = self / other, made whole as mode says"},
                {Input("self", Numbers()), NumberOperand("other", 2), RoundingMode(),
                 Output("out", Numbers(), QuotientByMode({"self"}, {"other"}))}),
      Pointwise(TwoPhases<&aclnnInplaceDivModsGetWorkspaceSize, &aclnnInplaceDivMods>("aclnnInplaceDivMods"),
                "quotient of a tensor and a number, in place",
                {"selfRef = selfRef / other, made whole as mode says"},
                {With(InPlace("selfRef", FloatsAndDouble()), Integers()), NumberOperand("other", 2),
                 RoundingMode()}),
      Pointwise(TwoPhases<&aclnnFloorDivideGetWorkspaceSize, &aclnnFloorDivide>("aclnnFloorDivide"),
                "whole quotient of two tensors", {"out = floor(self / other)"},
                {Input("self", Numbers()), Input("other", Numbers()), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnInplaceFloorDivideGetWorkspaceSize, &aclnnInplaceFloorDivide>(
                    "aclnnInplaceFloorDivide"),
                "whole quotient of two tensors, in place", {"selfRef = floor(selfRef / other)"},
                {InPlace("selfRef", Numbers()), Input("other", Numbers())}),
      Pointwise(TwoPhases<&aclnnFloorDividesGetWorkspaceSize, &aclnnFloorDivides>("aclnnFloorDivides"),
                "whole quotient of a tensor and a number", {"out = floor(self / other)"},
                {Input("self", Numbers()), NumberOperand("other", 2), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnInplaceFloorDividesGetWorkspaceSize, &aclnnInplaceFloorDivides>(
                    "aclnnInplaceFloorDivides"),
                "whole quotient of a tensor and a number, in place", {"selfRef = floor(selfRef / other)"},
                {InPlace("selfRef", Numbers()), NumberOperand("other", 2)}),
      Pointwise(TwoPhases<&aclnnRemainderTensorTensorGetWorkspaceSize, &aclnnRemainderTensorTensor>(
                    "aclnnRemainderTensorTensor"),
                "remainder of two tensors", {"out = self - other * floor(self / other)"},
                {Input("self", Numbers()), Input("other", Numbers()), Output("out", Numbers())}),
      Pointwise(
          TwoPhases<&aclnnInplaceRemainderTensorTensorGetWorkspaceSize, &aclnnInplaceRemainderTensorTensor>(
              "aclnnInplaceRemainderTensorTensor"),
          "remainder of two tensors, in place", {"selfRef = selfRef - other * floor(selfRef / other)"},
          {InPlace("selfRef", Numbers()), Input("other", Numbers())}),
      Pointwise(TwoPhases<&aclnnRemainderTensorScalarGetWorkspaceSize, &aclnnRemainderTensorScalar>(
                    "aclnnRemainderTensorScalar"),
                "remainder of a tensor and a number", {"out = self - other * floor(self / other)"},
                {Input("self", Numbers()), NumberOperand("other", 2), Output("out", Numbers())}),
      Pointwise(
          TwoPhases<&aclnnInplaceRemainderTensorScalarGetWorkspaceSize, &aclnnInplaceRemainderTensorScalar>(
              "aclnnInplaceRemainderTensorScalar"),
          "remainder of a tensor and a number, in place",
          {"selfRef = selfRef - other * floor(selfRef / other)"},
          {InPlace("selfRef", Numbers()), NumberOperand("other", 2)}),
      Pointwise(TwoPhases<&aclnnRemainderScalarTensorGetWorkspaceSize, &aclnnRemainderScalarTensor>(
                    "aclnnRemainderScalarTensor"),
                "remainder of a number and a tensor", {"out = self - other * floor(self / other)"},
                {NumberOperand("self", 7), Input("other", Numbers()), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnFmodTensorGetWorkspaceSize, &aclnnFmodTensor>("aclnnFmodTensor"),
                "remainder of two tensors", {"out = self - other * trunc(self / other)"},
                {Input("self", Numbers()), Input("other", Numbers()), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnInplaceFmodTensorGetWorkspaceSize, &aclnnInplaceFmodTensor>(
                    "aclnnInplaceFmodTensor"),
                "remainder of two tensors, in place", {"selfRef = selfRef - other * trunc(selfRef / other)"},
                {InPlace("selfRef", Numbers()), Input("other", Numbers())}),
      Pointwise(TwoPhases<&aclnnFmodScalarGetWorkspaceSize, &aclnnFmodScalar>("aclnnFmodScalar"),
                "remainder of a tensor and a number", {"out = self - other * trunc(self / other)"},
                {Input("self", Numbers()), NumberOperand("other", 2), Output("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnInplaceFmodScalarGetWorkspaceSize, &aclnnInplaceFmodScalar>(
                    "aclnnInplaceFmodScalar"),
                "remainder of a tensor and a number, in place",
                {"selfRef = selfRef - other * trunc(selfRef / other)"},
                {InPlace("selfRef", Numbers()), NumberOperand("other", 2)}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::division
