// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "backend/backend.h"
#include "base/status.h"
#include "runtime/sharing/shared_cell.h"

namespace openaclnn::runtime {

// An event that processes share (ACL_EVENT_IPC). Each may record it and wait for it. Records are numbered over
// all processes; a wait is for the latest one at the time of its call. A wait for a record whose process has
// ended on the way fails with kRtIpcError.
class IpcEvent : public std::enable_shared_from_this<IpcEvent> {
 public:
  // A new one, not recorded.
  [[nodiscard]] static Status Make(backend::Device& device, std::shared_ptr<IpcEvent>* event);
  // Another process's, by its handle.
  [[nodiscard]] static Status Open(backend::Device& device, const char* handle,
                                   std::shared_ptr<IpcEvent>* event);
  // What Open takes, in `bytes` bytes. Only of an event of this process.
  [[nodiscard]] Status Export(char* handle, size_t bytes);

  [[nodiscard]] Status Record(backend::Stream& stream);
  [[nodiscard]] Status Wait(backend::Stream& stream, std::optional<std::chrono::milliseconds> limit);
  // Whether the latest record was reached, or there is none.
  [[nodiscard]] bool IsComplete() const;
  // Waits on the host; kRtEventSyncTimeout.
  [[nodiscard]] Status Synchronize(backend::Timeout timeout);

  IpcEvent(std::shared_ptr<SharedCell> cell, std::shared_ptr<backend::Signal> signal)
      : cell_(std::move(cell)), signal_(std::move(signal)) {}

 private:
  class ReachWork;
  class IsReached;

  [[nodiscard]] static Status Adopt(backend::Device& device, std::shared_ptr<SharedCell> cell,
                                    std::shared_ptr<IpcEvent>* event);
  [[nodiscard]] uint64_t Issue() noexcept;
  void Reach(uint64_t ticket) noexcept;
  // Empty: not yet.
  [[nodiscard]] std::optional<Status> Look(uint64_t ticket, LookPause& pause) const noexcept;

  const std::shared_ptr<SharedCell> cell_;
  const std::shared_ptr<backend::Signal> signal_;
};

}  // namespace openaclnn::runtime
