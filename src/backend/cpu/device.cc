// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/device.h"

#include <sys/mman.h>

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "backend/cpu/cache_size.h"
#include "backend/cpu/direction.h"
#include "backend/cpu/event.h"
#include "backend/cpu/memory_gate.h"
#include "backend/cpu/signal.h"
#include "backend/cpu/stream.h"
#include "backend/cpu/virtual_memory.h"
#include "backend/known_ranges.h"
#include "base/page_size.h"
#include "checker/device_memory.h"
#include "checker/settings.h"

namespace openaclnn::backend::cpu {
namespace {

// For the timeline: the call that moves memory at once. No source: it fills.
void DescribeMove(const void* destination, const void* source, size_t bytes) {
  trace::Annotate([&](trace::Details& details) {
    details.phase = "call";
    details.direction = source == nullptr ? nullptr : DirectionOf(destination, source);
    details.bytes = bytes;
  });
}

// Fresh pages of the process's own, in place of whatever is mapped there.
bool MapPrivate(std::byte* begin, size_t bytes) {
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  if (mmap(begin, bytes, PROT_READ | PROT_WRITE, kFlags, -1, 0) == MAP_FAILED) {
    return false;  // NOLINT(performance-no-int-to-ptr): above, the macro of the C library
  }
  madvise(begin, bytes, MADV_HUGEPAGE);
  return true;
}

}  // namespace

Status CpuDevice::OutOfMemory(size_t bytes) const {
  const MemoryInfo info = Memory();
  return {code::kRtMemoryAllocation, "Failed to allocate " + std::to_string(bytes) +
                                         " bytes of device memory (" + std::to_string(info.free) + " of " +
                                         std::to_string(info.total) + " bytes are free)"};
}

DeviceFacts CpuDevice::Facts() const {
  return {arena_->Threads(), LastCacheBytes()};
}

Status CpuDevice::Allocate(size_t bytes, void** data) {
  if (checker::IsOn(checker::kMemory)) [[unlikely]] {
    return AllocateChecked(bytes, data);
  }
  void* block = memory_->Allocate(bytes);
  if (block == nullptr) {
    return OutOfMemory(bytes);
  }
  *data = block;
  return Status::Ok();
}

Status CpuDevice::AllocateChecked(size_t bytes, void** data) {
  if (!memory_->Reserve(bytes)) {
    return OutOfMemory(bytes);
  }
  void* const block = checker::AllocateBlock(bytes, id_);
  if (block == nullptr) {
    memory_->Refund(bytes);
    return OutOfMemory(bytes);
  }
  static std::once_flag once;
  std::call_once(once, [] {
    const std::span<const std::byte> addresses = checker::SeenAddresses();
    KnownRanges::Instance().AddHeap(addresses.data(), addresses.size());
  });
  *data = block;
  return Status::Ok();
}

void CpuDevice::Free(void* data, size_t bytes) {
  if (checker::IsOn(checker::kMemory)) [[unlikely]] {
    checker::FreeBlock(data);
    memory_->Refund(bytes);
    return;
  }
  // A block whose pages cannot be exchanged back is not used again: the next owner's data is nobody else's.
  if (sharedCount_.load(std::memory_order_acquire) == 0 || EndSharing(data)) {
    memory_->Free(data, bytes);
  }
}

Status CpuDevice::Share(void* data, size_t bytes, SharedMemory* shared, std::byte** pages) {
  if (checker::IsOn(checker::kMemory)) {
    return {code::kRtFeatureNotSupported,
            "memory of a device cannot be shared with other processes while OPENACLNN_CHECK checks memory"};
  }
  const auto address = reinterpret_cast<uintptr_t>(data);
  const size_t head = (kPage - address % kPage) % kPage;
  const size_t length = bytes < head ? 0 : (bytes - head) / kPage * kPage;
  if (length == 0) {
    return {code::kRtFeatureNotSupported,
            "the block of " + std::to_string(bytes) + " bytes holds no whole page that could be shared"};
  }
  // Nothing is written between the copy of the pages and their exchange, so nothing gets lost. Before the
  // mutex, which work may need on its way out.
  const MemoryGate::Closure closure;
  const std::lock_guard lock(sharedMutex_);
  auto known = sharedBlocks_.find(data);
  if (known == sharedBlocks_.end()) {
    SharedPart part{static_cast<std::byte*>(data) + head, nullptr};
    Status status = sharedHeap_.Allocate(length, &part.pages);
    if (!status.IsOk()) {
      return status;
    }
    known = sharedBlocks_.emplace(data, part).first;
    sharedCount_.fetch_add(1, std::memory_order_release);
    status = part.pages->Write(part.begin) ? part.pages->MapAt(part.begin, true) : OutOfMemory(length);
    if (!status.IsOk()) {
      sharedBlocks_.erase(known);
      sharedCount_.fetch_sub(1, std::memory_order_release);
      return status;
    }
  }
  *pages = known->second.begin;
  return known->second.pages->Share(shared);
}

bool CpuDevice::EndSharing(void* data) {
  SharedPart part{};
  {
    const std::lock_guard lock(sharedMutex_);
    const auto found = sharedBlocks_.find(data);
    if (found == sharedBlocks_.end()) {
      return true;
    }
    part = std::move(found->second);
    sharedBlocks_.erase(found);
    sharedCount_.fetch_sub(1, std::memory_order_release);
  }
  return MapPrivate(part.begin, part.pages->Bytes());
}

Status CpuDevice::AllocatePhysical(size_t bytes, std::shared_ptr<PhysicalMemory>* memory) {
  if (!memory_->Reserve(bytes)) {
    return OutOfMemory(bytes);
  }
  try {
    std::shared_ptr<PageRange> pages;
    Status status = sharedHeap_.Allocate(bytes, &pages);
    if (!status.IsOk()) {
      memory_->Refund(bytes);
      return status;
    }
    *memory = std::make_shared<CpuPhysicalMemory>(std::move(pages), memory_);
  } catch (...) {
    memory_->Refund(bytes);
    throw;
  }
  return Status::Ok();
}

Status CpuDevice::ImportPhysical(const SharedMemory& shared, std::shared_ptr<PhysicalMemory>* memory) {
  std::shared_ptr<PageRange> pages;
  Status status = PageRange::Import(shared, &pages);
  if (status.IsOk()) {
    *memory = std::make_shared<CpuPhysicalMemory>(std::move(pages), nullptr);
  }
  return status;
}

MemoryInfo CpuDevice::Memory() const {
  return memory_->Info();
}

Status CpuDevice::Copy(void* destination, const void* source, size_t bytes) {
  DescribeMove(destination, source, bytes);
  const MemoryGate::Pass pass;
  CopyBytes(CpuContext(arena_.get()), destination, source, bytes);
  return Status::Ok();
}

Status CpuDevice::Fill(void* destination, int value, size_t bytes) {
  DescribeMove(destination, nullptr, bytes);
  const MemoryGate::Pass pass;
  FillBytes(CpuContext(arena_.get()), destination, value, bytes);
  return Status::Ok();
}

Status CpuDevice::CopyRows(const RowCopy& copy) {
  DescribeMove(copy.destination, copy.source, copy.width * copy.height);
  const MemoryGate::Pass pass;
  CpuContext(arena_.get()).CopyRows(copy);
  return Status::Ok();
}

Status CpuDevice::FillWords(void* destination, uint32_t value, size_t words) {
  DescribeMove(destination, nullptr, words * sizeof value);
  const MemoryGate::Pass pass;
  CpuContext(arena_.get()).FillWords(destination, value, words);
  return Status::Ok();
}

std::shared_ptr<Stream> CpuDevice::CreateStream(StreamOptions options) {
  const std::shared_ptr<StreamGroup> group = options.group;
  options.device = id_;
  auto stream = std::make_shared<CpuStream>(arena_, std::move(options));
  if (group != nullptr) {
    group->Add(stream);
  }
  return stream;
}

std::shared_ptr<Event> CpuDevice::CreateEvent() {
  return std::make_shared<CpuEvent>();
}

std::shared_ptr<Signal> CpuDevice::CreateSignal() {
  return std::make_shared<CpuSignal>();
}

}  // namespace openaclnn::backend::cpu
