// SPDX-License-Identifier: Apache-2.0
//
// What ranks and the server of a rendezvous send each other. All messages have a fixed size, so that nobody
// has to believe a length:
//
//   rank -> server   Registration
//   server -> rank   Reply (kMembers), and as many Members as there are ranks; or Reply (kFailure)
//   rank -> server   Report, when it is connected to all others or has failed to
//   server -> rank   Reply (kComplete); or Reply (kFailure)
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "collectives/carriers/socket.h"
#include "collectives/identifier.h"
#include "collectives/result.h"

namespace openaclnn::collectives {

inline constexpr uint32_t kRendezvousMagic = 0x4E415248;  // also tells the byte order
inline constexpr uint32_t kProtocolVersion = 3;
inline constexpr uint32_t kMostRanks = 1024;  // each is connected to each

// Who has not said the identifier by then is sent away, and no more than so many may be about to.
inline constexpr auto kGreetingTime = std::chrono::seconds(5);
inline constexpr size_t kMostStrangers = 64;

// Where a rank listens for the others.
struct Member {
  PackedAddress address;
  Identifier process{};
};

struct Greeting {
  uint32_t magic = kRendezvousMagic;
  uint32_t version = kProtocolVersion;
  Identifier identifier{};
};

struct Registration {
  Greeting greeting;  // looked at before the rest is read
  uint32_t rankCount = 0;
  uint32_t rank = 0;
  uint64_t configuration = 0;  // digest of what has to be the same on all ranks
  Member member;
};

// A status with its text, cut where it is too long.
struct PackedResult {
  int32_t code = 0;
  std::array<char, 1020> text{};
};
[[nodiscard]] PackedResult Pack(const Result& result);
[[nodiscard]] Result Unpack(const PackedResult& packed);

struct Report {
  PackedResult result;
};

enum class ReplyKind : uint32_t { kMembers = 1, kComplete = 2, kFailure = 3 };
struct Reply {
  ReplyKind kind = ReplyKind::kFailure;
  Identifier group{};  // of connections between the ranks
  PackedResult result;
};

}  // namespace openaclnn::collectives
