// SPDX-License-Identifier: Apache-2.0
//
// The carriers of a rank that share one means of their own, with its addresses and its progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "collectives/carriers/carrier.h"
#include "collectives/carriers/socket.h"
#include "collectives/deadline.h"
#include "collectives/result.h"

namespace openaclnn::collectives {

// One thread at a time uses it. Outlives its carriers.
class Fabric {
 public:
  Fabric() = default;
  Fabric(const Fabric&) = delete;
  Fabric& operator=(const Fabric&) = delete;
  virtual ~Fabric() = default;

  // Where this rank is reached.
  [[nodiscard]] virtual std::span<const std::byte> Address() const = 0;
  // HCCL_E_UNAVAIL if nothing reaches from here to there.
  [[nodiscard]] virtual Result Connect(uint32_t peer, std::span<const std::byte> address) = 0;
  // Goes on with what connecting needs of both ends, to be called until it returns true: it has ended. Ranks
  // that are not settled may not be left.
  [[nodiscard]] virtual bool Settle() = 0;
  [[nodiscard]] virtual bool IsConnected(uint32_t peer) const = 0;
  // Of a rank to which nothing has been posted.
  virtual void Disconnect(uint32_t peer) = 0;
  // To a rank that is connected; null for others.
  [[nodiscard]] virtual std::unique_ptr<Carrier> CarrierTo(uint32_t peer) = 0;

  // Goes on with what is under way. Returns the ranks from which something has arrived, or which are lost.
  [[nodiscard]] virtual const std::vector<uint32_t>& Progress() = 0;
  // Whether the descriptor will tell of what comes next; false: there is something to go on with.
  [[nodiscard]] virtual bool Arm() = 0;
  [[nodiscard]] virtual int WaitDescriptor() const = 0;
  // When to ask for progress, whatever the descriptor tells.
  [[nodiscard]] virtual Deadline Until() const = 0;

  // Ends everything: afterwards no memory that was given to a carrier is looked at.
  virtual void Cancel() = 0;
};

// What a rank has towards the others.
struct Mesh {
  Connections connections;
  std::unique_ptr<Fabric> fabric;  // null: there is none
};

}  // namespace openaclnn::collectives
