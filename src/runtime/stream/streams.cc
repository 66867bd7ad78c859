// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/streams.h"

#include <bit>
#include <chrono>
#include <string>
#include <utility>

#include "acl/acl.h"
#include "base/soc.h"
#include "checker/races.h"
#include "runtime/callbacks/stream_state_callbacks.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"
#include "runtime/core/objects.h"
#include "runtime/graph/capture.h"
#include "runtime/graph/recordings.h"

namespace openaclnn::runtime {
namespace {

using backend::kLeastPriority;

constexpr uint32_t kKnownFlags =
    kStreamPurposes | ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC | ACL_STREAM_HUGE;

// And the device of the current context, which there has to be.
Status Resolve(void* handle, std::shared_ptr<Stream>* stream, int* currentDevice) {
  if (handle == nullptr) {
    OPENACLNN_RETURN_IF_ERROR(CurrentDefaultStream(stream));
    *currentDevice = (*stream)->DeviceId();
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(CurrentDevice(currentDevice));
  return ObjectTree::Instance().FindStream(handle, stream);
}

// The usual case: a stream that was created in the current context. While it is live so is the context, and the
// device is the current one. Null in any other case.
std::shared_ptr<Stream> FindInCurrentContext(const void* handle) {
  if (handle == nullptr || !IsInitialized()) {
    return nullptr;
  }
  std::shared_ptr<Stream> found = ObjectTree::Instance().FindLiveStream(handle);
  return found != nullptr && IsCurrentContext(found->ContextHandle()) ? std::move(found) : nullptr;
}

bool IsPersistent(const Stream& stream) {
  return (stream.Facts().flags & ACL_STREAM_PERSISTENT) != 0;
}

}  // namespace

Status StreamToObserve(void* handle, std::shared_ptr<Stream>* stream) {
  int device = 0;
  return Resolve(handle, stream, &device);
}

Status StreamToUse(void* handle, std::shared_ptr<Stream>* stream) {
  if (std::shared_ptr<Stream> found = FindInCurrentContext(handle)) {
    *stream = std::move(found);
    return (*stream)->StoppedBy();
  }
  int device = 0;
  OPENACLNN_RETURN_IF_ERROR(Resolve(handle, stream, &device));
  if (const int other = (*stream)->DeviceId(); other != device) {
    return Mismatch(code::kRtStreamContext, "stream", "one of the current device " + std::to_string(device),
                    "one of device " + std::to_string(other));
  }
  const std::shared_ptr<Context> owner = handle == nullptr ? nullptr : (*stream)->Owner();
  if (owner != nullptr && !IsCurrentContext(owner->Handle())) {
    return Mismatch(code::kRtStreamContext, "stream", "one of the current context",
                    "one of another context of device " + std::to_string(device) +
                        "; make that one current with aclrtSetCurrentContext");
  }
  if ((*stream)->Facts().isDefault) {
    OPENACLNN_RETURN_IF_ERROR(ExpectDefaultStreamAllowed(device));
  }
  return (*stream)->StoppedBy();
}

Status FindStream(void* handle, std::shared_ptr<backend::Stream>* stream) {
  int deviceId = 0;
  return FindStream(handle, stream, &deviceId);
}

Status FindStream(void* handle, std::shared_ptr<backend::Stream>* stream, int* deviceId) {
  std::shared_ptr<Stream> found;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(handle, &found));
  *deviceId = found->DeviceId();
  backend::Stream* const sink = found->Sink();
  *stream = std::shared_ptr<backend::Stream>(std::move(found), sink);
  return Status::Ok();
}

Status ExpectPriority(uint64_t priority) {
  return priority <= kLeastPriority
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "priority", "0 to " + std::to_string(kLeastPriority),
                        std::to_string(priority));
}

Status CreateStream(uint32_t priority, uint64_t flags, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectPriority(priority));
  const auto known = static_cast<uint32_t>(flags & kKnownFlags);
  if (std::popcount(known & kStreamPurposes) > 1) {
    return Mismatch(code::kRtParamInvalid, "flag",
                    "at most one of ACL_STREAM_PERSISTENT (4), ACL_STREAM_CPU_SCHEDULE (16) and "
                    "ACL_STREAM_DEVICE_USE_ONLY (32)",
                    std::to_string(flags));
  }
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  void* created = nullptr;
  OPENACLNN_RETURN_IF_ERROR(ObjectTree::Instance().CreateStream(context, priority, known, &created));
  AnnounceStreamState(created, ACL_RT_STREAM_STATE_CREATE_POST);
  *handle = created;
  return Status::Ok();
}

Status ParseTimeout(int32_t milliseconds, backend::Timeout* timeout) {
  if (milliseconds != kNoTimeout && milliseconds <= 0) {
    return Mismatch(code::kRtParamInvalid, "timeout", "-1 or a positive number of milliseconds",
                    std::to_string(milliseconds));
  }
  *timeout = milliseconds == kNoTimeout ? backend::Timeout()
                                        : backend::Timeout(std::chrono::milliseconds(milliseconds));
  return Status::Ok();
}

Status AbortStream(void* handle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  if (IsPersistent(*stream) && !EmulatedFacts().abortPersistent) {
    return Mismatch(code::kRtParamInvalid, "stream", "one without ACL_STREAM_PERSISTENT on this product",
                    "one with it");
  }
  const checker::HostWait wait(stream->Queue().get());
  stream->Queue()->Abort();
  wait.Over();
  return Status::Ok();
}

Status StopStream(void* handle) {
  if (handle == nullptr) {
    return Mismatch(code::kRtParamInvalid, "stream", "a stream", "null");
  }
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  stream->Queue()->StopTask();
  return Status::Ok();
}

Status CleanPersistentTasks(void* handle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  if (!IsPersistent(*stream)) {
    return Mismatch(code::kRtParamInvalid, "stream", "one that was created with ACL_STREAM_PERSISTENT",
                    handle == nullptr ? "null" : "one without it");
  }
  size_t lane = 0;
  if (const std::shared_ptr<Capture> capture = Capture::Of(*stream, &lane)) {
    return capture->DropTasks(lane);
  }
  if (stream->IsRecorded()) {
    return Mismatch(code::kRtParamInvalid, "stream", "one that runs its tasks, or collects them for a graph",
                    "one that is bound to a graph and whose tasks have ended");
  }
  stream->Queue()->Discard();
  return Status::Ok();
}

Status ExpectAttributesOf(const void* handle) {
  return handle != nullptr || EmulatedFacts().defaultStreamAttributes
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "stream",
                        "a stream, as this product's default stream has no attributes", "null");
}

Status SetFailureMode(void* handle, uint64_t mode) {
  if (mode != ACL_CONTINUE_ON_FAILURE && mode != ACL_STOP_ON_FAILURE) {
    return Mismatch(code::kRtParamInvalid, "mode", "ACL_CONTINUE_ON_FAILURE (0) or ACL_STOP_ON_FAILURE (1)",
                    std::to_string(mode));
  }
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  OPENACLNN_RETURN_IF_ERROR(ExpectAttributesOf(handle));
  if (const std::shared_ptr<Context> context = stream->Owner()) {
    context->SetFailureMode(
        *stream, mode == ACL_STOP_ON_FAILURE ? backend::FailureMode::kStop : backend::FailureMode::kContinue);
  }
  return Status::Ok();
}

}  // namespace openaclnn::runtime
