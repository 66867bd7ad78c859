// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_eq_scalar.h"
#include "aclnnop/aclnn_eq_tensor.h"
#include "aclnnop/aclnn_equal.h"
#include "aclnnop/aclnn_ge_scalar.h"
#include "aclnnop/aclnn_ge_tensor.h"
#include "aclnnop/aclnn_gt_scalar.h"
#include "aclnnop/aclnn_gt_tensor.h"
#include "aclnnop/aclnn_isclose.h"
#include "aclnnop/aclnn_le_scalar.h"
#include "aclnnop/aclnn_le_tensor.h"
#include "aclnnop/aclnn_lt_scalar.h"
#include "aclnnop/aclnn_lt_tensor.h"
#include "aclnnop/aclnn_ne_scalar.h"
#include "aclnnop/aclnn_ne_tensor.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

Argument Equal(Argument argument) {
  return With(std::move(argument), {ACL_UINT16, ACL_COMPLEX64, ACL_COMPLEX128});
}
Argument Ordered(Argument argument) {
  return With(std::move(argument), {ACL_UINT16});
}

/// Tensors as a whole.
Operator WholeTensors() {
  const DTypes others{ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128};
  Argument out = OutputOfThatType("out", {ACL_BOOL}, Always(ACL_BOOL));
  out.shapeText = "one element";
  out.shape = [](const Arguments& /*known*/) { return Shape{1}; };
  Operator row =
      MakeOperator({.phases = TwoPhases<&aclnnEqualGetWorkspaceSize, &aclnnEqual>("aclnnEqual"),
                    .summary = "whether two tensors are equal",
                    .formula = {"out = whether self and other have one shape, and self == other everywhere"},
                    .arguments = {With(Input("self", Numbers()), others),
                                  With(InputAs("other", Numbers(), "self"), others), out},
                    .runExample = "--self x.npy --other y.npy -o equal.npy",
                    .benchExample = "--self 4096x4096 --other 4096x4096"});
  const auto fill = [](const Shape& shape, aclDataType dtype) {
    return Arguments{.tensors = {{"self", {{shape, dtype}}}, {"other", {{shape, dtype}}}}};
  };
  for (const auto& [name, shape] : {std::pair{"row", Shape{100003}}, std::pair{"matrix", Shape{300, 170}},
                                    std::pair{"four_dims", Shape{5, 7, 31, 46}}}) {
    row.samples.push_back({.name = name, .arguments = fill(shape, ACL_DT_UNDEFINED)});
  }
  row.draw = [fill](Choices& choices) { return fill(choices.AnyShape(5), choices.DType(Numbers())); };
  return row;
}

}  // namespace

