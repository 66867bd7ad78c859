// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "backend/backend.h"

namespace openaclnn::runtime {

// Waits, at the end of its life, for what a stream has been given by then: a copy that uses the client's
// ordinary memory has left it alone when the call returns, however the call ends. Failures of earlier work
// stay for the stream's next synchronize.
class TailWait {
 public:
  TailWait(std::shared_ptr<backend::Stream> stream, std::shared_ptr<backend::Event> event);
  TailWait(const TailWait&) = delete;
  TailWait& operator=(const TailWait&) = delete;
  ~TailWait();

 private:
  const std::shared_ptr<backend::Stream> stream_;
  const std::shared_ptr<backend::Event> event_;
};

}  // namespace openaclnn::runtime
