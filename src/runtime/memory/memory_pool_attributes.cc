// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include "runtime/core/check.h"
#include "runtime/memory/memory_pool.h"
#include "runtime/memory/memory_pool_state.h"

namespace openaclnn::runtime {
namespace {

Status ExpectSwitch(const void* value, uint32_t* number) {
  std::memcpy(number, value, sizeof *number);
  return *number <= 1 ? Status::Ok()
                      : Mismatch(code::kRtParamInvalid, "value", "0 or 1", std::to_string(*number));
}

Status ExpectAttribute(int32_t attribute) {
  return attribute >= ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES &&
                 attribute <= ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "attr", "an aclrtMemPoolAttr (1 to 8)",
                        std::to_string(attribute));
}

bool IsSwitch(int32_t attribute) {
  return attribute <= ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
}

// The pool of a call, whose arguments it checks. The caller has locked the pools.
Status FindPoolOf(const void* handle, int32_t attribute, const void* value, std::shared_ptr<Pool>* pool) {
  OPENACLNN_RETURN_IF_ERROR(FindPool(handle, pool));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  return ExpectAttribute(attribute);
}

}  // namespace

Status SetPoolAttribute(const void* handle, int32_t attribute, const void* value) {
  std::shared_ptr<Pool> pool;
  const std::lock_guard lock(PoolState::Instance().mutex);
  OPENACLNN_RETURN_IF_ERROR(FindPoolOf(handle, attribute, value, &pool));
  if (IsSwitch(attribute)) {
    uint32_t number = 0;
    OPENACLNN_RETURN_IF_ERROR(ExpectSwitch(value, &number));
    pool->switches.at(static_cast<size_t>(attribute) - 1) = number;
    return Status::Ok();
  }
  uint64_t number = 0;
  std::memcpy(&number, value, sizeof number);
  if (attribute == ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD) {
    pool->threshold = number;
    return Status::Ok();
  }
  if (attribute == ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT ||
      attribute == ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT) {
    return Mismatch(code::kRtParamInvalid, "attr", "one that can be set", std::to_string(attribute));
  }
  if (number != 0) {
    return Mismatch(code::kRtParamInvalid, "value", "0, which starts the record anew",
                    std::to_string(number));
  }
  if (attribute == ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH) {
    pool->reservedHigh = pool->reserved;
  } else {
    pool->usedHigh = pool->used;
  }
  return Status::Ok();
}

Status GetPoolAttribute(const void* handle, int32_t attribute, void* value) {
  std::shared_ptr<Pool> pool;
  const std::lock_guard lock(PoolState::Instance().mutex);
  OPENACLNN_RETURN_IF_ERROR(FindPoolOf(handle, attribute, value, &pool));
  if (IsSwitch(attribute)) {
    std::memcpy(value, &pool->switches.at(static_cast<size_t>(attribute) - 1), sizeof(uint32_t));
    return Status::Ok();
  }
  // In the order of the enumeration.
  const std::array<uint64_t, 5> numbers{pool->threshold, pool->reserved, pool->reservedHigh, pool->used,
                                        pool->usedHigh};
  const int32_t index = attribute - ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD;
  std::memcpy(value, &numbers.at(static_cast<size_t>(index)), sizeof(uint64_t));
  return Status::Ok();
}

}  // namespace openaclnn::runtime
