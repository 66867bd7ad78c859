// SPDX-License-Identifier: Apache-2.0
//
// What carries many bytes between two ranks beside their connection: memory that both share, a network that
// needs no copies. The connection announces each post by a frame, and says when it was taken; so everything
// keeps the order of the connection, and it is the connection that tells of a lost rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collectives/carriers/frame.h"

namespace openaclnn::collectives {

// Memory for the bytes of one post, in pieces. Who has the owner keeps it.
struct Room {
  std::vector<std::span<std::byte>> pieces;
  std::shared_ptr<const void> owner;
};

// Between this rank and one other. Both ends count posts alike.
class Carrier {
 public:
  // Sends a frame of the carriers' own to the other end.
  using Tell = std::function<void(FrameKind, std::span<const std::byte>)>;

  Carrier() = default;
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;
  virtual ~Carrier() = default;

  // Whether bytes are copied when they are posted and when they are received. Otherwise the memory belongs to
  // the carrier until the other end has taken the bytes, or until they have arrived.
  [[nodiscard]] virtual bool Copies() const = 0;
  // Whether it can be used. May ask the other end for it, which is ready later then.
  [[nodiscard]] virtual bool Prepare() = 0;
  // Whether it takes no more until the other end has taken something.
  [[nodiscard]] virtual bool IsFull() const = 0;
  // Begins to send the bytes, or the first of them. Returns how many; they are one post.
  [[nodiscard]] virtual size_t Post(const DataFrame& frame) = 0;
  // The other end has taken so many posts more; false: there are not as many.
  [[nodiscard]] virtual bool Free(uint64_t count) = 0;

  // Whether a post of the other end may have so many bytes.
  [[nodiscard]] virtual bool IsSane(size_t bytes) const = 0;
  // Receives the next post of the other end into memory of its size.
  virtual void Receive(Room room) = 0;
  // How many have arrived since the last call, in their order.
  [[nodiscard]] virtual uint64_t Arrived() = 0;
  // Takes a frame of the other end's carrier. False: it makes no sense.
  [[nodiscard]] virtual bool Hear(FrameKind kind, std::span<const std::byte> body) = 0;
  // Why it will not carry any more; empty as long as it does.
  [[nodiscard]] virtual std::optional<std::string> Loss() = 0;
};

}  // namespace openaclnn::collectives