std::vector<Operator> Comparison() {
  return {
      WholeTensors(),
      Pointwise(TwoPhases<&aclnnEqTensorGetWorkspaceSize, &aclnnEqTensor>("aclnnEqTensor"),
                "whether elements are equal", {"out = self == other"},
                {Equal(Input("self", Numbers())), Equal(Input("other", Numbers())), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceEqTensorGetWorkspaceSize, &aclnnInplaceEqTensor>("aclnnInplaceEqTensor"),
          "whether elements are equal, in place", {"selfRef = selfRef == other"},
          {Equal(InPlace("selfRef", Numbers())), Equal(Input("other", Numbers()))}),
      Pointwise(TwoPhases<&aclnnEqScalarGetWorkspaceSize, &aclnnEqScalar>("aclnnEqScalar"),
                "whether elements are equal, against a number", {"out = self == other"},
                {Equal(Input("self", Numbers())), NumberOperand("other", 1), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceEqScalarGetWorkspaceSize, &aclnnInplaceEqScalar>("aclnnInplaceEqScalar"),
          "whether elements are equal, against a number, in place", {"selfRef = selfRef == other"},
          {Equal(InPlace("selfRef", Numbers())), NumberOperand("other", 1)}),
      Pointwise(TwoPhases<&aclnnNeTensorGetWorkspaceSize, &aclnnNeTensor>("aclnnNeTensor"),
                "whether elements differ", {"out = self != other"},
                {Equal(Input("self", Numbers())), Equal(Input("other", Numbers())), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceNeTensorGetWorkspaceSize, &aclnnInplaceNeTensor>("aclnnInplaceNeTensor"),
          "whether elements differ, in place", {"selfRef = selfRef != other"},
          {Equal(InPlace("selfRef", Numbers())), Equal(Input("other", Numbers()))}),
      Pointwise(TwoPhases<&aclnnNeScalarGetWorkspaceSize, &aclnnNeScalar>("aclnnNeScalar"),
                "whether elements differ, against a number", {"out = self != other"},
                {Equal(Input("self", Numbers())), NumberOperand("other", 1), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceNeScalarGetWorkspaceSize, &aclnnInplaceNeScalar>("aclnnInplaceNeScalar"),
          "whether elements differ, against a number, in place", {"selfRef = selfRef != other"},
          {Equal(InPlace("selfRef", Numbers())), NumberOperand("other", 1)}),
      Pointwise(TwoPhases<&aclnnGtTensorGetWorkspaceSize, &aclnnGtTensor>("aclnnGtTensor"),
                "whether elements are larger", {"out = self > other"},
                {Ordered(Input("self", Numbers())), Ordered(Input("other", Numbers())), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceGtTensorGetWorkspaceSize, &aclnnInplaceGtTensor>("aclnnInplaceGtTensor"),
          "whether elements are larger, in place", {"selfRef = selfRef > other"},
          {Ordered(InPlace("selfRef", Numbers())), Ordered(Input("other", Numbers()))}),
      Pointwise(TwoPhases<&aclnnGtScalarGetWorkspaceSize, &aclnnGtScalar>("aclnnGtScalar"),
                "whether elements are larger, against a number", {"out = self > other"},
                {Ordered(Input("self", Numbers())), NumberOperand("other", 1), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceGtScalarGetWorkspaceSize, &aclnnInplaceGtScalar>("aclnnInplaceGtScalar"),
          "whether elements are larger, against a number, in place", {"selfRef = selfRef > other"},
          {Ordered(InPlace("selfRef", Numbers())), NumberOperand("other", 1)}),
      Pointwise(TwoPhases<&aclnnGeTensorGetWorkspaceSize, &aclnnGeTensor>("aclnnGeTensor"),
                "whether elements are not smaller", {"out = self >= other"},
                {Ordered(Input("self", Numbers())), Ordered(Input("other", Numbers())), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceGeTensorGetWorkspaceSize, &aclnnInplaceGeTensor>("aclnnInplaceGeTensor"),
          "whether elements are not smaller, in place", {"selfRef = selfRef >= other"},
          {Ordered(InPlace("selfRef", Numbers())), Ordered(Input("other", Numbers()))}),
      Pointwise(TwoPhases<&aclnnGeScalarGetWorkspaceSize, &aclnnGeScalar>("aclnnGeScalar"),
                "whether elements are not smaller, against a number", {"out = self >= other"},
                {Ordered(Input("self", Numbers())), NumberOperand("other", 1), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceGeScalarGetWorkspaceSize, &aclnnInplaceGeScalar>("aclnnInplaceGeScalar"),
          "whether elements are not smaller, against a number, in place", {"selfRef = selfRef >= other"},
          {Ordered(InPlace("selfRef", Numbers())), NumberOperand("other", 1)}),
      Pointwise(TwoPhases<&aclnnLtTensorGetWorkspaceSize, &aclnnLtTensor>("aclnnLtTensor"),
                "whether elements are smaller", {"out = self < other"},
                {Ordered(Input("self", Numbers())), Ordered(Input("other", Numbers())), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceLtTensorGetWorkspaceSize, &aclnnInplaceLtTensor>("aclnnInplaceLtTensor"),
          "whether elements are smaller, in place", {"selfRef = selfRef < other"},
          {Ordered(InPlace("selfRef", Numbers())), Ordered(Input("other", Numbers()))}),
      Pointwise(TwoPhases<&aclnnLtScalarGetWorkspaceSize, &aclnnLtScalar>("aclnnLtScalar"),
                "whether elements are smaller, against a number", {"out = self < other"},
                {Ordered(Input("self", Numbers())), NumberOperand("other", 1), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceLtScalarGetWorkspaceSize, &aclnnInplaceLtScalar>("aclnnInplaceLtScalar"),
          "whether elements are smaller, against a number, in place", {"selfRef = selfRef < other"},
          {Ordered(InPlace("selfRef", Numbers())), NumberOperand("other", 1)}),
      Pointwise(TwoPhases<&aclnnLeTensorGetWorkspaceSize, &aclnnLeTensor>("aclnnLeTensor"),
                "whether elements are not larger", {"out = self <= other"},
                {Ordered(Input("self", Numbers())), Ordered(Input("other", Numbers())), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceLeTensorGetWorkspaceSize, &aclnnInplaceLeTensor>("aclnnInplaceLeTensor"),
          "whether elements are not larger, in place", {"selfRef = selfRef <= other"},
          {Ordered(InPlace("selfRef", Numbers())), Ordered(Input("other", Numbers()))}),
      Pointwise(TwoPhases<&aclnnLeScalarGetWorkspaceSize, &aclnnLeScalar>("aclnnLeScalar"),
                "whether elements are not larger, against a number", {"out = self <= other"},
                {Ordered(Input("self", Numbers())), NumberOperand("other", 1), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceLeScalarGetWorkspaceSize, &aclnnInplaceLeScalar>("aclnnInplaceLeScalar"),
          "whether elements are not larger, against a number, in place", {"selfRef = selfRef <= other"},
          {Ordered(InPlace("selfRef", Numbers())), NumberOperand("other", 1)}),
      Pointwise(TwoPhases<&aclnnIsCloseGetWorkspaceSize, &aclnnIsClose>("aclnnIsClose"),
                "whether elements are nearly equal", {"out = |self - other| <= atol + rtol * |other|"},
                {Input("self", Numbers()), InputAs("other", Numbers(), "self"),
                 Real("rtol", "relative tolerance", 0.25), Real("atol", "absolute tolerance", 0.5),
                 Flag("equalNan", "whether two NaNs are close"), TruthOutput("out")}),
  };
}

}  // namespace openaclnn::catalogue
