// SPDX-License-Identifier: Apache-2.0
#include "backend/stream_group.h"

namespace openaclnn::backend {

void StreamGroup::Add(const std::shared_ptr<Stream>& stream) {
  const std::lock_guard lock(mutex_);
  std::erase_if(streams_, [](const std::weak_ptr<Stream>& known) { return known.expired(); });
  streams_.push_back(stream);
}

void StreamGroup::TaskFailed(const Status& status) noexcept {
  if (mode_.load(std::memory_order_relaxed) != FailureMode::kStop || Stopped()) {
    return;
  }
  std::vector<std::weak_ptr<Stream>> streams;
  {
    const std::lock_guard lock(mutex_);
    if (Stopped()) {
      return;
    }
    failure_ = status;
    stopped_.store(true, std::memory_order_release);
    // Taken out rather than copied, which would ask for memory: a group stops once.
    streams.swap(streams_);
  }
  // Without the lock: a stream that discards may release what its tasks held, and have a failure to tell.
  for (const std::weak_ptr<Stream>& known : streams) {
    if (const std::shared_ptr<Stream> stream = known.lock()) {
      stream->Discard();
    }
  }
}

}  // namespace openaclnn::backend
