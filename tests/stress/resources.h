// SPDX-License-Identifier: Apache-2.0
#pragma once

// Owners of what the C API hands out. Every call that they make must succeed.

#include <algorithm>
#include <cstddef>
#include <utility>

#include "acl/acl.h"
#include "tests/stress/harness.h"

namespace stress {

/// One handle and what gives it back.
template <typename Handle, aclError (*Destroy)(Handle)>
class Owner {
 public:
  Owner() = default;
  explicit Owner(Handle handle) : handle_(handle) {}
  Owner(Owner&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owner& operator=(Owner&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() { Reset(); }

  Handle Get() const { return handle_; }
  Handle Release() { return std::exchange(handle_, nullptr); }
  void Reset() {
    if (handle_ != nullptr) {
      STRESS_OK(Destroy(std::exchange(handle_, nullptr)));
    }
  }

 private:
  Handle handle_ = nullptr;
};

using Stream = Owner<aclrtStream, aclrtDestroyStream>;
using Event = Owner<aclrtEvent, aclrtDestroyEvent>;
using Context = Owner<aclrtContext, aclrtDestroyContext>;
using DeviceMemory = Owner<void*, aclrtFree>;
using PinnedMemory = Owner<void*, aclrtFreeHost>;

inline Stream MakeStream() {
  aclrtStream stream = nullptr;
  STRESS_OK(aclrtCreateStream(&stream));
  return Stream(stream);
}

inline Event MakeEvent() {
  aclrtEvent event = nullptr;
  STRESS_OK(aclrtCreateEvent(&event));
  return Event(event);
}

/// The new context is current afterwards.
inline Context MakeContext(int32_t device) {
  aclrtContext context = nullptr;
  STRESS_OK(aclrtCreateContext(&context, device));
  return Context(context);
}

inline DeviceMemory AllocateDevice(size_t bytes) {
  void* memory = nullptr;
  STRESS_OK(aclrtMalloc(&memory, std::max(bytes, size_t{1}), ACL_MEM_MALLOC_HUGE_FIRST));
  return DeviceMemory(memory);
}

inline PinnedMemory AllocatePinned(size_t bytes) {
  void* memory = nullptr;
  STRESS_OK(aclrtMallocHost(&memory, bytes));
  return PinnedMemory(memory);
}

/// A device, for a thread.
class DeviceUse {
 public:
  explicit DeviceUse(int32_t device) : device_(device) { STRESS_OK(aclrtSetDevice(device)); }
  DeviceUse(const DeviceUse&) = delete;
  DeviceUse& operator=(const DeviceUse&) = delete;
  ~DeviceUse() { STRESS_OK(aclrtResetDevice(device_)); }

 private:
  int32_t device_;
};

/// The library, for a round. At its end no device may have memory in use.
class Session {
 public:
  Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();
};

/// The devices that the stress program asks for.
inline constexpr int32_t kDevices = 3;

/// Fails where any device has memory in use. Leaves the calling thread without a device.
void RequireNoMemoryInUse();

}  // namespace stress
