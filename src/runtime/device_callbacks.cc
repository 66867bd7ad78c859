// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_callbacks.h"

#include <mutex>
#include <string>

#include "runtime/callback_list.h"
#include "runtime/check.h"

namespace openaclnn::runtime {
namespace {

struct Callbacks {
  std::mutex mutex;
  CallbackList<std::string, aclrtDeviceStateCallback> list;
};

Callbacks& Instance() {
  static auto* const callbacks = new Callbacks;  // threads may call during process exit
  return *callbacks;
}

// A callback that sets a device would otherwise call itself without end.
thread_local bool announcing = false;

class Announcing {
 public:
  Announcing() { announcing = true; }
  Announcing(const Announcing&) = delete;
  Announcing& operator=(const Announcing&) = delete;
  ~Announcing() { announcing = false; }
};

}  // namespace

Status RegisterDeviceCallback(const char* name, aclrtDeviceStateCallback callback, void* argument) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("regName", name));
  if (*name == '\0') {
    return Mismatch(code::kRtParamInvalid, "regName", "a name", "none");
  }
  Callbacks& callbacks = Instance();
  const std::lock_guard lock(callbacks.mutex);
  if (callback == nullptr) {
    return callbacks.list.Remove(name) ? Status::Ok()
                                       : Mismatch(code::kRtParamInvalid, "regName",
                                                  "a registered name, as the callback is null", name);
  }
  return callbacks.list.Add(name, callback, argument)
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "regName", "a name that is not yet registered", name);
}

void AnnounceDevice(int deviceId, aclrtDeviceState state) {
  if (announcing) {
    return;
  }
  const Announcing here;
  Callbacks& callbacks = Instance();
  std::unique_lock lock(callbacks.mutex);
  const uint64_t end = callbacks.list.End();
  uint64_t next = 0;
  while (const auto callback = callbacks.list.First(next, end)) {
    lock.unlock();
    callback->function(deviceId, state, callback->argument);
    next = callback->number + 1;
    lock.lock();
  }
}

}  // namespace openaclnn::runtime
