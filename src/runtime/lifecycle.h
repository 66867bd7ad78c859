// SPDX-License-Identifier: Apache-2.0
//
// Whether the process is initialized: aclInit and its counterparts.
#pragma once

#include <cstdint>
#include <optional>

#include "base/status.h"

namespace openaclnn::runtime {

// `configPath` may be null or empty: defaults. A repeat counts, and returns kRepeatInitialize.
[[nodiscard]] Status Initialize(const char* configPath);

// Takes back all Initialize calls at once. Devices, handles and memory stay as they are.
[[nodiscard]] Status Finalize();

// Takes back one. `remaining` may be null.
[[nodiscard]] Status FinalizeOne(uint64_t* remaining);

// kUninitialized outside of Initialize and Finalize.
[[nodiscard]] Status ExpectInitialized();

// What the configuration names as the device of threads that set none.
[[nodiscard]] std::optional<int> ConfiguredDevice();

}  // namespace openaclnn::runtime
