// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/direction.h"

#include <memory>

#include "backend/allocation_registry.h"

namespace openaclnn::backend::cpu {
namespace {

bool IsDevice(const void* address) {
  const std::shared_ptr<Allocation> block = AllocationRegistry::Instance().Find(address);
  return block != nullptr && block->Kind() == MemoryKind::kDevice;
}

}  // namespace

const char* DirectionOf(const void* destination, const void* source) {
  const bool toDevice = IsDevice(destination);
  if (IsDevice(source)) {
    return toDevice ? "device-to-device" : "device-to-host";
  }
  return toDevice ? "host-to-device" : "host-to-host";
}

}  // namespace openaclnn::backend::cpu
