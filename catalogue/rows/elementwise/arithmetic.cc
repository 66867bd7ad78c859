// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_add_relu.h"
#include "aclnnop/aclnn_add_v3.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_rsub.h"
#include "aclnnop/aclnn_square.h"
#include "aclnnop/aclnn_sub.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::arithmetic {
namespace {

Argument In(std::string name) {
  return WithComplex(Input(std::move(name), Numbers()));
}
Argument SelfRef() {
  return WithComplex(InPlace("selfRef", Numbers()));
}
Argument Out() {
  return WithComplex(Output("out", Numbers()));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnAddGetWorkspaceSize, &aclnnAdd>("aclnnAdd"), "sum of two tensors",
                {"out = self + alpha * other"}, {In("self"), In("other"), Number("alpha", 1), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceAddGetWorkspaceSize, &aclnnInplaceAdd>("aclnnInplaceAdd"),
                "sum of two tensors, in place", {"selfRef = selfRef + alpha * other"},
                {SelfRef(), In("other"), Number("alpha", 1)}),
      Pointwise(TwoPhases<&aclnnAddsGetWorkspaceSize, &aclnnAdds>("aclnnAdds"),
                "sum of a tensor and a number", {"out = self + alpha * other"},
                {In("self"), NumberOperand("other", 2), Number("alpha", 1), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceAddsGetWorkspaceSize, &aclnnInplaceAdds>("aclnnInplaceAdds"),
                "sum of a tensor and a number, in place", {"selfRef = selfRef + alpha * other"},
                {SelfRef(), NumberOperand("other", 2), Number("alpha", 1)}),
      Pointwise(TwoPhases<&aclnnSubGetWorkspaceSize, &aclnnSub>("aclnnSub"), "difference of two tensors",
                {"out = self - alpha * other"}, {In("self"), In("other"), Number("alpha", 1), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceSubGetWorkspaceSize, &aclnnInplaceSub>("aclnnInplaceSub"),
                "difference of two tensors, in place", {"selfRef = selfRef - alpha * other"},
                {SelfRef(), In("other"), Number("alpha", 1)}),
      Pointwise(TwoPhases<&aclnnSubsGetWorkspaceSize, &aclnnSubs>("aclnnSubs"),
                "difference of a tensor and a number", {"out = self - alpha * other"},
                {In("self"), NumberOperand("other", 2), Number("alpha", 1), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceSubsGetWorkspaceSize, &aclnnInplaceSubs>("aclnnInplaceSubs"),
                "difference of a tensor and a number, in place", {"selfRef = selfRef - alpha * other"},
                {SelfRef(), NumberOperand("other", 2), Number("alpha", 1)}),
      Pointwise(TwoPhases<&aclnnRsubGetWorkspaceSize, &aclnnRsub>("aclnnRsub"),
                "difference of two tensors, exchanged", {"out = other - alpha * self"},
                {In("self"), In("other"), Number("alpha", 1), Out()}),
      Pointwise(TwoPhases<&aclnnRsubsGetWorkspaceSize, &aclnnRsubs>("aclnnRsubs"),
                "difference of a number and a tensor", {"out = other - alpha * self"},
                {In("self"), NumberOperand("other", 2), Number("alpha", 1), Out()}),
      Pointwise(TwoPhases<&aclnnAddV3GetWorkspaceSize, &aclnnAddV3>("aclnnAddV3"),
                "sum of a number and a tensor", {"out = self + alpha * other"},
                {NumberOperand("self", 2), In("other"), Number("alpha", 1), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceAddV3GetWorkspaceSize, &aclnnInplaceAddV3>("aclnnInplaceAddV3"),
                "sum of a number and a tensor, in place", {"other = selfRef + alpha * other"},
                {NumberOperand("selfRef", 2), WithComplex(InPlace("other", Numbers())), Number("alpha", 1)}),
      Pointwise(TwoPhases<&aclnnAddReluGetWorkspaceSize, &aclnnAddRelu>("aclnnAddRelu"),
                "sum, or 0 if it is negative", {"out = max(self + alpha * other, 0)"},
                {Input("self", NumbersButBool()), Input("other", NumbersButBool()), Number("alpha", 1),
                 Output("out", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnInplaceAddReluGetWorkspaceSize, &aclnnInplaceAddRelu>("aclnnInplaceAddRelu"),
                "sum, or 0 if it is negative, in place", {"selfRef = max(selfRef + alpha * other, 0)"},
                {InPlace("selfRef", NumbersButBool()), Input("other", NumbersButBool()), Number("alpha", 1)}),
      Pointwise(TwoPhases<&aclnnSquareGetWorkspaceSize, &aclnnSquare>("aclnnSquare"), "squares",
                {"out = self * self"},
                {Input("self", NumbersButBool()), OutputOfThatType("out", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnMulGetWorkspaceSize, &aclnnMul>("aclnnMul"), "product of two tensors",
                {"out = self * other"}, {In("self"), In("other"), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceMulGetWorkspaceSize, &aclnnInplaceMul>("aclnnInplaceMul"),
                "product of two tensors, in place", {"selfRef = selfRef * other"}, {SelfRef(), In("other")}),
      Pointwise(TwoPhases<&aclnnMulsGetWorkspaceSize, &aclnnMuls>("aclnnMuls"),
                "product of a tensor and a number", {"out = self * other"},
                {In("self"), NumberOperand("other", 2), Out()}),
      Pointwise(TwoPhases<&aclnnInplaceMulsGetWorkspaceSize, &aclnnInplaceMuls>("aclnnInplaceMuls"),
                "product of a tensor and a number, in place", {"selfRef = selfRef * other"},
                {SelfRef(), NumberOperand("other", 2)}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::arithmetic
