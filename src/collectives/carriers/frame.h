// SPDX-License-Identifier: Apache-2.0
//
// What goes over the connection between two ranks: frames, each a header and its bytes.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace openaclnn::collectives {

// Which of the calls between two ranks this is: both count alike.
enum class Channel : uint8_t {
  kCollective = 0,
  kMessageUp = 1,    // from the lower of the two ranks to the higher
  kMessageDown = 2,  // the other way
};
struct Key {
  Channel channel = Channel::kCollective;
  uint64_t number = 0;
  auto operator<=>(const Key&) const = default;
};

enum class FrameKind : uint8_t {
  kCall = 1,        // Call: a rank's stream has come to an operation
  kData = 2,        // bytes of an operation
  kCredit = 3,      // uint64_t: so many bytes more may be sent
  kFailure = 4,     // PackedResult: the communicator has failed there
  kFarewell = 5,    // nothing: the communicator was destroyed there
  kInvitation = 6,  // Member: a rank listens for members of a part of the communicator
  // Between links alone:
  kSlots = 7,     // MemoryOffer: there is memory to share
  kAccepted = 8,  // nothing: the other has found it; its slots may be filled
  kCarried = 9,   // bytes of an operation, which the carrier has
  kTaken = 10,    // nothing: `number` posts of the carrier have been taken
  kRing = 11,     // MemoryOffer: there is a ring to share
  kReached = 12,  // nothing: the other has found it
  kSwitch = 13,   // nothing: what follows comes by the ring
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

// Data to send. The owner keeps the memory until they are sent.
struct DataFrame {
  FrameHeader header;
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
  bool isAwaited = false;   // the other rank has come to the operation
  bool goesBehind = false;  // data of the same flow, which a carrier has
};

inline constexpr size_t kMostControlBytes = 2048;
inline constexpr size_t kMostDataBytes = size_t{512} << 10;  // of one frame

}  // namespace openaclnn::collectives
