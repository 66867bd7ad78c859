/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Options of the operator compiler: kept for clients that set and ask for them. Nothing is compiled here, so
 * no option has an effect. The library is libacl_op_compiler.so. Valid C11 and C++11; any thread may call,
 * before aclInit too.
 */

#ifndef ACL_ACL_OP_COMPILER_H_
#define ACL_ACL_OP_COMPILER_H_

#include <stddef.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An option, by its number. Any number is one; their names are not declared here. */
typedef int aclCompileOpt;

/**
 * Sets an option, for the whole process.
 *
 * @note Partial: the value is kept and given back, it has no effect.
 * @param[in] opt    any number
 * @param[in] value  text, copied; required
 * @return ACL_SUCCESS; 100000: value is NULL; 200000: host memory ran out
 */
ACL_FUNC_VISIBILITY aclError aclSetCompileopt(aclCompileOpt opt, const char* value);

/**
 * How large a buffer aclGetCompileopt needs.
 *
 * @param[in] opt  any number
 * @return Bytes of the value with its terminating zero: 1 for an option that was never set, whose value is
 * empty
 */
ACL_FUNC_VISIBILITY size_t aclGetCompileoptSize(aclCompileOpt opt);

/**
 * The value of an option.
 *
 * @note Partial: an option that was never set has no default; its value is empty.
 * @param[in]  opt     any number
 * @param[out] value   the text with its terminating zero; required
 * @param[in]  length  bytes that value has room for, at least aclGetCompileoptSize(opt)
 * @return ACL_SUCCESS; 100000: value is NULL, or length is too small
 */
ACL_FUNC_VISIBILITY aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_OP_COMPILER_H_ */
