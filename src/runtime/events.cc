// SPDX-License-Identifier: Apache-2.0
#include "runtime/events.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "acl/acl.h"
#include "base/product.h"
#include "runtime/check.h"
#include "runtime/current_context.h"
#include "runtime/handle_table.h"
#include "runtime/streams.h"

namespace openaclnn::runtime {
namespace {

// How many events a device can wait for at once.
int EventLimit() {
  switch (EmulatedProduct()->series) {
    case Series::kAtlasInference:
      return 1023;
    case Series::kAtlasTraining:
      return 65535;
    case Series::kAtlas200I:
    case Series::kAtlasA2:
    case Series::kAtlasA3:
    case Series::kAscend950:
      break;
  }
  return 65536;
}

// A place among the device's limited events, given back at destruction.
class EventPlace {
 public:
  // Null if there is none left.
  static std::unique_ptr<EventPlace> Take(int deviceId) {
    auto place = std::unique_ptr<EventPlace>(new EventPlace(Taken(deviceId)));
    return place->number_ < EventLimit() ? std::move(place) : nullptr;
  }
  EventPlace(const EventPlace&) = delete;
  EventPlace& operator=(const EventPlace&) = delete;
  ~EventPlace() { taken_.fetch_sub(1, std::memory_order_relaxed); }

 private:
  explicit EventPlace(std::atomic<int>& taken)
      : taken_(taken), number_(taken.fetch_add(1, std::memory_order_relaxed)) {}

  static std::atomic<int>& Taken(int deviceId) {
    constexpr size_t kMostDevices = 64;
    static std::array<std::atomic<int>, kMostDevices> taken{};
    return taken[static_cast<size_t>(deviceId) % kMostDevices];
  }

  std::atomic<int>& taken_;
  const int number_;
};

struct Event {
  std::shared_ptr<backend::Event> event;
  EventOrigin origin;
  uint32_t flags;
  int deviceId;
  uint64_t epoch;
  std::unique_ptr<EventPlace> place;
};

HandleTable<Event>& Events() {
  static auto* const events =
      new HandleTable<Event>(HandleKind::kEvent);  // threads may call during process exit
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

Status CheckFlags(EventOrigin origin, uint32_t flags) {
  if (origin == EventOrigin::kPlain) {
    return Status::Ok();
  }
  const uint32_t standsAlone = origin == EventOrigin::kExWithFlag ? ACL_EVENT_IPC : ACL_EVENT_EXTERNAL;
  if ((flags & standsAlone) != 0 && flags != standsAlone) {
    return Mismatch(code::kRtParamInvalid, "flag", "the bit " + std::to_string(standsAlone) + " alone",
                    std::to_string(flags));
  }
  if ((flags & ACL_EVENT_IPC) != 0) {
    return {code::kRtFeatureNotSupported, "flag: events between processes (ACL_EVENT_IPC) are not supported"};
  }
  return Status::Ok();
}

}  // namespace

Status CreateEvent(EventOrigin origin, uint32_t flags, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("event", handle));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(CheckFlags(origin, flags));
  std::unique_ptr<EventPlace> place;
  if (origin == EventOrigin::kWithFlag && (flags & (ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL)) != 0) {
    place = EventPlace::Take(context->DeviceId());
    if (place == nullptr) {
      return {code::kRtNoEventResource,
              "the device has no event left; it has " + std::to_string(EventLimit()) + " in all"};
    }
  }
  *handle = Events().Insert(
      std::make_shared<Event>(Event{context->Device().CreateEvent(), origin, flags, context->DeviceId(),
                                    context->Epoch(), std::move(place)}));
  return Status::Ok();
}

Status DestroyEvent(void* handle) {
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(Find("event", handle, &event));
  Events().Remove(handle);
  return Status::Ok();
}

Status RecordEvent(void* eventHandle, void* streamHandle) {
  std::shared_ptr<Event> event;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(Find("event", eventHandle, &event));
  OPENACLNN_RETURN_IF_ERROR(ExpectSameDevice(*event, *stream));
  return stream->Queue()->Record(event->event);
}

Status StreamWaitEvent(void* streamHandle, void* eventHandle) {
  std::shared_ptr<Event> event;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(Find("event", eventHandle, &event));
  OPENACLNN_RETURN_IF_ERROR(ExpectSameDevice(*event, *stream));
  if (event->origin != EventOrigin::kPlain && (event->flags & ACL_EVENT_SYNC) == 0) {
    return Mismatch(code::kRtParamInvalid, "event", "one that was created with ACL_EVENT_SYNC",
                    "one created with flag " + std::to_string(event->flags));
  }
  return stream->Queue()->Wait(event->event);
}

Status QueryEvent(void* handle, bool* complete) {
  std::shared_ptr<Context> context;
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(Find("event", handle, &event));
  *complete = event->event->Recorded() ? event->event->Complete() : event->origin == EventOrigin::kExWithFlag;
  return Status::Ok();
}

Status SynchronizeEvent(void* handle, int32_t milliseconds) {
  backend::Timeout timeout;
  std::shared_ptr<Context> context;
  std::shared_ptr<Event> event;
  OPENACLNN_RETURN_IF_ERROR(ParseTimeout(milliseconds, &timeout));
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(Find("event", handle, &event));
  return event->event->Synchronize(timeout);
}

Status EventElapsedTime(void* start, void* end, float* milliseconds) {
  struct Side {
    const char* argument;
    void* handle;
    std::chrono::steady_clock::time_point time;
  };
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  std::array<Side, 2> sides{{{"startEvent", start, {}}, {"endEvent", end, {}}}};
  for (Side& side : sides) {
    std::shared_ptr<Event> event;
    OPENACLNN_RETURN_IF_ERROR(Find(side.argument, side.handle, &event));
    if (event->origin != EventOrigin::kPlain && (event->flags & ACL_EVENT_TIME_LINE) == 0) {
      return Mismatch(code::kRtTimestampInvalid, side.argument,
                      "one that was created with ACL_EVENT_TIME_LINE",
                      "one created with flag " + std::to_string(event->flags));
    }
    const auto time = event->event->Timestamp();
    if (!time) {
      return Mismatch(
          code::kRtTimestampInvalid, side.argument, "a complete event",
          event->event->Recorded() ? "one whose work is not done" : "one that was never recorded");
    }
    side.time = *time;
  }
  if (sides[1].time < sides[0].time) {
    return Mismatch(code::kRtTimestampReversal, "endEvent", "an event that was reached after startEvent",
                    "one that was reached before");
  }
  *milliseconds = std::chrono::duration<float, std::milli>(sides[1].time - sides[0].time).count();
  return Status::Ok();
}

}  // namespace openaclnn::runtime
