/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnBernoulli, aclnnBernoulliTensor, aclnnInplaceBernoulli, aclnnInplaceBernoulliTensor:
 * fills a tensor with random zeros and ones.
 *
 * Types: of selfRef, self and out FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL; of a tensor
 * prob FLOAT, FLOAT16, DOUBLE, and BFLOAT16. An element is 1 if its random word is below prob * 2^32. The
 * random numbers follow from seed and offset (see aclnn_base.h).
 * Shapes: a tensor prob broadcasts to the shape of selfRef.
 * Status codes: 161002 if a scalar prob is outside [0, 1] or NaN
 */

#ifndef ACLNNOP_ACLNN_BERNOULLI_H_
#define ACLNNOP_ACLNN_BERNOULLI_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceBernoulli: selfRef = 1 with the probability prob, otherwise 0, in every element. Element i is 1
 * if its random word (see aclnn_base.h) is at least (1 - prob) * 2^32: what aclnnDropout keeps with 1 - prob.
 * @param[out] selfRef  tensor to fill
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
 * aclnnInplaceBernoulliTensor: selfRef = 1 with the probability in prob at that position, otherwise 0; the
 * words are those of aclnnInplaceBernoulli.
 * @param[out] selfRef  tensor to fill
 * @param[in] prob  the probabilities
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @return 507035 if an element of prob is outside [0, 1] or NaN
 */
ACLNN_API aclnnStatus aclnnInplaceBernoulliTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* prob,
                                                                  int64_t seed, int64_t offset,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnInplaceBernoulliTensor. */
ACLNN_API aclnnStatus aclnnInplaceBernoulliTensor(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnBernoulli: out = what aclnnInplaceBernoulli fills a tensor of that shape with.
 * @param[in] self  tensor of the shape of out; not read
 * @param[in] prob  a real number from 0 to 1
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnBernoulliGetWorkspaceSize(const aclTensor* self, const aclScalar* prob,
                                                     int64_t seed, int64_t offset, aclTensor* out,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBernoulli. */
ACLNN_API aclnnStatus aclnnBernoulli(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnBernoulliTensor: out = what aclnnInplaceBernoulliTensor fills a tensor of that shape with.
 * @param[in] self  tensor whose shape that of out follows from; not read
 * @param[in] prob  the probabilities
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the broadcast shape of self and prob
 * @return 507035 if an element of prob is outside [0, 1] or NaN
 */
ACLNN_API aclnnStatus aclnnBernoulliTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* prob,
                                                           int64_t seed, int64_t offset, aclTensor* out,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBernoulliTensor. */
ACLNN_API aclnnStatus aclnnBernoulliTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BERNOULLI_H_ */
