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
template <typename PlanFunction>
Result RunMessage(const HcclSendRecvItem& item, HcclComm comm, aclrtStream stream, const PlanFunction& plan) {
  collectives::Target target;
  OPENACLNN_RETURN_IF_FAILED(collectives::FindTarget(comm, stream, &target));
  if (collectives::IsInGroup()) {
    collectives::KeepMessages(target, &item, 1);
    return Result::Ok();
  }
  collectives::OperationPointer operation;
  OPENACLNN_RETURN_IF_FAILED(plan(target.communicator->About(), &operation));
  return target.communicator->Issue(operation, *target.stream);
}

}  // namespace

extern "C" {

HcclResult HcclSend(void* sendBuf, uint64_t count, HcclDataType dataType, uint32_t destRank, HcclComm comm,
                    aclrtStream stream) {
  return Answer("HcclSend", [&] {
    const HcclSendRecvItem item{HCCL_SEND, sendBuf, count, dataType, destRank};
    return RunMessage(item, comm, stream, [&](const auto& info, auto* operation) {
      return PlanSend(info, {sendBuf, nullptr, count, NumberOf(dataType)}, destRank, operation);
    });
  });
}

HcclResult HcclRecv(void* recvBuf, uint64_t count, HcclDataType dataType, uint32_t srcRank, HcclComm comm,
                    aclrtStream stream) {
  return Answer("HcclRecv", [&] {
    const HcclSendRecvItem item{HCCL_RECV, recvBuf, count, dataType, srcRank};
    return RunMessage(item, comm, stream, [&](const auto& info, auto* operation) {
      return PlanReceive(info, {nullptr, recvBuf, count, NumberOf(dataType)}, srcRank, operation);
    });
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
