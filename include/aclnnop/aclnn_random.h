/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnInplaceRandom, aclnnInplaceRandomWithoutFromTo, aclnnInplaceRandomTensor,
 * aclnnInplaceRandomWithoutFromToTensor: fills a tensor with random integers.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL; of aclnnInplaceRandom and
 * aclnnInplaceRandomTensor also COMPLEX64 and COMPLEX128, whose imaginary part is 0 then. All integers are equally likely, up to a relative
 * error of 2^-64 times their number. An integer that a floating-point type cannot represent is rounded once.
 * The random numbers follow from seed and offset (see aclnn_base.h).
 * Status codes: 161002 if from or to - 1 is outside the range of the type; from is not below to
 */

#ifndef ACLNNOP_ACLNN_RANDOM_H_
#define ACLNNOP_ACLNN_RANDOM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceRandom: selfRef = an integer in [from, to), in every element.
 * @param[out] selfRef  tensor to fill; more than 8 dimensions are accepted if they merge to 8 (contiguous)
 * @param[in] from  lower bound
 * @param[in] to  upper bound, excluded
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 */
ACLNN_API aclnnStatus aclnnInplaceRandomGetWorkspaceSize(aclTensor* selfRef, int64_t from, int64_t to,
                                                         int64_t seed, int64_t offset,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceRandom. */
ACLNN_API aclnnStatus aclnnInplaceRandom(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

/**
 * aclnnInplaceRandomWithoutFromTo: selfRef = an integer from 0 to the largest of the type, in every element;
 * for floating-point types to 2^24 (FLOAT), 2^11 (FLOAT16), 2^8 (BFLOAT16) or 2^53 (DOUBLE), below which the
 * type represents every integer.
 * @param[out] selfRef  tensor to fill
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 */
ACLNN_API aclnnStatus aclnnInplaceRandomWithoutFromToGetWorkspaceSize(aclTensor* selfRef, int64_t seed,
                                                                      int64_t offset, uint64_t* workspaceSize,
                                                                      aclOpExecutor** executor);
/** Phase two of aclnnInplaceRandomWithoutFromTo. */
ACLNN_API aclnnStatus aclnnInplaceRandomWithoutFromTo(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnInplaceRandomTensor: as aclnnInplaceRandom with the seed in seedTensor and the sum of offset and the offset
 * in offsetTensor, which the work reads when it runs.
 * @param[out] selfRef  tensor to fill; more than 8 dimensions are accepted if they merge to 8 (contiguous)
 * @param[in] from  lower bound
 * @param[in] to  upper bound, excluded
 * @param[in] seedTensor  one element, INT64
 * @param[in] offsetTensor  one element, INT64
 * @param[in] offset  is added to the one in offsetTensor
 */
ACLNN_API aclnnStatus aclnnInplaceRandomTensorGetWorkspaceSize(aclTensor* selfRef, int64_t from, int64_t to,
                                                               const aclTensor* seedTensor,
                                                               const aclTensor* offsetTensor, int64_t offset,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnInplaceRandomTensor. */
ACLNN_API aclnnStatus aclnnInplaceRandomTensor(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnInplaceRandomWithoutFromToTensor: as aclnnInplaceRandomWithoutFromTo with the seed in seedTensor and the sum of offset and the offset
 * in offsetTensor, which the work reads when it runs.
 * @param[out] selfRef  tensor to fill
 * @param[in] seedTensor  one element, INT64
 * @param[in] offsetTensor  one element, INT64
 * @param[in] offset  is added to the one in offsetTensor
 */
ACLNN_API aclnnStatus aclnnInplaceRandomWithoutFromToTensorGetWorkspaceSize(
    aclTensor* selfRef, const aclTensor* seedTensor, const aclTensor* offsetTensor, int64_t offset,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceRandomWithoutFromToTensor. */
ACLNN_API aclnnStatus aclnnInplaceRandomWithoutFromToTensor(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RANDOM_H_ */
