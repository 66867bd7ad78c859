// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/stream_configs.h"

#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/no_destructor.h"
#include "checker/objects.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

// The API shows the structure behind the handle, so the handle is its address; the table tells live ones.
struct Configs {
  std::mutex mutex;
  std::unordered_map<const void*, std::unique_ptr<aclrtStreamConfigHandle>> live;
};

Configs& Instance() {
  static NoDestructor<Configs> configs;
  return *configs;
}

// Requires the mutex.
Status ExpectLive(const Configs& configs, const aclrtStreamConfigHandle* config) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("handle", config));
  return configs.live.count(config) != 0
             ? Status::Ok()
             : Mismatch(code::kRtInvalidHandle, "handle",
                        "one from aclrtCreateStreamConfigHandle that is not destroyed", AddressText(config));
}

// A whole number, in as many bytes as the caller has it.
Status ReadNumber(const void* value, size_t bytes, uint64_t* number) {
  uint32_t small = 0;
  if (bytes == sizeof small) {
    std::memcpy(&small, value, sizeof small);
    *number = small;
    return Status::Ok();
  }
  if (bytes == sizeof *number) {
    std::memcpy(number, value, sizeof *number);
    return Status::Ok();
  }
  return Mismatch(code::kRtParamInvalid, "valueSize", "4 or 8, the bytes of a number", std::to_string(bytes));
}

}  // namespace

Status CreateStreamConfig(aclrtStreamConfigHandle** config) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  auto made = std::make_unique<aclrtStreamConfigHandle>();
  aclrtStreamConfigHandle* const address = made.get();
  Configs& configs = Instance();
  const std::lock_guard lock(configs.mutex);
  configs.live.emplace(address, std::move(made));
  *config = checker::NoteMade("aclrtStreamConfigHandle", address);
  return Status::Ok();
}

Status DestroyStreamConfig(const aclrtStreamConfigHandle* config) {
  Configs& configs = Instance();
  const std::lock_guard lock(configs.mutex);
  OPENACLNN_RETURN_IF_ERROR(ExpectLive(configs, config));
  checker::NoteEnded(config);
  configs.live.erase(config);
  return Status::Ok();
}

Status SetStreamConfig(aclrtStreamConfigHandle* config, int32_t attribute, const void* value,
                       size_t valueBytes) {
  Configs& configs = Instance();
  const std::lock_guard lock(configs.mutex);
  OPENACLNN_RETURN_IF_ERROR(ExpectLive(configs, config));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("attrValue", value));
  uint64_t number = 0;
  switch (attribute) {
    case ACL_RT_STREAM_WORK_ADDR_PTR:
      if (valueBytes != sizeof config->workptr) {
        return Mismatch(code::kRtParamInvalid, "valueSize", "8, the bytes of a pointer",
                        std::to_string(valueBytes));
      }
      std::memcpy(&config->workptr, value, sizeof config->workptr);
      return Status::Ok();
    case ACL_RT_STREAM_WORK_SIZE:
      OPENACLNN_RETURN_IF_ERROR(ReadNumber(value, valueBytes, &number));
      config->workSize = number;
      return Status::Ok();
    case ACL_RT_STREAM_FLAG:
      OPENACLNN_RETURN_IF_ERROR(ReadNumber(value, valueBytes, &number));
      config->flag = number;
      return Status::Ok();
    case ACL_RT_STREAM_PRIORITY:
      OPENACLNN_RETURN_IF_ERROR(ReadNumber(value, valueBytes, &number));
      OPENACLNN_RETURN_IF_ERROR(ExpectPriority(number));
      config->priority = static_cast<uint32_t>(number);
      return Status::Ok();
    default:
      return Mismatch(code::kRtParamInvalid, "attr", "an aclrtStreamConfigAttr (0 to 3)",
                      std::to_string(attribute));
  }
}

Status CreateConfiguredStream(const aclrtStreamConfigHandle* config, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("stream", handle));
  aclrtStreamConfigHandle settings = {};
  {
    Configs& configs = Instance();
    const std::lock_guard lock(configs.mutex);
    OPENACLNN_RETURN_IF_ERROR(ExpectLive(configs, config));
    settings = *config;
  }
  return CreateStream(settings.priority, settings.flag, handle);
}

}  // namespace openaclnn::runtime
