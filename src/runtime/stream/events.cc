// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/events.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "acl/acl.h"
#include "base/no_destructor.h"
#include "base/soc.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/handle_table.h"
#include "runtime/core/id_pool.h"
#include "runtime/graph/captured_events.h"
#include "runtime/graph/recordings.h"
#include "runtime/stream/event_flag.h"
#include "runtime/stream/ipc_event.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

// The places among the events that a device can wait for at once.
DeviceIdPools& LimitedEvents() {
  static NoDestructor<DeviceIdPools> events(EmulatedFacts().eventLimit);
  return *events;
}

// Counts the waits of streams that are not over.
using WaitCount = std::atomic<int64_t>;

class CountedWait {
 public:
  explicit CountedWait(std::shared_ptr<WaitCount> count) : count_(std::move(count)) { ++*count_; }
  CountedWait(const CountedWait&) = delete;
  CountedWait& operator=(const CountedWait&) = delete;
  ~CountedWait() { --*count_; }

 private:
  const std::shared_ptr<WaitCount> count_;
};

uint32_t NextEventId() {
  static std::atomic<uint32_t> next{0};
  return next.fetch_add(1, std::memory_order_relaxed);
}

std::atomic<uint32_t> waitLimitSeconds{0};

struct Event {
  std::shared_ptr<backend::Event> event;
  EventOrigin origin;
  uint32_t flags;
  int deviceId;
  uint64_t epoch;
  std::unique_ptr<const DeviceIdPools::Id> place;  // null where events of its kind are not limited
  uint32_t id;
  std::shared_ptr<EventFlag> flag;  // of one with ACL_EVENT_EXTERNAL
  std::shared_ptr<IpcEvent> ipc;    // of one with ACL_EVENT_IPC, in place of `event`
  std::shared_ptr<WaitCount> waits = std::make_shared<WaitCount>(0);
  checker::Mark mark = {};
};

HandleTable<Event>& Events() {
  static NoDestructor<HandleTable<Event>> events(HandleKind::kEvent);
  return *events;
}

Status Find(const char* argument, const void* handle, std::shared_ptr<Event>* event) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(argument, handle));
  std::shared_ptr<Event> found = Events().Find(handle);
  if (found == nullptr) {
    return Mismatch(code::kRtInvalidHandle, argument, "a live event",
                    AddressText(handle) + (Events().WasLive(handle) ? ", which was destroyed before"
                                                                    : ", which never was one"));
  }
  *event = std::move(found);
  return Status::Ok();
}

// An event takes part in work of its own device only, and not across a reset.
Status ExpectSameDevice(const Event& event, const Stream& stream) {
  if (event.deviceId != stream.DeviceId()) {
    return Mismatch(code::kRtParamInvalid, "event",
                    "one of the stream's device " + std::to_string(stream.DeviceId()),
                    "one of device " + std::to_string(event.deviceId));
  }
  if (event.epoch != stream.Epoch()) {
    return Mismatch(code::kRtInvalidHandle, "event", "one made since the device was last reset",
                    "an older one");
  }
  return Status::Ok();
}

// An event, for a thread that has a context.
Status FindInContext(void* handle, std::shared_ptr<Event>* event) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  return Find("event", handle, event);
}

// The event and the stream of a task that takes both.
Status FindBoth(void* eventHandle, void* streamHandle, std::shared_ptr<Event>* event,
                std::shared_ptr<Stream>* stream) {
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, stream));
  OPENACLNN_RETURN_IF_ERROR(Find("event", eventHandle, event));
  return ExpectSameDevice(**event, **stream);
}

Status ExpectNotEx(const Event& event) {
  return event.origin != EventOrigin::kExWithFlag
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "event",
                        "one from aclrtCreateEvent or aclrtCreateEventWithFlag",
                        "one from aclrtCreateEventExWithFlag");
}

Status ExpectSync(const Event& event) {
  return event.origin == EventOrigin::kPlain || (event.flags & ACL_EVENT_SYNC) != 0 || event.flag != nullptr
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "event", "one that was created with ACL_EVENT_SYNC",
                        "one created with flag " + std::to_string(event.flags));
}

Status CheckTaskFlag(uint32_t flag, uint32_t external) {
  return flag == 0 || flag == external ? Status::Ok()
                                       : Mismatch(code::kRtParamInvalid, "flag",
                                                  "0 or " + std::to_string(external), std::to_string(flag));
}

