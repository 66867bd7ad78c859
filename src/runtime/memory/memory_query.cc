// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/memory_query.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "backend/allocation_registry.h"
#include "backend/known_ranges.h"
#include "base/page_size.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"
#include "runtime/device/peers.h"
#include "runtime/device/visible_devices.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/memory_range.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {

using backend::Allocation;
using backend::AllocationRegistry;
using backend::KnownRanges;
using backend::MemoryKind;

Status GetMemoryInfo(int32_t attribute, size_t* free, size_t* total) {
  if (attribute < ACL_DDR_MEM || attribute > ACL_MEM_P2P_HUGE1G) {
    return Mismatch(code::kRtParamInvalid, "attr", "an aclrtMemAttr", std::to_string(attribute));
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("free", free));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("total", total));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  const backend::MemoryInfo info = context->Device().Memory();
  *free = info.free;
  *total = info.total;
  return Status::Ok();
}

Status GetMemoryUsage(int32_t deviceId, aclrtMemUsageInfo* infos, size_t capacity, size_t* count) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ObjectTree::Instance().ExpectDevice(deviceId));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("memUsageInfo", infos));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("outputNum", count));
  if (capacity == 0) {
    return Mismatch(code::kInvalidParam, "inputNum", "a positive number of entries", "0");
  }
  const backend::MemoryInfo info = DeviceOf(deviceId)->Memory();
  aclrtMemUsageInfo usage{};
  // The runtime itself keeps nothing on a device: all of it is the program's.
  constexpr std::string_view kName = "APP";
  std::copy(kName.begin(), kName.end(), static_cast<char*>(usage.name));
  usage.curMemSize = info.total - info.free;
  usage.memPeakSize = info.peak;
  infos[0] = usage;
  *count = 1;
  return Status::Ok();
}

Status GetPointerAttributes(const void* pointer, aclrtPtrAttributes* attributes) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("ptr", pointer));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("attributes", attributes));
  constexpr size_t kLargestOnPages = size_t{1} << 20;  // as the default policy has it
  aclrtPtrAttributes found{};
  found.location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
  found.pageSize = static_cast<uint32_t>(kPage);
  const std::shared_ptr<Allocation> allocation = AllocationRegistry::Instance().Find(pointer);
  if (allocation == nullptr) {
    if (KnownRanges::Instance().FindRegistered(pointer, 1).pinned) {
      found.location.type = ACL_MEM_LOCATION_TYPE_HOST;
    }
  } else if (allocation->Kind() == MemoryKind::kPinnedHost) {
    found.location.type = ACL_MEM_LOCATION_TYPE_HOST;
  } else {
    found.location = {static_cast<uint32_t>(allocation->DeviceId()),
                      allocation->IsManaged() ? ACL_MEM_LOCATION_TYPE_MANAGED : ACL_MEM_LOCATION_TYPE_DEVICE};
    found.pageSize = static_cast<uint32_t>(allocation->Bytes() > kLargestOnPages ? kHugePage : kPage);
  }
  *attributes = found;
  return Status::Ok();
}

Status GetAddressRange(const void* pointer, void** base, size_t* bytes) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("ptr", pointer));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("pbase", static_cast<const void*>(base)));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("psize", bytes));
  const std::shared_ptr<Allocation> allocation = AllocationRegistry::Instance().Find(pointer);
  if (allocation == nullptr) {
    return Mismatch(code::kRtParamInvalid, "ptr",
                    "an address in a live block of device or pinned host memory", AddressText(pointer));
  }
  *base = allocation->Base();
  *bytes = allocation->Bytes();
  return Status::Ok();
}

Status CheckMemoryKinds(const void* const* addresses, uint32_t count, uint32_t kinds, uint32_t* result,
                        uint32_t reserve) {
  constexpr uint32_t kAllKinds = ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP | ACL_RT_MEM_TYPE_RSVD;
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("addrList", static_cast<const void*>(addresses)));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("checkResult", result));
  if (count == 0) {
    return Mismatch(code::kInvalidParam, "size", "a positive number of addresses", "0");
  }
  if (kinds == 0 || (kinds & ~kAllKinds) != 0) {
    return Mismatch(code::kRtParamInvalid, "memType", "a combination of ACL_RT_MEM_TYPE_*",
                    std::to_string(kinds));
  }
  if (reserve != 0) {
    return Mismatch(code::kRtParamInvalid, "reserve", "0", std::to_string(reserve));
  }
  // There is no memory of the other two kinds here.
  const bool all = (kinds & ACL_RT_MEM_TYPE_DEV) != 0 &&
                   std::all_of(addresses, addresses + count, [](const void* address) {
                     const std::shared_ptr<Allocation> block = AllocationRegistry::Instance().Find(address);
                     return block != nullptr && block->Kind() == MemoryKind::kDevice;
                   });
  *result = all ? 1 : 0;
  return Status::Ok();
}

Status MaintainCache(const void* data, size_t bytes) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("devPtr", data));
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(bytes));
  Place place;
  return Locate("devPtr", data, bytes, Side::kDevice, &place);
}

Status Prefetch(const void* data, size_t bytes, int32_t type, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("src", data));
  if (type < ACL_RT_CMO_TYPE_PREFETCH || type > ACL_RT_CMO_TYPE_FLUSH) {
    return Mismatch(code::kRtParamInvalid, "cmoType", "an aclrtCmoType (0 to 3)", std::to_string(type));
  }
  if (type != ACL_RT_CMO_TYPE_PREFETCH) {
    return Mismatch(code::kRtFeatureNotSupported, "cmoType", "ACL_RT_CMO_TYPE_PREFETCH (0)",
                    std::to_string(type));
  }
  if (bytes == 0) {
    return Status::Ok();
  }
  Place place;
  OPENACLNN_RETURN_IF_ERROR(Locate("src", data, bytes, Side::kDevice, &place));
  return place.block->DeviceId() == stream->DeviceId()
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "src",
                        "memory of the stream's device " + std::to_string(stream->DeviceId()),
                        "memory of device " + std::to_string(place.block->DeviceId()));
}

Status MapForPeer(const void* data, size_t bytes, int32_t peer, uint64_t flags) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("devPtr", data));
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(bytes));
  OPENACLNN_RETURN_IF_ERROR(ObjectTree::Instance().ExpectDevice(peer));
  if (flags != 0) {
    return Mismatch(code::kRtParamInvalid, "flags", "0", std::to_string(flags));
  }
  Place place;
  OPENACLNN_RETURN_IF_ERROR(Locate("devPtr", data, bytes, Side::kDevice, &place));
  return place.block->DeviceId() != peer
             ? ExpectPeerAccess(place.block->DeviceId(), peer)
             : Mismatch(code::kRtParamInvalid, "dstDevId", "another device than that of devPtr",
                        std::to_string(peer));
}

}  // namespace openaclnn::runtime
