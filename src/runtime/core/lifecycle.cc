// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/lifecycle.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "acl/acl_rt.h"
#include "backend/registry.h"
#include "base/errors.h"
#include "base/fork_guard.h"
#include "base/log.h"
#include "base/no_destructor.h"
#include "base/soc.h"
#include "checker/checker.h"
#include "checker/settings.h"
#include "runtime/callbacks/callback_list.h"
#include "runtime/core/check.h"
#include "runtime/core/config.h"
#include "runtime/core/initialized.h"
#include "runtime/core/misspelt_variables.h"
#include "runtime/device/visible_devices.h"
#include "runtime/settings/device_limits.h"
#include "trace/trace.h"

namespace openaclnn::runtime {
namespace {

template <typename Function>
using Callbacks = CallbackList<std::pair<int32_t, Function>, Function>;

struct Lifecycle {
  std::mutex mutex;
  uint64_t count = 0;
  bool finalized = false;  // at least once
  // While finalize callbacks run: count is 0, and what they call still works. An aclInit of another thread
  // waits for the end of it.
  bool closing = false;
  std::thread::id closer;
  std::condition_variable closed;
  std::shared_ptr<const std::string> configText = std::make_shared<const std::string>();
  Callbacks<InitCallback> initCallbacks;
  Callbacks<FinalizeCallback> finalizeCallbacks;
};

Lifecycle& Instance() {
  static NoDestructor<Lifecycle> lifecycle;
  return *lifecycle;
}

Status ExpectOpen(const Lifecycle& lifecycle) {
  if (lifecycle.count > 0) {
    return Status::Ok();
  }
  return lifecycle.finalized || lifecycle.closing
             ? Status(code::kRepeatFinalize, "finalized already; call aclInit first")
             : Status(code::kUninitialized, "aclInit was never called");
}

// What a callback returned. Neither one that throws nor a lack of memory for the words may leave the process
// between two states.
template <typename Call>
Status StatusOf(const char* kind, const Call& call) noexcept {
  std::optional<int32_t> result;
  try {
    result = call();
  } catch (...) {  // NOLINT(bugprone-empty-catch): without a result
  }
  if (result == code::kOk) {
    return Status::Ok();
  }
  const int32_t failure = result.value_or(code::kInternal);
  try {
    return {failure, std::string("a callback of ") + kind +
                         (result ? " returned " + std::to_string(failure) : " threw an exception")};
  } catch (...) {
    return {failure, {}};
  }
}

Status CallInit(InitCallback function, const std::string& text, void* argument) noexcept {
  return StatusOf("aclInitCallbackRegister", [&] { return function(text.data(), text.size(), argument); });
}

Status CallInitCallbacks(Lifecycle& lifecycle, const std::string& text, uint64_t end) noexcept {
  uint64_t next = 0;
  while (true) {
    std::unique_lock lock(lifecycle.mutex);
    const auto callback = lifecycle.initCallbacks.First(next, end);
    lock.unlock();
    if (!callback) {
      return Status::Ok();
    }
    OPENACLNN_RETURN_IF_ERROR(CallInit(callback->function, text, callback->argument));
    next = callback->number + 1;
  }
}

// Calls all of them; returns the first failure.
Status CallFinalizeCallbacks(Lifecycle& lifecycle, uint64_t end) noexcept {
  Status first;
  while (true) {
    std::unique_lock lock(lifecycle.mutex);
    const auto callback = lifecycle.finalizeCallbacks.Last(end);
    lock.unlock();
    if (!callback) {
      return first;
    }
    Status status =
        StatusOf("aclFinalizeCallbackRegister", [&] { return callback->function(callback->argument); });
    if (first.IsOk()) {
      first = std::move(status);
    }
    end = callback->number;
  }
}

Status Close(Lifecycle& lifecycle, std::unique_lock<std::mutex>& lock) {
  lifecycle.closing = true;
  lifecycle.closer = std::this_thread::get_id();
  const uint64_t end = lifecycle.finalizeCallbacks.End();
  lock.unlock();
  Status status = CallFinalizeCallbacks(lifecycle, end);
  lock.lock();
  lifecycle.closing = false;
  lifecycle.closer = {};
  lifecycle.finalized = true;
  SetUninitialized();
  lifecycle.closed.notify_all();
  trace::Flush();
  checker::TellWhatIsLeft();
  return status;
}

// Under the mutex, with the count at 0: what the environment and the configuration say takes effect.
Status Configure(Lifecycle& lifecycle, const char* configPath) {
  static std::once_flag warned;
  std::call_once(warned, WarnOfMisspeltVariables);
  if (EmulatedSoc() == nullptr) {
    const std::string nearest(NearestSocName(RequestedSoc()));
    return {code::kInvalidParam,
            "OPENACLNN_SOC: expected the name of an Ascend chip such as Ascend910B1, got " + RequestedSoc() +
                (nearest.empty() ? "" : "; did you mean " + nearest + "?")};
  }
  if (const std::string problem = trace::ProblemOfSettings(); !problem.empty()) {
    return {code::kInvalidParam, problem};
  }
  OPENACLNN_RETURN_IF_ERROR(checker::CheckSettings());
  checker::Start();
  OPENACLNN_RETURN_IF_ERROR(backend::CheckSelectedBackend());
  OPENACLNN_RETURN_IF_ERROR(CheckVisibleDevices());
  Config config;
  auto text = std::make_shared<std::string>();
  if (configPath != nullptr && *configPath != '\0') {
    OPENACLNN_RETURN_IF_ERROR(ReadConfigFile(configPath, text.get()));
    OPENACLNN_RETURN_IF_ERROR(ParseConfig(*text, static_cast<int>(VisibleDevices().size()), &config));
  }
  const std::string event =
      "aclInit: devices: " + std::to_string(VisibleDevices().size()) + ", chip: " + RequestedSoc();
  SetMessageScope(config.messageScope);
  for (const std::string& section : config.withoutEffect) {
    Remark("aclInit", "configPath: " + section + " has no effect: there is nothing of that kind here");
  }
  ResetDeviceLimits(config.limits);
  lifecycle.configText = std::move(text);
  SetInitialized(config.defaultDevice);
  log::Write(log::Module::kApi, log::Level::kEvent, log::Where::Here(), event);
  return Status::Ok();
}

Status ExpectType(int32_t type) {
  return (type >= ACL_REG_TYPE_ACL_MODEL && type <= ACL_REG_TYPE_ACL_RETR) || type == ACL_REG_TYPE_OTHER
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "type", "an aclRegisterCallbackType (0 to 7, or 65535)",
                        std::to_string(type));
}

template <typename Function>
Status ExpectCallback(int32_t type, Function function) {
  OPENACLNN_RETURN_IF_ERROR(ExpectType(type));
  return function != nullptr ? Status::Ok() : Mismatch(code::kInvalidParam, "cbFunc", "a function", "null");
}

Status AddedOrNot(bool added) {
  return added ? Status::Ok()
               : Mismatch(code::kRtParamInvalid, "cbFunc",
                          "a function that is not yet registered for this type", "one that is");
}

Status RemovedOrNot(bool removed) {
  return removed ? Status::Ok()
                 : Mismatch(code::kRtParamInvalid, "cbFunc", "a function that is registered for this type",
                            "one that is not");
}

}  // namespace