// For a record or wait of a graph for those outside of it.
Status ExpectExSync(const Event& event) {
  return event.origin == EventOrigin::kExWithFlag && (event.flags & ACL_EVENT_SYNC) != 0
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "event",
                        "one from aclrtCreateEventExWithFlag with ACL_EVENT_SYNC, as the flag requires",
                        "another one");
}

// What a stream that is being captured does; empty: it is not, and nor is the event.
std::optional<Status> WaitInCapture(const Event& event, const std::shared_ptr<Stream>& stream) {
  return event.flag == nullptr ? CaptureWait(stream, event.event)
                               : CaptureTask(*stream, event.flag->MakeWait());
}

std::optional<Status> ResetInCapture(const Event& event, const Stream& stream) {
  return event.flag == nullptr ? CaptureReset(stream, *event.event)
                               : CaptureTask(stream, event.flag->MakeChange(false));
}

std::optional<Status> RecordInCapture(const Event& event, const Stream& stream) {
  return event.flag == nullptr ? CaptureRecord(stream, event.event)
                               : CaptureTask(stream, event.flag->MakeChange(true));
}

// What a wait may last; 0: no limit.
std::optional<std::chrono::milliseconds> LimitOf(int64_t seconds) {
  return seconds > 0 ? std::optional<std::chrono::milliseconds>(std::chrono::seconds(seconds)) : std::nullopt;
}

Status Wait(const Event& event, const std::shared_ptr<Stream>& to, int64_t seconds) {
  if (event.ipc != nullptr) {
    return event.ipc->Wait(*to->Sink(), LimitOf(seconds));
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectSync(event));
  if (AnyRecording()) [[unlikely]] {
    if (std::optional<Status> captured = WaitInCapture(event, to)) {
      return *std::move(captured);
    }
  }
  const Stream& stream = *to;
  backend::WaitOptions options;
  options.limit = LimitOf(seconds);
  options.keepAlive = std::make_shared<const CountedWait>(event.waits);
  event.mark.Wait(stream.Sink());
  return stream.Sink()->WaitFor(event.event, std::move(options));
}

Status NotReached(const char* argument, const Event& event) {
  return Mismatch(code::kRtTimestampInvalid, argument, "a complete event",
                  event.event->Recorded() ? "one whose work is not done" : "one that was never recorded");
}

// Finds an event that a time can be asked of.
Status FindReached(const char* argument, const void* handle, std::shared_ptr<Event>* found) {
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(Find(argument, handle, &event));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotCaptured(*event->event));
  if (event->origin != EventOrigin::kPlain && (event->flags & ACL_EVENT_TIME_LINE) == 0) {
    return Mismatch(code::kRtTimestampInvalid, argument, "one that was created with ACL_EVENT_TIME_LINE",
                    "one created with flag " + std::to_string(event->flags));
  }
  if (!event->event->Recorded() || !event->event->Complete()) {
    return NotReached(argument, *event);
  }
  event->mark.Seen();
  *found = std::move(event);
  return Status::Ok();
}

// Whether its record was reached; the host knows from then on.
bool IsReached(const Event& event) {
  const checker::Mark mark = event.mark.Now();
  const bool isReached = event.event->Complete();
  if (isReached) {
    mark.Seen();
  }
  return isReached;
}

Status CheckFlags(EventOrigin origin, uint32_t flags) {
  if (origin == EventOrigin::kPlain) {
    return Status::Ok();
  }
  const uint32_t standsAlone = origin == EventOrigin::kExWithFlag ? ACL_EVENT_IPC : ACL_EVENT_EXTERNAL;
  if ((flags & standsAlone) != 0 && flags != standsAlone) {
    return Mismatch(code::kRtParamInvalid, "flag", "the bit " + std::to_string(standsAlone) + " alone",
                    std::to_string(flags));
  }
  return Status::Ok();
}

void* Insert(Context& context, EventOrigin origin, uint32_t flags,
             std::unique_ptr<const DeviceIdPools::Id> place, std::shared_ptr<EventFlag> flag,
             std::shared_ptr<IpcEvent> ipc) {
  return Events().Insert(std::make_shared<Event>(Event{context.Device().CreateEvent(), origin, flags,
                                                       context.DeviceId(), context.Epoch(), std::move(place),
                                                       NextEventId(), std::move(flag), std::move(ipc)}));
}

}  // namespace

