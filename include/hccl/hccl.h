/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Collective communication between devices: libhccl.so. Valid C11 and C++11.
 *
 * A communicator joins ranks, one device each, of one process, of several, or of several machines. What they
 * send goes over TCP connections between each two of them, in the clear.
 *
 * Operations are enqueued on a stream and run in order with its other work; the calls never wait for another
 * rank. All ranks call the same operations of a communicator in the same order, with the arguments that are
 * said to match. Buffers are device memory of the communicator's device, or memory that it may reach, and
 * live until the stream has passed the operation; arrays of counts are host memory, read in the call.
 * Reductions go in the order of ranks, FP16 and BFP16 in float32 with one rounding at the end, integers wrap
 * around, a NaN among the values of HCCL_REDUCE_MAX or _MIN gives NaN: every rank gets the same bits,
 * whatever the sizes and wherever the ranks are.
 *
 * A failure that only shows while an operation runs (a rank is lost, is late, calls something else) ends the
 * operation on every rank: synchronizing with the stream returns an error with the cause, and
 * HcclGetCommAsyncError says which kind it was. The communicator can then only be destroyed.
 *
 * Every function returns HCCL_SUCCESS, or:
 * - HCCL_E_PTR: a required pointer or a handle is NULL
 * - HCCL_E_PARA: an argument is not valid; the message (aclGetRecentErrMsg) names it
 * - HCCL_E_NOT_SUPPORT: the emulated product has no such operation for this data type
 * - HCCL_E_RUNTIME: no aclInit, no current device, or the stream takes no work
 * - HCCL_E_REMOTE: the communicator has failed before, or a rank has left
 * - HCCL_E_MEMORY, HCCL_E_INTERNAL: no memory; an error of the library
 *
 * Sources: the public reference of HCCL.
 */

#ifndef HCCL_HCCL_H_
#define HCCL_HCCL_H_

#include <string.h>

#include "acl/acl.h"
#include "hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The name of a status.
 *
 * @param[in] code  any HcclResult
 * @return A static text, never NULL; one that says so for a number that is no status
 */
ACL_FUNC_VISIBILITY const char* HcclGetErrorString(HcclResult code);

/**
 * Sets how collective communication works, for the whole process. Results are strictly in order (2) whatever
 * is set.
 *
 * @param[in] config       HCCL_DETERMINISTIC
 * @param[in] configValue  0, 1 or 2
 * @return HCCL_SUCCESS; HCCL_E_PARA: not an HcclConfig, or not one of its values
 */
ACL_FUNC_VISIBILITY HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue);

/**
 * What HcclSetConfig set last.
 *
 * @param[in]  config       HCCL_DETERMINISTIC
 * @param[out] configValue  the value; before any was set, what the environment variable HCCL_DETERMINISTIC
 *                          says (true: 1, strict: 2), else 0; required
 * @return HCCL_SUCCESS; HCCL_E_PARA: not an HcclConfig; HCCL_E_PTR: configValue is NULL
 */
ACL_FUNC_VISIBILITY HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue* configValue);

/**
 * How many fields of HcclCommConfig there are.
 *
 * @return A number: a HcclCommConfigCapability is there if it is smaller
 */
ACL_FUNC_VISIBILITY uint32_t HcclGetCommConfigCapability(void);

/**
 * Sets every field of a configuration to its default.
 *
 * @param[out] config  NULL: nothing happens
 */
static inline void HcclCommConfigInit(HcclCommConfig* config) {
  const size_t size = sizeof(HcclCommConfig);
  const uint32_t magic = 0xF0F0F0F0U;
  const uint32_t version = 10;
  if (config == NULL) {
    return;
  }
  memset(config, 0, size);
  memcpy(config->reserved, &size, sizeof size);
  memcpy(config->reserved + 8, &magic, sizeof magic);
  memcpy(config->reserved + 12, &version, sizeof version);
  config->hcclBufferSize = 0xFFFFFFFFU;
  config->hcclDeterministic = 0xFFFFFFFFU;
  config->hcclRdmaTrafficClass = 0xFFFFFFFFU;
  config->hcclRdmaServiceLevel = 0xFFFFFFFFU;
  config->hcclExecTimeOut = -1;
  config->hcclQos = 0xFFFFFFFFU;
}

/**
 * Makes what the ranks of a new communicator find each other by: one rank calls it, and gives the result to
 * all others by any means. Opens a port of this host, chosen as HCCL_IF_IP, HCCL_SOCKET_IFNAME,
 * HCCL_SOCKET_FAMILY, HCCL_IF_BASE_PORT and HCCL_HOST_SOCKET_PORT_RANGE say, until the ranks have met, or for
 * as long as HCCL_CONNECT_TIMEOUT says. Needs a current device.
 *
 * @param[out] rootInfo  fresh at each call; required
 * @return see above; HCCL_E_TCP_CONNECT: no port is free; HCCL_E_NOT_FOUND: no such network interface
 */
