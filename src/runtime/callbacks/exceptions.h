// SPDX-License-Identifier: Apache-2.0
//
// Exception callbacks: functions of clients that are told when a task fails.
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "backend/backend.h"
#include "base/status.h"

// What a callback gets to see; it lives as long as the call.
struct rtExceptionInfo {  // NOLINT(readability-identifier-naming): the name that the API gives it
  uint32_t taskId;
  uint32_t streamId;
  uint32_t threadId;
  uint32_t deviceId;
  uint32_t errorCode;
};

namespace openaclnn::runtime {

// The single slot: the last one wins, null clears it.
void SetExceptionCallback(aclrtExceptionInfoCallback callback);

// The list, which is independent of the slot and holds each function once.
[[nodiscard]] Status RegisterExceptionCallback(aclrtExceptionInfoCallback callback);
[[nodiscard]] Status UnregisterExceptionCallback(aclrtExceptionInfoCallback callback);

// Calls all of them. What they throw stays in them.
void CallExceptionCallbacks(int deviceId, int32_t streamId, const backend::TaskFailure& failure) noexcept;

// A field of what a callback sees; kNoExceptionField where `info` is no such thing (any more).
inline constexpr uint32_t kNoExceptionField = 0xFFFFFFFF;
[[nodiscard]] uint32_t GetExceptionField(const aclrtExceptionInfo* info,
                                         uint32_t rtExceptionInfo::*field) noexcept;

// The arguments and the handle of the kernel that failed: null pointers are found, the rest does not exist.
[[nodiscard]] Status GetExceptionArguments(const aclrtExceptionInfo* info, void** arguments,
                                           const uint32_t* bytes);
[[nodiscard]] Status GetExceptionFunction(const aclrtExceptionInfo* info, const aclrtFuncHandle* function);

// The number of the task that the calling thread issued last to a stream that a client created.
[[nodiscard]] Status GetThreadLastTask(uint32_t* taskId);

// The faults of the device.
[[nodiscard]] Status GetDeviceFault(int32_t deviceId, aclrtErrorInfo* fault);

}  // namespace openaclnn::runtime
