/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The operator compiler: options, kept for clients that set and ask for them, and single operators by name.
 * Nothing is compiled here, so no option has an effect, and no operator runs this way. The library is
 * libacl_op_compiler.so. Valid C11 and C++11; any thread may call, before aclInit too.
 */

#ifndef ACL_ACL_OP_COMPILER_H_
#define ACL_ACL_OP_COMPILER_H_

#include <stddef.h>

#include "acl_base.h"
#include "acl_op.h"

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

/** Whether an operator is compiled for its shapes or looked up. Nothing here depends on it. */
typedef enum aclCompileType { ACL_COMPILE_SYS = 0, ACL_COMPILE_UNREGISTERED = 1 } aclopCompileType;

/**
 * Compiles an operator and runs it on a stream: what clients fall back to where they find no aclnn operator.
 *
 * The answer is always that there is no such operator, told as often as it can be: the call fails, its
 * message names the operator with its inputs and attributes, the log gets a line, and the stream gets a task
 * that fails, so that whoever waits for the operator's result (aclrtSynchronizeStream,
 * aclrtSynchronizeDevice, aclrtSynchronizeEvent) gets 507035 and the operator's name, even where the client
 * did not look at this result. Later tasks of the stream run; outputs are not touched.
 *
 * @note Not supported: operators are not compiled; those that exist are aclnn functions.
 * @param[in] opType       name of the operator
 * @param[in] numInputs    number of inputs
 * @param[in] inputDesc    their descriptions, shown in the message; an entry may be NULL
 * @param[in] inputs       not looked at
 * @param[in] numOutputs   not looked at
 * @param[in] outputDesc   not looked at
 * @param[in] outputs      not looked at
 * @param[in] attr         attributes, shown in the message; may be NULL
 * @param[in] engineType   not looked at
 * @param[in] compileFlag  not looked at
 * @param[in] opPath       not looked at
 * @param[in] stream       gets the task that fails; NULL: the default stream
 * @return 207000
 */
ACL_FUNC_VISIBILITY aclError aclopCompileAndExecute(const char* opType, int numInputs,
                                                    const aclTensorDesc* const inputDesc[],
                                                    const aclDataBuffer* const inputs[], int numOutputs,
                                                    const aclTensorDesc* const outputDesc[],
                                                    aclDataBuffer* const outputs[], const aclopAttr* attr,
                                                    aclopEngineType engineType, aclopCompileType compileFlag,
                                                    const char* opPath, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_OP_COMPILER_H_ */
