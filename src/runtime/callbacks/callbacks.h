// SPDX-License-Identifier: Apache-2.0
//
// Host functions that a stream has run by a thread of the client's.
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// Binds a thread, by its pthread_self(), to a stream, which has at most one.
[[nodiscard]] Status SubscribeReport(uint64_t thread, void* stream);

// Ends the binding. Callbacks that the thread has not begun fail.
[[nodiscard]] Status UnsubscribeReport(uint64_t thread, void* stream);

// Runs, on the calling thread, the callbacks that are ready for it; waits if none is.
[[nodiscard]] Status ProcessReport(int32_t milliseconds);

// `blockType` as the API's aclrtCallbackBlockType, or whatever the caller passed.
[[nodiscard]] Status LaunchCallback(aclrtCallback function, void* userData, int32_t blockType, void* stream);

}  // namespace openaclnn::runtime
