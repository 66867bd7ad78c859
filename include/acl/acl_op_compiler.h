/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The operator compiler: options, kept for clients that set and ask for them, and single operators by name,
 * which run as those of aclnn. Nothing is compiled here, so no option has an effect. The library is
 * libacl_op_compiler.so. Valid C11 and C++11; any thread may call, options before aclInit too.
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
 * Runs an operator on a stream, by its name. It is the older path, which clients take where they know no
 * aclnn operator: MindSpore for its classic operators and optimizers, torch_npu on some products.
 *
 * About 180 operators exist, among them Conv2D with its gradients, MaxPool, BiasAdd, batch and layer
 * normalization, SoftmaxCrossEntropyWithLogits, gathers and scatters, and the steps of Momentum, Adam, SGD
 * and RMSProp; docs/mindspore.md lists them. Tensors are contiguous, in a plain format (ND, NCHW). Inputs
 * that specify how to compute, such as axes and shapes, are in host memory; aclSetTensorPlaceMent or
 * aclSetTensorConst marks them. An operator that changes an input in place writes to that input's memory,
 * and to the output's if that is different.
 *
 * If the operator does not exist, or does not take its arguments, the call fails: its message names the
 * operator with its inputs, attributes and outputs. Nothing more is enqueued, and the stream continues to
 * work. In a process with torch_npu, which passes such operators to a thread that ends at a failure and then
 * enqueues nothing more, the stream gets a task that fails, so that whoever waits for a result
 * (aclrtSynchronizeStream and similar functions) gets 507035 and the operator's name.
 *
 * @note Partial: operators of the list above; no others are compiled.
 * @param[in] opType       name of the operator
 * @param[in] numInputs    number of inputs
 * @param[in] inputDesc    their descriptions; NULL, or one of type ACL_DT_UNDEFINED: left out
 * @param[in] inputs       their memory
 * @param[in] numOutputs   number of outputs
 * @param[in] outputDesc   their descriptions
 * @param[in] outputs      their memory
 * @param[in] attr         attributes; may be NULL. Those that the operator does not know are not looked at
 * @param[in] engineType   not looked at
 * @param[in] compileFlag  not looked at
 * @param[in] opPath       not looked at
 * @param[in] stream       NULL: the default stream
 * @return ACL_SUCCESS; 207000: the operator does not exist; 100000: it does not take these arguments; the
 * statuses of aclrtMalloc if memory for intermediate results runs out
 */
ACL_FUNC_VISIBILITY aclError aclopCompileAndExecute(const char* opType, int numInputs,
                                                    const aclTensorDesc* const inputDesc[],
                                                    const aclDataBuffer* const inputs[], int numOutputs,
                                                    const aclTensorDesc* const outputDesc[],
                                                    aclDataBuffer* const outputs[], const aclopAttr* attr,
                                                    aclopEngineType engineType, aclopCompileType compileFlag,
                                                    const char* opPath, aclrtStream stream);

/**
 * As aclopCompileAndExecute, for operators such as Unique, whose outputs have a shape that depends on the
 * data: the call waits until the shape is known, and then sets it in the descriptions of the outputs. The
 * memory of an output must have room for the largest result of the operator. The other operators do not
 * change the descriptions.
 *
 * @note Partial: operators of the list above; no others are compiled.
 * @param[in] opType          name of the operator
 * @param[in] numInputs       number of inputs
 * @param[in] inputDesc       their descriptions; NULL, or one of type ACL_DT_UNDEFINED: left out
 * @param[in] inputs          their memory
 * @param[in] numOutputs      number of outputs
 * @param[in,out] outputDesc  their descriptions; a size that depends on the data may be -1
 * @param[in] outputs         their memory
 * @param[in] attr            attributes; may be NULL. The operator ignores those that it does not know
 * @param[in] engineType      ignored
 * @param[in] compileFlag     ignored
 * @param[in] opPath          ignored
 * @param[in] stream          NULL: the default stream
 * @return ACL_SUCCESS; 100000: the operator does not take these arguments, or an output has too little
 * memory; otherwise the statuses of aclopCompileAndExecute
 */
ACL_FUNC_VISIBILITY aclError aclopCompileAndExecuteV2(
    const char* opType, int numInputs, aclTensorDesc* inputDesc[], aclDataBuffer* inputs[], int numOutputs,
    aclTensorDesc* outputDesc[], aclDataBuffer* outputs[], aclopAttr* attr, aclopEngineType engineType,
    aclopCompileType compileFlag, const char* opPath, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_OP_COMPILER_H_ */
