// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings/device_limits.h"

#include <mutex>
#include <string>

#include "acl/acl_rt.h"
#include "base/no_destructor.h"
#include "base/soc.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kKib = 1024;
constexpr size_t kMib = 1024 * kKib;

struct Rule {
  size_t least;
  size_t most;
  size_t unit;
  bool simt;  // only products with SIMT units have it
};

// By aclrtDeviceLimit.
constexpr std::array<Rule, std::tuple_size_v<LimitValues>> kRules{{
    {0, UINT32_MAX, 128, true},
    {0, UINT32_MAX, 128, true},
    {16 * kKib, 192 * kKib, 16 * kKib, false},
    {kKib, 64 * kMib, 8, false},
    {kMib, 64 * kMib, 8, true},
}};

struct DeviceLimits {
  static DeviceLimits& Instance() {
    static NoDestructor<DeviceLimits> limits;
    return *limits;
  }

  std::mutex mutex;
  LimitValues values = kDefaultLimits;
};

Status ExpectSupported(int32_t limit) {
  if (limit < 0 || static_cast<size_t>(limit) >= kRules.size()) {
    return Mismatch(code::kRtParamInvalid, "limit", "an aclrtDeviceLimit (0 to 4)", std::to_string(limit));
  }
  if (kRules[static_cast<size_t>(limit)].simt && !EmulatedFacts().simt) {
    return {code::kRtFeatureNotSupported, "limit: " + std::to_string(limit) +
                                              " is one of SIMT units, which " + EmulatedSoc()->socName +
                                              " does not have"};
  }
  return Status::Ok();
}

}  // namespace

Status StoreLimit(const char* argument, int32_t limit, size_t value, LimitValues* values) {
  const Rule& rule = kRules[static_cast<size_t>(limit)];
  if (value < rule.least || value > rule.most || value % rule.unit != 0) {
    return Mismatch(code::kRtParamInvalid, argument,
                    "a multiple of " + std::to_string(rule.unit) + " from " + std::to_string(rule.least) +
                        " to " + std::to_string(rule.most),
                    std::to_string(value));
  }
  LimitValues changed = *values;
  changed[static_cast<size_t>(limit)] = value;
  if (changed[ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE] == 0 &&
      changed[ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE] == 0) {
    return Mismatch(code::kRtParamInvalid, argument,
                    "not 0, as the other one of the two SIMT stack sizes is 0 already", "0");
  }
  *values = changed;
  return Status::Ok();
}

void ResetDeviceLimits(const LimitValues& values) {
  DeviceLimits& limits = DeviceLimits::Instance();
  const std::lock_guard lock(limits.mutex);
  limits.values = values;
}

Status SetDeviceLimit(int32_t limit, size_t value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectSupported(limit));
  DeviceLimits& limits = DeviceLimits::Instance();
  const std::lock_guard lock(limits.mutex);
  return StoreLimit("value", limit, value, &limits.values);
}

Status GetDeviceLimit(int32_t limit, size_t* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  OPENACLNN_RETURN_IF_ERROR(ExpectSupported(limit));
  DeviceLimits& limits = DeviceLimits::Instance();
  const std::lock_guard lock(limits.mutex);
  *value = limits.values[static_cast<size_t>(limit)];
  return Status::Ok();
}

}  // namespace openaclnn::runtime
