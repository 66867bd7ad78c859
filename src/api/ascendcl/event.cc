// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/stream/events.h"
#include "runtime/stream/streams.h"

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

aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle* handle) {
  return Boundary("aclrtIpcGetEventHandle", [&] { return runtime::ExportEvent(event, handle); });
}

aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent* event) {
  return Boundary("aclrtIpcOpenEventHandle", [&] { return runtime::OpenEvent(handle, event); });
}

aclError aclrtDestroyEvent(aclrtEvent event) {
  return Boundary("aclrtDestroyEvent", [&] { return runtime::DestroyEvent(event); });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  return Boundary("aclrtRecordEvent",
                  [&] { return runtime::RecordEvent(event, stream, ACL_EVENT_RECORD_DEFAULT); });
}

aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag) {
  return Boundary("aclrtRecordEventWithFlag", [&] { return runtime::RecordEvent(event, stream, flag); });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
  return Boundary("aclrtResetEvent", [&] { return runtime::ResetEvent(event, stream); });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  return Boundary("aclrtStreamWaitEvent", [&] { return runtime::StreamWaitEvent(stream, event); });
}

aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout) {
  return Boundary("aclrtStreamWaitEventWithTimeout", [&] {
    return runtime::StreamWaitEventWithin(stream, event, timeout, ACL_EVENT_WAIT_DEFAULT);
  });
}

aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event, uint32_t timeout, uint32_t flag) {
  return Boundary("aclrtStreamWaitEventWithFlag",
                  [&] { return runtime::StreamWaitEventWithin(stream, event, timeout, flag); });
}

aclError aclrtSetOpWaitTimeout(uint32_t timeout) {
  return Boundary("aclrtSetOpWaitTimeout", [&] { return runtime::SetEventWaitLimit(timeout); });
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
  return Boundary("aclrtQueryEvent", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("status", status));
    bool complete = false;
    OPENACLNN_RETURN_IF_ERROR(runtime::QueryRecordedEvent(event, &complete));
    *status = complete ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
    return Status::Ok();
  });
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status) {
  return Boundary("aclrtQueryEventWaitStatus", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("status", status));
    bool complete = false;
    OPENACLNN_RETURN_IF_ERROR(runtime::QueryEventWaits(event, &complete));
    *status = complete ? ACL_EVENT_WAIT_STATUS_COMPLETE : ACL_EVENT_WAIT_STATUS_NOT_READY;
    return Status::Ok();
  });
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

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp) {
  return Boundary("aclrtEventGetTimestamp", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("timestamp", timestamp));
    return runtime::EventTimestamp(event, timestamp);
  });
}

aclError aclrtGetEventId(aclrtEvent event, uint32_t* eventId) {
  return Boundary("aclrtGetEventId", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("eventId", eventId));
    return runtime::EventId(event, eventId);
  });
}

aclError aclrtGetEventAvailNum(uint32_t* eventCount) {
  return Boundary("aclrtGetEventAvailNum", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("eventCount", eventCount));
    return runtime::EventsLeft(eventCount);
  });
}

}  // extern "C"
