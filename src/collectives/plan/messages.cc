// SPDX-License-Identifier: Apache-2.0
//
// Messages from one rank to another.
#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/enumerators.h"
#include "collectives/plan/plan.h"

namespace openaclnn::collectives {
namespace {

bool IsSend(const HcclSendRecvItem& item) {
  return NumberOf(item.sendRecvType) == HCCL_SEND;
}

BufferUse UseOf(const HcclSendRecvItem& item) {
  return IsSend(item) ? BufferUse::kRead : BufferUse::kWritten;
}

// Adds a message with another rank.
Result AddMessage(Plan& plan, const HcclSendRecvItem& item, const Buffer& buffer, const DataType& type) {
  std::byte* data = nullptr;
  OPENACLNN_RETURN_IF_FAILED(plan.Use(buffer, UseOf(item), &data));
  const bool isSend = IsSend(item);
  const uint32_t self = plan.About().rank;
  Exchange exchange;
  exchange.peer = item.remoteRank;
  exchange.key.channel = (self < item.remoteRank) == isSend ? Channel::kMessageUp : Channel::kMessageDown;
  exchange.mine.which = static_cast<uint32_t>(isSend ? OperationKind::kSend : OperationKind::kRecv);
  exchange.mine.type = static_cast<uint32_t>(type.number);
  exchange.mine.count = buffer.count;
  (isSend ? exchange.out : exchange.in)[0].Add(data, buffer.count * type.bytes);
  plan.Get().exchanges.push_back(std::move(exchange));
  return Result::Ok();
}

// What a rank sends to itself, in order, goes where it receives it.
struct LocalMessages {
  std::vector<std::pair<std::byte*, size_t>> sent;
  std::vector<std::pair<std::byte*, size_t>> received;
};

Result PlanMessage(const CommunicatorInfo& info, const HcclSendRecvItem& item, const char* bufferName,
                   const char* rankName, OperationPointer* operation) {
  Plan plan(info, IsSend(item) ? OperationKind::kSend : OperationKind::kRecv);
  const DataType* type = nullptr;
  uint64_t count = 0;
  OPENACLNN_RETURN_IF_FAILED(ExpectMovable("dataType", NumberOf(item.dataType), &type));
  OPENACLNN_RETURN_IF_FAILED(ExpectRank(info, rankName, item.remoteRank));
  OPENACLNN_RETURN_IF_FAILED(Multiply("count", item.count, 1, *type, &count));
  if (item.remoteRank == info.rank) {
    return BadArgument(rankName, "another rank", std::to_string(info.rank) + ", the caller's own");
  }
  OPENACLNN_RETURN_IF_FAILED(AddMessage(plan, item, {bufferName, item.buf, count, type}, *type));
  plan.Get().call.type = static_cast<uint32_t>(type->number);
  plan.Get().call.count = count;
  plan.Get().peerOfMessage = item.remoteRank;
  plan.Complete();
  *operation = plan.Take();
  return Result::Ok();
}

HcclSendRecvItem ItemOf(HcclSendRecvType direction, const MoveArguments& arguments, uint32_t peer) {
  HcclSendRecvItem item{};
  item.sendRecvType = direction;
  item.buf = direction == HCCL_SEND ? const_cast<void*>(arguments.send) : arguments.receive;  // NOLINT
  item.count = arguments.count;
  StoreNumber(arguments.type, &item.dataType);
  item.remoteRank = peer;
  return item;
}

}  // namespace

Result PlanSend(const CommunicatorInfo& info, const MoveArguments& arguments, uint32_t peer,
                OperationPointer* operation) {
  return PlanMessage(info, ItemOf(HCCL_SEND, arguments, peer), "sendBuf", "destRank", operation);
}

Result PlanReceive(const CommunicatorInfo& info, const MoveArguments& arguments, uint32_t peer,
                   OperationPointer* operation) {
  return PlanMessage(info, ItemOf(HCCL_RECV, arguments, peer), "recvBuf", "srcRank", operation);
}

Result PlanBatch(const CommunicatorInfo& info, const HcclSendRecvItem* items, size_t itemCount, bool once,
                 OperationPointer* operation) {
  Plan plan(info, OperationKind::kBatchSendRecv);
  LocalMessages local;
  std::set<std::pair<uint32_t, bool>> seen;
  for (size_t index = 0; index < itemCount; ++index) {
    const HcclSendRecvItem& item = items[index];
    const std::string name = "sendRecvInfo[" + std::to_string(index) + "]";
    const int32_t direction = NumberOf(item.sendRecvType);
    const DataType* type = nullptr;
    uint64_t count = 0;
    if (direction != HCCL_SEND && direction != HCCL_RECV) {
      return BadArgument(name + ".sendRecvType", "HCCL_SEND (0) or HCCL_RECV (1)", std::to_string(direction));
    }
    OPENACLNN_RETURN_IF_FAILED(ExpectMovable((name + ".dataType").c_str(), NumberOf(item.dataType), &type));
    OPENACLNN_RETURN_IF_FAILED(ExpectRank(info, (name + ".remoteRank").c_str(), item.remoteRank));
    OPENACLNN_RETURN_IF_FAILED(Multiply((name + ".count").c_str(), item.count, 1, *type, &count));
    if (once && !seen.emplace(item.remoteRank, IsSend(item)).second) {
      return BadArgument(name, "one message for each rank and direction",
                         std::string("a second ") + (IsSend(item) ? "to" : "from") + " rank " +
                             std::to_string(item.remoteRank));
    }
    const std::string bufferName = name + ".buf";
    const Buffer buffer{bufferName.c_str(), item.buf, count, type};
    if (item.remoteRank != info.rank) {
      OPENACLNN_RETURN_IF_FAILED(AddMessage(plan, item, buffer, *type));
      continue;
    }
    std::byte* data = nullptr;
    OPENACLNN_RETURN_IF_FAILED(plan.Use(buffer, UseOf(item), &data));
    (IsSend(item) ? local.sent : local.received).emplace_back(data, count * type->bytes);
  }
  if (local.sent.size() != local.received.size()) {
    return BadArgument("sendRecvInfo", "as many messages to the rank itself as from it",
                       std::to_string(local.sent.size()) + " and " + std::to_string(local.received.size()));
  }
  for (size_t index = 0; index < local.sent.size(); ++index) {
    if (local.sent[index].second != local.received[index].second) {
      return BadArgument(
          "sendRecvInfo", "as many bytes to the rank itself as from it",
          std::to_string(local.sent[index].second) + " and " + std::to_string(local.received[index].second));
    }
    plan.CopyAtEnd(local.received[index].first, local.sent[index].first, local.sent[index].second);
  }
  plan.Complete();
  *operation = plan.Take();
  return Result::Ok();
}

}  // namespace openaclnn::collectives
