// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <string>

#include "base/enumerators.h"
#include "base/errors.h"
#include "collectives/bootstrap/environment.h"
#include "hccl/hccl.h"
#include "runtime/core/check.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

namespace {

constexpr int32_t kStrict = 2;

// Until one is set, what the environment says.
std::atomic<int32_t>& Deterministic() {
  static std::atomic<int32_t> value{openaclnn::collectives::DefaultDeterministic()};
  return value;
}

Status ExpectConfig(HcclConfig config) {
  const int32_t number = openaclnn::NumberOf(config);
  return number == HCCL_DETERMINISTIC ? Status::Ok()
                                      : runtime::Mismatch(openaclnn::code::kInvalidParam, "config",
                                                          "HCCL_DETERMINISTIC (0)", std::to_string(number));
}

// HCCL's word for a failure of the arguments.
HcclResult ResultOf(aclError error) {
  return error == ACL_SUCCESS ? HCCL_SUCCESS : HCCL_E_PARA;
}

}  // namespace

extern "C" {

HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue) {
  return ResultOf(Boundary("HcclSetConfig", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectConfig(config));
    if (configValue.value < 0 || configValue.value > kStrict) {
      return runtime::Mismatch(openaclnn::code::kInvalidParam, "configValue", "0, 1 or 2",
                               std::to_string(configValue.value));
    }
    Deterministic() = configValue.value;
    return Status::Ok();
  }));
}

HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue* configValue) {
  const aclError error = Boundary("HcclGetConfig", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("configValue", configValue));
    OPENACLNN_RETURN_IF_ERROR(ExpectConfig(config));
    configValue->value = Deterministic();
    return Status::Ok();
  });
  return configValue == nullptr ? HCCL_E_PTR : ResultOf(error);
}

}  // extern "C"
