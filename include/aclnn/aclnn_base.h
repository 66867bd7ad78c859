/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Start and end of the operator API, and the rules for all operators. Valid C11 and C++11.
 *
 * @par Rules for all operators
 * The headers in aclnnop document what is specific to an operator: its formula, types, shapes, arguments, own
 * status codes and source. Everything below applies to every operator, unless its header states an exception.
 * The same rules with tables: docs/operators/index.md.
 *
 * @par Two phases
 * An operator X is two calls:
 *
 *     aclnnStatus aclnnXGetWorkspaceSize(inputs, attributes, outputs,
 *                                        uint64_t* workspaceSize, aclOpExecutor** executor);
 *     aclnnStatus aclnnX(void* workspace, uint64_t workspaceSize,
 *                        aclOpExecutor* executor, aclrtStream stream);
 *
 * Phase one checks every argument and plans the work. It runs on the host: it reads no tensor data and starts
 * nothing, and tensors need no address yet. On success it writes workspaceSize, the bytes of device memory
 * that phase two requires (often 0, and the same for equal arguments), and executor, which phase two or
 * aclDestroyAclOpExecutor releases. On an error it writes neither.
 *
 * Phase two enqueues the work on a stream of the current context (NULL: its default stream) and returns
 * without waiting for it. It takes a workspace in device memory of at least workspaceSize bytes (NULL for 0
 * bytes). It consumes the executor, whether it succeeds or fails, unless the executor was made repeatable
 * (aclSetAclOpExecutorRepeatable). Outputs are valid once the stream has done the work
 * (aclrtSynchronizeStream, an event). If the work itself fails, the next synchronize returns the error.
 *
 * @par Lifetimes and threads
 * Argument objects must live until phase two returns, the memory of tensors and the workspace until the
 * stream has done the work. Later work of the same stream may use the same workspace. Any thread may call
 * either phase, and the phases may run on two threads; only one thread at a time may use an executor.
 *
 * @par Tensors
 * - "Shape" means the shape of the view, of 0 to 8 dimensions. A tensor of 0 dimensions has one element.
 * - The storage dimensions of a tensor are a description. A view may leave them, but not its device
 *   allocation. Exception: the five operators with a specification (MseLossBackward, PreluBackward,
 *   GroupNormBackward, GridSampler2DBackward, EmbeddingDenseBackward) require a view inside its storage
 *   (161002).
 * - Tensors may have any strides and any offset. Inputs may overlap each other, and stride 0 is allowed.
 * - An output may be an input or overlap inputs: the result is the same as with separate memory. An output
 *   must not overlap itself. If outputs overlap each other, what they share is unspecified.
 * - Plain formats (ND, NCHW, NHWC, ...) are labels without effect. Private formats are not supported;
 *   headers name the operators that take FRACTAL_NZ.
 * - Empty tensors are valid. Without any work phase one still creates an executor. If the inputs are empty
 *   and an output is not, the output becomes 0.
 *
 * @par Types
 * Headers list the supported types. Every SoC supports FLOAT and FLOAT16; BFLOAT16 requires that the emulated
 * SoC supports it (OPENACLNN_SOC: Atlas A2, A3 and 950). Unless the header states otherwise, all tensors of a
 * call have one type.
 *
 * @par Type promotion
 * If a header says that operands promote, they may differ in type, and the result is computed in the promoted
 * type, as in PyTorch: complex before floating-point before integer before BOOL, and the wider of two types
 * of one class. FLOAT16 with BFLOAT16 gives FLOAT, UINT8 with INT8 gives INT16; UINT16, UINT32 and UINT64
 * promote only with themselves. If a scalar promotes, it changes the type only if its class is higher than
 * that of the tensor: to FLOAT for a floating-point scalar, INT64 for an integer, COMPLEX64 (COMPLEX128 with
 * a DOUBLE tensor) for a complex one. Otherwise it is converted to the type of the tensor, an integer by
 * wrapping around. With FLOAT16 and BFLOAT16, scalars that are added, compared or stored, bases, exponents
 * and operands of remainders are rounded to that type; factors, divisors, weights and parameters of
 * activations are read in float32.
 *
 * A result is converted to the type of the output, which must be able to hold it: a floating-point result
 * requires a floating-point or complex output, a complex result a complex one, and only a BOOL result is
 * stored in a BOOL output. A BOOL result is stored as 0 or 1 in an output of any other type.
 *
 * @par Shapes
 * - Operands that broadcast are aligned at the right, and a missing dimension is treated as 1. The sizes of a
 *   dimension must be equal, or one of them 1 (0 with 1 gives 0).
 * - A dimension is a number in [-rank, rank - 1]; negative numbers count from the end. For a tensor of 0
 *   dimensions it is 0 or -1. Lists of dimensions have any order and name each dimension at most once.
 * - A result that is one number (a reduction of all dimensions, a loss, a norm, an inner product) may be
 *   stored in an output of any shape with one element: [], [1], [1, 1].
 *
 * @par Arithmetic
 * Inputs are read exactly. FLOAT, FLOAT16 and BFLOAT16 are computed in float32 or better, DOUBLE in float64,
 * and the result is rounded once to the type of the output, to nearest even. A result beyond the range of the
 * output becomes an infinity; subnormals are kept. NaN and infinities follow IEEE 754. Integers wrap around.
 * For BOOL, a sum is "or" and a product is "and". Long sums are computed in blocks that depend only on the
 * shape.
 *
 * Every operator is deterministic: the same inputs give the same bits on every run, on any number of threads,
 * in any layout and on any processor, whatever ACL_OPT_DETERMINISTIC says. Exception: the last bits of matrix
 * products, convolutions and attention may differ on a processor with other instructions.
 *
 * @par Matrix products and convolutions
 * Sums of fused multiply-adds, in float32 for FLOAT, FLOAT16 and BFLOAT16 and in float64 for DOUBLE, are
 * split into blocks that depend only on the shape, and rounded once to the type of the output. The last bits
 * may differ on a processor with other instructions. A sum over a dimension of size 0 is 0.
 *
 * cubeMathType is -1 (FLOAT16 to FLOAT), 0 (keep the type), 1 (may lower the precision), 2 (FLOAT16) or
 * 3 (HFLOAT32). It has no effect: FLOAT is always computed in float32, which each of them permits.
 *
 * @par Random numbers
 * Seed and offset select a sequence of random words: Philox 4x32-10 (Salmon et al., 2011). The key is the
 * seed, the upper half of the counter is the offset, its lower half counts blocks of four words. The word of
 * an element is that of its position in row-major order. It depends only on seed, offset and position: any
 * number of threads and any layout gives the same numbers. Sequences of different offsets are independent.
 *
 * A dropout mask has one bit per element, in row-major order: bit i % 8 (the lowest first) of byte i / 8 is 1
 * if element i is kept. It is a UINT8 tensor of any shape, with at least the bytes for the number of elements
 * rounded up to a multiple of 128. The bytes after these are written as 0 and not read.
 *
 * @par Lists of tensors (aclnnForeach*)
 * The lists of a call have the same length, which may be 0. Tensors at the same position of the lists have
 * the same shape and type; other positions may differ. An output may be the input at its position. All of it
 * is one piece of work on the stream. Source: PyTorch's _foreach functions.
 *
 * @par Status codes of phase one
 * All cases of 161001 are checked before any of 161002. Within a code, the first failing check provides the
 * message (aclGetRecentErrMsg), which names the operator, the argument, the expected and the actual value.
 * - 0: success
 * - 161001: workspaceSize or executor is NULL (the very first check); another pointer argument or an element
 *   of a list is NULL, unless its header says that it may be NULL
 * - 161002: a type, shape, value or combination that the operator does not support
 * - 161002: a tensor has more than 8 dimensions, a negative size, stride or offset, or a private format; an
 *   output overlaps itself
 * - 561101: out of host memory
 *
 * @par Status codes of phase two
 * - 0: success
 * - 161001: executor is NULL; workspace is NULL and workspaceSize is not 0; a tensor with elements has no
 *   address
 * - 161002: the executor belongs to another operator; workspaceSize is too small
 * - 161002: a tensor or the workspace is not inside one live device allocation, or is in memory of another
 *   device than the stream's without peer access; an address is not a multiple of the element size
 * - 161002: an output overlaps an input because of an address that was set after phase one
 * - 361001: no current context; a stream of another device; a stream that was destroyed or stopped
 * - 561000: the executor was already consumed or destroyed
 *
 * @par Errors of the work itself
 * The next synchronize of the stream returns 507035 (ACL_ERROR_RT_VECTOR_CORE_EXCEPTION) with a message. The
 * library detects such errors before it writes anything:
 * - data that the operator cannot process, for example an index out of range; the message names the first
 * - memory of a tensor was freed before the work began
 * - work of another stream was running in the workspace
 */

#ifndef ACLNN_ACLNN_BASE_H_
#define ACLNN_ACLNN_BASE_H_

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Initializes the operator API. Optional: aclInit does it too, and both together are fine; repeats succeed.
 *
 * @param[in] configPath  JSON file with `"op_debug_config": {"enable_debug_kernel": "on" | "off"}` (default
 *                        off; no effect here), or NULL or ""
 * @return 0, also when the file is missing or malformed
 */
ACL_FUNC_VISIBILITY aclnnStatus aclnnInit(const char* configPath);

/**
 * Ends the operator API. Optional, as aclnnInit.
 *
 * @return 0
 */
ACL_FUNC_VISIBILITY aclnnStatus aclnnFinalize(void);

#ifdef __cplusplus
}
#endif

#endif /* ACLNN_ACLNN_BASE_H_ */
