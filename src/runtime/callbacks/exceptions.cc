// SPDX-License-Identifier: Apache-2.0
#include "runtime/callbacks/exceptions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"
#include "runtime/device/visible_devices.h"

namespace openaclnn::runtime {
namespace {

using ExceptionCallback = aclrtExceptionInfoCallback;
using ExceptionCallbacks = std::vector<ExceptionCallback>;

// What a callback sees, while it runs. Kept in a list, so that any other address is known to be none.
struct Shown {
  rtExceptionInfo info;
  Shown* next = nullptr;
};

struct ExceptionRegistry {
  std::mutex mutex;
  Shown* shown = nullptr;
  ExceptionCallback slot = nullptr;
  // Null: none. Replaced, never changed: who calls them holds on to the list that was in force, and needs no
  // memory.
  std::shared_ptr<const ExceptionCallbacks> list;

  [[nodiscard]] ExceptionCallbacks Copy() const { return list == nullptr ? ExceptionCallbacks() : *list; }
};

ExceptionRegistry& TheRegistry() {
  static NoDestructor<ExceptionRegistry> registry;  // in place, too: a failure may tell of a lack of memory
  return *registry;
}

Status ExpectCallback(ExceptionCallback callback) {
  return callback != nullptr ? Status::Ok() : Mismatch(code::kInvalidParam, "callback", "a function", "null");
}

void Show(Shown& shown) {
  ExceptionRegistry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  shown.next = std::exchange(registry.shown, &shown);
}

void Hide(const Shown& shown) {
  ExceptionRegistry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  Shown** link = &registry.shown;
  while (*link != &shown) {
    link = &(*link)->next;
  }
  *link = shown.next;
}

void Call(ExceptionCallback callback, const rtExceptionInfo& info) noexcept {
  Shown shown{info};
  Show(shown);
  try {
    callback(&shown.info);
  } catch (...) {  // NOLINT(bugprone-empty-catch): there is nobody who could handle it
  }
  Hide(shown);
}

}  // namespace

void SetExceptionCallback(ExceptionCallback callback) {
  ExceptionRegistry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  registry.slot = callback;
}

Status RegisterExceptionCallback(ExceptionCallback callback) {
  OPENACLNN_RETURN_IF_ERROR(ExpectCallback(callback));
  ExceptionRegistry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  ExceptionCallbacks extended = registry.Copy();
  if (std::find(extended.begin(), extended.end(), callback) == extended.end()) {
    extended.push_back(callback);
    registry.list = std::make_shared<const ExceptionCallbacks>(std::move(extended));
  }
  return Status::Ok();
}

Status UnregisterExceptionCallback(ExceptionCallback callback) {
  OPENACLNN_RETURN_IF_ERROR(ExpectCallback(callback));
  ExceptionRegistry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  ExceptionCallbacks rest = registry.Copy();
  std::erase(rest, callback);
  registry.list = std::make_shared<const ExceptionCallbacks>(std::move(rest));
  return Status::Ok();
}

void CallExceptionCallbacks(int deviceId, int32_t streamId, const backend::TaskFailure& failure) noexcept {
  ExceptionRegistry& registry = TheRegistry();
  ExceptionCallback slot = nullptr;
  std::shared_ptr<const ExceptionCallbacks> list;
  {
    const std::lock_guard lock(registry.mutex);
    slot = registry.slot;
    list = registry.list;
  }
  const rtExceptionInfo info{failure.task, static_cast<uint32_t>(streamId), failure.thread,
                             static_cast<uint32_t>(deviceId), static_cast<uint32_t>(failure.status.Code())};
  if (slot != nullptr) {
    Call(slot, info);
  }
  if (list != nullptr) {
    for (const ExceptionCallback callback : *list) {
      Call(callback, info);
    }
  }
}

uint32_t GetExceptionField(const aclrtExceptionInfo* info, uint32_t rtExceptionInfo::*field) noexcept {
  ExceptionRegistry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  for (const Shown* shown = registry.shown; shown != nullptr; shown = shown->next) {
    if (&shown->info == info) {
      return info->*field;
    }
  }
  return kNoExceptionField;
}

Status GetExceptionArguments(const aclrtExceptionInfo* info, void** arguments, const uint32_t* bytes) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("info", info));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("devArgsPtr", arguments));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("devArgsLen", bytes));
  return {code::kRtFeatureNotSupported,
          "info: the tasks of this library have no kernel arguments on the device"};
}

Status GetExceptionFunction(const aclrtExceptionInfo* info, const aclrtFuncHandle* function) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("info", info));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("func", function));
  return {code::kRtFeatureNotSupported, "info: the tasks of this library are not launched by kernel handles"};
}

Status GetThreadLastTask(uint32_t* taskId) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("taskId", taskId));
  *taskId = backend::LastTaskOfThread();
  return Status::Ok();
}

// The emulated devices have no faults: a task that fails says why, and leaves the device as it was.
Status GetDeviceFault(int32_t deviceId, aclrtErrorInfo* fault) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("errorInfo", fault));
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice("deviceId", deviceId));
  *fault = {};
  return Status::Ok();
}

}  // namespace openaclnn::runtime