Status CreateEvent(EventOrigin origin, uint32_t flags, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("event", handle));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(CheckFlags(origin, flags));
  std::unique_ptr<const DeviceIdPools::Id> place;
  if (origin == EventOrigin::kWithFlag && (flags & (ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL)) != 0) {
    place = LimitedEvents().Take(context->DeviceId());
    if (place == nullptr) {
      return {code::kRtNoEventResource,
              "the device has no event left; it has " + std::to_string(LimitedEvents().Limit()) + " in all"};
    }
  }
  std::shared_ptr<EventFlag> flag;
  if (origin == EventOrigin::kWithFlag && flags == ACL_EVENT_EXTERNAL) {
    flag = std::make_shared<EventFlag>(context->Device().CreateSignal());
  }
  std::shared_ptr<IpcEvent> ipc;
  if (origin == EventOrigin::kExWithFlag && flags == ACL_EVENT_IPC) {
    OPENACLNN_RETURN_IF_ERROR(IpcEvent::Make(context->Device(), &ipc));
  }
  *handle = Insert(*context, origin, flags, std::move(place), std::move(flag), std::move(ipc));
  return Status::Ok();
}

Status ExportEvent(void* handle, aclrtIpcEventHandle* exported) {
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(FindInContext(handle, &event));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("handle", exported));
  return event->ipc != nullptr
             ? event->ipc->Export(exported->reserved, sizeof exported->reserved)
             : Mismatch(code::kRtParamInvalid, "event",
                        "one of aclrtCreateEventExWithFlag with ACL_EVENT_IPC", "another one");
}

Status OpenEvent(const aclrtIpcEventHandle& exported, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("event", handle));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  std::shared_ptr<IpcEvent> ipc;
  OPENACLNN_RETURN_IF_ERROR(IpcEvent::Open(context->Device(), exported.reserved, &ipc));
  *handle = Insert(*context, EventOrigin::kExWithFlag, ACL_EVENT_IPC, nullptr, nullptr, std::move(ipc));
  return Status::Ok();
}

Status DestroyEvent(void* handle) {
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(Find("event", handle, &event));
  Events().Remove(handle);
  return Status::Ok();
}

Status RecordEvent(void* eventHandle, void* streamHandle, uint32_t flag) {
  std::shared_ptr<Event> event;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(CheckTaskFlag(flag, ACL_EVENT_RECORD_EXTERNAL));
  OPENACLNN_RETURN_IF_ERROR(FindBoth(eventHandle, streamHandle, &event, &stream));
  if (flag == ACL_EVENT_RECORD_EXTERNAL) {
    OPENACLNN_RETURN_IF_ERROR(ExpectExSync(*event));
    return CaptureOuter(*stream, event->event,
                        OuterRecordTask{event->event, [event](const void* on) { event->mark.Record(on); }});
  }
  if (event->ipc != nullptr) {
    return event->ipc->Record(*stream->Sink());
  }
  if (AnyRecording()) [[unlikely]] {
    if (std::optional<Status> captured = RecordInCapture(*event, *stream)) {
      return *std::move(captured);
    }
  }
  if (event->flag != nullptr) {
    OPENACLNN_RETURN_IF_ERROR(event->flag->Change(true, *stream->Sink()));
  }
  event->mark.Record(stream->Sink());
  return stream->Sink()->Record(event->event);
}

Status ResetEvent(void* eventHandle, void* streamHandle) {
  std::shared_ptr<Event> event;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindBoth(eventHandle, streamHandle, &event, &stream));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotEx(*event));
  OPENACLNN_RETURN_IF_ERROR(ExpectSync(*event));
  if (AnyRecording()) [[unlikely]] {
    if (std::optional<Status> captured = ResetInCapture(*event, *stream)) {
      return *std::move(captured);
    }
  }
  if (event->flag != nullptr) {
    OPENACLNN_RETURN_IF_ERROR(event->flag->Change(false, *stream->Sink()));
  }
  return stream->Sink()->Reset(event->event);
}

Status SetEventWaitLimit(uint32_t seconds) {
  waitLimitSeconds.store(seconds, std::memory_order_relaxed);
  return Status::Ok();
}

