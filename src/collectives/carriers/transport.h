// SPDX-License-Identifier: Apache-2.0
//
// The links of a rank to all others, and waiting for them. One thread uses it; other threads wake it through
// its WakeUp. Nothing here knows what an operation is.
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

  // Waits until something comes, can be sent, Wake is called, or the time is over. Returns the ranks that
  // something has come from, or that are lost.
  [[nodiscard]] const std::vector<uint32_t>& Wait(Deadline deadline);

  // Aborts all links and what carriers have under way: no memory of an operation is looked at afterwards.
  // Wait then drops what comes, and closes at the deadline what is open still.
  void Abort(Closing closing, Deadline deadline);

 private:
  // Looks for as long as the deadline allows: for events, and at what carriers have got further with. Returns
  // how many events there are.
  int Look(std::span<epoll_event> events, Deadline deadline);
  int Sleep(std::span<epoll_event> events, Deadline deadline);
  [[nodiscard]] bool HasNews() const { return news_ != nullptr && !news_->empty(); }

  const WakeUp& wakeUp_;
  Descriptor poll_;
  const std::unique_ptr<Fabric> fabric_;         // null: there is none
  const std::vector<uint32_t>* news_ = nullptr;  // of it
  std::vector<std::unique_ptr<Link>> links_;     // by rank; null for the rank itself
  std::vector<uint32_t> readable_;
  std::optional<Deadline> closesAt_;
};

}  // namespace openaclnn::collectives
