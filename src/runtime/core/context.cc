// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/context.h"

#include <algorithm>
#include <utility>

namespace openaclnn::runtime {

using backend::FailureMode;

Stream::Stream(const std::shared_ptr<Context>& context, std::shared_ptr<backend::Stream> queue,
               Attributes attributes)
    : context_(context),
      contextHandle_(context->Handle()),
      group_(context->Group()),
      device_(context->SharedDevice()),
      queue_(std::move(queue)),
      deviceId_(context->DeviceId()),
      epoch_(context->Epoch()),
      attributes_(attributes),
      settings_(attributes.priority) {}

Context::Context(std::shared_ptr<backend::Device> device, int deviceId, uint64_t epoch, bool isPrimary)
    : device_(std::move(device)), deviceId_(deviceId), epoch_(epoch), isPrimary_(isPrimary) {}

void Context::Add(const std::shared_ptr<Stream>& stream) {
  const std::lock_guard lock(mutex_);
  streams_.push_back(stream);
  if (default_ == nullptr) {
    default_ = stream;
  }
}

void Context::Remove(const Stream& stream) {
  const std::lock_guard lock(mutex_);
  std::erase_if(streams_,
                [&](const std::shared_ptr<Stream>& candidate) { return candidate.get() == &stream; });
}

void Context::Forget(const Stream& stream) {
  const std::lock_guard lock(mutex_);
  if (stream.mode_ == FailureMode::kStop) {
    UpdateFailureMode();
  }
}

std::vector<std::shared_ptr<Stream>> Context::Streams() const {
  const std::lock_guard lock(mutex_);
  return streams_;
}

void Context::SetFailureMode(Stream& stream, FailureMode mode) {
  const std::lock_guard lock(mutex_);
  stream.mode_ = mode;
  UpdateFailureMode();
}

void Context::UpdateFailureMode() {
  const bool stops = std::any_of(
      streams_.begin(), streams_.end(),
      [](const std::shared_ptr<Stream>& candidate) { return candidate->mode_ == FailureMode::kStop; });
  group_->SetFailureMode(stops ? FailureMode::kStop : FailureMode::kContinue);
}

FailureMode Context::FailureModeOf(const Stream& stream) const {
  const std::lock_guard lock(mutex_);
  return stream.mode_;
}

}  // namespace openaclnn::runtime