Status Initialize(const char* configPath) {
  GuardAgainstFork();  // first: whoever forks while this runs leaves the lock below to its child
  Lifecycle& lifecycle = Instance();
  std::unique_lock lock(lifecycle.mutex);
  if (lifecycle.closing && lifecycle.closer == std::this_thread::get_id()) {
    return {code::kRtParamInvalid, "a finalize callback must not initialize again"};
  }
  lifecycle.closed.wait(lock, [&] { return !lifecycle.closing; });
  if (lifecycle.count > 0) {
    ++lifecycle.count;
    return {code::kRepeatInitialize,
            "initialized already; the call counts, and the first configuration stays in effect"};
  }
  OPENACLNN_RETURN_IF_ERROR(Configure(lifecycle, configPath));
  lifecycle.count = 1;
  const std::shared_ptr<const std::string> text = lifecycle.configText;
  const uint64_t end = lifecycle.initCallbacks.End();
  lock.unlock();
  Status status = CallInitCallbacks(lifecycle, *text, end);
  if (!status.IsOk()) {
    lock.lock();
    // The callbacks, and other threads, may have initialized and finalized meanwhile.
    lifecycle.count -= lifecycle.count > 0 ? 1 : 0;
    if (lifecycle.count == 0 && !lifecycle.closing) {
      SetUninitialized();
    }
  }
  return status;
}

