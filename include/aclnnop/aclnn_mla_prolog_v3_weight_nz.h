/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMlaPrologV3WeightNz: queries and cached keys of multi-head latent attention. */

#ifndef ACLNNOP_ACLNN_MLA_PROLOG_V3_WEIGHT_NZ_H_
#define ACLNNOP_ACLNN_MLA_PROLOG_V3_WEIGHT_NZ_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMlaPrologV3WeightNz: aclnnMlaPrologV2WeightNz, which also returns the normalized queries. Its prototype
 * is what torch_npu 2.7.1 calls; other documentation has another order.
 *
 * @param[in] tokenX,weightDq,weightUqQr,weightUk,weightDkvKr,rmsnormGammaCq,rmsnormGammaCkv  as in
 *     aclnnMlaPrologV2
 * @param[in] ropeSin,ropeCos  as in aclnnMlaPrologV2
 * @param[in,out] kvCacheRef,krCacheRef  as in aclnnMlaPrologV2
 * @param[in] cacheIndexOptional  as in aclnnMlaPrologV2; required
 * @param[in] dequantScaleXOptional,dequantScaleWDqOptional,dequantScaleWUqQrOptional  not supported: NULL
 * @param[in] dequantScaleWDkvKrOptional,quantScaleCkvOptional,quantScaleCkrOptional  not supported: NULL
 * @param[in] smoothScalesCqOptional  not supported: NULL
 * @param[in] actualSeqLenOptional  reserved, ignored; may be NULL
 * @param[in] kNopeClipAlphaOptional  only for quantized caches: ignored; may be NULL
 * @param[in] rmsnormEpsilonCq,rmsnormEpsilonCkv,cacheModeOptional  as in aclnnMlaPrologV2
 * @param[in] weightQuantMode,kvCacheQuantMode,queryQuantMode,ckvkrRepoMode,quantScaleRepoMode  0
 * @param[in] tileSize  only for quantized caches: ignored
 * @param[in] qcQrScale,kcScale  1
 * @param[out] queryOut,queryRopeOut,dequantScaleQNopeOutOptional  as in aclnnMlaPrologV2
 * @param[out] queryNormOutOptional  cq, [T, Hcq]; NULL: not written
 * @param[out] dequantScaleQNormOutOptional  ignored; may be NULL
 * @return as aclnnMlaPrologV2; also 161002 if a mode is not 0, or a factor is not 1
 */
ACLNN_API aclnnStatus aclnnMlaPrologV3WeightNzGetWorkspaceSize(
    const aclTensor* tokenX, const aclTensor* weightDq, const aclTensor* weightUqQr,
    const aclTensor* weightUk, const aclTensor* weightDkvKr, const aclTensor* rmsnormGammaCq,
    const aclTensor* rmsnormGammaCkv, const aclTensor* ropeSin, const aclTensor* ropeCos,
    aclTensor* kvCacheRef, aclTensor* krCacheRef, const aclTensor* cacheIndexOptional,
    const aclTensor* dequantScaleXOptional, const aclTensor* dequantScaleWDqOptional,
    const aclTensor* dequantScaleWUqQrOptional, const aclTensor* dequantScaleWDkvKrOptional,
    const aclTensor* quantScaleCkvOptional, const aclTensor* quantScaleCkrOptional,
    const aclTensor* smoothScalesCqOptional, const aclTensor* actualSeqLenOptional,
    const aclTensor* kNopeClipAlphaOptional, double rmsnormEpsilonCq, double rmsnormEpsilonCkv,
    char* cacheModeOptional, int64_t weightQuantMode, int64_t kvCacheQuantMode, int64_t queryQuantMode,
    int64_t ckvkrRepoMode, int64_t quantScaleRepoMode, int64_t tileSize, double qcQrScale, double kcScale,
    const aclTensor* queryOut, const aclTensor* queryRopeOut, const aclTensor* dequantScaleQNopeOutOptional,
    const aclTensor* queryNormOutOptional, const aclTensor* dequantScaleQNormOutOptional,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMlaPrologV3WeightNz. */
ACLNN_API aclnnStatus aclnnMlaPrologV3WeightNz(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MLA_PROLOG_V3_WEIGHT_NZ_H_ */
