// SPDX-License-Identifier: Apache-2.0
#include "runtime/context.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace openaclnn::runtime {

using backend::FailureMode;

Stream::Stream(const std::shared_ptr<Context>& context, std::shared_ptr<backend::Stream> queue,
               Attributes attributes)
    : context_(context),
      device_(context->SharedDevice()),
      queue_(std::move(queue)),
      deviceId_(context->DeviceId()),
      epoch_(context->Epoch()),
      attributes_(attributes) {}

Status Stream::Synchronize(backend::Timeout timeout) {
  Status own = queue_->Synchronize(timeout);
  if (const std::shared_ptr<Context> context = Owner()) {
    Status shared = context->FindFailure();
    if (!shared.IsOk()) {
      return shared;
    }
  }
  return own;
}

Context::Context(std::shared_ptr<backend::Device> device, int deviceId, uint64_t epoch, bool isPrimary)
    : device_(std::move(device)), deviceId_(deviceId), epoch_(epoch), isPrimary_(isPrimary) {}

void Context::Add(const std::shared_ptr<Stream>& stream) {
  const std::lock_guard lock(mutex_);
  streams_.push_back(stream);
  if (stopsOnFailure_) {
    stream->Queue()->SetFailureMode(FailureMode::kStop);
  }
}

void Context::Remove(const Stream& stream) {
  const std::lock_guard lock(mutex_);
  std::erase_if(streams_,
                [&](const std::shared_ptr<Stream>& candidate) { return candidate.get() == &stream; });
}

std::vector<std::shared_ptr<Stream>> Context::Streams() const {
  const std::lock_guard lock(mutex_);
  return streams_;
}

std::shared_ptr<Stream> Context::DefaultStream() const {
  const std::lock_guard lock(mutex_);
  return streams_.front();
}

void Context::SetFailureMode(Stream& stream, FailureMode mode) {
  const std::lock_guard lock(mutex_);
  stream.mode_ = mode;
  const bool stops = std::any_of(
      streams_.begin(), streams_.end(),
      [](const std::shared_ptr<Stream>& candidate) { return candidate->mode_ == FailureMode::kStop; });
  stopsOnFailure_ = stops;
  for (const std::shared_ptr<Stream>& each : streams_) {
    each->Queue()->SetFailureMode(stops ? FailureMode::kStop : FailureMode::kContinue);
  }
}

Status Context::KnownFailure() const {
  if (!stopped_.load(std::memory_order_acquire)) {
    return Status::Ok();
  }
  const std::lock_guard lock(mutex_);
  return failure_;
}

Status Context::FindFailure() {
  if (stopped_ || !stopsOnFailure_) {
    return KnownFailure();
  }
  const std::vector<std::shared_ptr<Stream>> streams = Streams();
  Status first;
  for (const std::shared_ptr<Stream>& stream : streams) {
    // In stop mode a stream keeps its failure, so that looking takes nothing away.
    Status status = stream->Queue()->Synchronize(std::chrono::milliseconds(0));
    if (!status.IsOk() && status.Code() != code::kRtStreamSyncTimeout) {
      first = std::move(status);
      break;
    }
  }
  if (first.IsOk()) {
    return first;
  }
  {
    const std::lock_guard lock(mutex_);
    if (failure_.IsOk()) {
      failure_ = first;
    }
    stopped_.store(true, std::memory_order_release);
  }
  for (const std::shared_ptr<Stream>& stream : streams) {
    stream->Queue()->Discard();
  }
  return KnownFailure();
}

}  // namespace openaclnn::runtime
