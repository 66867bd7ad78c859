// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_fill_tensor.h"
#include "aclnnop/aclnn_masked_fill_scalar.h"
#include "aclnnop/aclnn_masked_fill_tensor.h"
#include "aclnnop/aclnn_ones.h"
#include "aclnnop/aclnn_s_where.h"
#include "aclnnop/aclnn_zero.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::selection {
namespace {

Argument Chooses(std::string name) {
  return With(Condition(std::move(name)), {ACL_UINT8});
}

/// An output that every element of which gets the same number, so that it may be expanded.
Argument Filled(std::string name) {
  Argument filled = Storable(InPlace(std::move(name), Numbers()));
  filled.mayRepeat = true;
  return filled;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnSWhereGetWorkspaceSize, &aclnnSWhere>("aclnnSWhere"),
                "one of two numbers, by a condition", {"out = condition ? self : other"},
                {Chooses("condition"), WithComplex(Input("self", Numbers())),
                 WithComplex(Input("other", Numbers())), WithComplex(Output("out", Numbers()))}),
      Pointwise(TwoPhases<&aclnnInplaceFillScalarGetWorkspaceSize, &aclnnInplaceFillScalar>(
                    "aclnnInplaceFillScalar"),
                "tensors filled with a number", {"selfRef = value"}, {Filled("selfRef"), Number("value", 2)}),
      Pointwise(TwoPhases<&aclnnInplaceFillTensorGetWorkspaceSize, &aclnnInplaceFillTensor>(
                    "aclnnInplaceFillTensor"),
                "tensors filled with the element of another one", {"selfRef = value"},
                {Storable(InPlace("selfRef", Numbers())), Storable(SingleInput("value", Numbers()))}),
      Pointwise(TwoPhases<&aclnnInplaceZeroGetWorkspaceSize, &aclnnInplaceZero>("aclnnInplaceZero"),
                "tensors filled with 0", {"selfRef = 0"}, {Filled("selfRef")}),
      Pointwise(TwoPhases<&aclnnInplaceOneGetWorkspaceSize, &aclnnInplaceOne>("aclnnInplaceOne"),
                "tensors filled with 1", {"selfRef = 1"}, {Filled("selfRef")}),
      Pointwise(TwoPhases<&aclnnInplaceMaskedFillScalarGetWorkspaceSize, &aclnnInplaceMaskedFillScalar>(
                    "aclnnInplaceMaskedFillScalar"),
                "a number where a mask holds", {"selfRef = mask ? value : selfRef"},
                {Movable(InPlace("selfRef", Numbers())), Chooses("mask"), Number("value", 2)}),
      Pointwise(TwoPhases<&aclnnInplaceMaskedFillTensorGetWorkspaceSize, &aclnnInplaceMaskedFillTensor>(
                    "aclnnInplaceMaskedFillTensor"),
                "the element of another tensor where a mask holds", {"selfRef = mask ? value : selfRef"},
                {Movable(InPlace("selfRef", Numbers())), Chooses("mask"),
                 Movable(SingleInput("value", Numbers()))}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::selection
