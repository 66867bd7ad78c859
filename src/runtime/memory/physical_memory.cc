// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/physical_memory.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "backend/registry.h"
#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/core/handle_table.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"
#include "runtime/device/visible_devices.h"
#include "runtime/memory/memory.h"

namespace openaclnn::runtime {
namespace {

struct PhysicalState {
  static PhysicalState& Instance() {
    static NoDestructor<PhysicalState> state;
    return *state;
  }

  std::mutex mutex;  // guards what changes in a Physical, too
  HandleTable<Physical> handles{HandleKind::kPhysicalMemory};
  std::map<uint64_t, std::weak_ptr<Physical>> exported;  // by shareable handle
};

Status ExpectProperties(const aclrtPhysicalMemProp* properties) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("prop", properties));
  OPENACLNN_RETURN_IF_ERROR(ExpectNoHandleType("prop->handleType", NumberOf(properties->handleType)));
  const int32_t allocationType = NumberOf(properties->allocationType);
  if (allocationType != ACL_MEM_ALLOCATION_TYPE_PINNED) {
    return Mismatch(code::kRtParamInvalid, "prop->allocationType", "ACL_MEM_ALLOCATION_TYPE_PINNED (0)",
                    std::to_string(allocationType));
  }
  const int32_t type = NumberOf(properties->location.type);
  if (type == ACL_MEM_LOCATION_TYPE_HOST || type == ACL_MEM_LOCATION_TYPE_HOST_NUMA) {
    return {code::kRtFeatureNotSupported,
            "prop->location.type: physical memory of the host is not supported, only that of devices"};
  }
  if (type != ACL_MEM_LOCATION_TYPE_DEVICE) {
    return Mismatch(code::kRtParamInvalid, "prop->location.type", "ACL_MEM_LOCATION_TYPE_DEVICE (1)",
                    std::to_string(type));
  }
  OPENACLNN_RETURN_IF_ERROR(ObjectTree::Instance().ExpectDevice(static_cast<int>(properties->location.id)));
  const int32_t attribute = NumberOf(properties->memAttr);
  const bool onDevice = attribute == ACL_HBM_MEM || attribute == ACL_HBM_MEM_HUGE ||
                        attribute == ACL_HBM_MEM_NORMAL ||
                        (attribute >= ACL_HBM_MEM_P2P_HUGE && attribute <= ACL_MEM_P2P_HUGE1G);
  return onDevice ? Status::Ok()
                  : Mismatch(code::kRtParamInvalid, "prop->memAttr",
                             "an ACL_HBM_MEM or ACL_MEM attribute, as the location is a device",
                             std::to_string(attribute));
}

}  // namespace

size_t MappingGranularity() {
  return backend::SelectedBackend()->Granularity();
}

Status ExpectNoFlags(uint64_t flags) {
  return flags == 0 ? Status::Ok() : Mismatch(code::kRtParamInvalid, "flags", "0", std::to_string(flags));
}

Status ExpectNoHandleType(const char* argument, int32_t type) {
  return type == ACL_MEM_HANDLE_TYPE_NONE ? Status::Ok()
                                          : Mismatch(code::kRtParamInvalid, argument,
                                                     "ACL_MEM_HANDLE_TYPE_NONE (0)", std::to_string(type));
}

Status FindPhysical(const void* handle, std::shared_ptr<Physical>* physical) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("handle", handle));
  std::shared_ptr<Physical> found = PhysicalState::Instance().handles.Find(handle);
  if (found == nullptr) {
    return Mismatch(code::kRtInvalidHandle, "handle", "live physical memory",
                    AddressText(handle) + (PhysicalState::Instance().handles.WasLive(handle)
                                               ? ", which was freed before"
                                               : ", which is not of aclrtMallocPhysical"));
  }
  *physical = std::move(found);
  return Status::Ok();
}

void* RetainHandle(const std::shared_ptr<Physical>& physical) {
  const std::lock_guard lock(PhysicalState::Instance().mutex);
  if (physical->handle == nullptr) {
    physical->handle = PhysicalState::Instance().handles.Insert(physical);
    physical->references = 0;
  }
  ++physical->references;
  return physical->handle;
}

Status GetAllocationGranularity(const aclrtPhysicalMemProp* properties, int32_t option, size_t* granularity) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectProperties(properties));
  if (option != ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM && option != ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED) {
    return Mismatch(
        code::kRtParamInvalid, "option",
        "ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM (0) or ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED (1)",
        std::to_string(option));
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("granularity", granularity));
  *granularity = MappingGranularity();
  return Status::Ok();
}

