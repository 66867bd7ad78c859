// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/status.h"
#include "hccl/hccl_types.h"

namespace openaclnn::collectives {

// How a step of collective communication ended: HCCL's status with the message that explains it. Success
// carries no text. Copies share the text: handing a result on cannot fail.
class [[nodiscard]] Result {
 public:
  Result() = default;
  Result(HcclResult resultCode, std::string message)
      : code_(resultCode), message_(std::make_shared<const std::string>(std::move(message))) {}

  static Result Ok() { return {}; }

  [[nodiscard]] bool IsOk() const { return code_ == HCCL_SUCCESS; }
  [[nodiscard]] HcclResult Code() const { return code_; }
  [[nodiscard]] std::string Message() const { return message_ == nullptr ? std::string() : *message_; }

  // The same in the runtime's terms, for a call that fails at once.
  [[nodiscard]] Status AsCallStatus() const { return IsOk() ? Status::Ok() : FailureOfCall(); }
  // The same for an operation that fails on its stream.
  [[nodiscard]] Status AsTaskStatus() const;

 private:
  [[nodiscard]] Status FailureOfCall() const;

  HcclResult code_ = HCCL_SUCCESS;
  std::shared_ptr<const std::string> message_;
};

// What the runtime says of a device, a stream or a context, in HCCL's terms.
[[nodiscard]] Result FailureFrom(const Status& status);
[[nodiscard]] inline Result FromStatus(const Status& status) {
  return status.IsOk() ? Result::Ok() : FailureFrom(status);
}

// An argument that is not valid.
[[nodiscard]] Result BadArgument(const std::string& argument, const std::string& expected,
                                 const std::string& got);
// A required pointer that is null.
[[nodiscard]] Result NullArgument(const std::string& argument);

}  // namespace openaclnn::collectives

// Leaves the enclosing function with the result of `expression` unless that is Ok.
#define OPENACLNN_RETURN_IF_FAILED(expression)                     \
  do {                                                             \
    ::openaclnn::collectives::Result checkedResult = (expression); \
    if (!checkedResult.IsOk()) {                                   \
      return checkedResult;                                        \
    }                                                              \
  } while (false)
