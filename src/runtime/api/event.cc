// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/check.h"
#include "runtime/events.h"
#include "runtime/streams.h"

using openaclnn::Boundary;
using openaclnn::Status;
using openaclnn::runtime::EventOrigin;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtCreateEvent(aclrtEvent* event) {
  return Boundary("aclrtCreateEvent", [&] { return runtime::CreateEvent(EventOrigin::kPlain, 0, event); });
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
  return Boundary("aclrtCreateEventWithFlag",
                  [&] { return runtime::CreateEvent(EventOrigin::kWithFlag, flag, event); });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) {
  return Boundary("aclrtCreateEventExWithFlag",
                  [&] { return runtime::CreateEvent(EventOrigin::kExWithFlag, flag, event); });
}

aclError aclrtDestroyEvent(aclrtEvent event) {
  return Boundary("aclrtDestroyEvent", [&] { return runtime::DestroyEvent(event); });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  return Boundary("aclrtRecordEvent", [&] { return runtime::RecordEvent(event, stream); });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  return Boundary("aclrtStreamWaitEvent", [&] { return runtime::StreamWaitEvent(stream, event); });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
  return Boundary("aclrtQueryEventStatus", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("status", status));
    bool complete = false;
    OPENACLNN_RETURN_IF_ERROR(runtime::QueryEvent(event, &complete));
    *status = complete ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    return Status::Ok();
  });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
  return Boundary("aclrtSynchronizeEvent",
                  [&] { return runtime::SynchronizeEvent(event, runtime::kNoTimeout); });
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
  return Boundary("aclrtSynchronizeEventWithTimeout",
                  [&] { return runtime::SynchronizeEvent(event, timeout); });
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) {
  return Boundary("aclrtEventElapsedTime", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("ms", ms));
    return runtime::EventElapsedTime(startEvent, endEvent, ms);
  });
}

}  // extern "C"
