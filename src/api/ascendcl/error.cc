// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/core/check.h"

namespace {

// These two return the error variable itself, so a bad level is the one failure that they report.
openaclnn::Status ExpectThreadLevel(int32_t level) {
  return level == ACL_RT_THREAD_LEVEL
             ? openaclnn::Status::Ok()
             : openaclnn::runtime::Mismatch(openaclnn::code::kRtParamInvalid, "level",
                                            "ACL_RT_THREAD_LEVEL (0)", std::to_string(level));
}

}  // namespace

extern "C" {

const char* aclGetRecentErrMsg() {
  return openaclnn::TakeRecentMessages();
}

aclError aclrtGetLastError(aclrtLastErrLevel level) {
  const aclError status =
      openaclnn::Boundary("aclrtGetLastError", [&] { return ExpectThreadLevel(openaclnn::NumberOf(level)); });
  return status == ACL_SUCCESS ? openaclnn::TakeLastError() : status;
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) {
  const aclError status = openaclnn::Boundary("aclrtPeekAtLastError",
                                              [&] { return ExpectThreadLevel(openaclnn::NumberOf(level)); });
  return status == ACL_SUCCESS ? openaclnn::PeekLastError() : status;
}

}  // extern "C"