ACL_FUNC_VISIBILITY HcclResult HcclGetRootInfo(HcclRootInfo* rootInfo);

/**
 * Makes a communicator. Every rank calls it, with its device current, and waits until all have come. Ranks of
 * one process call it in a thread each.
 *
 * @param[in]  nRanks    how many ranks there are; the same on all
 * @param[in]  rootInfo  of HcclGetRootInfo; the same on all
 * @param[in]  rank      0 to nRanks - 1; each once
 * @param[out] comm      the communicator; required
 * @return see above; HCCL_E_TIMEOUT: not all ranks came within HCCL_CONNECT_TIMEOUT, the message names those;
 *         HCCL_E_TCP_CONNECT: a host cannot be reached, or nobody there knows this rootInfo (any longer);
 *         HCCL_E_PARA also: the ranks do not agree, the message says in what
 */
ACL_FUNC_VISIBILITY HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo* rootInfo,
                                                    uint32_t rank, HcclComm* comm);

/**
 * As HcclCommInitRootInfo, with a configuration.
 *
 * @param[in]  nRanks    as there
 * @param[in]  rootInfo  as there
 * @param[in]  rank      as there
 * @param[in]  config    set up by HcclCommConfigInit; name and hcclDeterministic are the same on all ranks
 * @param[out] comm      as there
 * @return as there; HCCL_E_PARA also: not a configuration, or the name is taken
 */
ACL_FUNC_VISIBILITY HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks, const HcclRootInfo* rootInfo,
                                                          uint32_t rank, const HcclCommConfig* config,
                                                          HcclComm* comm);

/**
 * Makes the communicators of devices of this process, without a port: comms[i] is rank i, on devices[i].
 *
 * @param[in]  ndev     how many; at least 1
 * @param[in]  devices  their numbers, each once; required
 * @param[out] comms    ndev communicators; required
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclCommInitAll(uint32_t ndev, int32_t* devices, HcclComm* comms);

/**
 * Makes a communicator of the ranks that a file lists (a rank table). Every rank calls it, with its device
 * current, and waits until all have come. They meet on the host of rank 0, at the port that the file gives
 * its device, else HCCL_IF_BASE_PORT plus the device's number.
 *
 * @param[in]  clusterInfo  path of the file, the same content for all ranks; required
 * @param[in]  rank         one of the file
 * @param[out] comm         the communicator; required
 * @return as HcclCommInitRootInfo; HCCL_E_OPEN_FILE_FAILURE: there is no such file; HCCL_E_PARA also: it is
 *         malformed, not completed or does not have the rank; HCCL_E_NOT_SUPPORT: it has group_list
 */
ACL_FUNC_VISIBILITY HcclResult HcclCommInitClusterInfo(const char* clusterInfo, uint32_t rank,
                                                       HcclComm* comm);

/**
 * As HcclCommInitClusterInfo, with a configuration.
 *
 * @param[in]  clusterInfo  as there
 * @param[in]  rank         as there
 * @param[in]  config       as HcclCommInitRootInfoConfig
 * @param[out] comm         as there
 * @return as there
 */
ACL_FUNC_VISIBILITY HcclResult HcclCommInitClusterInfoConfig(const char* clusterInfo, uint32_t rank,
                                                             HcclCommConfig* config, HcclComm* comm);

/**
 * Makes a communicator of some ranks of another, which must not be such a one itself. Its members call it,
 * with the same rankNum, rankIds, subCommId and name, and wait for each other as long as HCCL_CONNECT_TIMEOUT
 * says.
 *
 * @param[in]  comm           points to the other one; required
 * @param[in]  rankNum        how many members there are
 * @param[in]  rankIds        their ranks there, in the order of their ranks here. NULL, with subCommId
 *                            0xFFFFFFFF: the caller is no member; subComm becomes NULL
 * @param[in]  subCommId      a number that no other call with this comm has used, unless config has a name
 * @param[in]  subCommRankId  the caller's position in rankIds
 * @param[in]  config         as HcclCommInitRootInfoConfig; required. Without a name: NAME_sub_SUBCOMMID
 * @param[out] subComm        the new one; required
 * @return see above; HCCL_E_TIMEOUT: not all ranks came within HCCL_CONNECT_TIMEOUT, the message names those
 *         that are missing
 */
