/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Operator attributes: named values, for the single-operator interface, which older clients use where they
 * know no aclnn operator. Attributes are kept and shown in messages; no operator runs this way
 * (aclopCompileAndExecute in acl_op_compiler.h). Valid C11 and C++11. No function needs aclInit; any thread
 * may call, one at a time for each object.
 */

#ifndef ACL_ACL_OP_H_
#define ACL_ACL_OP_H_

#include <stdint.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Attributes of an operator by name, opaque. */
typedef struct aclopAttr aclopAttr;

/** Which processors shall run an operator. Nothing here depends on it. */
typedef enum aclEngineType {
  ACL_ENGINE_SYS = 0,
  ACL_ENGINE_AICORE = 1,
  ACL_ENGINE_VECTOR = 2
} aclopEngineType;

/**
 * Makes an empty set of attributes.
 *
 * @return The set, owned by the caller (aclopDestroyAttr); NULL, with a message, if memory runs out
 */
ACL_FUNC_VISIBILITY aclopAttr* aclopCreateAttr(void);

/**
 * Destroys a set of attributes.
 *
 * @param[in] attr  from aclopCreateAttr; NULL does nothing
 */
ACL_FUNC_VISIBILITY void aclopDestroyAttr(const aclopAttr* attr);

/**
 * @name Setters
 * Each sets an attribute to a value that is copied, in place of what the name stood for before.
 *
 * attr and attrName are required, and so is a list that has values. Each returns ACL_SUCCESS; 100000: a
 * required argument is NULL, or a number of values is negative; 200000: host memory ran out. A failure leaves
 * the attributes as they were.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName, uint8_t attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName, int64_t attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName, float attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrString(aclopAttr* attr, const char* attrName, const char* attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName,
                                                  aclDataType attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName, int numValues,
                                                  const uint8_t* values);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName, int numValues,
                                                 const int64_t* values);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName, int numValues,
                                                   const float* values);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName, int numLists,
                                                     const int* numValues, const int64_t* const values[]);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_OP_H_ */
