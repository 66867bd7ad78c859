/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnTransMatmulWeight, aclnnCalculateMatmulWeightSize, aclnnCalculateMatmulWeightSizeV2: weights of
 * matrix products, arranged as a product likes them.
 */

#ifndef ACLNNOP_ACLNN_TRANS_MATMUL_WEIGHT_H_
#define ACLNNOP_ACLNN_TRANS_MATMUL_WEIGHT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCalculateMatmulWeightSize: the elements of the memory for a weight of FLOAT16 or BFLOAT16: the last
 * two sizes are rounded up to 16. A call of the host only, without phases.
 *
 * @param[in] tensorShape  shape of the weight: 2 to 6 sizes of 1 or more
 * @param[out] weightTensorSize  elements
 * @return 161002 if they do not fit into 63 bits
 */
ACLNN_API aclnnStatus aclnnCalculateMatmulWeightSize(const aclIntArray* tensorShape,
                                                     uint64_t* weightTensorSize);

/**
 * aclnnCalculateMatmulWeightSizeV2: the same for a type: of INT8 the last size is rounded up to 32.
 *
 * @param[in] tensorShape  shape of the weight: 2 to 6 sizes of 1 or more
 * @param[in] dataType  FLOAT, FLOAT16, BFLOAT16 or INT8
 * @param[out] weightTensorSize  elements
 * @return 161002 if they do not fit into 63 bits
 */
ACLNN_API aclnnStatus aclnnCalculateMatmulWeightSizeV2(const aclIntArray* tensorShape, aclDataType dataType,
                                                       uint64_t* weightTensorSize);

/**
 * aclnnTransMatmulWeight: arranges a weight in place. A CPU likes the plain arrangement best: nothing moves.
 * The products take the weight afterwards, labelled ACL_FORMAT_FRACTAL_NZ or not, with storage dimensions of
 * a plain matrix.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT8.
 *
 * @param[in,out] mmWeightRef  2 to 6 dimensions, not empty
 */
ACLNN_API aclnnStatus aclnnTransMatmulWeightGetWorkspaceSize(aclTensor* mmWeightRef, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnTransMatmulWeight. */
ACLNN_API aclnnStatus aclnnTransMatmulWeight(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TRANS_MATMUL_WEIGHT_H_ */