ACL_FUNC_VISIBILITY HcclResult HcclCreateSubCommConfig(HcclComm* comm, uint32_t rankNum, uint32_t* rankIds,
                                                       uint64_t subCommId, uint32_t subCommRankId,
                                                       HcclCommConfig* config, HcclComm* subComm);

/**
 * Destroys a communicator, from any thread. Operations that wait for other ranks without any progress for
 * half a second, and all of one that has failed, end at once with an error.
 *
 * @param[in] comm  not to be used any more after success
 * @return see above; HCCL_E_AGAIN: operations are under way or queued on streams; nothing is destroyed
 */
ACL_FUNC_VISIBILITY HcclResult HcclCommDestroy(HcclComm comm);

/**
 * How many ranks there are.
 *
 * @param[in]  comm      a communicator
 * @param[out] rankSize  required
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclGetRankSize(HcclComm comm, uint32_t* rankSize);

/**
 * Which of its ranks this one is.
 *
 * @param[in]  comm  a communicator
 * @param[out] rank  required
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclGetRankId(HcclComm comm, uint32_t* rank);

/**
 * Its name.
 *
 * @param[in]  comm      a communicator
 * @param[out] commName  room for COMM_NAME_MAX_LENGTH (128) characters; required
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclGetCommName(HcclComm comm, char* commName);

/**
 * Whether a communicator has failed. Never waits.
 *
 * @param[in]  comm        a communicator
 * @param[out] asyncError  HCCL_SUCCESS: it has not; HCCL_E_REMOTE: a rank was lost or left; HCCL_E_TIMEOUT: a
 *                         rank did not come in HCCL_EXEC_TIMEOUT; HCCL_E_INTERNAL: ranks called operations
 *                         that do not match, or an error of the library; required
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult* asyncError);

/**
 * @name Suspending
 * Stops a communicator after an error of the hardware and goes on later.
 *
 * @note Not supported: there is no hardware that could be mended meanwhile.
 */
