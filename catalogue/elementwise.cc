// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_rsub.h"
#include "aclnnop/aclnn_sub.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

// Operands of arithmetic, and of conversions.
Argument Computed(Argument argument) {
  return With(std::move(argument), {ACL_COMPLEX64, ACL_COMPLEX128});
}
Argument Convertible(Argument argument) {
  return With(std::move(argument), {ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128});
}

Argument In(std::string name) {
  return Computed(Input(std::move(name), Numbers()));
}
Argument SelfRef() {
  return Computed(InPlace("selfRef", Numbers()));
}
Argument Out() {
  return Computed(Output("out", Numbers()));
}

}  // namespace

std::vector<Operator> Elementwise() {
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
      Pointwise(TwoPhases<&aclnnCastGetWorkspaceSize, &aclnnCast>("aclnnCast"), "elements of another type",
                {"out = self"},
                {Convertible(Input("self", Numbers())), Type("dtype", "the type of out", Numbers()),
                 Convertible(Output("out", Numbers(), AsAttribute("dtype")))}),
      Pointwise(TwoPhases<&aclnnInplaceCopyGetWorkspaceSize, &aclnnInplaceCopy>("aclnnInplaceCopy"),
                "copy of a tensor of any type and layout", {"selfRef = src"},
                {Convertible(Output("selfRef", Numbers())), Convertible(Input("src", Numbers()))}),
  };
}

}  // namespace openaclnn::catalogue
