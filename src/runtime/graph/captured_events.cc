// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/captured_events.h"

#include <mutex>
#include <utility>

#include "runtime/core/check.h"
#include "runtime/graph/capture.h"

namespace openaclnn::runtime {
namespace {

// The capture that has a record of the event; null if none has. Requires the lock of all captures.
std::shared_ptr<Capture> CaptureWithRecord(const backend::Event& event) {
  for (const std::shared_ptr<Capture>& one : Capture::All().captures) {
    if (one->RecordOf(event)) {
      return one;
    }
  }
  return nullptr;
}

Status Conflict(Capture& one, Capture& other) {
  Status status(code::kRtCaptureConflict,
                "event: expected one of the capture that the stream is in, got one that another capture has "
                "recorded");
  one.Void(status);
  other.Void(status);
  return status;
}

Status VoidWith(Capture& capture, Status status) {
  capture.Void(status);
  return status;
}

Status NoRecord(Capture& capture) {
  return VoidWith(capture, {code::kRtCaptureDependency,
                            "event: expected one that the capture has recorded, got one without a record in "
                            "it. To wait for work outside of the graph, use ACL_EVENT_WAIT_EXTERNAL"});
}

Status AddJoined(Capture& capture, const std::shared_ptr<Stream>& stream, size_t record) {
  if (capture.IsBuild()) {
    return {
        code::kRtEventCaptured,
        "event: expected one of streams that run, as this stream is bound to no graph, got one that a stream "
        "bound to a graph has recorded"};
  }
  if (capture.IsVoidLocked()) {
    return capture.Invalidated();
  }
  if (stream->Facts().isDefault) {
    return VoidWith(capture,
                    {code::kRtCaptureImplicit,
                     "stream: expected one from aclrtCreateStream, as it would join the capture, got a "
                     "default stream"});
  }
  return capture.AddTask(capture.Join(stream), WaitTask{record});
}

}  // namespace

std::optional<Status> CaptureRecord(const Stream& stream, const std::shared_ptr<backend::Event>& event) {
  size_t lane = 0;
  const std::shared_ptr<Capture> capture = Capture::Of(stream, &lane);
  const std::lock_guard lock(Capture::All().mutex);
  const std::shared_ptr<Capture> recorded = CaptureWithRecord(*event);
  if (capture == nullptr) {
    return recorded == nullptr ? std::nullopt
                               : std::optional(VoidWith(
                                     *recorded, {code::kRtEventCaptured,
                                                 "event: expected one that no capture has recorded, got one "
                                                 "that is part of a capture, as the stream is not"}));
  }
  if (recorded != nullptr && recorded != capture) {
    return Conflict(*capture, *recorded);
  }
  return capture->AddRecord(lane, event);
}

std::optional<Status> CaptureWait(const std::shared_ptr<Stream>& stream,
                                  const std::shared_ptr<backend::Event>& event) {
  size_t lane = 0;
  const std::shared_ptr<Capture> capture = Capture::Of(*stream, &lane);
  const std::lock_guard lock(Capture::All().mutex);
  const std::shared_ptr<Capture> recorded = CaptureWithRecord(*event);
  if (recorded == nullptr) {
    return capture == nullptr ? std::nullopt : std::optional(NoRecord(*capture));
  }
  const size_t record = *recorded->RecordOf(*event);
  if (capture == nullptr) {
    return AddJoined(*recorded, stream, record);
  }
  return capture == recorded ? capture->AddTask(lane, WaitTask{record}) : Conflict(*capture, *recorded);
}

std::optional<Status> CaptureReset(const Stream& stream, const backend::Event& event) {
  size_t lane = 0;
  const std::shared_ptr<Capture> capture = Capture::Of(stream, &lane);
  if (capture == nullptr) {
    return std::nullopt;
  }
  const std::lock_guard lock(Capture::All().mutex);
  const std::optional<size_t> record = capture->RecordOf(event);
  return record ? capture->AddTask(lane, ResetTask{*record}) : NoRecord(*capture);
}

std::optional<Status> CaptureTask(const Stream& stream, TaskBody body) {
  size_t lane = 0;
  const std::shared_ptr<Capture> capture = Capture::Of(stream, &lane);
  return capture == nullptr ? std::nullopt : std::optional(capture->KeepTask(lane, std::move(body)));
}

Status CaptureOuter(const Stream& stream, const std::shared_ptr<backend::Event>& event, TaskBody body) {
  size_t lane = 0;
  const std::shared_ptr<Capture> capture = Capture::Of(stream, &lane);
  if (capture == nullptr) {
    return Mismatch(
        code::kRtStreamNotCaptured, "stream",
        "one that is being captured, since the flag says that the event is for those outside of a "
        "graph",
        "one that is not");
  }
  const std::lock_guard lock(Capture::All().mutex);
  if (capture->GetGraph()->IsBody()) {
    return Mismatch(
        code::kRtParamInvalid, "stream",
        "one that is not captured into a body of a condition, since the flag says that the event is for "
        "those outside of a graph",
        "one that is");
  }
  if (capture->RecordOf(*event)) {
    return Mismatch(code::kRtParamInvalid, "event", "one that the graph uses only with this flag",
                    "one that it has recorded without it");
  }
  if (!capture->ClaimOuter(event)) {
    return Mismatch(code::kRtParamInvalid, "event", "one that the graph uses once with this flag",
                    "one that it has used with it before");
  }
  return capture->AddTask(lane, std::move(body));
}

}  // namespace openaclnn::runtime
