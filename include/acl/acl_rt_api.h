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

#endif /* __cplusplus */

#endif /* ACL_ACL_RT_API_H_ */
