// SPDX-License-Identifier: Apache-2.0
//
// The links of a rank to all others, and waiting for them. One thread at a time uses it, and one more may sleep
// in it; others wake that through its WakeUp. Nothing here knows what an operation is.
#pragma once

#include <sys/epoll.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/descriptor.h"
#include "collectives/carriers/fabric.h"
#include "collectives/carriers/link.h"
#include "collectives/carriers/wake_up.h"
#include "collectives/deadline.h"

namespace openaclnn::collectives {

class Transport {
 public:
  // `mayShareMemory`: with ranks of this host.
  Transport(Mesh mesh, bool mayShareMemory, const WakeUp& wakeUp);
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  [[nodiscard]] uint32_t Size() const { return static_cast<uint32_t>(links_.size()); }
  // False for the rank itself, too.
  [[nodiscard]] bool IsOpen(uint32_t peer) const { return links_[peer] != nullptr && links_[peer]->IsOpen(); }
  // Whether all links are closed.
  [[nodiscard]] bool IsClosed() const;
  // The link to another rank.
  [[nodiscard]] Link& To(uint32_t peer) { return *links_[peer]; }
  void Post(uint32_t peer, FrameKind kind, Key key, std::span<const std::byte> body) {
    if (IsOpen(peer)) {
      To(peer).Post(kind, key, body);
    }
  }

  // Whether something comes, or can be sent. Returns the ranks that something has come from, or that are lost.
  [[nodiscard]] const std::vector<uint32_t>& Look();

  // Sleep waits until Look would find something, Wake is called, or the time is over; BeginSleep goes before
  // it, EndSleep after it. False: there is something to look at, or there may be.
  [[nodiscard]] bool BeginSleep();
  // Others may look meanwhile.
  void Sleep(Deadline deadline) const;
  // Also where others will look from now on, again and again: then other ranks need not wake the sleeper.
  void EndSleep();

  // Aborts all links and what carriers have under way: no memory of an operation is looked at afterwards.
  // Look then drops what comes, and closes at the deadline what is open still.
  void Abort(Closing closing, Deadline deadline);

 private:
  void LookAtPoll();
  void AddReadable(uint32_t peer);
  // What comes from aborted links.
  void DropReadable();

  const WakeUp& wakeUp_;
  Descriptor poll_;
  const std::unique_ptr<Fabric> fabric_;      // null: there is none
  std::vector<std::unique_ptr<Link>> links_;  // by rank; null for the rank itself
  std::vector<uint32_t> readable_;
  uint32_t looks_ = 0;
  std::optional<Deadline> looksAt_;  // whatever the descriptors tell: of a sleep
  std::optional<Deadline> closesAt_;
};

}  // namespace openaclnn::collectives
