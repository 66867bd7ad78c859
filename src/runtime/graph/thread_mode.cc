// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/thread_mode.h"

#include <string>

#include "base/enumerators.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"

namespace openaclnn::runtime {
namespace {

thread_local aclmdlRICaptureMode threadMode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;

}  // namespace

aclmdlRICaptureMode ThreadCaptureMode() {
  return threadMode;
}

Status ExpectCaptureMode(int32_t mode) {
  return mode >= ACL_MODEL_RI_CAPTURE_MODE_GLOBAL && mode <= ACL_MODEL_RI_CAPTURE_MODE_RELAXED
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "mode", "an aclmdlRICaptureMode (0 to 2)",
                        std::to_string(mode));
}

Status ExchangeThreadCaptureMode(aclmdlRICaptureMode* mode) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("mode", mode));
  const int32_t wanted = NumberOf(*mode);
  OPENACLNN_RETURN_IF_ERROR(ExpectCaptureMode(wanted));
  StoreNumber(threadMode, mode);
  threadMode = static_cast<aclmdlRICaptureMode>(wanted);
  return Status::Ok();
}

}  // namespace openaclnn::runtime
