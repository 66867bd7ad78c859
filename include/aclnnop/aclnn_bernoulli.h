/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnInplaceBernoulli, aclnnInplaceBernoulliTensor: tensors filled with zeros and ones.
 */

#ifndef ACLNNOP_ACLNN_BERNOULLI_H_
#define ACLNNOP_ACLNN_BERNOULLI_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: of selfRef FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, and BFLOAT16 where
 * the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950); of a tensor prob FLOAT, FLOAT16, DOUBLE,
 * and BFLOAT16 likewise. An element is 1 if its word of the sequence is below prob * 2^32.
 *
 * Random numbers: Philox 4x32-10 (Salmon et al., 2011). The key is the seed, the upper half of the
 * counter the offset, its lower half counts blocks of four words. What element i of the row-major order
 * becomes follows from the seed, the offset and i alone: any number of threads and any layout gives the
 * same numbers, and another offset numbers that have nothing in common with them.
 *
 * Shapes: up to 8 dimensions, any strides and offset; selfRef must not overlap itself, a tensor prob
 * broadcasts to its shape. Empty tensors are fine: nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted; a number prob outside of [0, 1] or NaN; a shape of prob that
 * does not broadcast to that of selfRef
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for it.
 * It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnInplaceBernoulli, phase one: selfRef = 1 with the probability prob, else 0, in every element.
 *
 * @param[out] selfRef  what is filled
 * @param[in] prob  a real number from 0 to 1
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 */
ACLNN_API aclnnStatus aclnnInplaceBernoulliGetWorkspaceSize(aclTensor* selfRef, const aclScalar* prob,
                                                            int64_t seed, int64_t offset,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnInplaceBernoulli. */
ACLNN_API aclnnStatus aclnnInplaceBernoulli(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

/**
 * aclnnInplaceBernoulliTensor, phase one: selfRef = 1 with the probability that prob has for the element,
 * else 0. An element of prob outside of [0, 1] or NaN is found before anything is written: the next
 * synchronization returns 507035.
 *
 * @param[out] selfRef  what is filled
 * @param[in] prob  the probabilities
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 */
ACLNN_API aclnnStatus aclnnInplaceBernoulliTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* prob,
                                                                  int64_t seed, int64_t offset,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnInplaceBernoulliTensor. */
ACLNN_API aclnnStatus aclnnInplaceBernoulliTensor(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_BERNOULLI_H_ */
