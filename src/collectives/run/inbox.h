// SPDX-License-Identifier: Apache-2.0
//
// What the streams and the callers of a communicator leave for its engine.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "backend/waits.h"
#include "collectives/carriers/wake_up.h"
#include "collectives/result.h"
#include "collectives/run/operation.h"

namespace openaclnn::collectives {

// Thread safe. Streams may come as long as they like: after Close they get the failure that it was closed
// with.
class Inbox {
 public:
  // A stream has come to an operation. Needs no memory. False: the inbox is closed, and the operation has not
  // been and will not be looked at. While the call that issues it goes on, its end looks for it
  // (Engine::Begin).
  [[nodiscard]] bool Arrive(const std::shared_ptr<Operation>& operation) noexcept;
  // An operation will not be waited for any more: its stream was aborted, or goes.
  void Abandon(const Operation& operation) noexcept;
  // Has the communicator's thread do something; false: it is closed.
  bool Do(std::function<void()> task);
  void Close(const Result& reason);
  [[nodiscard]] Result ClosedBecause() const;

  // For the engine.
  struct Content {
    std::shared_ptr<Operation> arrived;  // the first; the others follow
    std::vector<std::function<void()>> tasks;
    bool abandoned = false;
    std::string abandonedText;
  };
  [[nodiscard]] Content Take();
  [[nodiscard]] bool IsEmpty() const { return isEmpty_; }
  [[nodiscard]] bool IsClosed() const { return isClosed_; }
  [[nodiscard]] const WakeUp& Bell() const { return bell_; }
  // Whether somebody looks for operations without being woken, at least now and then.
  void SetTended(bool isTended) { isTended_ = isTended; }
  [[nodiscard]] bool IsTended() const { return isTended_; }

 private:
  WakeUp bell_;
  mutable std::mutex mutex_;
  Content content_;
  std::atomic<bool> isEmpty_{true};    // written with the mutex
  std::atomic<bool> isClosed_{false};  // likewise
  std::atomic<bool> isTended_{false};
  Operation* last_ = nullptr;  // that arrived
  std::optional<Result> closed_;
};

// The wait of a stream for an operation: rings when the stream arrives.
[[nodiscard]] std::unique_ptr<backend::Condition> MakeArrival(std::shared_ptr<Inbox> inbox,
                                                              std::shared_ptr<Operation> operation);

}  // namespace openaclnn::collectives
