// SPDX-License-Identifier: Apache-2.0
#include "collectives/run/call.h"

#include <array>
#include <utility>

#include "collectives/run/data_types.h"

namespace openaclnn::collectives {
namespace {

constexpr std::array kNames{"HcclAllReduce",     "HcclBroadcast",      "HcclAllGather",    "HcclAllGatherV",
                            "HcclReduceScatter", "HcclReduceScatterV", "HcclReduce",       "HcclScatter",
                            "HcclAlltoAll",      "HcclAlltoAllV",      "HcclAlltoAllVC",   "HcclBarrier",
                            "HcclSend",          "HcclRecv",           "HcclBatchSendRecv"};

bool IsMessage(uint32_t which) {
  return which == static_cast<uint32_t>(OperationKind::kSend) ||
         which == static_cast<uint32_t>(OperationKind::kRecv);
}

std::string Elements(uint64_t count, uint32_t type) {
  return std::to_string(count) + " " + NameOfDataType(static_cast<int32_t>(type));
}

}  // namespace

const char* NameOf(OperationKind which) {
  const auto index = static_cast<size_t>(which);
  return index < kNames.size() ? kNames[index] : "an unknown operation";
}

std::string TextOf(const Call& call) {
  std::string text = NameOf(static_cast<OperationKind>(call.which));
  std::string arguments;
  const auto add = [&](const std::string& argument) {
    arguments += (arguments.empty() ? "" : ", ") + argument;
  };
  if (call.type != kUnused) {
    add(Elements(call.count, call.type));
  }
  if (call.secondType != kUnused) {
    add(NameOfDataType(static_cast<int32_t>(call.secondType)));
  }
  if (call.reduction != kUnused) {
    add(NameOfReduction(static_cast<int32_t>(call.reduction)));
  }
  if (call.root != kUnused) {
    add("root " + std::to_string(call.root));
  }
  return text + "(" + arguments + ")";
}

std::optional<std::string> Disagreement(const Call& mine, const Call& theirs) {
  if (IsMessage(mine.which) && IsMessage(theirs.which)) {
    if (mine.collectivesBefore != theirs.collectivesBefore) {
      return "one calls it after " + std::to_string(mine.collectivesBefore) +
             " collective operations, the other after " + std::to_string(theirs.collectivesBefore);
    }
    if (mine.which == theirs.which) {
      return "they do not belong together";
    }
    return mine.type != theirs.type || mine.count != theirs.count ? std::optional<std::string>("they differ")
                                                                  : std::nullopt;
  }
  const bool same = mine.which == theirs.which && mine.type == theirs.type &&
                    mine.secondType == theirs.secondType && mine.reduction == theirs.reduction &&
                    mine.root == theirs.root && mine.count == theirs.count;
  if (!same) {
    return "they differ";
  }
  if (mine.countsDigest != theirs.countsDigest) {
    return "their arrays of counts differ";
  }
  for (const auto& [sends, expects] :
       {std::pair(theirs.bytes, mine.expectedBytes), std::pair(mine.bytes, theirs.expectedBytes)}) {
    if (sends != expects) {
      return "one sends " + std::to_string(sends) + " bytes where the other expects " +
             std::to_string(expects);
    }
  }
  return std::nullopt;
}

}  // namespace openaclnn::collectives
