// SPDX-License-Identifier: Apache-2.0
//
// Host functions that a stream has run by a thread of the client's.
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// What a thread is bound to a stream for: its callbacks, or its host functions. Each has threads of its own.
enum class Service { kCallbacks, kHostFunctions };

// Binds a thread, by its pthread_self(), to a stream, which has at most one.
[[nodiscard]] Status Subscribe(Service service, uint64_t thread, void* stream);

// Ends the binding. Callbacks that the thread has not begun fail.
[[nodiscard]] Status Unsubscribe(Service service, uint64_t thread, void* stream);

// Runs, on the calling thread, the callbacks that are ready for it; waits if none is.
[[nodiscard]] Status Process(Service service, int32_t milliseconds);

// `blockType` as the API's aclrtCallbackBlockType, or whatever the caller passed.
[[nodiscard]] Status LaunchCallback(aclrtCallback function, void* userData, int32_t blockType, void* stream);

// On the thread that is bound to the stream for host functions, else on one of the backend. Later tasks of the
// stream wait for it.
[[nodiscard]] Status LaunchHostFunction(aclrtHostFunc function, void* argument, void* stream);

}  // namespace openaclnn::runtime
