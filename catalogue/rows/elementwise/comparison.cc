// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_eq_scalar.h"
#include "aclnnop/aclnn_eq_tensor.h"
#include "aclnnop/aclnn_ge_scalar.h"
#include "aclnnop/aclnn_ge_tensor.h"
#include "aclnnop/aclnn_gt_scalar.h"
#include "aclnnop/aclnn_gt_tensor.h"
#include "aclnnop/aclnn_le_scalar.h"
#include "aclnnop/aclnn_le_tensor.h"
#include "aclnnop/aclnn_lt_scalar.h"
#include "aclnnop/aclnn_lt_tensor.h"
#include "aclnnop/aclnn_ne_scalar.h"
#include "aclnnop/aclnn_ne_tensor.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::comparison {
namespace {

Argument Equal(Argument argument) {
  return With(std::move(argument), {ACL_UINT16, ACL_COMPLEX64, ACL_COMPLEX128});
}
Argument Ordered(Argument argument) {
  return With(std::move(argument), {ACL_UINT16});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
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
  };
}

}  // namespace openaclnn::catalogue::elementwise::comparison
