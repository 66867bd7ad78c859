/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Status codes of the operator API (aclnnStatus) as macros. The first digit: 1 the caller's mistake, 3 the
 * runtime refused, 5 internal. Not included by the other headers: comparing with ACL_SUCCESS needs no macro.
 *
 * This library returns 0, 161001, 161002, 361001, 561000, 561002, 561003, 561101 and 561103. The codes from 561104 on
 * speak of kernel packages, which it does not have.
 */

#ifndef ACLNN_OPDEV_OP_ERRNO_H_
#define ACLNN_OPDEV_OP_ERRNO_H_

#include <stddef.h> /* so that this file alone is a valid C source */

/* clang-format off */
#define ACLNN_SUCCESS                               0      /**< done, or enqueued */
#define ACLNN_ERR_PARAM_NULLPTR                     161001 /**< a pointer that must not be NULL is */
#define ACLNN_ERR_PARAM_INVALID                     161002 /**< wrong type, shape, format, attribute, size */
#define ACLNN_ERR_RUNTIME_ERROR                     361001 /**< a runtime (aclrt) call inside failed */
#define ACLNN_ERR_INNER                             561000 /**< internal; or an executor is not alive */
#define ACLNN_ERR_INNER_INFERSHAPE_ERROR            561001 /**< output shape inference failed */
#define ACLNN_ERR_INNER_TILING_ERROR                561002 /**< planning of a kernel failed */
#define ACLNN_ERR_INNER_FIND_KERNEL_ERROR           561003 /**< no kernel for this case */
#define ACLNN_ERR_INNER_CREATE_EXECUTOR             561101 /**< no executor: out of memory */
#define ACLNN_ERR_INNER_NOT_TRANS_EXECUTOR          561102 /**< executor was not handed over */
#define ACLNN_ERR_INNER_NULLPTR                     561103 /**< executor NULL; unexpected NULL */
#define ACLNN_ERR_INNER_WRONG_ATTR_INFO_SIZE        561104 /**< attribute count mismatch */
#define ACLNN_ERR_INNER_KEY_CONFLICT                561105 /**< kernel hash conflict */
#define ACLNN_ERR_INNER_KEY_CONFILICT               561105 /**< old misspelling of the above */
#define ACLNN_ERR_INNER_INVALID_IMPL_MODE           561106 /**< bad implementation mode */
#define ACLNN_ERR_INNER_OPP_PATH_NOT_FOUND          561107 /**< ASCEND_OPP_PATH missing */
#define ACLNN_ERR_INNER_LOAD_JSON_FAILED            561108 /**< operator info JSON not loadable */
#define ACLNN_ERR_INNER_JSON_VALUE_NOT_FOUND        561109 /**< a field is missing there */
#define ACLNN_ERR_INNER_JSON_FORMAT_INVALID         561110 /**< bad format there */
#define ACLNN_ERR_INNER_JSON_DTYPE_INVALID          561111 /**< bad dtype there */
#define ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND    561112 /**< kernel package not found */
#define ACLNN_ERR_INNER_OP_FILE_INVALID             561113 /**< operator file field invalid */
#define ACLNN_ERR_INNER_ATTR_NUM_OUT_OF_BOUND       561114 /**< more attributes than declared */
#define ACLNN_ERR_INNER_ATTR_LEN_NOT_ENOUGH         561115 /**< fewer attributes than declared */
#define ACLNN_ERR_INNER_INPUT_NUM_IN_JSON_TOO_LARGE 561116 /**< more than 32 inputs */
#define ACLNN_ERR_INNER_INPUT_JSON_IS_NULL          561117 /**< description incomplete */
#define ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID    561118 /**< workspace field invalid */
#define ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID    561119 /**< core count field invalid */
/* clang-format on */

#endif /* ACLNN_OPDEV_OP_ERRNO_H_ */
