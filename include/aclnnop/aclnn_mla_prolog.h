/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMlaProlog: queries and cached keys of multi-head latent attention. */

#ifndef ACLNNOP_ACLNN_MLA_PROLOG_H_
#define ACLNNOP_ACLNN_MLA_PROLOG_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMlaProlog: aclnnMlaPrologV2 without its last argument.
 *
 * @param[in] tokenX,weightDq,weightUqQr,weightUk,weightDkvKr,rmsnormGammaCq,rmsnormGammaCkv  as in
 *     aclnnMlaPrologV2
 * @param[in] ropeSin,ropeCos,cacheIndex  as in aclnnMlaPrologV2
 * @param[in,out] kvCacheRef,krCacheRef  as in aclnnMlaPrologV2
 * @param[in] dequantScaleXOptional,dequantScaleWDqOptional,dequantScaleWUqQrOptional  not supported: NULL
 * @param[in] dequantScaleWDkvKrOptional,quantScaleCkvOptional,quantScaleCkrOptional  not supported: NULL
 * @param[in] smoothScalesCqOptional  not supported: NULL
 * @param[in] rmsnormEpsilonCq,rmsnormEpsilonCkv,cacheModeOptional  as in aclnnMlaPrologV2
 * @param[out] queryOut,queryRopeOut  as in aclnnMlaPrologV2
 * @return as aclnnMlaPrologV2
 */
ACLNN_API aclnnStatus aclnnMlaPrologGetWorkspaceSize(
    const aclTensor* tokenX, const aclTensor* weightDq, const aclTensor* weightUqQr,
    const aclTensor* weightUk, const aclTensor* weightDkvKr, const aclTensor* rmsnormGammaCq,
    const aclTensor* rmsnormGammaCkv, const aclTensor* ropeSin, const aclTensor* ropeCos,
    const aclTensor* cacheIndex, aclTensor* kvCacheRef, aclTensor* krCacheRef,
    const aclTensor* dequantScaleXOptional, const aclTensor* dequantScaleWDqOptional,
    const aclTensor* dequantScaleWUqQrOptional, const aclTensor* dequantScaleWDkvKrOptional,
    const aclTensor* quantScaleCkvOptional, const aclTensor* quantScaleCkrOptional,
    const aclTensor* smoothScalesCqOptional, double rmsnormEpsilonCq, double rmsnormEpsilonCkv,
    char* cacheModeOptional, const aclTensor* queryOut, const aclTensor* queryRopeOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMlaProlog. */
ACLNN_API aclnnStatus aclnnMlaProlog(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MLA_PROLOG_H_ */
