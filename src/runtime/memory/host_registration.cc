// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/host_registration.h"

#include <memory>
#include <string>

#include "acl/acl_rt.h"
#include "backend/known_ranges.h"
#include "backend/registry.h"
#include "base/page_size.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/initialized.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/memory_range.h"

namespace openaclnn::runtime {
namespace {

using backend::Allocation;
using backend::KnownRanges;
using backend::MemoryKind;
using backend::Registration;

struct Use {
  bool mapped;
  bool pinned;
};

Status CheckRange(void* data, uint64_t bytes, Use use) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("ptr", data));
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(bytes));
  // Mapping goes by pages; copies take whatever a client has pinned.
  if (use.mapped && reinterpret_cast<uintptr_t>(data) % kPage != 0) {
    return Mismatch(code::kRtParamInvalid, "ptr", "an address that is a multiple of 4096 where it is mapped",
                    AddressText(data));
  }
  Place place;
  OPENACLNN_RETURN_IF_ERROR(Locate("ptr", data, bytes, Side::kHost, &place));
  if (place.block != nullptr && use.pinned) {
    return Mismatch(code::kRtParamInvalid, "flag",
                    "ACL_HOST_REG_MAPPED alone for memory that is pinned already",
                    "ACL_HOST_REG_PINNED for memory of aclrtMallocHost");
  }
  return Status::Ok();
}

Status Register(void* data, uint64_t bytes, Use use) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(CheckRange(data, bytes, use));
  backend::Backend& backend = *backend::SelectedBackend();
  const Status status = backend.RegisterHost(data, bytes);
  if (status.Code() == code::kRtParamInvalid) {
    return Mismatch(status.Code(), "ptr", std::to_string(bytes) + " bytes of the process's memory",
                    AddressText(data) + ", where less is mapped");
  }
  OPENACLNN_RETURN_IF_ERROR(status);
  // Ends the registration with the last work that uses the memory.
  auto memory = std::make_shared<Allocation>(backend, context->DeviceId(), MemoryKind::kRegisteredHost,
                                             static_cast<std::byte*>(data), bytes);
  return KnownRanges::Instance().Register({std::move(memory), use.mapped, use.pinned})
             ? Status::Ok()
             : Mismatch(code::kRtHostMemoryRegistered, "ptr", "host memory that is not registered",
                        std::to_string(bytes) + " bytes at " + AddressText(data) +
                            ", some of which are; see aclrtHostUnregister");
}

}  // namespace

Status RegisterHost(void* data, uint64_t bytes, int32_t type, void** devicePointer) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("devPtr", static_cast<const void*>(devicePointer)));
  if (type == ACL_HOST_REGISTER_IOMEMORY || type == ACL_HOST_REGISTER_READONLY) {
    return {code::kRtFeatureNotSupported, "type: only ACL_HOST_REGISTER_MAPPED (0) is supported"};
  }
  if (type != ACL_HOST_REGISTER_MAPPED) {
    return Mismatch(code::kRtParamInvalid, "type", "ACL_HOST_REGISTER_MAPPED (0)", std::to_string(type));
  }
  OPENACLNN_RETURN_IF_ERROR(Register(data, bytes, {true, false}));
  *devicePointer = data;
  return Status::Ok();
}

Status RegisterHost(void* data, uint64_t bytes, uint32_t flags) {
  constexpr uint32_t kSupported = ACL_HOST_REG_MAPPED | ACL_HOST_REG_PINNED;
  constexpr uint32_t kReserved = ACL_HOST_REG_IOMEMORY | ACL_HOST_REG_READONLY;
  if (flags == 0 || (flags & ~(kSupported | kReserved)) != 0) {
    return Mismatch(code::kRtParamInvalid, "flag",
                    "ACL_HOST_REG_MAPPED (0x2), ACL_HOST_REG_PINNED (0x10000000) or both",
                    std::to_string(flags));
  }
  if ((flags & kReserved) != 0) {
    return {code::kRtFeatureNotSupported,
            "flag: ACL_HOST_REG_IOMEMORY and ACL_HOST_REG_READONLY are not supported"};
  }
  return Register(data, bytes, {(flags & ACL_HOST_REG_MAPPED) != 0, (flags & ACL_HOST_REG_PINNED) != 0});
}

Status UnregisterHost(void* data) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("ptr", data));
  return KnownRanges::Instance().Unregister(data)
             ? Status::Ok()
             : Mismatch(code::kRtHostMemoryNotRegistered, "ptr",
                        "the start of a registered range of host memory", AddressText(data));
}

Status GetDevicePointer(void* data, void** devicePointer, uint32_t flags) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("pHost", data));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("pDevice", static_cast<const void*>(devicePointer)));
  if (flags != 0) {
    return Mismatch(code::kRtParamInvalid, "flag", "0", std::to_string(flags));
  }
  const Registration registration = KnownRanges::Instance().FindRegistered(data, 1);
  if (registration.memory == nullptr) {
    return Mismatch(code::kRtHostMemoryNotRegistered, "pHost", "an address in registered host memory",
                    AddressText(data));
  }
  if (!registration.mapped) {
    return Mismatch(code::kRtParamInvalid, "pHost",
                    "host memory that was registered with ACL_HOST_REG_MAPPED",
                    AddressText(data) + ", which was registered with ACL_HOST_REG_PINNED alone");
  }
  *devicePointer = data;  // one address space for the host and its emulated devices
  return Status::Ok();
}

}  // namespace openaclnn::runtime
