// SPDX-License-Identifier: Apache-2.0
#include "collectives/result.h"

#include "acl/error_codes/rt_error_codes.h"

namespace openaclnn::collectives {

Status Result::FailureOfCall() const {
  switch (code_) {
    case HCCL_E_PARA:
    case HCCL_E_PTR:
      return {code::kInvalidParam, Message()};
    case HCCL_E_MEMORY:
      return {code::kHostAllocation, Message()};
    case HCCL_E_NOT_SUPPORT:
      return {code::kRtFeatureNotSupported, Message()};
    case HCCL_E_OPEN_FILE_FAILURE:
      return {code::kInvalidFile, Message()};
    default:
      return {code::kInternal, Message()};
  }
}

// Clients treat some codes of the 507xxx range as faults of the hardware that are mended meanwhile: none of
// those.
Status Result::AsTaskStatus() const {
  if (IsOk()) {
    return Status::Ok();
  }
  return {code_ == HCCL_E_TIMEOUT ? ACL_ERROR_RT_TASK_TIMEOUT : ACL_ERROR_RT_INTERNAL_ERROR, Message()};
}

Result FailureFrom(const Status& status) {
  const bool isArgument = status.Code() == code::kInvalidParam || status.Code() == code::kRtParamInvalid ||
                          status.Code() == code::kRtInvalidHandle ||
                          status.Code() == code::kRtStreamContext ||
                          status.Code() == code::kRtInvalidDevice || status.Code() == code::kParamInvalid;
  return {isArgument ? HCCL_E_PARA : HCCL_E_RUNTIME, status.Message()};
}

Result BadArgument(const std::string& argument, const std::string& expected, const std::string& got) {
  return {HCCL_E_PARA, argument + ": expected " + expected + ", got " + got};
}

Result NullArgument(const std::string& argument) {
  return {HCCL_E_PTR, argument + ": expected a pointer, got null"};
}

}  // namespace openaclnn::collectives
