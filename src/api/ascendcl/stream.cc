// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>

#include "acl/acl.h"
#include "base/errors.h"
#include "checker/races.h"
#include "runtime/callbacks/callbacks.h"
#include "runtime/core/check.h"
#include "runtime/core/object_tree.h"
#include "runtime/graph/recordings.h"
#include "runtime/stream/streams.h"
#include "runtime/stream/synchronize.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

namespace {

Status DestroyStream(aclrtStream stream, bool force) {
  if (stream == nullptr) {
    return runtime::Mismatch(openaclnn::code::kRtParamInvalid, "stream", "one from aclrtCreateStream",
                             "null");
  }
  if (runtime::AnyRecording()) {
    std::shared_ptr<runtime::Stream> found;
    if (runtime::ObjectTree::Instance().FindStream(stream, &found).IsOk()) {
      OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotCaptured(*found));
    }
  }
  return runtime::ObjectTree::Instance().DestroyStream(stream, force);
}

}  // namespace

extern "C" {

aclError aclrtCreateStream(aclrtStream* stream) {
  return Boundary("aclrtCreateStream", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("stream", stream));
    return runtime::CreateStream(0, 0, stream);
  });
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) {
  return Boundary("aclrtCreateStreamWithConfig", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("stream", stream));
    return runtime::CreateStream(priority, flag, stream);
  });
}

aclError aclrtDestroyStream(aclrtStream stream) {
  return Boundary("aclrtDestroyStream", [&] { return DestroyStream(stream, false); });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
  return Boundary("aclrtDestroyStreamForce", [&] { return DestroyStream(stream, true); });
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
  return Boundary("aclrtSynchronizeStream",
                  [&] { return runtime::SynchronizeStream(stream, runtime::kNoTimeout); });
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
  return Boundary("aclrtSynchronizeStreamWithTimeout",
                  [&] { return runtime::SynchronizeStream(stream, timeout); });
}

aclError aclrtStreamAbort(aclrtStream stream) {
  return Boundary("aclrtStreamAbort", [&] { return runtime::AbortStream(stream); });
}

aclError aclrtStreamStop(aclrtStream stream) {
  return Boundary("aclrtStreamStop", [&] { return runtime::StopStream(stream); });
}

aclError aclrtPersistentTaskClean(aclrtStream stream) {
  return Boundary("aclrtPersistentTaskClean", [&] { return runtime::CleanPersistentTasks(stream); });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
  return Boundary("aclrtStreamQuery", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("status", status));
    std::shared_ptr<runtime::Stream> found;
    OPENACLNN_RETURN_IF_ERROR(runtime::StreamToObserve(stream, &found));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotCaptured(*found));
    const openaclnn::checker::HostWait wait(found->Queue().get());
    const bool isIdle = found->Queue()->Idle();
    if (isIdle) {
      wait.Over();
    }
    *status = isIdle ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
    return Status::Ok();
  });
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) {
  return Boundary("aclrtStreamGetId", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("streamId", streamId));
    std::shared_ptr<runtime::Stream> found;
    OPENACLNN_RETURN_IF_ERROR(runtime::StreamToObserve(stream, &found));
    *streamId = found->Facts().id;
    return Status::Ok();
  });
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) {
  return Boundary("aclrtSetStreamFailureMode", [&] { return runtime::SetFailureMode(stream, mode); });
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args) {
  return Boundary("aclrtLaunchHostFunc", [&] { return runtime::LaunchHostFunction(fn, args, stream); });
}

}  // extern "C"
