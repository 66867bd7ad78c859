// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "runtime/core/context.h"

namespace openaclnn::runtime {

// A stream to look at or to wait for; null means the default stream of the current context.
[[nodiscard]] Status StreamToObserve(void* handle, std::shared_ptr<Stream>* stream);

// A stream to give work to. As StreamToObserve; besides, it must be of the current context, and that one
// not stopped by a failure.
[[nodiscard]] Status StreamToUse(void* handle, std::shared_ptr<Stream>* stream);

inline constexpr uint32_t kGreatestPriority = 0;

// 0 to kLeastPriority.
[[nodiscard]] Status ExpectPriority(uint64_t priority);

// What a stream is for; it cannot be for two things.
inline constexpr uint32_t kStreamPurposes =
    ACL_STREAM_PERSISTENT | ACL_STREAM_DEVICE_USE_ONLY | ACL_STREAM_CPU_SCHEDULE;

// Flags that this version does not know are ignored.
[[nodiscard]] Status CreateStream(uint32_t priority, uint64_t flags, void** handle);

inline constexpr int32_t kNoTimeout = -1;

// kNoTimeout or a positive number of milliseconds.
[[nodiscard]] Status ParseTimeout(int32_t milliseconds, backend::Timeout* timeout);

// What runs is waited for, what is queued dropped: see backend::Stream::Abort.
[[nodiscard]] Status AbortStream(void* handle);

// Ends what runs: see backend::Stream::StopTask. No null handle.
[[nodiscard]] Status StopStream(void* handle);

// Drops what is queued on a stream with ACL_STREAM_PERSISTENT.
[[nodiscard]] Status CleanPersistentTasks(void* handle);

// Whether the emulated product has attributes for a null stream, the default one.
[[nodiscard]] Status ExpectAttributesOf(const void* handle);

[[nodiscard]] Status SetFailureMode(void* handle, uint64_t mode);

}  // namespace openaclnn::runtime
