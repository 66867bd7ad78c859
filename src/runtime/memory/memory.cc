// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/memory.h"

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "backend/allocation_registry.h"
#include "backend/known_ranges.h"
#include "backend/registry.h"
#include "base/enumerators.h"
#include "base/soc.h"
#include "checker/device_memory.h"
#include "checker/objects.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"
#include "runtime/device/visible_devices.h"

namespace openaclnn::runtime {
namespace {

using backend::Allocation;
using backend::AllocationRegistry;
using backend::KnownRanges;
using backend::MemoryKind;

constexpr size_t kBlockUnit = 32;

// What the API lets clients use of a block of `bytes`; 0 if that does not fit into a size_t.
size_t UsableBytes(size_t bytes, int32_t policy, Tail tail) {
  const bool gigabytePages = policy == ACL_MEM_MALLOC_HUGE1G_ONLY || policy == ACL_MEM_MALLOC_HUGE1G_ONLY_P2P;
  const bool extra = tail == Tail::kExtra && !gigabytePages && EmulatedFacts().extraTail;
  if (bytes > std::numeric_limits<size_t>::max() - 2 * kBlockUnit) {
    return 0;
  }
  return (bytes + kBlockUnit - 1) / kBlockUnit * kBlockUnit + (extra ? kBlockUnit : 0);
}

// Makes a fresh block known, under its own responsibility from here on. `make` makes its allocation;
// `giveBack` returns the block where there is no memory for that.
template <typename Make, typename GiveBack>
void Register(const Make& make, const GiveBack& giveBack) {
  std::shared_ptr<Allocation> allocation;
  try {
    allocation = make();
  } catch (...) {
    giveBack();
    throw;
  }
  AllocationRegistry::Instance().Insert(std::move(allocation));
}

// Waits for the work of all streams of a device; failures stay for the streams' next synchronize.
void DrainDevice(int deviceId) {
  for (const std::shared_ptr<Stream>& stream : ObjectTree::Instance().StreamsOf(deviceId)) {
    const checker::HostWait wait(stream->Queue().get());
    stream->Queue()->Drain();
    wait.Over();
  }
}

// Waits for the device that may be using the block: its own, or, for host memory, the current one.
void DrainUsers(const void* data) {
  const std::shared_ptr<Allocation> block = AllocationRegistry::Instance().Find(data);
  std::shared_ptr<Context> context;
  if (block != nullptr && block->Kind() == MemoryKind::kDevice) {
    DrainDevice(block->DeviceId());
  } else if (block != nullptr && CurrentContext(&context).IsOk()) {
    DrainDevice(context->DeviceId());
  }
}

Status Free(const char* argument, void* data, MemoryKind kind, Wait wait) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(argument, data));
  if (wait == Wait::kDevice) {
    DrainUsers(data);
  }
  if (const std::shared_ptr<Allocation> block = AllocationRegistry::Instance().Remove(data, kind)) {
    if (checker::IsOn(checker::kMemory)) [[unlikely]] {
      checker::NoteFreed(data);
      checker::NoteEnded(data);
    }
    if (checker::IsOn(checker::kRaces)) [[unlikely]] {
      checker::NoteFree(argument, data, block->Bytes());
    }
    if (kind == MemoryKind::kPinnedHost) {  // its owner may have forgotten to unregister it
      KnownRanges::Instance().UnregisterTouching(block->Base(), block->Bytes());
    }
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
  } else if (around->IsLent()) {
    got += std::string(", which is memory of ") + around->Loan().origin;
  } else {
    got += ", which lies " + std::to_string(static_cast<std::byte*>(data) - around->Base()) +
           " bytes behind the start of a block of " + std::to_string(around->Bytes()) + " bytes";
  }
  return Mismatch(code::kRtParamInvalid, argument, expected, got);
}

Status OutOfMemory(size_t bytes) {
  return {code::kRtMemoryAllocation,
          "Failed to allocate " + std::to_string(bytes) + " bytes of device memory"};
}