Status InitializeForDevice() {
  GuardAgainstFork();
  Lifecycle& lifecycle = Instance();
  const std::lock_guard lock(lifecycle.mutex);
  if (IsInitialized()) {  // by another thread, meanwhile
    return Status::Ok();
  }
  return lifecycle.finalized ? ExpectInitialized() : Configure(lifecycle, nullptr);
}

Status Finalize() {
  Lifecycle& lifecycle = Instance();
  std::unique_lock lock(lifecycle.mutex);
  OPENACLNN_RETURN_IF_ERROR(ExpectOpen(lifecycle));
  lifecycle.count = 0;
  return Close(lifecycle, lock);
}

Status FinalizeOne(uint64_t* remaining) {
  Lifecycle& lifecycle = Instance();
  std::unique_lock lock(lifecycle.mutex);
  OPENACLNN_RETURN_IF_ERROR(ExpectOpen(lifecycle));
  --lifecycle.count;
  const uint64_t left = lifecycle.count;
  if (left == 0) {
    OPENACLNN_RETURN_IF_ERROR(Close(lifecycle, lock));
  }
  if (remaining != nullptr) {
    *remaining = left;
  }
  return Status::Ok();
}

Status RegisterInitCallback(int32_t type, InitCallback function, void* argument) {
  OPENACLNN_RETURN_IF_ERROR(ExpectCallback(type, function));
  Lifecycle& lifecycle = Instance();
  std::unique_lock lock(lifecycle.mutex);
  OPENACLNN_RETURN_IF_ERROR(AddedOrNot(lifecycle.initCallbacks.Add({type, function}, function, argument)));
  if (lifecycle.count == 0) {
    return Status::Ok();
  }
  const std::shared_ptr<const std::string> text = lifecycle.configText;
  lock.unlock();
  Status status = CallInit(function, *text, argument);
  if (!status.IsOk()) {
    lock.lock();
    lifecycle.initCallbacks.Remove({type, function});
  }
  return status;
}

Status UnregisterInitCallback(int32_t type, InitCallback function) {
  OPENACLNN_RETURN_IF_ERROR(ExpectCallback(type, function));
  Lifecycle& lifecycle = Instance();
  const std::lock_guard lock(lifecycle.mutex);
  return RemovedOrNot(lifecycle.initCallbacks.Remove({type, function}));
}

Status RegisterFinalizeCallback(int32_t type, FinalizeCallback function, void* argument) {
  OPENACLNN_RETURN_IF_ERROR(ExpectCallback(type, function));
  Lifecycle& lifecycle = Instance();
  const std::lock_guard lock(lifecycle.mutex);
  return AddedOrNot(lifecycle.finalizeCallbacks.Add({type, function}, function, argument));
}

Status UnregisterFinalizeCallback(int32_t type, FinalizeCallback function) {
  OPENACLNN_RETURN_IF_ERROR(ExpectCallback(type, function));
  Lifecycle& lifecycle = Instance();
  const std::lock_guard lock(lifecycle.mutex);
  return RemovedOrNot(lifecycle.finalizeCallbacks.Remove({type, function}));
}

}  // namespace openaclnn::runtime
