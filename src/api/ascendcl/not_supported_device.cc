// SPDX-License-Identifier: Apache-2.0
#include "acl/acl.h"
#include "runtime/core/not_supported.h"

using openaclnn::runtime::NotSupported;

namespace {

constexpr const char* kCoreGroupGroups = "an emulated device has no groups of cores";
constexpr const char* kFaultFaults = "an emulated device has no faults to report or repair";
constexpr const char* kFaultSnapshots = "the state of an emulated device cannot be saved";
constexpr const char* kHardwareOverflowFlags =
    "an emulated device keeps no overflow flags; results overflow to infinity";
constexpr const char* kHardwareUnitsOfTheChip = "an emulated device has no such unit";

}  // namespace

extern "C" {

aclError aclrtSetGroup(int32_t /*groupId*/) {
  return NotSupported("aclrtSetGroup", kCoreGroupGroups);
}

aclError aclrtGetGroupCount(uint32_t* /*count*/) {
  return NotSupported("aclrtGetGroupCount", kCoreGroupGroups);
}

aclrtGroupInfo* aclrtCreateGroupInfo() {
  NotSupported("aclrtCreateGroupInfo", kCoreGroupGroups);
  return nullptr;
}

aclError aclrtDestroyGroupInfo(aclrtGroupInfo* /*groupInfo*/) {
  return NotSupported("aclrtDestroyGroupInfo", kCoreGroupGroups);
}

aclError aclrtGetAllGroupInfo(aclrtGroupInfo* /*groupInfo*/) {
  return NotSupported("aclrtGetAllGroupInfo", kCoreGroupGroups);
}

aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo* /*groupInfo*/, int32_t /*groupIndex*/,
                                 aclrtGroupAttr /*attr*/, void* /*attrValue*/, size_t /*valueLen*/,
                                 size_t* /*paramRetSize*/) {
  return NotSupported("aclrtGetGroupInfoDetail", kCoreGroupGroups);
}

aclError aclrtGetMemUceInfo(int32_t /*deviceId*/, aclrtMemUceInfo* /*memUceInfoArray*/, size_t /*arraySize*/,
                            size_t* /*retSize*/) {
  return NotSupported("aclrtGetMemUceInfo", kFaultFaults);
}

aclError aclrtMemUceRepair(int32_t /*deviceId*/, aclrtMemUceInfo* /*memUceInfoArray*/, size_t /*arraySize*/) {
  return NotSupported("aclrtMemUceRepair", kFaultFaults);
}

aclError aclrtDeviceTaskAbort(int32_t /*deviceId*/, uint32_t /*timeout*/) {
  return NotSupported("aclrtDeviceTaskAbort", kFaultFaults);
}

aclError aclrtRepairError(int32_t /*deviceId*/, const aclrtErrorInfo* /*errorInfo*/) {
  return NotSupported("aclrtRepairError", kFaultFaults);
}

aclError aclrtSetDeviceTaskAbortCallback(const char* /*regName*/, aclrtDeviceTaskAbortCallback /*callback*/,
                                         void* /*args*/) {
  return NotSupported("aclrtSetDeviceTaskAbortCallback", kFaultFaults);
}

aclError aclrtSnapShotProcessLock() {
  return NotSupported("aclrtSnapShotProcessLock", kFaultSnapshots);
}

aclError aclrtSnapShotProcessUnlock() {
  return NotSupported("aclrtSnapShotProcessUnlock", kFaultSnapshots);
}

aclError aclrtSnapShotProcessBackup() {
  return NotSupported("aclrtSnapShotProcessBackup", kFaultSnapshots);
}

aclError aclrtSnapShotProcessRestore() {
  return NotSupported("aclrtSnapShotProcessRestore", kFaultSnapshots);
}

aclError aclrtCtxGetFloatOverflowAddr(void** /*overflowAddr*/) {
  return NotSupported("aclrtCtxGetFloatOverflowAddr", kHardwareOverflowFlags);
}

aclError aclrtGetFloatOverflowStatus(void* /*outputAddr*/, uint64_t /*outputSize*/, aclrtStream /*stream*/) {
  return NotSupported("aclrtGetFloatOverflowStatus", kHardwareOverflowFlags);
}

aclError aclrtResetFloatOverflowStatus(aclrtStream /*stream*/) {
  return NotSupported("aclrtResetFloatOverflowStatus", kHardwareOverflowFlags);
}

aclError aclrtNpuGetFloatOverFlowStatus(void* /*outputAddr*/, uint64_t /*outputSize*/, uint32_t /*checkMode*/,
                                        aclrtStream /*stream*/) {
  return NotSupported("aclrtNpuGetFloatOverFlowStatus", kHardwareOverflowFlags);
}

aclError aclrtNpuClearFloatOverFlowStatus(uint32_t /*checkMode*/, aclrtStream /*stream*/) {
  return NotSupported("aclrtNpuClearFloatOverFlowStatus", kHardwareOverflowFlags);
}

aclError aclrtCmoAsyncWithBarrier(void* /*src*/, size_t /*size*/, aclrtCmoType /*cmoType*/,
                                  uint32_t /*barrierId*/, aclrtStream /*stream*/) {
  return NotSupported("aclrtCmoAsyncWithBarrier", kHardwareUnitsOfTheChip);
}

aclError aclrtGetHardwareSyncAddr(void** /*addr*/) {
  return NotSupported("aclrtGetHardwareSyncAddr", kHardwareUnitsOfTheChip);
}

aclError aclrtSetTsDevice(aclrtTsId /*tsId*/) {
  return NotSupported("aclrtSetTsDevice", kHardwareUnitsOfTheChip);
}

aclError aclrtRandomNumAsync(const aclrtRandomNumTaskInfo* /*taskInfo*/, const aclrtStream /*stream*/,
                             void* /*reserve*/) {
  return NotSupported("aclrtRandomNumAsync", kHardwareUnitsOfTheChip);
}

}  // extern "C"