Status AllocateOn(const std::shared_ptr<backend::Device>& device, int deviceId, size_t bytes, int32_t policy,
                  Tail tail, void** data) {
  // While memory is checked a block ends where the client said.
  const size_t usable = checker::IsOn(checker::kMemory) ? bytes : UsableBytes(bytes, policy, tail);
  if (usable == 0) {
    return OutOfMemory(bytes);
  }
  void* block = nullptr;
  OPENACLNN_RETURN_IF_ERROR(device->Allocate(usable, &block));
  Register(
      [&] { return std::make_shared<Allocation>(device, deviceId, static_cast<std::byte*>(block), usable); },
      [&] { device->Free(block, usable); });
  *data = block;
  return Status::Ok();
}

// What an aclrtMallocConfig says.
struct Attributes {
  std::optional<int> deviceId;
};

// Module ids only mark blocks for the tools of the platform. Addresses are the same on the host and its
// emulated devices, so a wish for that (VA_FLAG), which is one for host memory, is granted by doing nothing.
Status ReadConfig(const aclrtMallocConfig* config, MemoryKind kind, Attributes* attributes) {
  if (config == nullptr || config->numAttrs == 0) {
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("cfg->attrs", config->attrs));
  for (size_t k = 0; k < config->numAttrs; ++k) {
    const aclrtMallocAttribute& attribute = config->attrs[k];
    const std::string name = "cfg->attrs[" + std::to_string(k) + "]";
    const int32_t type = NumberOf(attribute.attr);
    if (type == ACL_RT_MEM_ATTR_DEVICE_ID) {
      const uint32_t id = attribute.value.deviceId;
      OPENACLNN_RETURN_IF_ERROR(
          ObjectTree::Instance().ExpectDevice(id > INT32_MAX ? INT32_MAX : static_cast<int>(id)));
      attributes->deviceId = static_cast<int>(id);
    } else if (type == ACL_RT_MEM_ATTR_VA_FLAG && kind == MemoryKind::kPinnedHost) {
      if (attribute.value.vaFlag > 1) {
        return Mismatch(code::kRtParamInvalid, name + ".value.vaFlag", "0 or 1",
                        std::to_string(attribute.value.vaFlag));
      }
    } else if (type != ACL_RT_MEM_ATTR_MODULE_ID) {
      return Mismatch(code::kRtParamInvalid, name + ".attr",
                      kind == MemoryKind::kPinnedHost
                          ? "ACL_RT_MEM_ATTR_MODULE_ID (1), _DEVICE_ID (2) or _VA_FLAG (3)"
                          : "ACL_RT_MEM_ATTR_MODULE_ID (1) or _DEVICE_ID (2)",
                      std::to_string(type));
    }
  }
  return Status::Ok();
}

// One base policy, with at most one of the band widths and with or without USER_SPACE_READONLY.
Status ReadPolicy(int32_t policy, int32_t* base) {
  constexpr auto kBands = static_cast<uint32_t>(ACL_MEM_TYPE_LOW_BAND_WIDTH | ACL_MEM_TYPE_HIGH_BAND_WIDTH);
  constexpr auto kReadOnly = static_cast<uint32_t>(ACL_MEM_ACCESS_USER_SPACE_READONLY);
  const auto bits = static_cast<uint32_t>(policy);
  const uint32_t rest = bits & ~(kBands | kReadOnly);
  if (rest > ACL_MEM_MALLOC_HUGE1G_ONLY_P2P || (bits & kBands) == kBands) {
    return Mismatch(code::kRtParamInvalid, "policy",
                    "a base policy (0 to 7), with at most one of ACL_MEM_TYPE_LOW_BAND_WIDTH and "
                    "ACL_MEM_TYPE_HIGH_BAND_WIDTH",
                    std::to_string(policy));
  }
  *base = static_cast<int32_t>(rest);
  return Status::Ok();
}

