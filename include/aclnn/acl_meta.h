/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What operators take: tensors, scalars, arrays, lists; and the executor that carries a call from its first
 * phase to its second. Valid C11 and C++11.
 *
 * Objects here are descriptions on the host; none owns device memory. There is no reference counting: every
 * object belongs to its creator, until the matching destroy function, except that a list takes over its
 * elements. An object given to phase one of an operator must live until phase two has returned (repeatable
 * executor: until that is destroyed). Functions may be called from any thread; one object must not be changed
 * by two threads at once.
 *
 * Functions return aclnnStatus: 0, or a code of aclnn/opdev/op_errno.h. A failure leaves its output arguments
 * untouched and a message for aclGetRecentErrMsg.
 */

#ifndef ACLNN_ACL_META_H_
#define ACLNN_ACL_META_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
#include <cstdint>
#include <cstdlib>
#endif

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ACLNN_META
#define ACLNN_META
/* Plain structs at global scope: clients declare some of them once more. */
typedef struct aclOpExecutor aclOpExecutor; /**< a planned operator call */
typedef struct aclTensor aclTensor;         /**< a strided view of device memory */
typedef struct aclScalar aclScalar;         /**< one value on the host */
typedef struct aclIntArray aclIntArray;     /**< int64_t values on the host */
typedef struct aclFloatArray aclFloatArray; /**< float values on the host */
typedef struct aclBoolArray aclBoolArray;   /**< bool values on the host */
typedef struct aclTensorList aclTensorList; /**< tensors, owned */
typedef struct aclScalarList aclScalarList; /**< scalars, owned */

/** Status of an aclnn call; see aclnn/opdev/op_errno.h. */
typedef int32_t aclnnStatus;

#ifndef OK
#ifdef __cplusplus
constexpr aclnnStatus OK = 0; /**< success */
#else
enum { OK = 0 }; /**< success */
#endif
#endif
#endif /* ACLNN_META */

/**
 * Describes a tensor. Reads no data; nothing is checked against device memory until an operator gets it.
 *
 * The view is what operators see: element (i0, i1, ...) lies at `tensorData + (offset + i0 * stride[0] + i1 *
 * stride[1] + ...) * elementSize`. Strides may be 0 (a value repeated along that dimension) where the tensor
 * is an input. The storage dimensions describe the memory behind it. What counts is the device allocation:
 * phase two returns 161002 for a view that leaves it.
 *
 * Permissive on purpose: any type, format and extent, and up to 25 dimensions can be described. Operators
 * refuse with 161002 what they cannot take: more than 8 dimensions, negative extents, strides or offset,
 * private formats. Dimensions of extent 0 are fine (an empty tensor).
 *
 * @param[in] viewDims        extents, copied; NULL if viewDimsNum is 0
 * @param[in] viewDimsNum     rank, at most 25; 0 describes a tensor of one element
 * @param[in] dataType        element type
 * @param[in] stride          strides in elements, one a dimension, copied; NULL: contiguous, last dimension
 *                            fastest
 * @param[in] offset          elements from tensorData to the first element of the view
 * @param[in] format          label; any plain format serves for any rank, operators go by dimension order
 * @param[in] storageDims     extents of the storage, copied; NULL if storageDimsNum is 0
 * @param[in] storageDimsNum  rank of the storage, at most 25; 0: one element
 * @param[in] tensorData      device address of the storage, not owned; may be NULL until phase two
 * @return The tensor, owned by the caller (aclDestroyTensor); NULL when an array is missing or too long, or
 *         memory runs out
 */
ACL_FUNC_VISIBILITY aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum,
                                               aclDataType dataType, const int64_t* stride, int64_t offset,
                                               aclFormat format, const int64_t* storageDims,
                                               uint64_t storageDimsNum, void* tensorData);

/**
 * Describes an existing tensor anew. Arguments as for aclCreateTensor, except that what is left out stays:
 * viewDims NULL or viewDimsNum 0 keeps the view's extents, storageDims NULL or storageDimsNum 0 keeps the
 * storage, tensorDataAddr NULL keeps the address. Type, offset and format are always replaced; stride NULL
 * gives contiguous strides. Not between the two phases of a call that uses the tensor.
 *
 * @return 0; 161001: tensor is NULL; 161002: more than 25 dimensions
 */
ACL_FUNC_VISIBILITY aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims,
                                              uint64_t viewDimsNum, aclDataType dataType,
                                              const int64_t* stride, int64_t offset, aclFormat format,
                                              const int64_t* storageDims, uint64_t storageDimsNum,
                                              void* tensorDataAddr);

