// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory.h"

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "backend/allocation_registry.h"
#include "base/product.h"
#include "runtime/check.h"
#include "runtime/current_context.h"
#include "runtime/lifecycle.h"
#include "runtime/visible_devices.h"

namespace openaclnn::runtime {
namespace {

using backend::Allocation;
using backend::AllocationRegistry;
using backend::MemoryKind;

constexpr size_t kUnit = 32;

// What the API lets clients use of a block of `bytes`; 0 if that does not fit into a size_t.
size_t UsableBytes(size_t bytes, int32_t policy, Tail tail) {
  const bool gigabytePages = policy == ACL_MEM_MALLOC_HUGE1G_ONLY || policy == ACL_MEM_MALLOC_HUGE1G_ONLY_P2P;
  const bool extra =
      tail == Tail::kExtra && !gigabytePages && EmulatedProduct()->series != Series::kAscend950;
  if (bytes > std::numeric_limits<size_t>::max() - 2 * kUnit) {
    return 0;
  }
  return (bytes + kUnit - 1) / kUnit * kUnit + (extra ? kUnit : 0);
}

// Makes a fresh block known, under its own responsibility from here on.
Status Register(const std::shared_ptr<backend::Device>& device, int deviceId, MemoryKind kind, void* data,
                size_t bytes) {
  std::shared_ptr<Allocation> allocation;
  try {
    allocation = std::make_shared<Allocation>(device, deviceId, kind, static_cast<std::byte*>(data), bytes);
  } catch (...) {
    if (kind == MemoryKind::kDevice) {
      device->Free(data, bytes);
    } else {
      device->FreeHost(data, bytes);
    }
    throw;
  }
  AllocationRegistry::Instance().Insert(std::move(allocation));
  return Status::Ok();
}

Status Free(const char* argument, void* data, MemoryKind kind) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(argument, data));
  if (AllocationRegistry::Instance().Remove(data, kind) != nullptr) {
    return Status::Ok();
  }
  const bool wantsDevice = kind == MemoryKind::kDevice;
  const std::string expected =
      std::string("the start of a live block of ") +
      (wantsDevice ? "device memory (aclrtMalloc)" : "host memory (aclrtMallocHost)");
  const std::shared_ptr<Allocation> around = AllocationRegistry::Instance().Find(data);
  std::string got = AddressText(data);
  if (around == nullptr) {
    got += ", which was freed before or never allocated";
  } else if (around->Kind() != kind) {
    got +=
        wantsDevice ? ", which is host memory of aclrtMallocHost" : ", which is device memory of aclrtMalloc";
  } else {
    got += ", which lies " + std::to_string(static_cast<std::byte*>(data) - around->Base()) +
           " bytes behind the start of a block of " + std::to_string(around->Bytes()) + " bytes";
  }
  return Mismatch(code::kRtParamInvalid, argument, expected, got);
}

Status ExpectPositive(size_t size) {
  return size > 0 ? Status::Ok() : Mismatch(code::kInvalidParam, "size", "a positive number of bytes", "0");
}

}  // namespace

Status AllocateDevice(size_t bytes, int32_t policy, Tail tail, void** data) {
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(bytes));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  const size_t usable = UsableBytes(bytes, policy, tail);
  if (usable == 0) {
    return {code::kRtMemoryAllocation,
            "Failed to allocate " + std::to_string(bytes) + " bytes of device memory"};
  }
  void* block = nullptr;
  OPENACLNN_RETURN_IF_ERROR(context->Device().Allocate(usable, &block));
  OPENACLNN_RETURN_IF_ERROR(
      Register(context->SharedDevice(), context->DeviceId(), MemoryKind::kDevice, block, usable));
  *data = block;
  return Status::Ok();
}

Status AllocateHost(size_t bytes, void** data) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(bytes));
  // Any device of the backend will do: pinned memory belongs to the process.
  const std::shared_ptr<backend::Device> device = backend::OpenDevice(0);
  void* block = nullptr;
  OPENACLNN_RETURN_IF_ERROR(device->AllocateHost(bytes, &block));
  OPENACLNN_RETURN_IF_ERROR(Register(device, 0, MemoryKind::kPinnedHost, block, bytes));
  *data = block;
  return Status::Ok();
}

Status FreeDevice(void* data) {
  return Free("devPtr", data, MemoryKind::kDevice);
}

Status FreeHost(void* data) {
  return Free("hostPtr", data, MemoryKind::kPinnedHost);
}

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

Status GetPointerAttributes(const void* pointer, aclrtPtrAttributes* attributes) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("ptr", pointer));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("attributes", attributes));
  constexpr uint32_t kPage = 4U << 10U;
  constexpr uint32_t kHugePage = 2U << 20U;
  constexpr size_t kLargestOnPages = size_t{1} << 20;  // as the default policy has it
  aclrtPtrAttributes found{};
  found.location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
  found.pageSize = kPage;
  const std::shared_ptr<Allocation> allocation = AllocationRegistry::Instance().Find(pointer);
  if (allocation != nullptr && allocation->Kind() == MemoryKind::kPinnedHost) {
    found.location.type = ACL_MEM_LOCATION_TYPE_HOST;
  } else if (allocation != nullptr) {
    found.location = {static_cast<uint32_t>(allocation->DeviceId()), ACL_MEM_LOCATION_TYPE_DEVICE};
    found.pageSize = allocation->Bytes() > kLargestOnPages ? kHugePage : kPage;
  }
  *attributes = found;
  return Status::Ok();
}

}  // namespace openaclnn::runtime
