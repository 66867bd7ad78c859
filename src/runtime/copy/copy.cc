// SPDX-License-Identifier: Apache-2.0
#include "runtime/copy/copy.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "acl/acl_rt.h"
#include "base/log.h"
#include "checker/call_stack.h"
#include "checker/device_memory.h"
#include "checker/kept_work.h"
#include "checker/races.h"
#include "checker/report.h"
#include "checker/settings.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/device/peers.h"
#include "runtime/graph/recordings.h"
#include "runtime/memory/memory_range.h"
#include "runtime/stream/body_work.h"
#include "runtime/stream/streams.h"
#include "runtime/stream/tail_wait.h"

namespace openaclnn::runtime {
namespace {

Status ExpectFits(const char* limitArgument, size_t bytes, size_t limit) {
  return bytes <= limit ? Status::Ok()
                        : Mismatch(code::kInvalidParam, "count",
                                   std::string("at most ") + limitArgument + " = " + std::to_string(limit),
                                   std::to_string(bytes));
}

Status CheckCopy(const CopyArguments& copy, const Sides& sides, Places* places) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("dst", copy.destination));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("src", copy.source));
  OPENACLNN_RETURN_IF_ERROR(ExpectFits("destMax", copy.bytes, copy.destinationBytes));
  if (copy.bytes == 0) {
    return Status::Ok();
  }
  return LocateBoth({"dst", copy.destination, copy.bytes, sides.destination},
                    {"src", copy.source, copy.bytes, sides.source}, places);
}

Status LocateFilled(const char* argument, void* address, size_t bytes, Place* place) {
  OPENACLNN_RETURN_IF_ERROR(Locate(argument, address, bytes, Side::kRegistered, place));
  if (checker::IsOn(checker::kMemory)) [[unlikely]] {
    checker::NoteWrite(address, bytes);
  }
  return Status::Ok();
}

Status CheckFill(const FillArguments& fill, Place* place) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("devPtr", fill.destination));
  OPENACLNN_RETURN_IF_ERROR(ExpectFits("maxCount", fill.bytes, fill.destinationBytes));
  return fill.bytes == 0 ? Status::Ok() : LocateFilled("devPtr", fill.destination, fill.bytes, place);
}

Status CheckFill(const WordFillArguments& fill, Place* place) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("ptr", fill.destination));
  if (fill.words > fill.destinationBytes / sizeof fill.value) {
    return Mismatch(code::kInvalidParam, "N",
                    "at most memSize / 4 = " + std::to_string(fill.destinationBytes / sizeof fill.value),
                    std::to_string(fill.words));
  }
  return fill.words == 0 ? Status::Ok()
                         : LocateFilled("ptr", fill.destination, fill.words * sizeof fill.value, place);
}

// Tells of a kind that names another side than the one that an address is of: the log, and the checker.
void NoteKind(const char* function, const CopyArguments& copy, const Places& places) {
  const bool fromDevice = copy.kind == ACL_MEMCPY_DEVICE_TO_HOST || copy.kind == ACL_MEMCPY_DEVICE_TO_DEVICE;
  const bool toDevice = copy.kind == ACL_MEMCPY_HOST_TO_DEVICE || copy.kind == ACL_MEMCPY_DEVICE_TO_DEVICE;
  const bool isNamed = fromDevice || toDevice || copy.kind == ACL_MEMCPY_HOST_TO_HOST;
  if (copy.bytes == 0 || !isNamed ||
      (fromDevice == places.source.IsDevice() && toDevice == places.destination.IsDevice())) {
    return;
  }
  const auto nameOf = [](bool device) { return device ? "device" : "host"; };
  const std::string text = std::string(function) + ": kind: expected the one of a copy from " +
                           nameOf(places.source.IsDevice()) + " to " + nameOf(places.destination.IsDevice()) +
                           ", as src and dst are, got " + std::to_string(copy.kind) + ", from " +
                           nameOf(fromDevice) + " to " + nameOf(toDevice);
  log::Write(log::Module::kApi, log::Level::kWarning, log::Where::Here(), text);
  if (checker::IsOn(checker::kMemory)) [[unlikely]] {
    checker::Tell({"kind of copy", text, checker::CallStack::Here(), {}});
  }
}

// A copy that is about to be enqueued, or (no stream) done.
void NoteCopy(const backend::Stream* queue, const CopyArguments& copy) {
  if (checker::IsOn(checker::kAny)) [[unlikely]] {
    checker::NoteCopy(queue, copy.destination, copy.source, copy.bytes);
  }
}

void NoteFill(const backend::Stream* queue, const char* argument, void* address, size_t bytes) {
  if (checker::IsOn(checker::kAny)) [[unlikely]] {
    checker::NoteWork(queue, {checker::Writes(argument, address, bytes)});
  }
}

// What a stream fills lies where its device may write.
Status ExpectReachable(const char* argument, const Place& place, const Stream& stream) {
  return place.IsDevice() ? runtime::ExpectReachable(argument, place.block->DeviceId(), stream.DeviceId())
                          : Status::Ok();
}

}  // namespace

