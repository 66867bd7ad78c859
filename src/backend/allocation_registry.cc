// SPDX-License-Identifier: Apache-2.0
#include "backend/allocation_registry.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "base/no_destructor.h"

namespace openaclnn::backend {
namespace {

// One for all: few blocks ever get a companion.
std::mutex& CompanionMutex() {
  static NoDestructor<std::mutex> mutex;
  return *mutex;
}

}  // namespace

Allocation::Allocation(std::shared_ptr<Device> device, int deviceId, std::byte* base, size_t bytes)
    : device_(std::move(device)),
      deviceId_(deviceId),
      kind_(MemoryKind::kDevice),
      base_(base),
      bytes_(bytes) {}

Allocation::Allocation(Backend& backend, int deviceId, MemoryKind kind, std::byte* base, size_t bytes)
    : backend_(&backend), deviceId_(deviceId), kind_(kind), base_(base), bytes_(bytes) {}

Allocation::Allocation(int deviceId, std::byte* base, size_t bytes, Lent lent)
    : deviceId_(deviceId), kind_(MemoryKind::kDevice), base_(base), bytes_(bytes), lent_(std::move(lent)) {}

Allocation::Allocation(std::vector<std::shared_ptr<Allocation>> parts)
    : deviceId_(parts.front()->DeviceId()),
      kind_(parts.front()->Kind()),
      base_(parts.front()->Base()),
      bytes_(static_cast<size_t>(parts.back()->Base() - base_) + parts.back()->Bytes()),
      parts_(std::move(parts)) {}

Allocation::~Allocation() {
  companions_.clear();  // what refers to the memory ends before it
  if (device_ != nullptr) {
    device_->Free(base_, bytes_);
  } else if (kind_ == MemoryKind::kPinnedHost) {
    backend_->FreeHost(base_, bytes_);
  } else if (kind_ == MemoryKind::kRegisteredHost) {
    backend_->UnregisterHost(base_, bytes_);
  }
}

bool Allocation::AnyPartFreed() const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [](const std::shared_ptr<Allocation>& part) { return part->Freed(); });
}

void Allocation::Attach(std::shared_ptr<const void> companion) {
  const std::lock_guard lock(CompanionMutex());
  companions_.push_back(std::move(companion));
}

void Allocation::Detach(const std::shared_ptr<const void>& companion) {
  const std::lock_guard lock(CompanionMutex());
  std::erase(companions_, companion);
}

AllocationRegistry& AllocationRegistry::Instance() {
  static NoDestructor<AllocationRegistry> instance;
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
  if (found->second->IsLent() && !found->second->Loan().freeable) {
    return nullptr;
  }
  std::shared_ptr<Allocation> allocation = std::move(found->second);
  blocks_.erase(found);
  allocation->MarkFreed();
  return allocation;
}

void AllocationRegistry::Remove(const std::shared_ptr<Allocation>& allocation) {
  allocation->MarkFreed();
  const std::unique_lock lock(mutex_);
  const auto found = blocks_.find(reinterpret_cast<uintptr_t>(allocation->Base()));
  if (found != blocks_.end() && found->second == allocation) {
    blocks_.erase(found);  // the caller's reference is left, so nothing ends under the lock
  }
}

void AllocationRegistry::Replace(const std::shared_ptr<Allocation>& allocation,
                                 std::shared_ptr<Allocation> successor) {
  const std::unique_lock lock(mutex_);
  const auto found = blocks_.find(reinterpret_cast<uintptr_t>(allocation->Base()));
  if (found != blocks_.end() && found->second == allocation) {
    found->second = std::move(successor);
  }
}

std::shared_ptr<Allocation> AllocationRegistry::FindLocked(const void* address, size_t bytes) const {
  const std::shared_ptr<Allocation>* const found = AtLocked(address);
  if (found == nullptr) {
    return nullptr;
  }
  const std::shared_ptr<Allocation>& first = *found;
  const void* const range = first->Loan().range;
  if (range == nullptr || first->Contains(address, bytes)) {
    return first;
  }
  auto next = blocks_.lower_bound(reinterpret_cast<uintptr_t>(address));
  std::vector<std::shared_ptr<Allocation>> parts{first};
  const std::byte* end = first->Base() + first->Bytes();
  size_t covered = static_cast<size_t>(end - static_cast<const std::byte*>(address));
  while (covered < bytes && next != blocks_.begin()) {
    const std::shared_ptr<Allocation>& block = (--next)->second;
    if (block->Base() != end || block->Loan().range != range) {
      break;
    }
    parts.push_back(block);
    end += block->Bytes();
    covered += block->Bytes();
  }
  return parts.size() == 1 ? first : std::make_shared<Allocation>(std::move(parts));
}

void AllocationRegistry::InsertReserved(const void* base, size_t bytes) {
  const std::unique_lock lock(mutex_);
  reserved_[reinterpret_cast<uintptr_t>(base)] = bytes;
  reservedCount_.store(reserved_.size(), std::memory_order_release);
}

void AllocationRegistry::RemoveReserved(const void* base) {
  const std::unique_lock lock(mutex_);
  reserved_.erase(reinterpret_cast<uintptr_t>(base));
  reservedCount_.store(reserved_.size(), std::memory_order_release);
}

bool AllocationRegistry::TouchesReserved(const void* address, size_t bytes) const {
  if (reservedCount_.load(std::memory_order_acquire) == 0) {
    return false;
  }
  const auto begin = reinterpret_cast<uintptr_t>(address);
  const std::shared_lock lock(mutex_);
  const auto next = reserved_.upper_bound(begin);
  const bool insideOne =
      next != reserved_.begin() && begin - std::prev(next)->first < std::prev(next)->second;
  const bool runsIntoOne = next != reserved_.end() && next->first - begin < bytes;
  return insideOne || runsIntoOne;
}

std::shared_ptr<Allocation> AllocationRegistry::FindTouching(const void* address, size_t bytes) const {
  const auto begin = reinterpret_cast<uintptr_t>(address);
  const std::shared_lock lock(mutex_);
  if (const std::shared_ptr<Allocation>* const block = AtLocked(address)) {
    return *block;
  }
  const auto before = blocks_.lower_bound(begin);
  if (before == blocks_.begin()) {
    return nullptr;
  }
  const auto& [base, block] = *std::prev(before);
  return base - begin < bytes ? block : nullptr;
}

}  // namespace openaclnn::backend
