// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_pow.h"
#include "aclnnop/aclnn_pow_tensor_tensor.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::pow {
namespace {

// Operands and result of powers.
Argument In(std::string name) {
  return WithComplex(Input(std::move(name), Numbers()));
}
Argument Out() {
  return WithComplex(Output("out", Numbers()));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Pointwise(
          TwoPhases<&aclnnPowTensorScalarGetWorkspaceSize, &aclnnPowTensorScalar>("aclnnPowTensorScalar"),
          "powers of a tensor to a number", {"out = self^exponent"},
          {In("self"), NumberOperand("exponent", 2), Out()}),
      Pointwise(TwoPhases<&aclnnInplacePowTensorScalarGetWorkspaceSize, &aclnnInplacePowTensorScalar>(
                    "aclnnInplacePowTensorScalar"),
                "powers of a tensor to a number, in place", {"selfRef = selfRef^exponent"},
                {WithComplex(InPlace("selfRef", Numbers())), NumberOperand("exponent", 2)}),
      Pointwise(
          TwoPhases<&aclnnPowScalarTensorGetWorkspaceSize, &aclnnPowScalarTensor>("aclnnPowScalarTensor"),
          "powers of a number to a tensor", {"out = self^exponent"},
          {NumberOperand("self", 2), In("exponent"), Out()}),
      Pointwise(
          TwoPhases<&aclnnPowTensorTensorGetWorkspaceSize, &aclnnPowTensorTensor>("aclnnPowTensorTensor"),
          "powers of a tensor to a tensor", {"out = self^exponent"}, {In("self"), In("exponent"), Out()}),
      Pointwise(TwoPhases<&aclnnInplacePowTensorTensorGetWorkspaceSize, &aclnnInplacePowTensorTensor>(
                    "aclnnInplacePowTensorTensor"),
                "powers of a tensor to a tensor, in place", {"selfRef = selfRef^exponent"},
                {WithComplex(InPlace("selfRef", Numbers())), In("exponent")}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::pow
