// SPDX-License-Identifier: Apache-2.0
//
// The connection of a rank to one other, as frames. Control frames are short and are handed over whole. The
// bytes of data frames go straight from the memory of one operation to that of the other; many bytes go by a
// carrier (carrier.h) where there is one. Between ranks of one host frames go by a ring (shared_ring.h) as soon
// as both ends have found it; the connection then rings for an end that sleeps, and tells of a lost rank.
//
// A link calls nobody. Its user offers data when the link takes some, stores what has come where it wants it,
// and learns everything else from what Send, Receive and NextCarried return. Nothing here knows what an
// operation is.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collectives/carriers/carrier.h"
#include "collectives/carriers/frame.h"
#include "collectives/carriers/shared_ring.h"
#include "collectives/carriers/socket.h"

namespace openaclnn::collectives {

// One step of sending.
struct Sent {
  enum class State {
    kGoesOn,   // the connection took bytes; there may be more
    kStopped,  // there is nothing to send, or the connection takes no more for now
    kBroken,   // the connection is gone: what the other rank said before is still to be received
  };
  State state = State::kStopped;
  size_t bytes = 0;      // of all kinds
  size_t dataBytes = 0;  // of the data frame that has this header
  FrameHeader header;
};

// What has come next.
struct Received {
  enum class Kind {
    kNothing,  // until the link can be read again
    kControl,  // a control frame; its body is valid until the next call
    kData,     // up to `bytes` bytes of a data frame, which Store takes
    kCarried,  // `bytes` bytes that the carrier has, which Fetch takes
    kLoss,     // the connection is gone, for this reason
  };
  Kind kind = Kind::kNothing;
  FrameHeader header;
  std::span<const std::byte> body;
  size_t bytes = 0;
  std::string reason;
};

// Data that a carrier is through with.
struct Carried {
  enum class Way { kOut, kIn };
  Way way;
  FrameHeader header;
};

// How a link ends: at once when all is sent, or when the other side has closed as well.
enum class Closing { kAtOnce, kAfterOther };

class Link {
 public:
  // `poll`: an epoll descriptor, which reports this link under `tag` while it is open. `carrier`: of many
  // bytes; if null, memory that is shared with a rank of this host, if it may be. Likewise the ring.
  Link(Descriptor socket, const Descriptor& poll, uint64_t tag, std::unique_ptr<Carrier> carrier,
       bool mayShareMemory);

  [[nodiscard]] bool IsOpen() const { return socket_.IsOpen(); }

  // Puts a control frame before data that have not begun.
  void Post(FrameKind kind, Key key, std::span<const std::byte> body);
  // Whether all data that were put before are on their way.
  [[nodiscard]] bool TakesData() const;
  // Puts data behind what is posted. Returns how many of their bytes are on their way; the frame consists of
  // these alone. Send or NextCarried tells when they are sent.
  [[nodiscard]] size_t Put(DataFrame frame);
  // Sends once.
  [[nodiscard]] Sent Send();

  // The epoll descriptor has reported it.
  void NoteEvent() { hasEvent_ = true; }
  // Whether `poll` alone tells of what comes. Otherwise HasNews does as well, and better.
  [[nodiscard]] bool IsPolled() const { return !receivesByRing_; }
  [[nodiscard]] bool HasNews() const {
    return receivesByRing_ && IsOpen() && (ring_->Readable() > 0 || ended_);
  }
  // From now on `poll` reports all that HasNews would, until EndSleep. False: there is something already.
  [[nodiscard]] bool BeginSleep();
  void EndSleep();

  // Begins to read, as far as the turn of this link goes. Receive is then called until nothing is left.
  void BeginTurn();
  [[nodiscard]] Received Receive();
  // Takes bytes of the data frame that Receive named last, not more than it said. Returns how many came.
  [[nodiscard]] size_t Store(std::span<std::byte> room);

  // Receives what Receive named last into memory of its size.
  void Fetch(Room room) { carrier_->Receive(std::move(room)); }
  [[nodiscard]] bool CarrierCopies() const { return carrier_ != nullptr && carrier_->Copies(); }
  // What a carrier is through with since the last call.
  [[nodiscard]] std::optional<Carried> NextCarried();

