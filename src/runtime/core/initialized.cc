// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/initialized.h"

#include <atomic>

namespace openaclnn::runtime {

// What every call reads, without a lock.
constinit std::atomic<bool> internal::initialized{false};

namespace {

constexpr int kNoDevice = -1;

constinit std::atomic<int> defaultDevice{kNoDevice};

}  // namespace

Status ExpectInitialized() {
  return IsInitialized() ? Status::Ok()
                         : Status(code::kUninitialized,
                                  "aclInit must come before, and aclFinalize after all other calls");
}

std::optional<int> ConfiguredDevice() {
  const int device = defaultDevice.load(std::memory_order_relaxed);
  return device == kNoDevice ? std::nullopt : std::optional(device);
}

void SetInitialized(std::optional<int> configuredDevice) {
  defaultDevice.store(configuredDevice.value_or(kNoDevice), std::memory_order_relaxed);
  internal::initialized.store(true, std::memory_order_release);
}

void SetUninitialized() {
  internal::initialized.store(false, std::memory_order_release);
  defaultDevice.store(kNoDevice, std::memory_order_relaxed);
}

}  // namespace openaclnn::runtime
