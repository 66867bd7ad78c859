// SPDX-License-Identifier: Apache-2.0
#include "backend/allocation_registry.h"

#include <mutex>
#include <utility>

namespace openaclnn::backend {

Allocation::Allocation(std::shared_ptr<Device> device, int deviceId, MemoryKind kind, std::byte* base,
                       size_t bytes)
    : device_(std::move(device)), deviceId_(deviceId), kind_(kind), base_(base), bytes_(bytes) {}

Allocation::~Allocation() {
  if (kind_ == MemoryKind::kDevice) {
    device_->Free(base_, bytes_);
  } else if (kind_ == MemoryKind::kPinnedHost) {
    device_->FreeHost(base_, bytes_);
  }
}

bool Allocation::Contains(const void* address, size_t bytes) const {
  const auto begin = reinterpret_cast<uintptr_t>(address);
  const auto base = reinterpret_cast<uintptr_t>(base_);
  return begin >= base && begin - base <= bytes_ && bytes <= bytes_ - (begin - base);
}

AllocationRegistry& AllocationRegistry::Instance() {
  static auto* const instance = new AllocationRegistry;
  return *instance;
}

void AllocationRegistry::Insert(std::shared_ptr<Allocation> allocation) {
  const auto base = reinterpret_cast<uintptr_t>(allocation->Base());
  const std::unique_lock lock(mutex_);
  blocks_[base] = std::move(allocation);
}

std::shared_ptr<Allocation> AllocationRegistry::Remove(const void* base, MemoryKind kind) {
  const std::unique_lock lock(mutex_);
  const auto found = blocks_.find(reinterpret_cast<uintptr_t>(base));
  if (found == blocks_.end() || found->second->Kind() != kind) {
    return nullptr;
  }
  std::shared_ptr<Allocation> allocation = std::move(found->second);
  blocks_.erase(found);
  allocation->MarkFreed();
  return allocation;
}

std::shared_ptr<Allocation> AllocationRegistry::Find(const void* address) const {
  const std::shared_lock lock(mutex_);
  auto next = blocks_.upper_bound(reinterpret_cast<uintptr_t>(address));
  if (next == blocks_.begin()) {
    return nullptr;
  }
  const std::shared_ptr<Allocation>& candidate = std::prev(next)->second;
  return candidate->Contains(address, 1) ? candidate : nullptr;
}

std::shared_ptr<Allocation> AllocationRegistry::FindTouching(const void* address, size_t bytes) const {
  const auto begin = reinterpret_cast<uintptr_t>(address);
  const std::shared_lock lock(mutex_);
  const auto next = blocks_.upper_bound(begin);
  if (next != blocks_.begin() && std::prev(next)->second->Contains(address, 1)) {
    return std::prev(next)->second;
  }
  return next != blocks_.end() && next->first - begin < bytes ? next->second : nullptr;
}

}  // namespace openaclnn::backend
