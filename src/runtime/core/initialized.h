// SPDX-License-Identifier: Apache-2.0
//
// Whether the process is initialized, and with which default device. Every call asks; lifecycle.h decides.
#pragma once

#include <atomic>
#include <optional>

#include "base/status.h"

namespace openaclnn::runtime {

namespace internal {
extern std::atomic<bool> initialized;
}  // namespace internal

[[nodiscard]] inline bool IsInitialized() {
  return internal::initialized.load(std::memory_order_acquire);
}

// kUninitialized outside of Initialize and Finalize.
[[nodiscard]] Status ExpectInitialized();

// What the configuration names as the device of threads that set none.
[[nodiscard]] std::optional<int> ConfiguredDevice();

// For Initialize and Finalize alone, under their lock.
void SetInitialized(std::optional<int> configuredDevice);
void SetUninitialized();

}  // namespace openaclnn::runtime