  // Closes the connection; Receive returns the reason.
  void Lose(const std::string& reason);
  // From now on what comes is dropped, and nothing is sent but what has been posted and the rest of a frame
  // that has begun. Then the link is closed.
  void Abort(Closing closing) { aborting_ = closing; }
  // Drops what has come.
  void Discard();
  void Close() { socket_.Close(); }

 private:
  [[nodiscard]] bool IsFrameSent() const { return headSent_ == head_.size() && frame_.bytes.empty(); }
  [[nodiscard]] bool HasToSend() const { return !IsFrameSent() || !posted_.empty(); }
  // The next head begins with what was posted.
  void BeginHead();
  [[nodiscard]] Sent Advance(size_t bytes);
  // Waits for room only while there is something to send.
  void Arm();
  void EndIfSent();
  // Sends by the connection or the ring; as send(2).
  [[nodiscard]] ssize_t Write();
  void Ring() const;
  // Shares a ring with the other end, if that is possible.
  void OfferRing();
  [[nodiscard]] bool TakeRing(std::span<const std::byte> body);

  // Reads once, first into the room, then into the staging. Returns how many bytes came into the room.
  size_t Read(std::span<std::byte> room);
  // What there is, into the pieces; empty: the link is lost.
  [[nodiscard]] std::optional<size_t> ReadConnection(std::span<const std::span<std::byte>> pieces);
  [[nodiscard]] std::optional<size_t> ReadRing(std::span<const std::span<std::byte>> pieces);
  // Where the ring is used: what the connection still tells.
  void HearConnection();
  // Takes a control frame that is staged whole, or the header of a data frame. False: more is needed. Frames
  // between links leave `received` as it is.
  [[nodiscard]] bool TakeFrame(Received* received);
  [[nodiscard]] bool IsSane(const FrameHeader& header) const;
  // Takes a frame between links. False: it makes no sense.
  [[nodiscard]] bool TakeOwn(const FrameHeader& header, std::span<const std::byte> body);
  [[nodiscard]] bool TakeOfCarrier(const FrameHeader& header, std::span<const std::byte> body);

  // What is read beyond a frame's data, or before it is known where they go.
  static constexpr size_t kStaging = 4096;
  static_assert(kStaging >= sizeof(FrameHeader) + kMostControlBytes);

  Descriptor socket_;
  const Descriptor& poll_;
  const uint64_t tag_;
  uint32_t armed_ = 0;  // the events that are waited for
  std::optional<Closing> aborting_;

  // Sending: first the head, then the data of the frame whose header is the end of it.
  std::vector<std::byte> posted_;  // control frames that come next
  std::vector<std::byte> head_;
  size_t headSent_ = 0;
  DataFrame frame_;

  // Receiving.
  std::array<std::byte, kStaging> staging_;
  size_t begin_ = 0;  // of what is staged
  size_t end_ = 0;
  FrameHeader header_;    // of the data frame under way
  size_t remaining_ = 0;  // its bytes that are to be stored
  size_t readsLeft_ = 0;  // of this turn

  // By the carrier: what it has not been through with, in order, and how much it is through with, untold.
  std::unique_ptr<Carrier> carrier_;  // null: all data go over the connection
  std::deque<FrameHeader> outgoing_;
  std::deque<FrameHeader> incoming_;
  uint64_t sent_ = 0;
  uint64_t arrived_ = 0;
  uint64_t taken_ = 0;  // untold to the other rank

  // By the ring. Each end switches by itself.
  bool mayRing_;
  std::unique_ptr<SharedRing> ring_;  // null: it has not been offered
  bool isReached_ = false;            // the other end has found it
  bool isSwitching_ = false;          // what is being sent is the last by the connection
  bool sendsByRing_ = false;
  bool receivesByRing_ = false;
  bool hasEvent_ = false;             // of the connection
  std::optional<std::string> ended_;  // why the connection is at its end; what is in the ring comes first

  std::optional<std::string> broken_;  // why sending failed
  std::optional<std::string> loss_;    // why the connection was closed
};

}  // namespace openaclnn::collectives