Status AllocatePhysical(size_t size, const aclrtPhysicalMemProp* properties, uint64_t flags, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("handle", handle));
  OPENACLNN_RETURN_IF_ERROR(ExpectProperties(properties));
  OPENACLNN_RETURN_IF_ERROR(ExpectNoFlags(flags));
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(size));
  if (size % MappingGranularity() != 0) {
    return Mismatch(code::kRtParamInvalid, "size",
                    "a multiple of the granularity, " + std::to_string(MappingGranularity()),
                    std::to_string(size));
  }
  auto made = std::make_shared<Physical>();
  OPENACLNN_RETURN_IF_ERROR(
      DeviceOf(static_cast<int>(properties->location.id))->AllocatePhysical(size, &made->memory));
  made->properties = *properties;
  made->handle = PhysicalState::Instance().handles.Insert(made);
  *handle = made->handle;
  return Status::Ok();
}

Status FreePhysical(const void* handle) {
  std::shared_ptr<Physical> physical;  // goes after the lock
  const std::lock_guard lock(PhysicalState::Instance().mutex);
  OPENACLNN_RETURN_IF_ERROR(FindPhysical(handle, &physical));
  --physical->references;
  if (physical->references == 0) {
    PhysicalState::Instance().handles.Remove(handle);
    physical->handle = nullptr;
  }
  return Status::Ok();
}

Status GetPhysicalProperties(const void* handle, aclrtPhysicalMemProp* properties) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("prop", properties));
  std::shared_ptr<Physical> physical;
  OPENACLNN_RETURN_IF_ERROR(FindPhysical(handle, &physical));
  *properties = physical->properties;
  return Status::Ok();
}

Status ExportPhysical(const void* handle, uint64_t flags, uint64_t* shareable) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("shareableHandle", shareable));
  if (flags != ACL_RT_VMM_EXPORT_FLAG_DEFAULT && flags != ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION) {
    return Mismatch(code::kRtParamInvalid, "flags",
                    "ACL_RT_VMM_EXPORT_FLAG_DEFAULT (0) or ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION (1)",
                    std::to_string(flags));
  }
  const std::lock_guard lock(PhysicalState::Instance().mutex);
  std::shared_ptr<Physical> physical;
  OPENACLNN_RETURN_IF_ERROR(FindPhysical(handle, &physical));
  if (physical->imported) {
    return Mismatch(code::kRtParamInvalid, "handle", "memory of this process", "memory that it imported");
  }
  if (physical->share != nullptr) {
    return Mismatch(code::kRtParamInvalid, "handle", "memory that was not exported yet",
                    "memory that was, as " + std::to_string(physical->share->Name().number));
  }
  SharedRegion region;
  OPENACLNN_RETURN_IF_ERROR(physical->memory->Share(&region.memory));
  region.bytes = physical->memory->Bytes();
  region.attribute = NumberOf(physical->properties.memAttr);
  std::shared_ptr<Share> share;
  OPENACLNN_RETURN_IF_ERROR(Share::Publish(ShareKind::kPhysicalMemory, ContentOf(region),
                                           flags == ACL_RT_VMM_EXPORT_FLAG_DEFAULT, &share));
  std::erase_if(PhysicalState::Instance().exported, [](const auto& entry) { return entry.second.expired(); });
  PhysicalState::Instance().exported.emplace(share->Name().number, physical);
  *shareable = share->Name().number;
  physical->share = std::move(share);
  return Status::Ok();
}

Status AdmitToPhysical(uint64_t shareable, const int32_t* processes, size_t count) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectProcesses("pid", processes, "pidNum", count));
  std::shared_ptr<Physical> physical;  // goes after the lock
  const std::lock_guard lock(PhysicalState::Instance().mutex);
  const auto found = PhysicalState::Instance().exported.find(shareable);
  physical = found == PhysicalState::Instance().exported.end() ? nullptr : found->second.lock();
  return physical != nullptr ? physical->share->Admit(processes, count)
                             : Mismatch(code::kRtInvalidHandle, "shareableHandle",
                                        "one that this process exports", std::to_string(shareable));
}

Status ImportPhysical(uint64_t shareable, int32_t deviceId, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("handle", handle));
  OPENACLNN_RETURN_IF_ERROR(ObjectTree::Instance().ExpectDevice(deviceId));
  auto made = std::make_shared<Physical>();
  SharedRegion region;
  OPENACLNN_RETURN_IF_ERROR(ImportRegion(ShareKind::kPhysicalMemory, shareable, nullptr, *DeviceOf(deviceId),
                                         &region, &made->memory));
  StoreNumber(region.attribute, &made->properties.memAttr);
  made->properties.location = {static_cast<uint32_t>(deviceId), ACL_MEM_LOCATION_TYPE_DEVICE};
  made->imported = true;
  made->handle = PhysicalState::Instance().handles.Insert(made);
  *handle = made->handle;
  return Status::Ok();
}

Status ExpectDefaultShareType(int32_t type) {
  if (type == ACL_MEM_SHARE_HANDLE_TYPE_FABRIC) {
    return {code::kRtFeatureNotSupported,
            "shareType: handles that reach other servers (FABRIC) are not supported"};
  }
  return type == ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "shareType",
                        "ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT (1) or ACL_MEM_SHARE_HANDLE_TYPE_FABRIC (2)",
                        std::to_string(type));
}

}  // namespace openaclnn::runtime
