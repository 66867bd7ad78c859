// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// The mode of the calling thread: with that of a capture, it says what the thread may do meanwhile.
[[nodiscard]] aclmdlRICaptureMode ThreadCaptureMode();
[[nodiscard]] Status ExchangeThreadCaptureMode(aclmdlRICaptureMode* mode);
[[nodiscard]] Status ExpectCaptureMode(int32_t mode);

}  // namespace openaclnn::runtime