Status AllocatePinned(size_t bytes, void** data) {
  backend::Backend& backend = *backend::SelectedBackend();
  void* block = nullptr;
  OPENACLNN_RETURN_IF_ERROR(backend.AllocateHost(bytes, &block));
  Register(
      [&] {
        return std::make_shared<Allocation>(backend, 0, MemoryKind::kPinnedHost,
                                            static_cast<std::byte*>(block), bytes);
      },
      [&] { backend.FreeHost(block, bytes); });
  checker::NoteMade("block of pinned host memory", block);
  *data = block;
  return Status::Ok();
}

}  // namespace

Status ExpectPositive(size_t size) {
  return size > 0 ? Status::Ok() : Mismatch(code::kInvalidParam, "size", "a positive number of bytes", "0");
}

Status AllocateDevice(size_t bytes, int32_t policy, Tail tail, void** data) {
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(bytes));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  return AllocateOn(context->SharedDevice(), context->DeviceId(), bytes, policy, tail, data);
}

Status AllocateCached(size_t bytes, int32_t policy, void** data) {
  if (policy != ACL_MEM_MALLOC_HUGE_FIRST && policy != ACL_MEM_MALLOC_HUGE_ONLY &&
      policy != ACL_MEM_MALLOC_NORMAL_ONLY && policy != ACL_MEM_MALLOC_HUGE1G_ONLY) {
    return Mismatch(code::kRtFeatureNotSupported, "policy",
                    "HUGE_FIRST (0), HUGE_ONLY (1), NORMAL_ONLY (2) or HUGE1G_ONLY (6)",
                    std::to_string(policy));
  }
  return AllocateDevice(bytes, policy, Tail::kExtra, data);
}

Status AllocateDevice(size_t bytes, int32_t policy, const aclrtMallocConfig* config, void** data) {
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(bytes));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  int32_t base = 0;
  OPENACLNN_RETURN_IF_ERROR(ReadPolicy(policy, &base));
  Attributes attributes;
  OPENACLNN_RETURN_IF_ERROR(ReadConfig(config, MemoryKind::kDevice, &attributes));
  const int deviceId = attributes.deviceId.value_or(context->DeviceId());
  return AllocateOn(deviceId == context->DeviceId() ? context->SharedDevice() : DeviceOf(deviceId), deviceId,
                    bytes, base, Tail::kExtra, data);
}

Status AllocateManaged(size_t bytes, uint32_t flag, void** data) {
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(bytes));
  if (flag > ACL_RT_MEM_ATTACH_GLOBAL) {
    return Mismatch(code::kRtParamInvalid, "flag", "ACL_RT_MEM_ATTACH_GLOBAL (1) or 0", std::to_string(flag));
  }
  if (checker::IsOn(checker::kMemory)) {
    return {code::kRtFeatureNotSupported,
            "the memory checker keeps the host from device memory: allocate with aclrtMalloc, or on the host "
            "with aclrtMallocHost"};
  }
  void* block = nullptr;
  OPENACLNN_RETURN_IF_ERROR(AllocateDevice(bytes, ACL_MEM_MALLOC_HUGE_FIRST, Tail::kExtra, &block));
  AllocationRegistry::Instance().Find(block)->MarkManaged();  // nobody else knows of it yet
  *data = block;
  return Status::Ok();
}

Status AllocateHost(size_t bytes, void** data) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(bytes));
  return AllocatePinned(bytes, data);
}

Status AllocateHost(size_t bytes, const aclrtMallocConfig* config, void** data) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(bytes));
  Attributes attributes;
  OPENACLNN_RETURN_IF_ERROR(ReadConfig(config, MemoryKind::kPinnedHost, &attributes));
  return AllocatePinned(bytes, data);
}

Status FreeDevice(void* data, Wait wait) {
  return Free("devPtr", data, MemoryKind::kDevice, wait);
}

Status FreeHost(void* data, Wait wait) {
  return Free("hostPtr", data, MemoryKind::kPinnedHost, wait);
}

}  // namespace openaclnn::runtime
