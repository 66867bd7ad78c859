/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMlaPrologV2: queries and cached keys of multi-head latent attention. */

#ifndef ACLNNOP_ACLNN_MLA_PROLOG_V2_H_
#define ACLNNOP_ACLNN_MLA_PROLOG_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMlaPrologV2: what multi-head latent attention computes from tokens x before it attends.
 * - cq = RmsNorm(x weightDq) * rmsnormGammaCq, and [u, r] = cq weightUqQr for each head
 * - queryOut = u weightUk, for each head; queryRopeOut = rope(r)
 * - [c, k] = x weightDkvKr; RmsNorm(c) * rmsnormGammaCkv goes to kvCacheRef, rope(k) to krCacheRef
 *
 * RmsNorm(v) = v / sqrt(mean(v^2) + epsilon). rope, for the pairs (v[2p], v[2p + 1]), has all first elements
 * before all second ones: cat(even, odd) * cos + cat(-odd, even) * sin. The available documentation does not
 * state the order; it is that of rotary mode 3. T is the number of tokens, or [B, S] in its place; N heads of
 * D, Dr rotary elements, Hcq and Hckv the sizes of the compressed queries and keys.
 *
 * Types: FLOAT, FLOAT16 or BFLOAT16, the same for all tensors except cacheIndex. Arithmetic: float32, also
 * between the products; rounded once. On a processor with other instructions the last bits may differ. T may
 * be 0. If the caches have no blocks, keys are not stored.
 * Source: DeepSeek-AI, "DeepSeek-V2" (2024), multi-head latent attention.
 *
 * @param[in] tokenX  [T, He]
 * @param[in] weightDq  [He, Hcq], plain or in FRACTAL_NZ
 * @param[in] weightUqQr  [Hcq, N * (D + Dr)], plain or in FRACTAL_NZ
 * @param[in] weightUk  [N, D, Hckv]
 * @param[in] weightDkvKr  [He, Hckv + Dr], plain or in FRACTAL_NZ
 * @param[in] rmsnormGammaCq  [Hcq]
 * @param[in] rmsnormGammaCkv  [Hckv]
 * @param[in] ropeSin,ropeCos  [T, Dr], Dr even and at most 1024
 * @param[in] cacheIndex  INT64, [T]: the slot of each token; slot s is row s % blockSize of block s /
 *     blockSize. Of tokens with the same slot the last one stays
 * @param[in,out] kvCacheRef  [blocks, blockSize, 1, Hckv]
 * @param[in,out] krCacheRef  [blocks, blockSize, 1, Dr]
 * @param[in] dequantScaleXOptional,dequantScaleWDqOptional,dequantScaleWUqQrOptional  not supported: NULL
 * @param[in] dequantScaleWDkvKrOptional,quantScaleCkvOptional,quantScaleCkrOptional  not supported: NULL
 * @param[in] smoothScalesCqOptional  not supported: NULL
 * @param[in] rmsnormEpsilonCq,rmsnormEpsilonCkv  epsilon
 * @param[in] cacheModeOptional  PA_BSND, NULL or "": caches have the order of their dimensions. PA_NZ: the
 *     elements of a block are those of [size / c, blockSize, c], in this order, with c elements in 32 bytes. Not
 *     kept after the call
 * @param[out] queryOut  [T, N, Hckv]
 * @param[out] queryRopeOut  [T, N, Dr]
 * @param[out] dequantScaleQNopeOutOptional  ignored; may be NULL
 * @return 161002 if an argument that is not supported is not NULL. 507035 if a slot is not in the caches
 */
ACLNN_API aclnnStatus aclnnMlaPrologV2GetWorkspaceSize(
    const aclTensor* tokenX, const aclTensor* weightDq, const aclTensor* weightUqQr,
    const aclTensor* weightUk, const aclTensor* weightDkvKr, const aclTensor* rmsnormGammaCq,
    const aclTensor* rmsnormGammaCkv, const aclTensor* ropeSin, const aclTensor* ropeCos,
    const aclTensor* cacheIndex, aclTensor* kvCacheRef, aclTensor* krCacheRef,
    const aclTensor* dequantScaleXOptional, const aclTensor* dequantScaleWDqOptional,
    const aclTensor* dequantScaleWUqQrOptional, const aclTensor* dequantScaleWDkvKrOptional,
    const aclTensor* quantScaleCkvOptional, const aclTensor* quantScaleCkrOptional,
    const aclTensor* smoothScalesCqOptional, double rmsnormEpsilonCq, double rmsnormEpsilonCkv,
    char* cacheModeOptional, const aclTensor* queryOut, const aclTensor* queryRopeOut,
    const aclTensor* dequantScaleQNopeOutOptional, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMlaPrologV2. */
ACLNN_API aclnnStatus aclnnMlaPrologV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MLA_PROLOG_V2_H_ */
