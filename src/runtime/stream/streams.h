// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.h"
#include "runtime/core/context.h"

namespace openaclnn::runtime {

// A stream to look at or to wait for; null means the default stream of the current context.
[[nodiscard]] Status StreamToObserve(void* handle, std::shared_ptr<Stream>* stream);

// A stream to give work to. As StreamToObserve; besides, it must be of the current device, and its context
// not stopped by a failure.
[[nodiscard]] Status StreamToUse(void* handle, std::shared_ptr<Stream>* stream);

inline constexpr uint32_t kGreatestPriority = 0;

// 0 to kLeastPriority.
[[nodiscard]] Status ExpectPriority(uint64_t priority);

// Flags that this version does not know are ignored.
[[nodiscard]] Status CreateStream(uint32_t priority, uint64_t flags, void** handle);

inline constexpr int32_t kNoTimeout = -1;

// kNoTimeout or a positive number of milliseconds.
[[nodiscard]] Status ParseTimeout(int32_t milliseconds, backend::Timeout* timeout);

[[nodiscard]] Status SynchronizeStream(void* handle, int32_t milliseconds);

// Waits for every stream of the current device; returns the first failure and takes all of them.
[[nodiscard]] Status SynchronizeDevice(int32_t milliseconds);

// What runs is waited for, what is queued dropped: see backend::Stream::Abort.
[[nodiscard]] Status AbortStream(void* handle);

// Ends what runs: see backend::Stream::StopTask. No null handle.
[[nodiscard]] Status StopStream(void* handle);

// Drops what is queued on a stream with ACL_STREAM_PERSISTENT.
[[nodiscard]] Status CleanPersistentTasks(void* handle);

[[nodiscard]] Status SetFailureMode(void* handle, uint64_t mode);

}  // namespace openaclnn::runtime
