// SPDX-License-Identifier: Apache-2.0
//
// aclInit and its counterparts, and the callbacks around them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

// `configPath` may be null or empty: defaults. A repeat counts, and returns kRepeatInitialize. Calls the init
// callbacks; where one fails, the call is taken back and returns what it returned.
[[nodiscard]] Status Initialize(const char* configPath);

// For aclrtSetDevice, which may come before aclInit: what Initialize does without a configuration, but for
// counting and for callbacks, which are left to the Initialize that may follow. Only before the first one.
[[nodiscard]] Status InitializeForDevice();

// Takes back all Initialize calls at once. Devices, handles and memory stay as they are. Calls the finalize
// callbacks before; where one fails, the process is finalized all the same, and what it returned is returned.
[[nodiscard]] Status Finalize();

// Takes back one; the last one does what Finalize does. `remaining` may be null.
[[nodiscard]] Status FinalizeOne(uint64_t* remaining);

using InitCallback = int32_t (*)(const char* text, size_t length, void* argument);
using FinalizeCallback = int32_t (*)(void* argument);

// Callbacks are known by (type, function), `type` being an aclRegisterCallbackType. They are called without
// any lock and may call everything but Initialize during a finalize.

// Calls the function at once where the process is initialized; what it then returns is returned, and a
// failure leaves it unregistered.
[[nodiscard]] Status RegisterInitCallback(int32_t type, InitCallback function, void* argument);
[[nodiscard]] Status UnregisterInitCallback(int32_t type, InitCallback function);
[[nodiscard]] Status RegisterFinalizeCallback(int32_t type, FinalizeCallback function, void* argument);
[[nodiscard]] Status UnregisterFinalizeCallback(int32_t type, FinalizeCallback function);

}  // namespace openaclnn::runtime
