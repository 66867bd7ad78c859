/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Collective communication between devices: libhccl.so. No communicator can be made yet: every function that
 * needs one is here so that programs which work on a single device build, load and ask. Such a function
 * returns HCCL_E_NOT_SUPPORT with a message (aclGetRecentErrMsg), whatever its arguments. Valid C11 and
 * C++11.
 */

#ifndef HCCL_HCCL_H_
#define HCCL_HCCL_H_

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
 * Sets how collective communication works, for the whole process.
 *
 * @note Partial: the value is kept and given back, it has no effect: nothing communicates yet.
 * @param[in] config       HCCL_DETERMINISTIC
 * @param[in] configValue  0, 1 or 2
 * @return HCCL_SUCCESS; HCCL_E_PARA: not an HcclConfig, or not one of its values
 */
ACL_FUNC_VISIBILITY HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue);

/**
 * What HcclSetConfig set last.
 *
 * @param[in]  config       HCCL_DETERMINISTIC
 * @param[out] configValue  the value, 0 before any was set; required
 * @return HCCL_SUCCESS; HCCL_E_PARA: not an HcclConfig; HCCL_E_PTR: configValue is NULL
 */
ACL_FUNC_VISIBILITY HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue* configValue);

/**
 * @name Communicators
 * Makes them from what the root gives out or for all devices of this process, asks about them, destroys them.
 *
 * @note Not supported: collective communication does not exist yet.
 */
/** @{ */
ACL_FUNC_VISIBILITY HcclResult HcclGetRootInfo(HcclRootInfo* rootInfo);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo* rootInfo,
                                                    uint32_t rank, HcclComm* comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitClusterInfo(const char* clusterInfo, uint32_t rank,
                                                       HcclComm* comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitAll(uint32_t ndev, int32_t* devices, HcclComm* comms);
ACL_FUNC_VISIBILITY HcclResult HcclCommDestroy(HcclComm comm);
ACL_FUNC_VISIBILITY HcclResult HcclGetRankSize(HcclComm comm, uint32_t* rankSize);
ACL_FUNC_VISIBILITY HcclResult HcclGetRankId(HcclComm comm, uint32_t* rank);
ACL_FUNC_VISIBILITY HcclResult HcclGetCommName(HcclComm comm, char* commName);
ACL_FUNC_VISIBILITY HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult* asyncError);
/** @} */

/**
 * @name Operations
 * What all ranks of a communicator do together on a stream each, and messages from one rank to another.
 *
 * @note Not supported: collective communication does not exist yet.
 */
/** @{ */
ACL_FUNC_VISIBILITY HcclResult HcclAllReduce(void* sendBuf, void* recvBuf, uint64_t count,
                                             HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                                             aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclBroadcast(void* buf, uint64_t count, HcclDataType dataType, uint32_t root,
                                             HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclAllGather(void* sendBuf, void* recvBuf, uint64_t sendCount,
                                             HcclDataType dataType, HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclReduceScatter(void* sendBuf, void* recvBuf, uint64_t recvCount,
                                                 HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                                                 aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType,
                                          HcclReduceOp op, uint32_t root, HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclScatter(void* sendBuf, void* recvBuf, uint64_t recvCount,
                                           HcclDataType dataType, uint32_t root, HcclComm comm,
                                           aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAll(const void* sendBuf, uint64_t sendCount, HcclDataType sendType,
                                            const void* recvBuf, uint64_t recvCount, HcclDataType recvType,
                                            HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAllV(const void* sendBuf, const void* sendCounts, const void* sdispls,
                                             HcclDataType sendType, const void* recvBuf,
                                             const void* recvCounts, const void* rdispls,
                                             HcclDataType recvType, HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclBarrier(HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclSend(void* sendBuf, uint64_t count, HcclDataType dataType,
                                        uint32_t destRank, HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclRecv(void* recvBuf, uint64_t count, HcclDataType dataType,
                                        uint32_t srcRank, HcclComm comm, aclrtStream stream);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* HCCL_HCCL_H_ */
