// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_isin.h"
#include "aclnnop/aclnn_isin_tensor_scalar.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::is_in {
namespace {

Argument Compared(const char* name) {
  return With(Input(name, Numbers()), {ACL_UINT16, ACL_COMPLEX64, ACL_COMPLEX128});
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument unique = Flag("assumeUnique", "no effect");
  const Argument invert = Flag("invert", "whether the result is inverted");
  return {
      Pointwise(
          TwoPhases<&aclnnIsInScalarTensorGetWorkspaceSize, &aclnnIsInScalarTensor>("aclnnIsInScalarTensor"),
          "whether a number is among the elements of a tensor",
          {"out = (testElements == element) != invert; of one element, whether any is"},
          {NumberOperand("element", 1), Compared("testElements"), unique, invert, TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnIsInTensorScalarGetWorkspaceSize, &aclnnIsInTensorScalar>("aclnnIsInTensorScalar"),
          "whether elements are equal to a number, or not", {"out = (element == testElement) != invert"},
          {Compared("element"), NumberOperand("testElement", 1), unique, invert, TruthOutput("out")}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::is_in
