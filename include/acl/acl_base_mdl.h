/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Tensor descriptions: type, shape and format of a tensor, for the single-operator interface (acl_op.h).
 * Valid C11 and C++11. No function needs aclInit; any thread may call, one at a time for each description.
 */

#ifndef ACL_ACL_BASE_MDL_H_
#define ACL_ACL_BASE_MDL_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A tensor description, opaque. It describes no memory: that is an aclDataBuffer. */
typedef struct aclTensorDesc aclTensorDesc;

/**
 * Describes a tensor, on the device and without a name.
 *
 * @param[in] dataType  the element type
 * @param[in] numDims   number of dimensions, 0 to 128; 0 is a scalar
 * @param[in] dims      numDims sizes, copied; a size may be -1 (not known); NULL only with numDims 0
 * @param[in] format    the layout label
 * @return The description, owned by the caller (aclDestroyTensorDesc); NULL, with a message, where numDims is
 * out of range, dims is NULL with dimensions, a size is less than -2, or memory runs out
 */
ACL_FUNC_VISIBILITY aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims, const int64_t* dims,
                                                       aclFormat format);

/**
 * Destroys a description.
 *
 * @param[in] desc  from aclCreateTensorDesc; NULL does nothing
 */
ACL_FUNC_VISIBILITY void aclDestroyTensorDesc(const aclTensorDesc* desc);

/**
 * The element type.
 *
 * @param[in] desc  required
 * @return The type; ACL_DT_UNDEFINED, with a message, if desc is NULL
 */
ACL_FUNC_VISIBILITY aclDataType aclGetTensorDescType(const aclTensorDesc* desc);

/**
 * The layout label that the description was made with.
 *
 * @param[in] desc  required
 * @return The label; ACL_FORMAT_UNDEFINED, with a message, if desc is NULL
 */
ACL_FUNC_VISIBILITY aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc);

/**
 * The number of dimensions that the description was made with.
 *
 * @param[in] desc  required
 * @return The number; 0, with a message, if desc is NULL
 */
ACL_FUNC_VISIBILITY size_t aclGetTensorDescNumDims(const aclTensorDesc* desc);

/**
 * The size of a dimension that the description was made with.
 *
 * @param[in]  desc     required
 * @param[in]  index    0 to aclGetTensorDescNumDims - 1
 * @param[out] dimSize  the size, -1 where it is not known; required
 * @return ACL_SUCCESS; 100000: desc or dimSize is NULL, or index is out of range
 */
ACL_FUNC_VISIBILITY aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dimSize);

/**
 * Gives a description a name: that of the operator's argument. Messages show it.
 *
 * @param[in,out] desc  required; with NULL nothing happens but a message
 * @param[in]     name  copied; NULL is the empty name
 */
ACL_FUNC_VISIBILITY void aclSetTensorDescName(aclTensorDesc* desc, const char* name);

/**
 * Sets the layout of the tensor in memory, where it is not the one that the description was made with.
 *
 * @param[in,out] desc    required
 * @param[in]     format  the layout label
 * @return ACL_SUCCESS; 100000: desc is NULL
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format);

/**
 * Sets where the tensor's data is.
 *
 * @param[in,out] desc     required
 * @param[in]     memType  an aclMemType
 * @return ACL_SUCCESS; 100000: desc is NULL
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType);

/**
 * Marks a tensor as a constant, and sets its elements.
 *
 * @param[in,out] desc        required
 * @param[in]     dataBuffer  the elements, in host memory; copied; required unless length is 0
 * @param[in]     length      bytes
 * @return ACL_SUCCESS; 100000: desc is NULL, or dataBuffer is
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorConst(aclTensorDesc* desc, void* dataBuffer, size_t length);

/**
 * Sets the shape of the tensor in memory, where it is not the one that the description was made with.
 *
 * @param[in,out] desc     required
 * @param[in]     numDims  as for aclCreateTensorDesc
 * @param[in]     dims     as for aclCreateTensorDesc
 * @return ACL_SUCCESS; 100000: desc is NULL, or the shape is none, as for aclCreateTensorDesc; 200000: host
 * memory ran out. A failure leaves the description as it was
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorShape(aclTensorDesc* desc, int numDims, const int64_t* dims);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_BASE_MDL_H_ */
