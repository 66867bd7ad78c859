// SPDX-License-Identifier: Apache-2.0
#include "backend/stream_group.h"

namespace openaclnn::backend {

void StreamGroup::Add(const std::shared_ptr<Stream>& stream) {
  const std::lock_guard lock(mutex_);
  std::erase_if(streams_, [](const std::weak_ptr<Stream>& known) { return known.expired(); });
  streams_.push_back(stream);
}

void StreamGroup::TaskFailed(const Status& status) noexcept {
  // Without the lock where it need not be: a stream that is told to discard may have a failure to tell, too.
  if (mode_.load(std::memory_order_relaxed) != FailureMode::kStop || Stopped()) {
    return;
  }
  const std::lock_guard lock(mutex_);
  if (Stopped()) {
    return;
  }
  failure_ = status;
  stopped_.store(true, std::memory_order_release);
  for (const std::weak_ptr<Stream>& known : streams_) {
    if (const std::shared_ptr<Stream> stream = known.lock()) {
      stream->Discard();
    }
  }
}

}  // namespace openaclnn::backend
