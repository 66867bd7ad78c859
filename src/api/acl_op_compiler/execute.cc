// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <string>

#include "acl/acl_op_compiler.h"
#include "api/acl_op_compiler/call.h"
#include "api/acl_op_compiler/operators.h"
#include "base/error_text.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/single_operator/attributes.h"
#include "runtime/single_operator/refusal.h"
#include "runtime/single_operator/tensor_description.h"

using openaclnn::Status;
using openaclnn::single_operator::Request;

namespace code = openaclnn::code;
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

std::string OperandsText(std::span<const aclTensorDesc* const> descriptions) {
  std::string text;
  for (const aclTensorDesc* const description : descriptions) {
    text.append(text.empty() ? "" : ", ").append(DescriptionText(description));
  }
  return text;
}

// "operator Erfinv(x: FLOAT [3]; axis = 1 -> y: FLOAT [3])".
std::string RequestText(const std::string& opType, const Request& request) {
  std::string text = "operator " + opType + '(' + OperandsText(request.inputDescriptions);
  const std::string attributes = AttributesText(request.attributes);
  if (!attributes.empty()) {
    text.append("; ").append(attributes);
  }
  if (!request.outputDescriptions.empty()) {
    text.append(" -> ").append(OperandsText(request.outputDescriptions));
  }
  return text + ')';
}

Status ExpectLive(const Request& request) {
  for (const auto descriptions : {request.inputDescriptions, request.outputDescriptions}) {
    for (const aclTensorDesc* const description : descriptions) {
      if (description != nullptr && !single_operator::Descriptions().IsLive(description)) {
        return single_operator::Descriptions().Refusal(code::kInvalidParam, "description", description);
      }
    }
  }
  if (request.attributes != nullptr && !single_operator::AttributeSets().IsLive(request.attributes)) {
    return single_operator::AttributeSets().Refusal(code::kInvalidParam, "attr", request.attributes);
  }
  return Status::Ok();
}

Status Run(const std::string& opType, const Request& request) {
  const single_operator::Operator* const found = single_operator::FindOperator(opType);
  if (found == nullptr) {
    return {code::kRtFeatureNotSupported,
            "expected an operator of this library, got one that does not exist here; " +
                std::string(openaclnn::kMissingOperator)};
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectLive(request));
  single_operator::Call call(request);
  found->run(call);
  return call.Finish();
}

template <typename Element>
std::span<Element const> Span(Element const* elements, int count) {
  return elements == nullptr || count < 0 ? std::span<Element const>()
                                          : std::span<Element const>(elements, static_cast<size_t>(count));
}

aclError Execute(const char* function, const char* opType, const Request& request) {
  return openaclnn::Boundary(function, [&]() -> Status {
    const std::string name = opType == nullptr ? "without a name" : opType;
    const Status status = Run(name, request);
    return status.IsOk()
               ? status
               : single_operator::Refuse(
                     {status.Code(), RequestText(name, request) + ": " + status.Message()}, request.stream);
  });
}

}  // namespace

extern "C" aclError aclopCompileAndExecute(const char* opType, int numInputs,
                                           const aclTensorDesc* const inputDesc[],
                                           const aclDataBuffer* const inputs[], int numOutputs,
                                           const aclTensorDesc* const outputDesc[],
                                           aclDataBuffer* const outputs[], const aclopAttr* attr,
                                           aclopEngineType /*engineType*/, aclopCompileType /*compileFlag*/,
                                           const char* /*opPath*/, aclrtStream stream) {
  const Request request{Span(inputDesc, numInputs),
                        Span(inputs, numInputs),
                        Span(outputDesc, numOutputs),
                        Span(outputs, numOutputs),
                        {},
                        attr,
                        stream};
  return Execute("aclopCompileAndExecute", opType, request);
}

extern "C" aclError aclopCompileAndExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                                             aclDataBuffer* inputs[], int numOutputs,
                                             aclTensorDesc* outputDesc[], aclDataBuffer* outputs[],
                                             aclopAttr* attr, aclopEngineType /*engineType*/,
                                             aclopCompileType /*compileFlag*/, const char* /*opPath*/,
                                             aclrtStream stream) {
  const Request request{Span(inputDesc, numInputs),
                        Span(inputs, numInputs),
                        Span(outputDesc, numOutputs),
                        Span(outputs, numOutputs),
                        Span(outputDesc, numOutputs),
                        attr,
                        stream};
  return Execute("aclopCompileAndExecuteV2", opType, request);
}
