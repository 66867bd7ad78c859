// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/virtual_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>

namespace openaclnn::backend::cpu {
namespace {

constexpr int kNoMemory = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

}  // namespace

CpuPhysicalMemory::~CpuPhysicalMemory() {
  const size_t bytes = pages_->Bytes();
  pages_ = nullptr;
  if (pool_ != nullptr) {
    pool_->Refund(bytes);
  }
}

Status CpuAddressRange::Reserve(size_t bytes, std::shared_ptr<AddressRange>* range) {
  const size_t reserved = bytes + kMappingUnit;
  void* const address = reserved < bytes
                            ? MAP_FAILED  // NOLINT(performance-no-int-to-ptr): the macro of the C library
                            : mmap(nullptr, reserved, PROT_NONE, kNoMemory, -1, 0);
  if (address == MAP_FAILED) {  // NOLINT(performance-no-int-to-ptr)
    return {code::kRtMemoryAllocation,
            "Failed to allocate " + std::to_string(bytes) + " bytes of address space"};
  }
  auto* const begin = static_cast<std::byte*>(address);
  const size_t head = (kMappingUnit - reinterpret_cast<uintptr_t>(begin) % kMappingUnit) % kMappingUnit;
  if (head > 0) {
    munmap(begin, head);
  }
  munmap(begin + head + bytes, kMappingUnit - head);
  try {
    *range = std::make_shared<CpuAddressRange>(begin + head, bytes);
  } catch (...) {
    munmap(begin + head, bytes);
    throw;
  }
  return Status::Ok();
}

CpuAddressRange::~CpuAddressRange() {
  munmap(base_, bytes_);
}

Status CpuAddressRange::Map(size_t offset, std::shared_ptr<PhysicalMemory> memory, bool accessible) {
  const auto& physical = static_cast<const CpuPhysicalMemory&>(*memory);
  const std::lock_guard lock(mutex_);
  const auto next = mapped_.lower_bound(offset);
  const bool runsIntoNext = next != mapped_.end() && next->first - offset < physical.Bytes();
  const bool beginsInPrevious =
      next != mapped_.begin() && offset - std::prev(next)->first < std::prev(next)->second->Bytes();
  if (runsIntoNext || beginsInPrevious) {
    return {code::kRtParamInvalid, "memory is mapped there, or was until now and is in use by queued work"};
  }
  const auto entry = mapped_.emplace_hint(next, offset, memory);
  Status status = physical.Pages().MapAt(base_ + offset, accessible);
  if (!status.IsOk()) {
    mapped_.erase(entry);
  }
  return status;
}

Status CpuAddressRange::Open(size_t offset) {
  const std::lock_guard lock(mutex_);
  const size_t bytes = mapped_.at(offset)->Bytes();
  if (mprotect(base_ + offset, bytes, PROT_READ | PROT_WRITE) != 0) {
    return {code::kRtMemoryAllocation, "Failed to allocate: the system does not give access to " +
                                           std::to_string(bytes) +
                                           " bytes: " + std::generic_category().message(errno)};
  }
  return Status::Ok();
}

void CpuAddressRange::Unmap(size_t offset) {
  std::shared_ptr<PhysicalMemory> memory;  // let go of last, and outside the lock
  const std::lock_guard lock(mutex_);
  const auto found = mapped_.find(offset);
  // Should the system refuse, the addresses stay taken: better than to lose them to somebody else's mapping.
  if (mmap(base_ + offset, found->second->Bytes(), PROT_NONE, kNoMemory | MAP_FIXED, -1, 0) == MAP_FAILED) {
    return;  // NOLINT(performance-no-int-to-ptr): above, the macro of the C library
  }
  memory = std::move(found->second);
  mapped_.erase(found);
}

}  // namespace openaclnn::backend::cpu