Status Copy(const CopyArguments& arguments) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectSynchronousAllowed("aclrtMemcpy"));
  Places places;
  const std::optional<Sides> sides = SidesOf(arguments.kind);
  if (!sides) {
    return Mismatch(code::kInvalidParam, "kind", "an aclrtMemcpyKind (0 to 7)",
                    std::to_string(arguments.kind));
  }
  // The direction follows from the addresses; a kind that says otherwise is told, and does no harm.
  OPENACLNN_RETURN_IF_ERROR(CheckCopy(arguments, {Side::kAny, Side::kAny}, &places));
  NoteKind("aclrtMemcpy", arguments, places);
  NoteCopy(nullptr, arguments);
  return context->Device().Copy(arguments.destination, arguments.source, arguments.bytes);
}

Status Fill(const FillArguments& arguments) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectSynchronousAllowed("aclrtMemset"));
  Place place;
  OPENACLNN_RETURN_IF_ERROR(CheckFill(arguments, &place));
  NoteFill(nullptr, "devPtr", arguments.destination, arguments.bytes);
  return context->Device().Fill(arguments.destination, arguments.value, arguments.bytes);
}

Status FillWords(const WordFillArguments& arguments) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectSynchronousAllowed("aclrtMemsetD32"));
  Place place;
  OPENACLNN_RETURN_IF_ERROR(CheckFill(arguments, &place));
  NoteFill(nullptr, "ptr", arguments.destination, arguments.words * sizeof arguments.value);
  return context->Device().FillWords(arguments.destination, arguments.value, arguments.words);
}

Status EnqueueCopy(const CopyArguments& arguments, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  const std::optional<Sides> sides = SidesOf(arguments.kind);
  if (!sides) {
    return Mismatch(code::kRtParamInvalid, "kind", "an aclrtMemcpyKind (0 to 7)",
                    std::to_string(arguments.kind));
  }
  const checker::NothingRuns recorded(stream->IsRecorded());
  Places places;
  OPENACLNN_RETURN_IF_ERROR(CheckCopy(arguments, *sides, &places));
  const bool onHost = arguments.bytes > 0 && !places.destination.IsDevice() && !places.source.IsDevice();
  if (arguments.kind == ACL_MEMCPY_HOST_TO_HOST || onHost) {
    return {code::kRtFeatureNotSupported, "kind: asynchronous copies from host to host are not supported"};
  }
  if (arguments.bytes == 0) {
    return Status::Ok();
  }
  NoteKind("aclrtMemcpyAsync", arguments, places);
  const bool wait = !places.destination.mayBeQueued || !places.source.mayBeQueued ||
                    arguments.kind == ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE;
  if (wait) {
    OPENACLNN_RETURN_IF_ERROR(ExpectMayWait("aclrtMemcpyAsync", *stream));
  }
  backend::Stream* const queue = stream->Sink();
  NoteCopy(queue, arguments);
  if (!wait) {
    auto keepAlive = std::make_shared<const Places>(std::move(places));
    return queue->Copy(arguments.destination, arguments.source, arguments.bytes, std::move(keepAlive));
  }
  const TailWait untilDone(stream->Queue(), stream->Device().CreateEvent());
  // The call outlasts the copy, and holds the blocks.
  return queue->Copy(arguments.destination, arguments.source, arguments.bytes, nullptr);
}

Status EnqueueFill(const FillArguments& arguments, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  const checker::NothingRuns recorded(stream->IsRecorded());
  Place place;
  OPENACLNN_RETURN_IF_ERROR(CheckFill(arguments, &place));
  if (arguments.bytes == 0) {
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectReachable("devPtr", place, *stream));
  NoteFill(stream->Sink(), "devPtr", arguments.destination, arguments.bytes);
  return stream->Sink()->Fill(arguments.destination, arguments.value, arguments.bytes,
                              std::move(place.block));
}

Status EnqueueFillWords(const WordFillArguments& arguments, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  const checker::NothingRuns recorded(stream->IsRecorded());
  Place place;
  OPENACLNN_RETURN_IF_ERROR(CheckFill(arguments, &place));
  if (arguments.words == 0) {
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectReachable("ptr", place, *stream));
  NoteFill(place.IsDevice() ? stream->Sink() : nullptr, "ptr", arguments.destination,
           arguments.words * sizeof arguments.value);
  if (!place.IsDevice()) {  // documented: at once, and outside of the stream
    return stream->Device().FillWords(arguments.destination, arguments.value, arguments.words);
  }
  const size_t bytes = arguments.words * sizeof arguments.value;
  return stream->Sink()->Launch(
      MakeWork("aclrtMemsetD32Async", bytes,
               MemoryOf({"ptr", arguments.destination, bytes, Side::kDevice}, std::move(place)),
               [arguments](backend::ExecutionContext& context) {
                 context.FillWords(arguments.destination, arguments.value, arguments.words);
                 return Status::Ok();
               }));
}

}  // namespace openaclnn::runtime
