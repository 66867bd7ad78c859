// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "acl/acl_prof.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "base/object_slabs.h"
#include "runtime/core/check.h"
#include "runtime/profiling/session.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace code = openaclnn::code;
namespace runtime = openaclnn::runtime;

struct aclprofConfig {
  runtime::ProfileConfig config;
};

namespace {

constinit openaclnn::ObjectSlabs<aclprofConfig> configs("aclprofConfig");

Status ExpectLive(const aclprofConfig* config) {
  return configs.IsLive(config) ? Status::Ok()
                                : configs.Refusal(code::kInvalidParam, "profilerConfig", config);
}

}  // namespace

extern "C" {

aclError aclprofInit(const char* profilerResultPath, size_t length) {
  return Boundary("aclprofInit", [&] { return runtime::BeginProfiler(profilerResultPath, length); });
}

aclError aclprofFinalize(void) {
  return Boundary("aclprofFinalize", [] { return runtime::EndProfiler(); });
}

aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums,
                                   aclprofAicoreMetrics aicoreMetrics,
                                   const aclprofAicoreEvents* /*aicoreEvents*/, uint64_t dataTypes) {
  aclprofConfig* made = nullptr;
  Boundary("aclprofCreateConfig", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(
        runtime::CheckProfileConfig(deviceIdList, deviceNums, openaclnn::NumberOf(aicoreMetrics)));
    made = configs.Make([&](aclprofConfig& config) {
      config.config.devices.assign(deviceIdList, deviceIdList + deviceNums);
      config.config.dataTypes = dataTypes;
    });
    return Status::Ok();
  });
  return made;
}

aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig) {
  return Boundary("aclprofDestroyConfig", [&]() -> Status {
    return configs.Destroy(profilerConfig) ? Status::Ok() : ExpectLive(profilerConfig);
  });
}

aclError aclprofSetConfig(aclprofConfigType configType, const char* config, size_t configLength) {
  return Boundary("aclprofSetConfig", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("config", config));
    std::string_view value(config, configLength);
    // The length may count the closing null.
    if (!value.empty() && value.back() == '\0') {
      value.remove_suffix(1);
    }
    return runtime::SetProfilerOption(openaclnn::NumberOf(configType), value);
  });
}

aclError aclprofStart(const aclprofConfig* profilerConfig) {
  return Boundary("aclprofStart", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectLive(profilerConfig));
    return runtime::StartCollection(profilerConfig, profilerConfig->config);
  });
}

aclError aclprofStop(const aclprofConfig* profilerConfig) {
  return Boundary("aclprofStop", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectLive(profilerConfig));
    return runtime::StopCollection(profilerConfig);
  });
}

}  // extern "C"
