/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Overloads of the runtime's functions for C++: the short name with the arguments of the longer one. Each
 * behaves, and fails, as the function that it calls. Not included by acl.h; empty in C.
 */

#ifndef ACL_ACL_RT_API_H_
#define ACL_ACL_RT_API_H_

#include "acl_rt.h"

#ifdef __cplusplus

/** aclrtSynchronizeDeviceWithTimeout. */
inline aclError aclrtSynchronizeDevice(int32_t timeout) {
  return aclrtSynchronizeDeviceWithTimeout(timeout);
}

/** aclrtSynchronizeStreamWithTimeout. */
inline aclError aclrtSynchronizeStream(aclrtStream stream, int32_t timeout) {
  return aclrtSynchronizeStreamWithTimeout(stream, timeout);
}

/** aclrtSynchronizeEventWithTimeout. */
inline aclError aclrtSynchronizeEvent(aclrtEvent event, int32_t timeout) {
  return aclrtSynchronizeEventWithTimeout(event, timeout);
}

/** aclrtCreateStreamWithConfig. */
inline aclError aclrtCreateStream(aclrtStream* stream, uint32_t priority, uint32_t flag) {
  return aclrtCreateStreamWithConfig(stream, priority, flag);
}

/** aclrtCreateEventExWithFlag. */
inline aclError aclrtCreateEvent(aclrtEvent* event, uint32_t flag) {
  return aclrtCreateEventExWithFlag(event, flag);
}

/** aclrtSetOpExecuteTimeOutV2. */
inline aclError aclrtSetOpExecuteTimeOut(uint64_t timeout, uint64_t* actualTimeout) {
  return aclrtSetOpExecuteTimeOutV2(timeout, actualTimeout);
}

/** @name With pointers of any type */
/** @{ */

/** aclrtMemcpy. */
template <typename Destination, typename Source>
aclError aclrtMemcpy(Destination* dst, size_t destMax, const Source* src, size_t count,
                     aclrtMemcpyKind kind) {
  return aclrtMemcpy(static_cast<void*>(dst), destMax, static_cast<const void*>(src), count, kind);
}

/** aclrtPointerGetAttributes. */
template <typename Pointee>
aclError aclrtPointerGetAttributes(const Pointee* ptr, aclrtPtrAttributes* attributes) {
  return aclrtPointerGetAttributes(static_cast<const void*>(ptr), attributes);
}

/** @} */

/** aclrtStreamWaitEventWithTimeout. */
inline aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event, int32_t timeout) {
  return aclrtStreamWaitEventWithTimeout(stream, event, timeout);
}

/** @name Memory and copies, with pointers of any type */
/** @{ */

/** aclrtMallocWithCfg. */
template <typename Pointee>
aclError aclrtMalloc(Pointee** devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig* cfg) {
  void* memory = nullptr;
  const aclError status = aclrtMallocWithCfg(devPtr == nullptr ? nullptr : &memory, size, policy, cfg);
  if (status == ACL_SUCCESS) {
    *devPtr = static_cast<Pointee*>(memory);
  }
  return status;
}

/** aclrtMallocWithCfg with ACL_MEM_MALLOC_HUGE_FIRST. */
template <typename Pointee>
aclError aclrtMalloc(Pointee** devPtr, size_t size, aclrtMallocConfig* cfg) {
  return aclrtMalloc(devPtr, size, ACL_MEM_MALLOC_HUGE_FIRST, cfg);
}

/** aclrtMallocHostWithCfg. */
template <typename Pointee>
aclError aclrtMallocHost(Pointee** ptr, uint64_t size, aclrtMallocConfig* cfg) {
  void* memory = nullptr;
  const aclError status = aclrtMallocHostWithCfg(ptr == nullptr ? nullptr : &memory, size, cfg);
  if (status == ACL_SUCCESS) {
    *ptr = static_cast<Pointee*>(memory);
  }
  return status;
}

/** aclrtMemcpy2d. */
template <typename Destination, typename Source>
aclError aclrtMemcpy2d(Destination* dst, size_t dpitch, const Source* src, size_t spitch, size_t width,
                       size_t height, aclrtMemcpyKind kind) {
  return aclrtMemcpy2d(static_cast<void*>(dst), dpitch, static_cast<const void*>(src), spitch, width, height,
                       kind);
}

/** aclrtMemcpyBatch. */
template <typename Destination, typename Source>
aclError aclrtMemcpyBatch(Destination** dsts, size_t* destMaxs, Source** srcs, size_t* sizes,
                          size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                          size_t numAttrs, size_t* failIndex) {
  return aclrtMemcpyBatch(static_cast<void**>(static_cast<void*>(dsts)), destMaxs,
                          static_cast<void**>(static_cast<void*>(srcs)), sizes, numBatches, attrs,
                          attrsIndexes, numAttrs, failIndex);
}

/** aclrtHostRegister. */
template <typename Pointee, typename DevicePointee>
aclError aclrtHostRegister(Pointee* ptr, uint64_t size, aclrtHostRegisterType type, DevicePointee** devPtr) {
  void* device = nullptr;
  const aclError status =
      aclrtHostRegister(static_cast<void*>(ptr), size, type, devPtr == nullptr ? nullptr : &device);
  if (status == ACL_SUCCESS && devPtr != nullptr) {
    *devPtr = static_cast<DevicePointee*>(device);
  }
  return status;
}

/** @} */

#endif /* __cplusplus */

#endif /* ACL_ACL_RT_API_H_ */
