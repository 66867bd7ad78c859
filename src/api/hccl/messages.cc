// SPDX-License-Identifier: Apache-2.0
//
// Messages between two ranks, and groups.
#include "api/hccl/answer.h"
#include "base/enumerators.h"
#include "collectives/group.h"
#include "collectives/plan/plan.h"
#include "hccl/hccl.h"

namespace collectives = openaclnn::collectives;
using collectives::Answer;
using collectives::Result;
using openaclnn::NumberOf;

namespace {

// One message: in a group it is kept, where one to the rank itself is fine.
Result RunMessage(const HcclSendRecvItem& item, HcclComm comm, aclrtStream stream) {
  collectives::Target target;
  OPENACLNN_RETURN_IF_FAILED(collectives::FindTarget(comm, stream, &target));
  if (collectives::IsInGroup()) {
    collectives::KeepMessages(target, &item, 1);
    return Result::Ok();
  }
  const auto& info = target.communicator->About();
  const int32_t type = NumberOf(item.dataType);
  collectives::OperationPointer operation;
  OPENACLNN_RETURN_IF_FAILED(
      item.sendRecvType == HCCL_SEND
          ? PlanSend(info, {item.buf, nullptr, item.count, type}, item.remoteRank, &operation)
          : PlanReceive(info, {nullptr, item.buf, item.count, type}, item.remoteRank, &operation));
  return target.communicator->Issue(operation, *target.stream);
}

}  // namespace

extern "C" {

HcclResult HcclSend(void* sendBuf, uint64_t count, HcclDataType dataType, uint32_t destRank, HcclComm comm,
                    aclrtStream stream) {
  return Answer("HcclSend", [&] {
    return RunMessage({HCCL_SEND, sendBuf, count, dataType, destRank}, comm, stream);
  });
}

HcclResult HcclRecv(void* recvBuf, uint64_t count, HcclDataType dataType, uint32_t srcRank, HcclComm comm,
                    aclrtStream stream) {
  return Answer("HcclRecv", [&] {
    return RunMessage({HCCL_RECV, recvBuf, count, dataType, srcRank}, comm, stream);
  });
}

HcclResult HcclBatchSendRecv(HcclSendRecvItem* sendRecvInfo, uint32_t itemNum, HcclComm comm,
                             aclrtStream stream) {
  return Answer("HcclBatchSendRecv", [&]() -> Result {
    collectives::Target target;
    OPENACLNN_RETURN_IF_FAILED(collectives::FindTarget(comm, stream, &target));
    if (itemNum == 0) {
      return Result::Ok();
    }
    if (sendRecvInfo == nullptr) {
      return collectives::NullArgument("sendRecvInfo");
    }
    if (collectives::IsInGroup()) {
      collectives::KeepMessages(target, sendRecvInfo, itemNum);
      return Result::Ok();
    }
    collectives::OperationPointer operation;
    OPENACLNN_RETURN_IF_FAILED(
        PlanBatch(target.communicator->About(), sendRecvInfo, itemNum, true, &operation));
    return target.communicator->Issue(operation, *target.stream);
  });
}

HcclResult HcclGroupStart() {
  return Answer("HcclGroupStart", [] {
    collectives::StartGroup();
    return Result::Ok();
  });
}

HcclResult HcclGroupEnd() {
  return Answer("HcclGroupEnd", [] { return collectives::EndGroup(); });
}

}  // extern "C"
