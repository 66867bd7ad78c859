// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_bitwise_and_scalar.h"
#include "aclnnop/aclnn_bitwise_and_tensor.h"
#include "aclnnop/aclnn_bitwise_not.h"
#include "aclnnop/aclnn_bitwise_or_scalar.h"
#include "aclnnop/aclnn_bitwise_or_tensor.h"
#include "aclnnop/aclnn_bitwise_xor_scalar.h"
#include "aclnnop/aclnn_bitwise_xor_tensor.h"
#include "aclnnop/aclnn_bitwiseand.h"
#include "aclnnop/aclnn_logical_and.h"
#include "aclnnop/aclnn_logical_not.h"
#include "aclnnop/aclnn_logical_or.h"
#include "aclnnop/aclnn_logical_xor.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::logic {
namespace {

DTypes Integral() {
  return Joined(Integers(), {ACL_BOOL});
}

Argument Bits(Argument argument) {
  return With(std::move(argument), {ACL_UINT16, ACL_UINT32, ACL_UINT64});
}

// Of any type: only whether it is zero counts.
Argument Truth(Argument argument) {
  argument.promotes = false;
  return With(std::move(argument), {ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnLogicalAndGetWorkspaceSize, &aclnnLogicalAnd>("aclnnLogicalAnd"),
                "and of truth values", {"out = (self != 0) && (other != 0)"},
                {Truth(Input("self", Numbers())), Truth(Input("other", Numbers())), TruthOutput("out")}),
      Pointwise(TwoPhases<&aclnnInplaceLogicalAndGetWorkspaceSize, &aclnnInplaceLogicalAnd>(
                    "aclnnInplaceLogicalAnd"),
                "and of truth values, in place", {"selfRef = (selfRef != 0) && (other != 0)"},
                {Truth(InPlace("selfRef", Numbers())), Truth(Input("other", Numbers()))}),
      Pointwise(
          TwoPhases<&aclnnBitwiseAndTensorGetWorkspaceSize, &aclnnBitwiseAndTensor>("aclnnBitwiseAndTensor"),
          "and of bits", {"out = self & other"},
          {Bits(Input("self", Integral())), Bits(Input("other", Integral())),
           Bits(Output("out", Integral()))}),
      Pointwise(TwoPhases<&aclnnInplaceBitwiseAndTensorGetWorkspaceSize, &aclnnInplaceBitwiseAndTensor>(
                    "aclnnInplaceBitwiseAndTensor"),
                "and of bits, in place", {"selfRef = selfRef & other"},
                {Bits(InPlace("selfRef", Integral())), Bits(Input("other", Integral()))}),
      Pointwise(TwoPhases<&aclnnBitwiseAndTensorOutGetWorkspaceSize, &aclnnBitwiseAndTensorOut>(
                    "aclnnBitwiseAndTensorOut"),
                "and of bits", {"out = self & other"},
                {Bits(Input("self", Integral())), Bits(Input("other", Integral())),
                 Bits(Output("out", Integral()))}),
      Pointwise(TwoPhases<&aclnnInplaceBitwiseAndTensorOutGetWorkspaceSize, &aclnnInplaceBitwiseAndTensorOut>(
                    "aclnnInplaceBitwiseAndTensorOut"),
                "and of bits, in place", {"selfRef = selfRef & other"},
                {Bits(InPlace("selfRef", Integral())), Bits(Input("other", Integral()))}),
      Pointwise(
          TwoPhases<&aclnnBitwiseAndScalarGetWorkspaceSize, &aclnnBitwiseAndScalar>("aclnnBitwiseAndScalar"),
          "and of bits and a number", {"out = self & other"},
          {Bits(Input("self", Integral())), NumberOperand("other", 1), Bits(Output("out", Integral()))}),
      Pointwise(TwoPhases<&aclnnInplaceBitwiseAndScalarGetWorkspaceSize, &aclnnInplaceBitwiseAndScalar>(
                    "aclnnInplaceBitwiseAndScalar"),
                "and of bits and a number, in place", {"selfRef = selfRef & other"},
                {Bits(InPlace("selfRef", Integral())), NumberOperand("other", 1)}),
      Pointwise(TwoPhases<&aclnnLogicalOrGetWorkspaceSize, &aclnnLogicalOr>("aclnnLogicalOr"),
                "or of truth values", {"out = (self != 0) || (other != 0)"},
                {Truth(Input("self", Numbers())), Truth(Input("other", Numbers())), TruthOutput("out")}),
      Pointwise(
          TwoPhases<&aclnnInplaceLogicalOrGetWorkspaceSize, &aclnnInplaceLogicalOr>("aclnnInplaceLogicalOr"),
          "or of truth values, in place", {"selfRef = (selfRef != 0) || (other != 0)"},
          {Truth(InPlace("selfRef", Numbers())), Truth(Input("other", Numbers()))}),
      Pointwise(
          TwoPhases<&aclnnBitwiseOrTensorGetWorkspaceSize, &aclnnBitwiseOrTensor>("aclnnBitwiseOrTensor"),
          "or of bits", {"out = self | other"},
          {Bits(Input("self", Integral())), Bits(Input("other", Integral())),
           Bits(Output("out", Integral()))}),
      Pointwise(TwoPhases<&aclnnInplaceBitwiseOrTensorGetWorkspaceSize, &aclnnInplaceBitwiseOrTensor>(
                    "aclnnInplaceBitwiseOrTensor"),
                "or of bits, in place", {"selfRef = selfRef | other"},
                {Bits(InPlace("selfRef", Integral())), Bits(Input("other", Integral()))}),
      Pointwise(
          TwoPhases<&aclnnBitwiseOrScalarGetWorkspaceSize, &aclnnBitwiseOrScalar>("aclnnBitwiseOrScalar"),
          "or of bits and a number", {"out = self | other"},
          {Bits(Input("self", Integral())), NumberOperand("other", 1), Bits(Output("out", Integral()))}),
      Pointwise(TwoPhases<&aclnnInplaceBitwiseOrScalarGetWorkspaceSize, &aclnnInplaceBitwiseOrScalar>(
                    "aclnnInplaceBitwiseOrScalar"),
                "or of bits and a number, in place", {"selfRef = selfRef | other"},
                {Bits(InPlace("selfRef", Integral())), NumberOperand("other", 1)}),
      Pointwise(TwoPhases<&aclnnLogicalXorGetWorkspaceSize, &aclnnLogicalXor>("aclnnLogicalXor"),
                "xor of truth values", {"out = (self != 0) != (other != 0)"},
                {Truth(Input("self", Numbers())), Truth(Input("other", Numbers())), TruthOutput("out")}),
      Pointwise(TwoPhases<&aclnnInplaceLogicalXorGetWorkspaceSize, &aclnnInplaceLogicalXor>(
                    "aclnnInplaceLogicalXor"),
                "xor of truth values, in place", {"selfRef = (selfRef != 0) != (other != 0)"},
                {Truth(InPlace("selfRef", Numbers())), Truth(Input("other", Numbers()))}),
      Pointwise(
          TwoPhases<&aclnnBitwiseXorTensorGetWorkspaceSize, &aclnnBitwiseXorTensor>("aclnnBitwiseXorTensor"),
          "xor of bits", {"out = self ^ other"},
          {Bits(Input("self", Integral())), Bits(Input("other", Integral())),
           Bits(Output("out", Integral()))}),
      Pointwise(TwoPhases<&aclnnInplaceBitwiseXorTensorGetWorkspaceSize, &aclnnInplaceBitwiseXorTensor>(
                    "aclnnInplaceBitwiseXorTensor"),
                "xor of bits, in place", {"selfRef = selfRef ^ other"},
                {Bits(InPlace("selfRef", Integral())), Bits(Input("other", Integral()))}),
      Pointwise(
          TwoPhases<&aclnnBitwiseXorScalarGetWorkspaceSize, &aclnnBitwiseXorScalar>("aclnnBitwiseXorScalar"),
          "xor of bits and a number", {"out = self ^ other"},
          {Bits(Input("self", Integral())), NumberOperand("other", 1), Bits(Output("out", Integral()))}),
      Pointwise(TwoPhases<&aclnnInplaceBitwiseXorScalarGetWorkspaceSize, &aclnnInplaceBitwiseXorScalar>(
                    "aclnnInplaceBitwiseXorScalar"),
                "xor of bits and a number, in place", {"selfRef = selfRef ^ other"},
                {Bits(InPlace("selfRef", Integral())), NumberOperand("other", 1)}),
      Pointwise(TwoPhases<&aclnnLogicalNotGetWorkspaceSize, &aclnnLogicalNot>("aclnnLogicalNot"),
                "not of truth values", {"out = self == 0"},
                {Truth(Input("self", Numbers())), TruthOutput("out")}),
      Pointwise(TwoPhases<&aclnnInplaceLogicalNotGetWorkspaceSize, &aclnnInplaceLogicalNot>(
                    "aclnnInplaceLogicalNot"),
                "not of truth values, in place", {"selfRef = selfRef == 0"},
                {Truth(InPlace("selfRef", Numbers()))}),
      Pointwise(TwoPhases<&aclnnBitwiseNotGetWorkspaceSize, &aclnnBitwiseNot>("aclnnBitwiseNot"),
                "bits inverted", {"out = ~self"},
                {Bits(Input("self", Integral())), Bits(OutputOfThatType("out", Integral()))}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::logic
