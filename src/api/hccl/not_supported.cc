// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/not_supported.h"
#include "hccl/hccl.h"

namespace {

// In HCCL's terms; who asks the runtime (aclGetRecentErrMsg, aclrtGetLastError) gets its terms.
HcclResult NotSupported(const char* function) {
  openaclnn::runtime::NotSupported(function, "collective communication does not exist yet");
  return HCCL_E_NOT_SUPPORT;
}

}  // namespace

extern "C" {

HcclResult HcclGetRootInfo(HcclRootInfo* /*rootInfo*/) {
  return NotSupported("HcclGetRootInfo");
}

HcclResult HcclCommInitRootInfo(uint32_t /*nRanks*/, const HcclRootInfo* /*rootInfo*/, uint32_t /*rank*/,
                                HcclComm* /*comm*/) {
  return NotSupported("HcclCommInitRootInfo");
}

HcclResult HcclCommInitClusterInfo(const char* /*clusterInfo*/, uint32_t /*rank*/, HcclComm* /*comm*/) {
  return NotSupported("HcclCommInitClusterInfo");
}

HcclResult HcclCommInitAll(uint32_t /*ndev*/, int32_t* /*devices*/, HcclComm* /*comms*/) {
  return NotSupported("HcclCommInitAll");
}

HcclResult HcclCommDestroy(HcclComm /*comm*/) {
  return NotSupported("HcclCommDestroy");
}

HcclResult HcclGetRankSize(HcclComm /*comm*/, uint32_t* /*rankSize*/) {
  return NotSupported("HcclGetRankSize");
}

HcclResult HcclGetRankId(HcclComm /*comm*/, uint32_t* /*rank*/) {
  return NotSupported("HcclGetRankId");
}

HcclResult HcclGetCommName(HcclComm /*comm*/, char* /*commName*/) {
  return NotSupported("HcclGetCommName");
}

HcclResult HcclGetCommAsyncError(HcclComm /*comm*/, HcclResult* /*asyncError*/) {
  return NotSupported("HcclGetCommAsyncError");
}

HcclResult HcclAllReduce(void* /*sendBuf*/, void* /*recvBuf*/, uint64_t /*count*/, HcclDataType /*dataType*/,
                         HcclReduceOp /*op*/, HcclComm /*comm*/, aclrtStream /*stream*/) {
  return NotSupported("HcclAllReduce");
}

HcclResult HcclBroadcast(void* /*buf*/, uint64_t /*count*/, HcclDataType /*dataType*/, uint32_t /*root*/,
                         HcclComm /*comm*/, aclrtStream /*stream*/) {
  return NotSupported("HcclBroadcast");
}

HcclResult HcclAllGather(void* /*sendBuf*/, void* /*recvBuf*/, uint64_t /*sendCount*/,
                         HcclDataType /*dataType*/, HcclComm /*comm*/, aclrtStream /*stream*/) {
  return NotSupported("HcclAllGather");
}

HcclResult HcclReduceScatter(void* /*sendBuf*/, void* /*recvBuf*/, uint64_t /*recvCount*/,
                             HcclDataType /*dataType*/, HcclReduceOp /*op*/, HcclComm /*comm*/,
                             aclrtStream /*stream*/) {
  return NotSupported("HcclReduceScatter");
}

HcclResult HcclReduce(void* /*sendBuf*/, void* /*recvBuf*/, uint64_t /*count*/, HcclDataType /*dataType*/,
                      HcclReduceOp /*op*/, uint32_t /*root*/, HcclComm /*comm*/, aclrtStream /*stream*/) {
  return NotSupported("HcclReduce");
}

HcclResult HcclScatter(void* /*sendBuf*/, void* /*recvBuf*/, uint64_t /*recvCount*/,
                       HcclDataType /*dataType*/, uint32_t /*root*/, HcclComm /*comm*/,
                       aclrtStream /*stream*/) {
  return NotSupported("HcclScatter");
}

HcclResult HcclAlltoAll(const void* /*sendBuf*/, uint64_t /*sendCount*/, HcclDataType /*sendType*/,
                        const void* /*recvBuf*/, uint64_t /*recvCount*/, HcclDataType /*recvType*/,
                        HcclComm /*comm*/, aclrtStream /*stream*/) {
  return NotSupported("HcclAlltoAll");
}

HcclResult HcclAlltoAllV(const void* /*sendBuf*/, const void* /*sendCounts*/, const void* /*sdispls*/,
                         HcclDataType /*sendType*/, const void* /*recvBuf*/, const void* /*recvCounts*/,
                         const void* /*rdispls*/, HcclDataType /*recvType*/, HcclComm /*comm*/,
                         aclrtStream /*stream*/) {
  return NotSupported("HcclAlltoAllV");
}

HcclResult HcclBarrier(HcclComm /*comm*/, aclrtStream /*stream*/) {
  return NotSupported("HcclBarrier");
}

HcclResult HcclSend(void* /*sendBuf*/, uint64_t /*count*/, HcclDataType /*dataType*/, uint32_t /*destRank*/,
                    HcclComm /*comm*/, aclrtStream /*stream*/) {
  return NotSupported("HcclSend");
}

HcclResult HcclRecv(void* /*recvBuf*/, uint64_t /*count*/, HcclDataType /*dataType*/, uint32_t /*srcRank*/,
                    HcclComm /*comm*/, aclrtStream /*stream*/) {
  return NotSupported("HcclRecv");
}

}  // extern "C"