/** @{ */
ACL_FUNC_VISIBILITY HcclResult HcclCommSuspend(HcclComm comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommResume(HcclComm comm);
/** @} */

/**
 * Begins a group: the operations that this thread calls until the group ends are checked and kept. Groups
 * nest; the outermost counts.
 *
 * @return HCCL_SUCCESS
 */
ACL_FUNC_VISIBILITY HcclResult HcclGroupStart(void);

/**
 * Ends a group and enqueues its operations: messages of one communicator and stream as one
 * HcclBatchSendRecv, without its limit of one item a direction; others in the order of their calls.
 *
 * @return see above; HCCL_E_PARA: no group has begun
 */
ACL_FUNC_VISIBILITY HcclResult HcclGroupEnd(void);

/**
 * Reduces over all ranks; every rank gets the result.
 *
 * @param[in]  sendBuf   count elements; required unless count is 0
 * @param[out] recvBuf   count elements; sendBuf, or apart from it
 * @param[in]  count     elements; matches. 0: nothing happens
 * @param[in]  dataType  INT8, INT16, INT32, INT64, FP16, FP32, BFP16 as the SoC has them; on Ascend950
 *                       also UINT64, FP64; matches
 * @param[in]  op        any; no PROD for INT16 and BFP16; matches
 * @param[in]  comm      the communicator
 * @param[in]  stream    of its device; NULL: the default one
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclAllReduce(void* sendBuf, void* recvBuf, uint64_t count,
                                             HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                                             aclrtStream stream);

/**
 * Sends what the root has to all ranks.
 *
 * @param[in,out] buf       count elements
 * @param[in]     count     matches
 * @param[in]     dataType  any; BFP16 not on every product, FP8 and HIF8 on Ascend950 alone; matches
 * @param[in]     root      a rank; matches
 * @param[in]     comm      the communicator
 * @param[in]     stream    of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclBroadcast(void* buf, uint64_t count, HcclDataType dataType, uint32_t root,
                                             HcclComm comm, aclrtStream stream);

/**
 * Joins what the ranks have, in their order; every rank gets all.
 *
 * @param[in]  sendBuf    sendCount elements
 * @param[out] recvBuf    ranks times sendCount elements; apart from sendBuf, or sendBuf is the rank's part
 * @param[in]  sendCount  matches
 * @param[in]  dataType   as HcclBroadcast; matches
 * @param[in]  comm       the communicator
 * @param[in]  stream     of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclAllGather(void* sendBuf, void* recvBuf, uint64_t sendCount,
                                             HcclDataType dataType, HcclComm comm, aclrtStream stream);

/**
 * As HcclAllGather, with parts of any length.
 *
 * @param[in]  sendBuf     sendCount elements
 * @param[in]  sendCount   recvCounts of this rank
 * @param[out] recvBuf     apart from sendBuf; gaps between the parts stay as they are
 * @param[in]  recvCounts  uint64_t of each rank; matches; required
 * @param[in]  recvDispls  uint64_t of each rank: where its part goes, in elements; required
 * @param[in]  dataType    as HcclBroadcast; matches
 * @param[in]  comm        the communicator
 * @param[in]  stream      of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclAllGatherV(void* sendBuf, uint64_t sendCount, void* recvBuf,
                                              const void* recvCounts, const void* recvDispls,
                                              HcclDataType dataType, HcclComm comm, aclrtStream stream);

/**
 * Reduces over all ranks; each gets its part of the result.
 *
 * @param[in]  sendBuf    ranks times recvCount elements
 * @param[out] recvBuf    recvCount elements; apart from sendBuf, its beginning, or the rank's part of it
 * @param[in]  recvCount  matches
 * @param[in]  dataType   as HcclAllReduce; matches
 * @param[in]  op         as HcclAllReduce; matches
 * @param[in]  comm       the communicator
 * @param[in]  stream     of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclReduceScatter(void* sendBuf, void* recvBuf, uint64_t recvCount,
                                                 HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                                                 aclrtStream stream);

/**
 * As HcclReduceScatter, with parts of any length.
 *
 * @param[in]  sendBuf     all parts
 * @param[in]  sendCounts  uint64_t of each rank; matches; required
 * @param[in]  sendDispls  uint64_t of each rank: where its part begins, in elements; required
 * @param[out] recvBuf     recvCount elements; apart from sendBuf
 * @param[in]  recvCount   sendCounts of this rank
 * @param[in]  dataType    as HcclReduceScatter, INT64 not on Atlas A2; matches
 * @param[in]  op          any but PROD; matches
 * @param[in]  comm        the communicator
 * @param[in]  stream      of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclReduceScatterV(void* sendBuf, const void* sendCounts,
                                                  const void* sendDispls, void* recvBuf, uint64_t recvCount,
                                                  HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                                                  aclrtStream stream);

/**
 * Reduces over all ranks; the root gets the result.
 *
 * @param[in]  sendBuf   count elements
 * @param[out] recvBuf   count elements, on the root; sendBuf, or apart from it. Elsewhere it is not looked at
 * @param[in]  count     matches
 * @param[in]  dataType  as HcclAllReduce; matches
 * @param[in]  op        as HcclAllReduce; matches
 * @param[in]  root      a rank; matches
 * @param[in]  comm      the communicator
 * @param[in]  stream    of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType,
                                          HcclReduceOp op, uint32_t root, HcclComm comm, aclrtStream stream);

/**
 * Gives each rank its part of what the root has.
 *
 * @param[in]  sendBuf    ranks times recvCount elements, on the root. Elsewhere it is not looked at
 * @param[out] recvBuf    recvCount elements; on the root as HcclReduceScatter
 * @param[in]  recvCount  matches
 * @param[in]  dataType   as HcclBroadcast; matches
 * @param[in]  root       a rank; matches
 * @param[in]  comm       the communicator
 * @param[in]  stream     of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclScatter(void* sendBuf, void* recvBuf, uint64_t recvCount,
                                           HcclDataType dataType, uint32_t root, HcclComm comm,
                                           aclrtStream stream);

/**
 * Sends each rank a part, and gets one from each.
 *
 * @param[in]  sendBuf    ranks times sendCount elements
 * @param[in]  sendCount  of each part; matches
 * @param[in]  sendType   as HcclBroadcast; matches
 * @param[out] recvBuf    ranks times recvCount elements; apart from sendBuf
 * @param[in]  recvCount  of each part; as many bytes as are sent; matches
 * @param[in]  recvType   as HcclBroadcast; matches
 * @param[in]  comm       the communicator
 * @param[in]  stream     of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAll(const void* sendBuf, uint64_t sendCount, HcclDataType sendType,
                                            const void* recvBuf, uint64_t recvCount, HcclDataType recvType,
                                            HcclComm comm, aclrtStream stream);

/**
 * As HcclAlltoAll, with parts of any length. What one rank sends to another in bytes is what that one
 * receives from it.
 *
 * @param[in]  sendBuf     all parts
 * @param[in]  sendCounts  uint64_t for each rank; required
 * @param[in]  sdispls     uint64_t for each rank: where its part begins, in elements; required
 * @param[in]  sendType    as HcclBroadcast; matches
 * @param[out] recvBuf     apart from sendBuf; gaps between the parts stay as they are
 * @param[in]  recvCounts  uint64_t for each rank; required
 * @param[in]  rdispls     uint64_t for each rank: where what it sends goes, in elements; required
 * @param[in]  recvType    as HcclBroadcast; matches
 * @param[in]  comm        the communicator
 * @param[in]  stream      of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAllV(const void* sendBuf, const void* sendCounts, const void* sdispls,
                                             HcclDataType sendType, const void* recvBuf,
                                             const void* recvCounts, const void* rdispls,
                                             HcclDataType recvType, HcclComm comm, aclrtStream stream);

/**
 * As HcclAlltoAllV; one matrix says for all ranks how much goes where. The parts lie side by side, in the
 * order of ranks.
 *
 * @param[in]  sendBuf          all parts
 * @param[in]  sendCountMatrix  uint64_t [ranks][ranks]: what the first sends to the second, in elements;
 *                              matches; required
 * @param[in]  sendType         as HcclBroadcast; matches
 * @param[out] recvBuf          apart from sendBuf
 * @param[in]  recvType         of the size of sendType; matches
 * @param[in]  comm             the communicator
 * @param[in]  stream           of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAllVC(const void* sendBuf, const void* sendCountMatrix,
                                              HcclDataType sendType, const void* recvBuf,
                                              HcclDataType recvType, HcclComm comm, aclrtStream stream);

/**
 * The stream waits until the streams of all ranks have come here.
 *
 * @param[in] comm    the communicator
 * @param[in] stream  of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclBarrier(HcclComm comm, aclrtStream stream);

/**
 * Sends a message, which the other rank receives with HcclRecv. Messages from one rank to another are matched
 * in the order of their calls. The stream goes on when the data are on their way and the other has come.
 *
 * @param[in] sendBuf   count elements
 * @param[in] count     as that of HcclRecv
 * @param[in] dataType  as HcclBroadcast; as that of HcclRecv
 * @param[in] destRank  another rank
 * @param[in] comm      the communicator
 * @param[in] stream    of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclSend(void* sendBuf, uint64_t count, HcclDataType dataType,
                                        uint32_t destRank, HcclComm comm, aclrtStream stream);

/**
 * Receives what the other rank sends with HcclSend.
 *
 * @param[out] recvBuf   count elements
 * @param[in]  count     as that of HcclSend
 * @param[in]  dataType  as that of HcclSend
 * @param[in]  srcRank   another rank
 * @param[in]  comm      the communicator
 * @param[in]  stream    of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclRecv(void* recvBuf, uint64_t count, HcclDataType dataType,
                                        uint32_t srcRank, HcclComm comm, aclrtStream stream);

/**
 * Sends and receives several messages that do not wait for each other. The other ranks do the same, or call
 * HcclSend and HcclRecv. A rank may send to itself what it receives from itself.
 *
 * @param[in] sendRecvInfo  the messages, at most one for each rank and direction; required
 * @param[in] itemNum       how many. 0: nothing happens
 * @param[in] comm          the communicator
 * @param[in] stream        of its device
 * @return see above
 */
ACL_FUNC_VISIBILITY HcclResult HcclBatchSendRecv(HcclSendRecvItem* sendRecvInfo, uint32_t itemNum,
                                                 HcclComm comm, aclrtStream stream);

/**
 * @name Registered memory
 * Lets other ranks reach memory of this one.
 *
 * @note Not supported: what ranks send goes over connections.
 */
/** @{ */
ACL_FUNC_VISIBILITY HcclResult HcclCommSetMemoryRange(HcclComm comm, void* baseVirPtr, size_t size,
                                                      size_t alignment, uint64_t flags);
ACL_FUNC_VISIBILITY HcclResult HcclCommUnsetMemoryRange(HcclComm comm, void* baseVirPtr);
ACL_FUNC_VISIBILITY HcclResult HcclCommActivateCommMemory(HcclComm comm, void* virPtr, size_t size,
                                                          size_t offset, aclrtDrvMemHandle handle,
                                                          uint64_t flags);
ACL_FUNC_VISIBILITY HcclResult HcclCommDeactivateCommMemory(HcclComm comm, void* virPtr);
ACL_FUNC_VISIBILITY HcclResult HcclCommRegister(HcclComm comm, void* addr, uint64_t size, void** handle,
                                                uint32_t flag);
ACL_FUNC_VISIBILITY HcclResult HcclCommDeregister(HcclComm comm, void* handle);
ACL_FUNC_VISIBILITY HcclResult HcclCommExchangeMem(HcclComm comm, void* windowHandle, uint32_t* peerRanks,
                                                   uint32_t peerRankNum);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* HCCL_HCCL_H_ */
