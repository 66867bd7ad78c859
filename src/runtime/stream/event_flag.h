// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "backend/backend.h"
#include "base/status.h"
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {

// What a graph waits for of an event with ACL_EVENT_EXTERNAL: records set it, resets clear it, whichever comes
// first.
class EventFlag : public std::enable_shared_from_this<EventFlag> {
 public:
  explicit EventFlag(std::shared_ptr<backend::Signal> signal);

  // In the order of a stream.
  [[nodiscard]] Status Change(bool isSet, backend::Stream& stream);

  // As tasks of a graph.
  [[nodiscard]] TaskBody MakeChange(bool isSet);
  [[nodiscard]] TaskBody MakeWait();

 private:
  class ChangeWork;
  class IsSet;

  void NoteChange(const void* stream, bool isSet);

  const std::shared_ptr<backend::Signal> signal_;
  bool isSet_ = false;  // guarded by the signal
  // For the checker of races: what it has played of the changes, and who made them.
  const std::shared_ptr<checker::Gate> gate_;
  bool playedIsSet_ = false;
};

}  // namespace openaclnn::runtime
