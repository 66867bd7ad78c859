// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_celu.h"
#include "aclnnop/aclnn_elu.h"
#include "aclnnop/aclnn_elu_backward.h"
#include "aclnnop/aclnn_selu.h"
#include "aclnnop/aclnn_selu_backward.h"
#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"
#include "catalogue/rows/activation/operands.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::activation::elu_softplus {

namespace {

DTypes SeluTypes() {
  return Joined(FloatsAndDouble(), {ACL_INT32, ACL_INT8});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnCeluGetWorkspaceSize, &aclnnCelu>("aclnnCelu"),
                "continuously differentiable exponential linear unit",
                {"out = self > 0 ? self : alpha (e^(self / alpha) - 1)"}, {In(), Number("alpha", 1), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceCeluGetWorkspaceSize, &aclnnInplaceCelu>("aclnnInplaceCelu"),
                "continuously differentiable exponential linear unit, in place",
                {"selfRef = selfRef > 0 ? selfRef : alpha (e^(selfRef / alpha) - 1)"},
                {InPlace("selfRef", FloatsAndDouble()), Number("alpha", 1)}),
      Pointwise(TwoPhases<&aclnnEluGetWorkspaceSize, &aclnnElu>("aclnnElu"), "exponential linear unit",
                {"out = self > 0 ? scale self : alpha scale (e^(inputScale self) - 1)"},
                {In(), Number("alpha", 1), Number("scale", 1), Number("inputScale", 1), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceEluGetWorkspaceSize, &aclnnInplaceElu>("aclnnInplaceElu"),
                "exponential linear unit, in place",
                {"selfRef = selfRef > 0 ? scale selfRef : alpha scale (e^(inputScale selfRef) - 1)"},
                {InPlace("selfRef", FloatsAndDouble()), Number("alpha", 1), Number("scale", 1),
                 Number("inputScale", 1)}),
      Pointwise(TwoPhases<&aclnnEluBackwardGetWorkspaceSize, &aclnnEluBackward>("aclnnEluBackward"),
                "gradient of the exponential linear unit",
                {"gradInput = gradOutput (selfOrResult > 0 ? scale : inputScale alpha scale e^(inputScale "
                 "selfOrResult))"},
                {In("gradOutput"), Number("alpha", 1), Number("scale", 1), Number("inputScale", 1),
                 Flag("isResult", "selfOrResult is the forward output"), In("selfOrResult"), GradInput()}),
      Pointwise(TwoPhases<&aclnnSeluGetWorkspaceSize, &aclnnSelu>("aclnnSelu"),
                "scaled exponential linear unit", {"out = scale (self > 0 ? self : alpha (e^self - 1))"},
                {Input("self", SeluTypes()), OutputOfThatType("out", SeluTypes())}),
      Pointwise(TwoPhases<&aclnnInplaceSeluGetWorkspaceSize, &aclnnInplaceSelu>("aclnnInplaceSelu"),
                "scaled exponential linear unit, in place",
                {"selfRef = scale (selfRef > 0 ? selfRef : alpha (e^selfRef - 1))"},
                {InPlace("selfRef", SeluTypes())}),
      Pointwise(
          TwoPhases<&aclnnSeluBackwardGetWorkspaceSize, &aclnnSeluBackward>("aclnnSeluBackward"),
          "gradient of the scaled exponential linear unit",
          {"gradInput = gradOutput (result > 0 ? scale : result + alpha scale)"},
          {Input("gradOutput", SeluTypes()), Input("result", SeluTypes()), Output("gradInput", SeluTypes())}),
      Pointwise(TwoPhases<&aclnnSoftplusGetWorkspaceSize, &aclnnSoftplus>("aclnnSoftplus"),
                "smooth form of the larger one of self and 0",
                {"out = beta self > threshold ? self : log(1 + e^(beta self)) / beta"},
                {In(), Number("beta", 1), Number("threshold", 20), Out()}),
      Pointwise(
          TwoPhases<&aclnnSoftplusBackwardGetWorkspaceSize, &aclnnSoftplusBackward>("aclnnSoftplusBackward"),
          "gradient of the smooth form of the larger one of self and 0",
          {"gradInput = beta self > threshold ? gradOutput : gradOutput / (1 + e^(-beta self))"},
          {Input("gradOutput", Numbers()), Input("self", Numbers()), Number("beta", 1),
           Number("threshold", 20),
           Output("gradInput", FloatsAndDouble(), PromotedToFloating({"gradOutput", "self"}))}),
  };
}

}  // namespace openaclnn::catalogue::activation::elu_softplus
