// SPDX-License-Identifier: Apache-2.0
//
// What a rank called, as it tells the others before any data flow: so ranks that do not agree find out at
// once, by name, and nobody's memory is touched by data that were meant for something else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace openaclnn::collectives {

enum class OperationKind : uint32_t {
  kAllReduce,
  kBroadcast,
  kAllGather,
  kAllGatherV,
  kReduceScatter,
  kReduceScatterV,
  kReduce,
  kScatter,
  kAlltoAll,
  kAlltoAllV,
  kAlltoAllVC,
  kBarrier,
  kSend,
  kRecv,
  kBatchSendRecv,
};
// "HcclAllReduce".
[[nodiscard]] const char* NameOf(OperationKind which);

inline constexpr uint32_t kUnused = 0xFFFFFFFF;

struct Call {
  uint32_t which = 0;  // an OperationKind
  uint32_t type = kUnused;
  uint32_t secondType = kUnused;  // of what is received, where that has a type of its own
  uint32_t reduction = kUnused;
  uint32_t root = kUnused;
  uint32_t zero = 0;
  uint64_t count = 0;
  uint64_t countsDigest = 0;       // of arrays of counts that are the same on all ranks
  uint64_t bytes = 0;              // that the sender of this will send to the one who gets it
  uint64_t expectedBytes = 0;      // that it expects from the one who gets it
  uint64_t collectivesBefore = 0;  // that were called before, where this is a message
};
static_assert(sizeof(Call) == 64);

// "HcclAllReduce(100 FP32, SUM)".
[[nodiscard]] std::string TextOf(const Call& call);

// Why two ranks do not agree; empty if they do. Both find the same.
[[nodiscard]] std::optional<std::string> Disagreement(const Call& mine, const Call& theirs);

}  // namespace openaclnn::collectives
