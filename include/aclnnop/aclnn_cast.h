/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCast: conversion to another type. */

#ifndef ACLNNOP_ACLNN_CAST_H_
#define ACLNNOP_ACLNN_CAST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCast: out = self converted to dtype.
 * Types, on both sides: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32,
 * UINT64, BOOL, COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * Every pair is converted:
 * - to a floating-point type: rounded once; what exceeds its range becomes +-infinity, in FLOAT8_E4M3FN,
 *   which has no infinities, NaN
 * - from a floating-point type to an integer: truncated; what does not fit becomes the nearest number that
 *   does, and NaN becomes 0. PyTorch leaves both open, and its devices differ: its CPU makes -1.0 the UINT8
 *   255 by way of INT64, others 0. The nearest number is one that does not depend on the processor
 * - between integers: the low bits
 * - to BOOL: whether it is not zero, which NaN is not; from BOOL: 0 or 1
 * - from a complex type to a real one: the real part; the other way an imaginary part of 0
 *
 * @param[in] self  tensor to convert
 * @param[in] dtype  the type of out
 * @param[out] out  of the shape of self
 */
ACLNN_API aclnnStatus aclnnCastGetWorkspaceSize(const aclTensor* self, const aclDataType dtype,
                                                aclTensor* out, uint64_t* workspaceSize,
                                                aclOpExecutor** executor);
/** Phase two of aclnnCast. */
ACLNN_API aclnnStatus aclnnCast(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CAST_H_ */
