// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/tail_wait.h"

#include <optional>
#include <utility>

#include "checker/races.h"

namespace openaclnn::runtime {

TailWait::TailWait(std::shared_ptr<backend::Stream> stream, std::shared_ptr<backend::Event> event)
    : stream_(std::move(stream)), event_(std::move(event)) {}

TailWait::~TailWait() {
  const checker::HostWait wait(stream_.get());
  try {
    if (stream_->Record(event_).IsOk()) {
      static_cast<void>(event_->Synchronize(std::nullopt));
      wait.Over();
      return;
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): without the memory for a record, the whole stream is
                   // waited for
  }
  stream_->Drain();
  wait.Over();
}

}  // namespace openaclnn::runtime
