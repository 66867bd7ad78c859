// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_addcdiv.h"
#include "aclnnop/aclnn_addcmul.h"
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_floor_divide.h"
#include "aclnnop/aclnn_fmod_scalar.h"
#include "aclnnop/aclnn_fmod_tensor.h"
#include "aclnnop/aclnn_lerp.h"
#include "aclnnop/aclnn_remainder.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

Argument Computed(Argument argument) {
  return With(std::move(argument), {ACL_COMPLEX64, ACL_COMPLEX128});
}

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

DTypes FloatsAndLong() {
  DTypes dtypes = FloatsAndDouble();
  dtypes.push_back(ACL_INT64);
  return dtypes;
}

}  // namespace

std::vector<Operator> Division() {
  return {
      Pointwise(TwoPhases<&aclnnDivGetWorkspaceSize, &aclnnDiv>("aclnnDiv"), "quotient of two tensors",
                {"out = self / other"},
                {Computed(Input("self", Numbers())), Computed(Input("other", Numbers())),
                 Computed(Output("out", Numbers(), PromotedToFloating({"self", "other"})))}),
      Pointwise(TwoPhases<&aclnnInplaceDivGetWorkspaceSize, &aclnnInplaceDiv>("aclnnInplaceDiv"),
                "quotient of two tensors, in place", {"selfRef = selfRef / other"},
                {Computed(InPlace("selfRef", FloatsAndDouble())), Computed(Input("other", Numbers()))}),
      Pointwise(TwoPhases<&aclnnDivsGetWorkspaceSize, &aclnnDivs>("aclnnDivs"),
                "quotient of a tensor and a number", {"out = self / other"},
                {Computed(Input("self", Numbers())), NumberOperand("other", 2),
                 Computed(Output("out", Numbers(), PromotedToFloating({"self"}, {"other"})))}),
      Pointwise(TwoPhases<&aclnnInplaceDivsGetWorkspaceSize, &aclnnInplaceDivs>("aclnnInplaceDivs"),
                "quotient of a tensor and a number, in place", {"selfRef = selfRef / other"},
                {Computed(InPlace("selfRef", FloatsAndDouble())), NumberOperand("other", 2)}),
      Pointwise(TwoPhases<&aclnnDivModGetWorkspaceSize, &aclnnDivMod>("aclnnDivMod"),
                "quotient of two tensors", {"out = self / other, made whole as mode says"},
                {Input("self", Numbers()), Input("other", Numbers()), RoundingMode(),
                 Output("out", Numbers(), QuotientByMode({"self", "other"}, {}))}),
      Pointwise(TwoPhases<&aclnnInplaceDivModGetWorkspaceSize, &aclnnInplaceDivMod>("aclnnInplaceDivMod"),
                "quotient of two tensors, in place", {"selfRef = selfRef / other, made whole as mode says"},
                {InPlace("selfRef", FloatsAndDouble()), Input("other", Numbers()), RoundingMode()}),
      Pointwise(TwoPhases<&aclnnDivModsGetWorkspaceSize, &aclnnDivMods>("aclnnDivMods"),
                "quotient of a tensor and a number", {"out = self / other, made whole as mode says"},
                {Input("self", Numbers()), NumberOperand("other", 2), RoundingMode(),
                 Output("out", Numbers(), QuotientByMode({"self"}, {"other"}))}),
      Pointwise(TwoPhases<&aclnnInplaceDivModsGetWorkspaceSize, &aclnnInplaceDivMods>("aclnnInplaceDivMods"),
                "quotient of a tensor and a number, in place",
                {"selfRef = selfRef / other, made whole as mode says"},
                {InPlace("selfRef", FloatsAndDouble()), NumberOperand("other", 2), RoundingMode()}),
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
      Pointwise(TwoPhases<&aclnnAddcmulGetWorkspaceSize, &aclnnAddcmul>("aclnnAddcmul"),
                "sum with a scaled product", {"out = self + value * tensor1 * tensor2"},
                {Input("self", NumbersButBool()), Input("tensor1", NumbersButBool()),
                 Input("tensor2", NumbersButBool()), Number("value", 1), Output("out", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnInplaceAddcmulGetWorkspaceSize, &aclnnInplaceAddcmul>("aclnnInplaceAddcmul"),
                "sum with a scaled product, in place", {"selfRef = selfRef + value * tensor1 * tensor2"},
                {InPlace("selfRef", NumbersButBool()), Input("tensor1", NumbersButBool()),
                 Input("tensor2", NumbersButBool()), Number("value", 1)}),
      Pointwise(TwoPhases<&aclnnAddcdivGetWorkspaceSize, &aclnnAddcdiv>("aclnnAddcdiv"),
                "sum with a scaled quotient", {"out = self + value * (tensor1 / tensor2)"},
                {Input("self", FloatsAndLong()), Input("tensor1", FloatsAndLong()),
                 Input("tensor2", FloatsAndLong()), Number("value", 1), Output("out", FloatsAndLong())}),
      Pointwise(TwoPhases<&aclnnInplaceAddcdivGetWorkspaceSize, &aclnnInplaceAddcdiv>("aclnnInplaceAddcdiv"),
                "sum with a scaled quotient, in place", {"selfRef = selfRef + value * (tensor1 / tensor2)"},
                {InPlace("selfRef", FloatsAndLong()), Input("tensor1", FloatsAndLong()),
                 Input("tensor2", FloatsAndLong()), Number("value", 1)}),
      Pointwise(TwoPhases<&aclnnLerpGetWorkspaceSize, &aclnnLerp>("aclnnLerp"), "linear interpolation",
                {"out = self + weight * (end - self)"},
                {Input("self", FloatsAndDouble()), InputAs("end", FloatsAndDouble(), "self"),
                 InputAs("weight", FloatsAndDouble(), "self"), OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnInplaceLerpGetWorkspaceSize, &aclnnInplaceLerp>("aclnnInplaceLerp"),
                "linear interpolation, in place", {"selfRef = selfRef + weight * (end - selfRef)"},
                {InPlace("selfRef", FloatsAndDouble()), InputAs("end", FloatsAndDouble(), "selfRef"),
                 InputAs("weight", FloatsAndDouble(), "selfRef")}),
      Pointwise(TwoPhases<&aclnnLerpsGetWorkspaceSize, &aclnnLerps>("aclnnLerps"),
                "linear interpolation with one weight", {"out = self + weight * (end - self)"},
                {Input("self", FloatsAndDouble()), InputAs("end", FloatsAndDouble(), "self"),
                 Number("weight", 1), OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnInplaceLerpsGetWorkspaceSize, &aclnnInplaceLerps>("aclnnInplaceLerps"),
                "linear interpolation with one weight, in place",
                {"selfRef = selfRef + weight * (end - selfRef)"},
                {InPlace("selfRef", FloatsAndDouble()), InputAs("end", FloatsAndDouble(), "selfRef"),
                 Number("weight", 1)}),
  };
}

}  // namespace openaclnn::catalogue
