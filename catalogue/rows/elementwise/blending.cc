// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_addcdiv.h"
#include "aclnnop/aclnn_addcmul.h"
#include "aclnnop/aclnn_lerp_scalar.h"
#include "aclnnop/aclnn_lerp_tensor.h"
#include "aclnnop/aclnn_masked_scale.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::blending {
namespace {

DTypes FloatsAndLong() {
  return Joined(FloatsAndDouble(), {ACL_INT64});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
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
      Pointwise(TwoPhases<&aclnnMaskedScaleGetWorkspaceSize, &aclnnMaskedScale>("aclnnMaskedScale"),
                "product with a mask and a number", {"out = self * mask * scale"},
                {Input("self", FloatsAndDouble()),
                 With(Input("mask", FloatsAndDouble()), {ACL_UINT8, ACL_INT8, ACL_BOOL}),
                 Real("scale", "a factor", 2), Output("out", FloatsAndDouble())}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::blending
