// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/settings/operator_timeouts.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtSetOpExecuteTimeOut(uint32_t timeout) {
  return Boundary("aclrtSetOpExecuteTimeOut",
                  [&] { return runtime::SetOperatorTimeout(uint64_t{timeout} * 1000000, nullptr); });
}

aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout) {
  return Boundary("aclrtSetOpExecuteTimeOutWithMs",
                  [&] { return runtime::SetOperatorTimeout(uint64_t{timeout} * 1000, nullptr); });
}

aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout) {
  return Boundary("aclrtSetOpExecuteTimeOutV2", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("actualTimeout", actualTimeout));
    return runtime::SetOperatorTimeout(timeout, actualTimeout);
  });
}

aclError aclrtGetOpTimeOutInterval(uint64_t* interval) {
  return Boundary("aclrtGetOpTimeOutInterval", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("interval", interval));
    return runtime::OperatorTimeoutStep(interval);
  });
}

aclError aclrtGetOpExecuteTimeout(uint32_t* const timeoutMs) {
  return Boundary("aclrtGetOpExecuteTimeout", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("timeoutMs", timeoutMs));
    uint64_t microseconds = 0;
    OPENACLNN_RETURN_IF_ERROR(runtime::OperatorTimeout(&microseconds));
    *timeoutMs = static_cast<uint32_t>((microseconds + 999) / 1000);
    return Status::Ok();
  });
}

}  // extern "C"
