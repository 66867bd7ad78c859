// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.h"
#include "collectives/result.h"
#include "hccl/hccl_types.h"

namespace openaclnn::collectives {

// The boundary of HCCL's entry points: as Boundary, in HCCL's terms. Who asks the runtime afterwards
// (aclGetRecentErrMsg, aclrtPeekAtLastError) gets its terms.
template <typename Body>
HcclResult Answer(const char* function, Body&& body, log::Where where = log::Where::Here()) noexcept {
  HcclResult result = HCCL_SUCCESS;
  const int32_t status = Boundary(
      function,
      [&] {
        const Result answer = std::forward<Body>(body)();
        result = answer.Code();
        return answer.AsCallStatus();
      },
      Api::kRuntime, where);
  if (status == code::kOk || result != HCCL_SUCCESS) {
    return result;
  }
  return status == code::kHostAllocation ? HCCL_E_MEMORY : HCCL_E_INTERNAL;
}

}  // namespace openaclnn::collectives
