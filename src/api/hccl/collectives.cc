// SPDX-License-Identifier: Apache-2.0
//
// Operations of all ranks together.
#include "api/hccl/answer.h"
#include "base/enumerators.h"
#include "collectives/group.h"
#include "collectives/plan/plan.h"
#include "hccl/hccl.h"

namespace collectives = openaclnn::collectives;
using collectives::CommunicatorInfo;
using collectives::OperationPointer;
using collectives::Result;
using openaclnn::NumberOf;

namespace {

// Checks the handles, plans the operation with plan(info, &operation), and puts it on the stream or into the
// group.
template <typename PlanFunction>
HcclResult Run(const char* function, HcclComm comm, aclrtStream stream, const PlanFunction& plan) {
  return collectives::Answer(function, [&]() -> Result {
    collectives::Target target;
    OPENACLNN_RETURN_IF_FAILED(collectives::FindTarget(comm, stream, &target));
    OperationPointer operation;
    OPENACLNN_RETURN_IF_FAILED(plan(target.communicator->About(), &operation));
    if (collectives::IsInGroup()) {
      collectives::KeepOperation(target, std::move(operation));
      return Result::Ok();
    }
    return target.communicator->Issue(operation, *target.stream);
  });
}

}  // namespace

extern "C" {

HcclResult HcclAllReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                         HcclComm comm, aclrtStream stream) {
  return Run("HcclAllReduce", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
    return PlanAllReduce(info, {sendBuf, recvBuf, count, NumberOf(dataType), NumberOf(op)}, operation);
  });
}

HcclResult HcclBroadcast(void* buf, uint64_t count, HcclDataType dataType, uint32_t root, HcclComm comm,
                         aclrtStream stream) {
  return Run("HcclBroadcast", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
    return PlanBroadcast(info, {nullptr, buf, count, NumberOf(dataType)}, root, operation);
  });
}

HcclResult HcclAllGather(void* sendBuf, void* recvBuf, uint64_t sendCount, HcclDataType dataType,
                         HcclComm comm, aclrtStream stream) {
  return Run("HcclAllGather", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
    return PlanAllGather(info, {sendBuf, recvBuf, sendCount, NumberOf(dataType)}, operation);
  });
}

HcclResult HcclAllGatherV(void* sendBuf, uint64_t sendCount, void* recvBuf, const void* recvCounts,
                          const void* recvDispls, HcclDataType dataType, HcclComm comm, aclrtStream stream) {
  return Run("HcclAllGatherV", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
    return PlanAllGatherV(info, {sendBuf, recvBuf, sendCount, NumberOf(dataType)}, recvCounts, recvDispls,
                          operation);
  });
}

HcclResult HcclReduceScatter(void* sendBuf, void* recvBuf, uint64_t recvCount, HcclDataType dataType,
                             HcclReduceOp op, HcclComm comm, aclrtStream stream) {
  return Run("HcclReduceScatter", comm, stream,
             [&](const CommunicatorInfo& info, OperationPointer* operation) {
               return PlanReduceScatter(info, {sendBuf, recvBuf, recvCount, NumberOf(dataType), NumberOf(op)},
                                        operation);
             });
}

HcclResult HcclReduceScatterV(void* sendBuf, const void* sendCounts, const void* sendDispls, void* recvBuf,
                              uint64_t recvCount, HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                              aclrtStream stream) {
  return Run(
      "HcclReduceScatterV", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
        return PlanReduceScatterV(info, {sendBuf, recvBuf, recvCount, NumberOf(dataType), NumberOf(op)},
                                  sendCounts, sendDispls, operation);
      });
}

HcclResult HcclReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                      uint32_t root, HcclComm comm, aclrtStream stream) {
  return Run("HcclReduce", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
    return PlanReduce(info, {sendBuf, recvBuf, count, NumberOf(dataType), NumberOf(op)}, root, operation);
  });
}

HcclResult HcclScatter(void* sendBuf, void* recvBuf, uint64_t recvCount, HcclDataType dataType, uint32_t root,
                       HcclComm comm, aclrtStream stream) {
  return Run("HcclScatter", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
    return PlanScatter(info, {sendBuf, recvBuf, recvCount, NumberOf(dataType)}, root, operation);
  });
}

HcclResult HcclAlltoAll(const void* sendBuf, uint64_t sendCount, HcclDataType sendType, const void* recvBuf,
                        uint64_t recvCount, HcclDataType recvType, HcclComm comm, aclrtStream stream) {
  return Run("HcclAlltoAll", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
    return PlanAlltoAll(info, {sendBuf, nullptr, nullptr, sendCount, NumberOf(sendType)},
                        {recvBuf, nullptr, nullptr, recvCount, NumberOf(recvType)}, operation);
  });
}

HcclResult HcclAlltoAllV(const void* sendBuf, const void* sendCounts, const void* sdispls,
                         HcclDataType sendType, const void* recvBuf, const void* recvCounts,
                         const void* rdispls, HcclDataType recvType, HcclComm comm, aclrtStream stream) {
  return Run("HcclAlltoAllV", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
    return PlanAlltoAllV(info, {sendBuf, sendCounts, sdispls, 0, NumberOf(sendType)},
                         {recvBuf, recvCounts, rdispls, 0, NumberOf(recvType)}, operation);
  });
}

HcclResult HcclAlltoAllVC(const void* sendBuf, const void* sendCountMatrix, HcclDataType sendType,
                          const void* recvBuf, HcclDataType recvType, HcclComm comm, aclrtStream stream) {
  return Run("HcclAlltoAllVC", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
    return PlanAlltoAllVC(info, {sendBuf, nullptr, nullptr, 0, NumberOf(sendType)},
                          {recvBuf, nullptr, nullptr, 0, NumberOf(recvType)}, sendCountMatrix, operation);
  });
}

HcclResult HcclBarrier(HcclComm comm, aclrtStream stream) {
  return Run("HcclBarrier", comm, stream, [&](const CommunicatorInfo& info, OperationPointer* operation) {
    return PlanBarrier(info, operation);
  });
}

}  // extern "C"