Status StreamWaitEvent(void* streamHandle, void* eventHandle) {
  std::shared_ptr<Event> event;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindBoth(eventHandle, streamHandle, &event, &stream));
  return Wait(*event, stream, waitLimitSeconds.load(std::memory_order_relaxed));
}

Status StreamWaitEventWithin(void* streamHandle, void* eventHandle, int64_t seconds, uint32_t flag) {
  std::shared_ptr<Event> event;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(CheckTaskFlag(flag, ACL_EVENT_WAIT_EXTERNAL));
  if (seconds < 0) {
    return Mismatch(code::kRtParamInvalid, "timeout", "a number of seconds, or 0 for no limit",
                    std::to_string(seconds));
  }
  OPENACLNN_RETURN_IF_ERROR(FindBoth(eventHandle, streamHandle, &event, &stream));
  if (flag == ACL_EVENT_WAIT_EXTERNAL) {
    OPENACLNN_RETURN_IF_ERROR(ExpectExSync(*event));
    if (seconds != 0) {
      return Mismatch(code::kRtParamInvalid, "timeout", "0 with ACL_EVENT_WAIT_EXTERNAL",
                      std::to_string(seconds));
    }
    return CaptureOuter(*stream, event->event,
                        OuterWaitTask{event->event, [event](const void* on) { event->mark.Wait(on); }});
  }
  return Wait(*event, stream, seconds);
}

Status QueryEvent(void* handle, bool* complete) {
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(FindInContext(handle, &event));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotCaptured(*event->event));
  if (event->ipc != nullptr) {
    *complete = event->ipc->IsComplete();
    return Status::Ok();
  }
  *complete = event->event->Recorded() ? IsReached(*event) : event->origin == EventOrigin::kExWithFlag;
  return Status::Ok();
}

Status QueryRecordedEvent(void* handle, bool* complete) {
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(FindInContext(handle, &event));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotCaptured(*event->event));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotEx(*event));
  *complete = event->event->Recorded() && IsReached(*event);
  return Status::Ok();
}

Status QueryEventWaits(void* handle, bool* complete) {
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(FindInContext(handle, &event));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotEx(*event));
  *complete = *event->waits == 0;
  return Status::Ok();
}

Status SynchronizeEvent(void* handle, int32_t milliseconds) {
  backend::Timeout timeout;
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(ParseTimeout(milliseconds, &timeout));
  OPENACLNN_RETURN_IF_ERROR(FindInContext(handle, &event));
  if (event->ipc != nullptr) {
    return event->ipc->Synchronize(timeout);
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectNotCaptured(*event->event));
  const checker::Mark mark = event->mark.Now();
  Status status = event->event->Synchronize(timeout);
  if (status.Code() != code::kRtEventSyncTimeout) {
    mark.Seen();
  }
  return status;
}

Status EventElapsedTime(void* start, void* end, float* milliseconds) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  std::shared_ptr<Event> begin;
  std::shared_ptr<Event> finish;
  OPENACLNN_RETURN_IF_ERROR(FindReached("startEvent", start, &begin));
  OPENACLNN_RETURN_IF_ERROR(FindReached("endEvent", end, &finish));
  const auto elapsed = finish->event->ElapsedSince(*begin->event);
  if (!elapsed) {  // recorded again meanwhile
    return begin->event->Complete() ? NotReached("endEvent", *finish) : NotReached("startEvent", *begin);
  }
  if (elapsed->count() < 0) {
    return Mismatch(code::kRtTimestampReversal, "endEvent", "an event that was reached after startEvent",
                    "one that was reached before");
  }
  *milliseconds = std::chrono::duration<float, std::milli>(*elapsed).count();
  return Status::Ok();
}

Status EventTimestamp(void* handle, uint64_t* microseconds) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(FindReached("event", handle, &event));
  const auto time = event->event->Timestamp();
  if (!time) {  // recorded again meanwhile
    return NotReached("event", *event);
  }
  *microseconds = static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(time->time_since_epoch()).count());
  return Status::Ok();
}

Status EventId(void* handle, uint32_t* id) {
  std::shared_ptr<Context> context;
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(Find("event", handle, &event));
  *id = event->id;
  return Status::Ok();
}

Status EventsLeft(uint32_t* count) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  *count = static_cast<uint32_t>(LimitedEvents().Free(context->DeviceId()));
  return Status::Ok();
}

}  // namespace openaclnn::runtime
