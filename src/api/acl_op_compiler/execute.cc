// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "acl/acl_op_compiler.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/single_operator/attributes.h"
#include "runtime/single_operator/missing_operator.h"
#include "runtime/single_operator/tensor_description.h"

using openaclnn::Status;

namespace single_operator = openaclnn::single_operator;

namespace {

std::string DescriptionText(const aclTensorDesc* description) {
  if (description == nullptr) {
    return "null";
  }
  return single_operator::Descriptions().IsLive(description) ? single_operator::TextOf(*description)
                                                             : openaclnn::HandleText(description);
}

std::string AttributesText(const aclopAttr* attributes) {
  if (attributes == nullptr) {
    return "";
  }
  return single_operator::AttributeSets().IsLive(attributes) ? single_operator::TextOf(*attributes)
                                                             : openaclnn::HandleText(attributes);
}

// "Erfinv(x: FLOAT [3]; axis = 1) does not exist here ...".
std::string Refusal(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                    const aclopAttr* attr) {
  std::string arguments;
  for (int input = 0; inputDesc != nullptr && input < numInputs; ++input) {
    arguments.append(arguments.empty() ? "" : ", ").append(DescriptionText(inputDesc[input]));
  }
  const std::string attributes = AttributesText(attr);
  if (!attributes.empty()) {
    arguments.append("; ").append(attributes);
  }
  return std::string("operator ") + opType + '(' + arguments +
         "): expected an operator of this library (`openaclnn list` names them), got one that does not exist "
         "here; operators are not compiled at run time";
}

}  // namespace

extern "C" aclError aclopCompileAndExecute(const char* opType, int numInputs,
                                           const aclTensorDesc* const inputDesc[],
                                           const aclDataBuffer* const /*inputs*/[], int /*numOutputs*/,
                                           const aclTensorDesc* const /*outputDesc*/[],
                                           aclDataBuffer* const /*outputs*/[], const aclopAttr* attr,
                                           aclopEngineType /*engineType*/, aclopCompileType /*compileFlag*/,
                                           const char* /*opPath*/, aclrtStream stream) {
  return openaclnn::Boundary("aclopCompileAndExecute", [&]() -> Status {
    return single_operator::MissingOperator(
        Refusal(opType == nullptr ? "without a name" : opType, numInputs, inputDesc, attr), stream);
  });
}