/**
 * Creates a scalar from a value on the host, copied.
 *
 * @param[in] value     aclDataTypeSize(dataType) bytes
 * @param[in] dataType  type of the value; it must have a size
 * @return The scalar, owned by the caller (aclDestroyScalar); NULL when value is NULL, the type has no size,
 *         or memory runs out
 */
ACL_FUNC_VISIBILITY aclScalar* aclCreateScalar(void* value, aclDataType dataType);

/**
 * Creates an array of integers, copied from `value`.
 *
 * @param[in] value  `size` elements; NULL gives an empty array
 * @param[in] size   number of elements; 0 gives an empty array
 * @return The array, owned by the caller (aclDestroyIntArray); NULL only when memory runs out
 */
ACL_FUNC_VISIBILITY aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size);

/**
 * Creates an array of floats, copied from `value`.
 *
 * @param[in] value  `size` elements; NULL gives an empty array
 * @param[in] size   number of elements; 0 gives an empty array
 * @return The array, owned by the caller (aclDestroyFloatArray); NULL only when memory runs out
 */
ACL_FUNC_VISIBILITY aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size);

/**
 * Creates an array of bools, copied from `value`.
 *
 * @param[in] value  `size` elements; NULL gives an empty array
 * @param[in] size   number of elements; 0 gives an empty array
 * @return The array, owned by the caller (aclDestroyBoolArray); NULL only when memory runs out
 */
ACL_FUNC_VISIBILITY aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size);

/**
 * Creates a list of tensors and takes them over: aclDestroyTensorList destroys them too, so do not destroy
 * them yourself.
 *
 * @param[in] value  `size` pointers, copied; entries may be NULL
 * @param[in] size   number of entries; 0 gives an empty list
 * @return The list, owned by the caller; NULL when value is NULL with size > 0, or memory runs out
 */
ACL_FUNC_VISIBILITY aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size);

/**
 * Creates a list of scalars and takes them over: aclDestroyScalarList destroys them too, so do not destroy
 * them yourself.
 *
 * @param[in] value  `size` pointers, copied; entries may be NULL
 * @param[in] size   number of entries; 0 gives an empty list
 * @return The list, owned by the caller; NULL when value is NULL with size > 0, or memory runs out
 */
ACL_FUNC_VISIBILITY aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size);

/**
 * @name Destruction
 * Release an object, for lists with all their elements; device memory is never touched. NULL is fine. Always
 * 0.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyTensor(const aclTensor* tensor);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyScalar(const aclScalar* scalar);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyIntArray(const aclIntArray* intArray);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyFloatArray(const aclFloatArray* floatArray);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyBoolArray(const aclBoolArray* boolArray);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyTensorList(const aclTensorList* tensorList);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyScalarList(const aclScalarList* scalarList);
/** @} */

/**
 * Extents of the view.
 *
 * @param[in]  tensor       required
 * @param[out] viewDims     array made with C++ `new int64_t[]`: the caller frees it with `delete[]`. Never
 *                          NULL, also for rank 0
 * @param[out] viewDimsNum  rank
 * @return 0; 161001: an argument is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims,
                                                uint64_t* viewDimsNum);

/**
 * Extents of the storage; everything else as aclGetViewShape.
 *
 * @param[in]  tensor          required
 * @param[out] storageDims     the caller frees it with `delete[]`
 * @param[out] storageDimsNum  rank of the storage
 * @return as there
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                                                   uint64_t* storageDimsNum);

/**
 * Strides of the view in elements, also those that were derived; everything else as aclGetViewShape.
 *
 * @param[in]  tensor        required
 * @param[out] stridesValue  the caller frees it with `delete[]`
 * @param[out] stridesNum    rank
 * @return as there
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                                                  uint64_t* stridesNum);

/**
 * Offset of the view.
 *
 * @param[in]  tensor  required
 * @param[out] offset  elements from the data address to the view's first element
 * @return 0; 161001: an argument is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset);

/**
 * Layout label.
 *
 * @param[in]  tensor  required
 * @param[out] format  layout label
 * @return 0; 161001: an argument is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format);

/**
 * Element type.
 *
 * @param[in]  tensor    required
 * @param[out] dataType  element type
 * @return 0; 161001: an argument is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType);

/**
 * Number of elements of an array.
 *
 * @param[in]  intArray  required
 * @param[out] size  number of elements
 * @return 0; 161001: an argument is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetIntArraySize(const aclIntArray* intArray, uint64_t* size);

/**
 * Number of elements of an array.
 *
 * @param[in]  floatArray  required
 * @param[out] size  number of elements
 * @return 0; 161001: an argument is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetFloatArraySize(const aclFloatArray* floatArray, uint64_t* size);

/**
 * Number of elements of an array.
 *
 * @param[in]  boolArray  required
 * @param[out] size  number of elements
 * @return 0; 161001: an argument is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetBoolArraySize(const aclBoolArray* boolArray, uint64_t* size);

/**
 * Number of entries of a list.
 *
 * @param[in]  tensorList  required
 * @param[out] size  number of entries
 * @return 0; 161001: an argument is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size);

/**
 * Number of entries of a list.
 *
 * @param[in]  scalarList  required
 * @param[out] size  number of entries
 * @return 0; 161001: an argument is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size);

/**
 * Makes an executor repeatable: phase two then leaves it alive, and may be called with it any number of
 * times, also after a failure, each time with a workspace, size and stream of its own. Call it right after
 * phase one. The caller owns the executor from then on (aclDestroyAclOpExecutor); the operator's arguments
 * must outlive it.
 *
 * @param[in] executor  from phase one
 * @return 0; 561103: NULL; 561000: not a live executor
 */
