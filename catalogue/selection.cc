// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_fill_tensor.h"
#include "aclnnop/aclnn_masked_fill_scalar.h"
#include "aclnnop/aclnn_masked_fill_tensor.h"
#include "aclnnop/aclnn_one.h"
#include "aclnnop/aclnn_s_where.h"
#include "aclnnop/aclnn_zero.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

Argument Complex(Argument argument) {
  return With(std::move(argument), {ACL_COMPLEX64, ACL_COMPLEX128});
}
Argument Any(Argument argument) {
  return With(std::move(argument), {ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128});
}
Argument Chooses(std::string name) {
  return With(Condition(std::move(name)), {ACL_UINT8});
}

}  // namespace

std::vector<Operator> Selection() {
  return {
      Pointwise(TwoPhases<&aclnnSWhereGetWorkspaceSize, &aclnnSWhere>("aclnnSWhere"),
                "one of two numbers, by a condition", {"out = condition ? self : other"},
                {Chooses("condition"), Complex(Input("self", Numbers())), Complex(Input("other", Numbers())),
                 Complex(Output("out", Numbers()))}),
      Pointwise(TwoPhases<&aclnnInplaceFillScalarGetWorkspaceSize, &aclnnInplaceFillScalar>(
                    "aclnnInplaceFillScalar"),
                "tensors filled with a number", {"selfRef = value"},
                {Any(InPlace("selfRef", Numbers())), Number("value", 2)}),
      Pointwise(TwoPhases<&aclnnInplaceFillTensorGetWorkspaceSize, &aclnnInplaceFillTensor>(
                    "aclnnInplaceFillTensor"),
                "tensors filled with the element of another one", {"selfRef = value"},
                {Any(InPlace("selfRef", Numbers())), Any(SingleInput("value", Numbers()))}),
      Pointwise(TwoPhases<&aclnnInplaceZeroGetWorkspaceSize, &aclnnInplaceZero>("aclnnInplaceZero"),
                "tensors filled with 0", {"selfRef = 0"}, {Any(InPlace("selfRef", Numbers()))}),
      Pointwise(TwoPhases<&aclnnInplaceOneGetWorkspaceSize, &aclnnInplaceOne>("aclnnInplaceOne"),
                "tensors filled with 1", {"selfRef = 1"}, {Any(InPlace("selfRef", Numbers()))}),
      Pointwise(TwoPhases<&aclnnInplaceMaskedFillScalarGetWorkspaceSize, &aclnnInplaceMaskedFillScalar>(
                    "aclnnInplaceMaskedFillScalar"),
                "a number where a mask holds", {"selfRef = mask ? value : selfRef"},
                {Any(InPlace("selfRef", Numbers())), Chooses("mask"), Number("value", 2)}),
      Pointwise(TwoPhases<&aclnnInplaceMaskedFillTensorGetWorkspaceSize, &aclnnInplaceMaskedFillTensor>(
                    "aclnnInplaceMaskedFillTensor"),
                "the element of another tensor where a mask holds", {"selfRef = mask ? value : selfRef"},
                {Any(InPlace("selfRef", Numbers())), Chooses("mask"), Any(SingleInput("value", Numbers()))}),
  };
}

}  // namespace openaclnn::catalogue
