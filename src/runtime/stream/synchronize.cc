// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/synchronize.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/object_tree.h"
#include "runtime/graph/recordings.h"
#include "runtime/memory/memory_pool.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

Status SynchronizeAndRelease(const Stream& stream, backend::Timeout timeout) {
  Status status = stream.Queue()->Synchronize(timeout);
  ReleaseIdlePoolMemory(stream.DeviceId());
  return status;
}

[[gnu::cold, gnu::noinline]] Status SynchronizeAndNote(const Stream& stream, backend::Timeout timeout) {
  const checker::HostWait wait(stream.Queue().get());
  Status status = SynchronizeAndRelease(stream, timeout);
  if (status.Code() != code::kRtStreamSyncTimeout) {
    wait.Over();
  }
  return status;
}

// As backend::Stream::Synchronize; then what pools hold idle above their thresholds goes back to the device.
Status Synchronize(const Stream& stream, backend::Timeout timeout) {
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    return SynchronizeAndNote(stream, timeout);
  }
  return SynchronizeAndRelease(stream, timeout);
}

}  // namespace

Status SynchronizeStream(void* handle, int32_t milliseconds) {
  backend::Timeout timeout;
  OPENACLNN_RETURN_IF_ERROR(ParseTimeout(milliseconds, &timeout));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotCaptured(*stream));
  // The API documents that it does not wait for streams with one of these flags.
  return (stream->Facts().flags & kStreamPurposes) != 0 ? Status::Ok() : Synchronize(*stream, timeout);
}

Status SynchronizeDevice(int32_t milliseconds) {
  using std::chrono::steady_clock;
  backend::Timeout timeout;
  OPENACLNN_RETURN_IF_ERROR(ParseTimeout(milliseconds, &timeout));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectDeviceNotCaptured(context->DeviceId()));
  const steady_clock::time_point start = steady_clock::now();
  Status first;
  bool timedOut = false;
  for (const std::shared_ptr<Stream>& stream : ObjectTree::Instance().StreamsOf(context->DeviceId())) {
    backend::Timeout left = timeout;
    if (timeout) {
      const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - start);
      left = std::max(std::chrono::milliseconds(0), *timeout - spent);
    }
    Status status = Synchronize(*stream, left);
    if (status.Code() == code::kRtStreamSyncTimeout) {
      timedOut = true;
    } else if (first.IsOk()) {
      first = std::move(status);
    }
  }
  // A failure was taken from its stream and would be lost; that the time was over shows again at the next
  // call.
  if (first.IsOk() && timedOut) {
    return {code::kRtStreamSyncTimeout,
            "the device was not done within " + std::to_string(milliseconds) + " ms"};
  }
  return first;
}

}  // namespace openaclnn::runtime