ACL_FUNC_VISIBILITY aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor);

/**
 * Destroys an executor: a repeatable one, or one that was never run. Work already enqueued goes on.
 *
 * @param[in] executor  from phase one; not one that phase two has consumed
 * @return 0; 561103: NULL; 561000: not a live executor
 */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor);

/**
 * @name New addresses for the next run of a repeatable executor
 * Give a tensor argument another data address, in the tensor and in the executor; shape, strides, offset and
 * type stay. Call them before a run, the first one included.
 *
 * The tensor decides which argument that is, and moves wherever phase one got it. `index` and `irIndex` are
 * the numbers of the argument in phase one's prototype; they are ignored, since clients count lists and
 * what is written in place in different ways, and a number that is off must not leave an old address behind.
 *
 * In the Dynamic forms the tensor is the entry `relativeIndex` of a list.
 *
 * @param executor  repeatable
 * @param index, irIndex, relativeIndex  which argument
 * @param tensor, tensors  the very object that phase one got there
 * @param addr  device address; may be NULL until the run
 * @return checked in this order: 561103 tensor or tensors NULL; 161002 relativeIndex outside the list; 561103
 *         list entry NULL; 561103 executor NULL (561000 not alive); 161002 a tensor that phase one did not
 *         get, or one that was destroyed
 */
/** @{ */
ACL_FUNC_VISIBILITY aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                      aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                       aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index,
                                                 aclTensor* tensor, void* addr);

/**
 * The forms for lists.
 *
 * Any list will do that holds the tensor, also another one than phase one got.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                                             const size_t relativeIndex,
                                                             aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                                              const size_t relativeIndex,
                                                              aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                                        const size_t relativeIndex, aclTensorList* tensors,
                                                        void* addr);
/** @} */

/** @name The same six functions under their reserved names */
/** @{ */
ACL_FUNC_VISIBILITY aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                      aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                       aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index,
                                                 aclTensor* tensor, void* addr);

/**
 * The forms for lists.
 *
 * Any list will do that holds the tensor, also another one than phase one got.
 */
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                                             const size_t relativeIndex,
                                                             aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                                              const size_t relativeIndex,
                                                              aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                                        const size_t relativeIndex, aclTensorList* tensors,
                                                        void* addr);
/** @} */

/**
 * Gives a tensor another data address. Before phase one or after phase two, not between.
 *
 * @param[in] tensor  required
 * @param[in] addr    device address of the storage, may be NULL
 * @return 0; 161001: tensor is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr);

/**
 * Data address of a tensor, without its offset.
 *
 * @param[in]  tensor  required
 * @param[out] addr    required
 * @return 0; 161001: an argument is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr);

/**
 * Dumps tensors to files where dumping is on. This library has no dumping: the call checks its arguments.
 *
 * @note Partial: there is no dump to write.
 * @param[in] opType           name of the operator's type
 * @param[in] opName           name of the call
 * @param[in] tensors          inputs, then outputs
 * @param[in] inputTensorNum   number of inputs
 * @param[in] outputTensorNum  number of outputs
 * @param[in] stream           stream in whose order the tensors would be read
 * @return 0; 161001: a pointer or the stream is NULL
 */
ACL_FUNC_VISIBILITY aclnnStatus aclDumpOpTensors(const char* opType, const char* opName, aclTensor** tensors,
                                                 size_t inputTensorNum, size_t outputTensorNum,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNN_ACL_META_H_ */
