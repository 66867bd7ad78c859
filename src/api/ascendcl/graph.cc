// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/stream/streams.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status,
                                           aclmdlRI* modelRI) {
  return Boundary("aclmdlRICaptureGetInfo", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("status", status));
    std::shared_ptr<runtime::Stream> found;
    OPENACLNN_RETURN_IF_ERROR(runtime::StreamToObserve(stream, &found));
    *status = ACL_MODEL_RI_CAPTURE_STATUS_NONE;
    if (modelRI != nullptr) {
      *modelRI = nullptr;
    }
    return Status::Ok();
  });
}
