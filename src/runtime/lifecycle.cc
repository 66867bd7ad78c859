// SPDX-License-Identifier: Apache-2.0
#include "runtime/lifecycle.h"

#include <atomic>
#include <mutex>

#include "base/errors.h"
#include "base/fork_guard.h"
#include "base/product.h"
#include "runtime/check.h"
#include "runtime/config.h"
#include "runtime/visible_devices.h"

namespace openaclnn::runtime {
namespace {

constexpr int kNoDevice = -1;

struct Lifecycle {
  std::mutex mutex;
  uint64_t count = 0;
  bool finalized = false;  // at least once
  // What every call reads, without the mutex.
  std::atomic<bool> initialized{false};
  std::atomic<int> configuredDevice{kNoDevice};
};

Lifecycle& Instance() {
  static auto* const lifecycle = new Lifecycle;  // threads may call during process exit
  return *lifecycle;
}

Status ExpectOpen(const Lifecycle& lifecycle) {
  if (lifecycle.count > 0) {
    return Status::Ok();
  }
  return lifecycle.finalized ? Status(code::kRepeatFinalize, "finalized already; call aclInit first")
                             : Status(code::kUninitialized, "aclInit was never called");
}

void Close(Lifecycle& lifecycle) {
  lifecycle.finalized = true;
  lifecycle.initialized.store(false, std::memory_order_release);
  lifecycle.configuredDevice.store(kNoDevice, std::memory_order_relaxed);
}

}  // namespace

Status Initialize(const char* configPath) {
  GuardAgainstFork();  // first: whoever forks while this runs leaves the lock below to its child
  Lifecycle& lifecycle = Instance();
  const std::lock_guard lock(lifecycle.mutex);
  if (lifecycle.count > 0) {
    ++lifecycle.count;
    return {code::kRepeatInitialize,
            "initialized already; the call counts, and the first configuration stays in effect"};
  }
  if (EmulatedProduct() == nullptr) {
    return {
        code::kInvalidParam,
        "OPENACLNN_SOC: expected the name of an Ascend chip such as Ascend910B1, got " + RequestedProduct()};
  }
  Config config;
  if (configPath != nullptr && *configPath != '\0') {
    OPENACLNN_RETURN_IF_ERROR(ReadConfig(configPath, static_cast<int>(VisibleDevices().size()), &config));
  }
  SetMessageScope(config.messageScope);
  lifecycle.count = 1;
  lifecycle.configuredDevice.store(config.defaultDevice.value_or(kNoDevice), std::memory_order_relaxed);
  lifecycle.initialized.store(true, std::memory_order_release);
  return Status::Ok();
}

Status Finalize() {
  Lifecycle& lifecycle = Instance();
  const std::lock_guard lock(lifecycle.mutex);
  OPENACLNN_RETURN_IF_ERROR(ExpectOpen(lifecycle));
  lifecycle.count = 0;
  Close(lifecycle);
  return Status::Ok();
}

Status FinalizeOne(uint64_t* remaining) {
  Lifecycle& lifecycle = Instance();
  const std::lock_guard lock(lifecycle.mutex);
  OPENACLNN_RETURN_IF_ERROR(ExpectOpen(lifecycle));
  --lifecycle.count;
  if (lifecycle.count == 0) {
    Close(lifecycle);
  }
  if (remaining != nullptr) {
    *remaining = lifecycle.count;
  }
  return Status::Ok();
}

Status ExpectInitialized() {
  return Instance().initialized.load(std::memory_order_acquire)
             ? Status::Ok()
             : Status(code::kUninitialized,
                      "aclInit must come before, and aclFinalize after all other calls");
}

std::optional<int> ConfiguredDevice() {
  const int device = Instance().configuredDevice.load(std::memory_order_relaxed);
  return device == kNoDevice ? std::nullopt : std::optional(device);
}

}  // namespace openaclnn::runtime
