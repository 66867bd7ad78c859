// SPDX-License-Identifier: Apache-2.0
//
// The connections of a rank to all others, as frames: post, wait, abort, close. One thread uses it; only Wake
// may be called from others. Nothing here knows what an operation is.
//
// The wire between two ranks: frames, each a header and its bytes. Control frames are short and are handed
// over whole. The bytes of data frames go straight from the memory of one operation to that of the other;
// those of many bytes to a rank of the same host by way of memory that both share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collectives/call.h"
#include "collectives/rendezvous.h"
#include "collectives/socket.h"

namespace openaclnn::collectives {

enum class FrameKind : uint8_t {
  kCall = 1,        // Call: a rank's stream has come to an operation
  kData = 2,        // bytes of an operation
  kCredit = 3,      // uint64_t: so many bytes more may be sent
  kFailure = 4,     // PackedResult: the communicator has failed there
  kFarewell = 5,    // nothing: the communicator was destroyed there
  kInvitation = 6,  // Member: a rank listens for members of a part of the communicator
  // Between ranks of one host, and of the transport alone:
  kSlots = 7,       // SlotOffer: there is memory to share
  kAccepted = 8,    // nothing: the other has found it; its slots may be filled
  kSharedData = 9,  // bytes of an operation, which lie in the next slot
  kEmptied = 10,    // nothing: `number` slots are free again
};

struct FrameHeader {
  uint32_t magic = kMagic;
  FrameKind kind = FrameKind::kCall;
  Channel channel = Channel::kCollective;
  uint8_t phase = 0;  // of an operation's data
  uint8_t zero = 0;
  uint64_t number = 0;
  uint64_t bytes = 0;

  static constexpr uint32_t kMagic = 0x4C434348;
  [[nodiscard]] Key OperationKey() const { return {channel, number}; }
};
static_assert(sizeof(FrameHeader) == 24);

inline constexpr size_t kMostControlBytes = 2048;
inline constexpr size_t kMostDataBytes = size_t{512} << 10;  // of one frame

// Data that can be sent now. The owner keeps the memory until they are.
struct DataFrame {
  FrameHeader header;
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
};

// Who uses a transport: is asked for memory and data, and told what has come.
class TransportClient {
 public:
  TransportClient() = default;
  TransportClient(const TransportClient&) = delete;
  TransportClient& operator=(const TransportClient&) = delete;

  virtual void TakeControl(uint32_t peer, const FrameHeader& header, std::span<const std::byte> body) = 0;
  // Where the next bytes of a data frame go, not more than `bytes`; empty: nobody has asked for them.
  [[nodiscard]] virtual std::span<std::byte> Destination(uint32_t peer, const FrameHeader& header,
                                                         size_t bytes) = 0;
  virtual void TakeData(uint32_t peer, const FrameHeader& header, size_t bytes) = 0;
  // The next data for a rank; false: there are none.
  [[nodiscard]] virtual bool NextData(uint32_t peer, DataFrame* frame) = 0;
  virtual void DataSent(uint32_t peer, const FrameHeader& header, size_t bytes) = 0;
  // The connection is gone.
  virtual void TakeLoss(uint32_t peer, const std::string& reason) = 0;

 protected:
  ~TransportClient() = default;
};

// What wakes the thread that waits in a transport. Outlives it.
class WakeUp {
 public:
  WakeUp();
  void Wake() const noexcept;
  void Clear() const noexcept;
  [[nodiscard]] const Descriptor& Event() const { return event_; }

 private:
  Descriptor event_;
};

class Transport {
 public:
  Transport(Mesh mesh, const WakeUp& wakeUp, TransportClient& client);
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  ~Transport();

  [[nodiscard]] uint32_t Size() const { return static_cast<uint32_t>(links_.size()); }
  [[nodiscard]] bool IsOpen(uint32_t peer) const;

  // A control frame; goes before data that have not begun.
  void Post(uint32_t peer, FrameKind kind, Key key, std::span<const std::byte> body);
  // Sends what the connections take. Returns whether that was anything: operations may have got further.
  bool Flush();
  // Until something comes, can be sent, Wake is called, or the time is over; then receives.
  void Wait(Deadline deadline);

  // From now on what is received is dropped, and nothing is sent but what has been posted and the rest of a
  // frame that has begun. Then the connections are closed: at once, or when the other side has closed, too,
  // and not later than at the deadline, which Wait keeps.
  enum class Closing { kAtOnce, kAfterOther };
  void Abort(Closing closing, Deadline deadline);
  // Whether all connections are closed.
  [[nodiscard]] bool IsClosed() const;

 private:
  struct Link;

  void Arm(Link& link);
  [[nodiscard]] bool FlushLink(Link& link);
  [[nodiscard]] bool FillLink(Link& link);
  // Takes the client's next data into the head of the link, and what is sent behind it.
  void NextFrame(Link& link);
  void Sent(Link& link, size_t bytes);
  void ReceiveLink(Link& link);
  // Reads once; false: there is nothing (any more).
  [[nodiscard]] bool ReadOnce(Link& link);
  // Takes what was read of a frame's beginning, a control frame whole; false: more is needed.
  [[nodiscard]] bool TakeFrame(Link& link);
  void TakeControl(Link& link, const FrameHeader& header, std::span<const std::byte> body);
  void TakeShared(Link& link, const FrameHeader& header);
  void TakeOffer(Link& link, std::span<const std::byte> body);
  // Where the next bytes go; empty: the client has not asked for them, and the link is dropped.
  [[nodiscard]] std::span<std::byte> RoomFor(Link& link, const FrameHeader& header, size_t bytes);
  // Hands what has come to the client; false: the link is dropped.
  [[nodiscard]] bool Give(Link& link, const FrameHeader& header, std::span<const std::byte> bytes);
  void Drop(Link& link, const std::string& reason);
  void DiscardFrom(Link& link);

  TransportClient& client_;
  const WakeUp& wakeUp_;
  Descriptor poll_;
  std::vector<std::unique_ptr<Link>> links_;  // by rank; null for the rank itself
  bool aborting_ = false;
  Closing closing_ = Closing::kAtOnce;
  Deadline abortDeadline_;
};

}  // namespace openaclnn::collectives
