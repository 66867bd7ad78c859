// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "base/descriptor.h"

namespace openaclnn::collectives {

// Wakes the thread that waits in a transport. Any thread may call Wake. It outlives the transport.
class WakeUp {
 public:
  WakeUp() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!event_.IsOpen()) {
      throw std::system_error(errno, std::generic_category(), "eventfd");
    }
  }
  void Wake() const noexcept {
    const uint64_t one = 1;
    static_cast<void>(!write(event_.Get(), &one, sizeof one));  // full: it is awake
  }
  void Clear() const noexcept {
    uint64_t count = 0;
    static_cast<void>(!read(event_.Get(), &count, sizeof count));
  }
  [[nodiscard]] const Descriptor& Event() const { return event_; }

 private:
  Descriptor event_;
};

}  // namespace openaclnn::collectives
