// SPDX-License-Identifier: Apache-2.0
//
// Operations of all ranks together.
#include "api/hccl/answer.h"
#include "base/enumerators.h"
#include "collectives/group.h"
#include "collectives/plan.h"
#include "hccl/hccl.h"

namespace collectives = openaclnn::collectives;
using collectives::Facts;
using collectives::OperationPointer;
using collectives::Result;
using openaclnn::NumberOf;

namespace {

// Checks the handles, plans the operation with plan(facts, &operation), and puts it on the stream.
template <typename PlanFunction>
HcclResult Run(const char* function, HcclComm comm, aclrtStream stream, const PlanFunction& plan) {
  return collectives::Answer(function, [&]() -> Result {
    collectives::Target target;
    OPENACLNN_RETURN_IF_FAILED(collectives::FindTarget(comm, stream, &target));
    OperationPointer operation;
    OPENACLNN_RETURN_IF_FAILED(plan(target.communicator->About(), &operation));
    return collectives::IssueOrKeep(target, std::move(operation));
  });
}

}  // namespace

extern "C" {

HcclResult HcclAllReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                         HcclComm comm, aclrtStream stream) {
  return Run("HcclAllReduce", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanAllReduce(facts, {sendBuf, recvBuf, count, NumberOf(dataType), NumberOf(op)}, operation);
  });
}

HcclResult HcclBroadcast(void* buf, uint64_t count, HcclDataType dataType, uint32_t root, HcclComm comm,
                         aclrtStream stream) {
  return Run("HcclBroadcast", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanBroadcast(facts, {nullptr, buf, count, NumberOf(dataType)}, root, operation);
  });
}

HcclResult HcclAllGather(void* sendBuf, void* recvBuf, uint64_t sendCount, HcclDataType dataType,
                         HcclComm comm, aclrtStream stream) {
  return Run("HcclAllGather", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanAllGather(facts, {sendBuf, recvBuf, sendCount, NumberOf(dataType)}, operation);
  });
}

HcclResult HcclAllGatherV(void* sendBuf, uint64_t sendCount, void* recvBuf, const void* recvCounts,
                          const void* recvDispls, HcclDataType dataType, HcclComm comm, aclrtStream stream) {
  return Run("HcclAllGatherV", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanAllGatherV(facts, {sendBuf, recvBuf, sendCount, NumberOf(dataType)}, recvCounts, recvDispls,
                          operation);
  });
}

HcclResult HcclReduceScatter(void* sendBuf, void* recvBuf, uint64_t recvCount, HcclDataType dataType,
                             HcclReduceOp op, HcclComm comm, aclrtStream stream) {
  return Run("HcclReduceScatter", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanReduceScatter(facts, {sendBuf, recvBuf, recvCount, NumberOf(dataType), NumberOf(op)},
                             operation);
  });
}

HcclResult HcclReduceScatterV(void* sendBuf, const void* sendCounts, const void* sendDispls, void* recvBuf,
                              uint64_t recvCount, HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                              aclrtStream stream) {
  return Run("HcclReduceScatterV", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanReduceScatterV(facts, {sendBuf, recvBuf, recvCount, NumberOf(dataType), NumberOf(op)},
                              sendCounts, sendDispls, operation);
  });
}

HcclResult HcclReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                      uint32_t root, HcclComm comm, aclrtStream stream) {
  return Run("HcclReduce", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanReduce(facts, {sendBuf, recvBuf, count, NumberOf(dataType), NumberOf(op)}, root, operation);
  });
}

HcclResult HcclScatter(void* sendBuf, void* recvBuf, uint64_t recvCount, HcclDataType dataType, uint32_t root,
                       HcclComm comm, aclrtStream stream) {
  return Run("HcclScatter", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanScatter(facts, {sendBuf, recvBuf, recvCount, NumberOf(dataType)}, root, operation);
  });
}

HcclResult HcclAlltoAll(const void* sendBuf, uint64_t sendCount, HcclDataType sendType, const void* recvBuf,
                        uint64_t recvCount, HcclDataType recvType, HcclComm comm, aclrtStream stream) {
  return Run("HcclAlltoAll", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanAlltoAll(facts, {sendBuf, nullptr, nullptr, sendCount, NumberOf(sendType)},
                        {recvBuf, nullptr, nullptr, recvCount, NumberOf(recvType)}, operation);
  });
}

HcclResult HcclAlltoAllV(const void* sendBuf, const void* sendCounts, const void* sdispls,
                         HcclDataType sendType, const void* recvBuf, const void* recvCounts,
                         const void* rdispls, HcclDataType recvType, HcclComm comm, aclrtStream stream) {
  return Run("HcclAlltoAllV", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanAlltoAllV(facts, {sendBuf, sendCounts, sdispls, 0, NumberOf(sendType)},
                         {recvBuf, recvCounts, rdispls, 0, NumberOf(recvType)}, operation);
  });
}

HcclResult HcclAlltoAllVC(const void* sendBuf, const void* sendCountMatrix, HcclDataType sendType,
                          const void* recvBuf, HcclDataType recvType, HcclComm comm, aclrtStream stream) {
  return Run("HcclAlltoAllVC", comm, stream, [&](const Facts& facts, OperationPointer* operation) {
    return PlanAlltoAllVC(facts, {sendBuf, nullptr, nullptr, 0, NumberOf(sendType)},
                          {recvBuf, nullptr, nullptr, 0, NumberOf(recvType)}, sendCountMatrix, operation);
  });
}

HcclResult HcclBarrier(HcclComm comm, aclrtStream stream) {
  return Run("HcclBarrier", comm, stream,
             [&](const Facts& facts, OperationPointer* operation) { return PlanBarrier(facts, operation); });
}

}  // extern "C"
