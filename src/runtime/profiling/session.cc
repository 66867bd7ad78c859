// SPDX-License-Identifier: Apache-2.0
#include "runtime/profiling/session.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "acl/acl_prof.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"
#include "runtime/device/visible_devices.h"
#include "runtime/profiling/options.h"
#include "runtime/profiling/result_folder.h"
#include "trace/profile.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kLongestPath = 4096;

constexpr uint64_t kCalls = ACL_PROF_ACL_API | ACL_PROF_RUNTIME_API | ACL_PROF_API_STATS;
constexpr uint64_t kWork = ACL_PROF_TASK_TIME | ACL_PROF_TASK_TIME_L0 | ACL_PROF_TASK_TIME_L2 |
                           ACL_PROF_TASK_TIME_L3 | ACL_PROF_HCCL_TRACE | ACL_PROF_TASK_MEMORY;
constexpr uint64_t kSteps = ACL_PROF_TASK_TIME | ACL_PROF_TRAINING_TRACE;

struct Session {
  std::string path;
  std::string folder;  // empty until the first collection
  std::map<const void*, ProfileConfig> running;
};

// Never destroyed: calls arrive while the process ends.
constinit std::mutex mutex;
constinit Session* session = nullptr;
constinit uint64_t mostBytes = UINT64_MAX;

Status ExpectBegun() {
  return session != nullptr ? Status::Ok()
                            : Status(code::kProfilerDoesNotRun,
                                     "expected aclprofInit first, got a profiler that "
                                     "was not begun, or was finalized");
}

// What all running collections take in.
std::optional<trace::Scope> ScopeOf(const Session& of) {
  if (of.running.empty()) {
    return std::nullopt;
  }
  trace::Scope scope{.calls = false, .work = false, .markers = false, .steps = false, .devices = 0};
  for (const auto& [key, config] : of.running) {
    scope.calls = scope.calls || (config.dataTypes & kCalls) != 0;
    scope.work = scope.work || (config.dataTypes & kWork) != 0;
    scope.markers = scope.markers || (config.dataTypes & ACL_PROF_MSPROFTX) != 0;
    scope.steps = scope.steps || (config.dataTypes & kSteps) != 0;
    for (const uint32_t device : config.devices) {
      // Events know a device by its number among all of them.
      scope.devices |= uint64_t{1} << VisibleDevices()[device];
    }
  }
  return scope;
}

bool HasDevice(const ProfileConfig& config, uint32_t device) {
  return std::find(config.devices.begin(), config.devices.end(), device) != config.devices.end();
}

Status ExpectNotRunning(const void* key, const ProfileConfig& config) {
  if (session->running.contains(key)) {
    return Mismatch(code::kProfilerRuns, "profilerConfig", "one that no collection runs with",
                    "that of a collection that runs");
  }
  for (const uint32_t device : config.devices) {
    for (const auto& [other, running] : session->running) {
      if (HasDevice(running, device)) {
        return Mismatch(code::kProfilerRuns, "profilerConfig", "devices that no collection runs for",
                        "device " + std::to_string(device));
      }
    }
  }
  return Status::Ok();
}

Status OpenResult() {
  if (!session->folder.empty()) {
    return Status::Ok();
  }
  std::string folder;
  OPENACLNN_RETURN_IF_ERROR(MakeResultFolder(session->path, &folder));
  const std::string file = EventsFile(folder);
  if (const std::string problem = trace::OpenProfile(file, mostBytes); !problem.empty()) {
    return Mismatch(code::kInvalidFile, "profilerResultPath", "a folder that can be written",
                    file + ", " + problem);
  }
  session->folder = folder;
  return Status::Ok();
}

}  // namespace

Status CheckProfileConfig(const uint32_t* devices, uint32_t count, int32_t metrics) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("deviceIdList", devices));
  if (count == 0) {
    return Mismatch(code::kInvalidParam, "deviceNums", "1 or more", "0");
  }
  for (uint32_t i = 0; i < count; ++i) {
    OPENACLNN_RETURN_IF_ERROR(ExpectDevice("deviceIdList", devices[i]));
    if (std::find(devices, devices + i, devices[i]) != devices + i) {
      return Mismatch(code::kInvalidParam, "deviceIdList", "different devices",
                      "device " + std::to_string(devices[i]) + " twice");
    }
  }
  const bool isKnown =
      (metrics >= ACL_AICORE_ARITHMETIC_UTILIZATION && metrics <= ACL_AICORE_MEMORY_ACCESS) ||
      metrics == ACL_AICORE_NONE;
  return isKnown ? Status::Ok()
                 : Mismatch(code::kInvalidParam, "aicoreMetrics", "one of aclprofAicoreMetrics",
                            std::to_string(metrics));
}

Status BeginProfiler(const char* path, size_t length) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("profilerResultPath", path));
  if (length == 0 || length > kLongestPath) {
    return Mismatch(code::kInvalidParam, "length", "1 to " + std::to_string(kLongestPath),
                    std::to_string(length));
  }
  const std::lock_guard lock(mutex);
  if (session != nullptr) {
    return {code::kProfilerRuns, "begun already; call aclprofFinalize first"};
  }
  // The length may count the closing null.
  std::string folder(path, path + length);
  folder.resize(std::min(folder.find('\0'), folder.size()));
  OPENACLNN_RETURN_IF_ERROR(PrepareResultPath(folder));
  session = new Session{.path = std::move(folder), .folder = {}, .running = {}};
  return Status::Ok();
}

Status EndProfiler() {
  const std::lock_guard lock(mutex);
  OPENACLNN_RETURN_IF_ERROR(ExpectBegun());
  trace::SetProfileScope(std::nullopt);
  trace::CloseProfile();
  delete session;
  session = nullptr;
  return Status::Ok();
}

Status SetProfilerOption(int32_t option, std::string_view value) {
  std::optional<uint64_t> bytes;
  OPENACLNN_RETURN_IF_ERROR(CheckProfilerOption(option, value, &bytes));
  const std::lock_guard lock(mutex);
  mostBytes = bytes.value_or(mostBytes);
  return Status::Ok();
}

Status StartCollection(const void* key, const ProfileConfig& config) {
  const std::lock_guard lock(mutex);
  OPENACLNN_RETURN_IF_ERROR(ExpectBegun());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotRunning(key, config));
  OPENACLNN_RETURN_IF_ERROR(OpenResult());
  OPENACLNN_RETURN_IF_ERROR(AddDeviceFolders(session->folder, config.devices));
  session->running.emplace(key, config);
  trace::SetProfileScope(ScopeOf(*session));
  return Status::Ok();
}

Status StopCollection(const void* key) {
  const std::lock_guard lock(mutex);
  OPENACLNN_RETURN_IF_ERROR(ExpectBegun());
  if (session->running.erase(key) == 0) {
    return Mismatch(code::kProfilerDoesNotRun, "profilerConfig", "one that a collection runs with",
                    "one that none runs with");
  }
  trace::SetProfileScope(ScopeOf(*session));
  return Status::Ok();
}

}  // namespace openaclnn::runtime
