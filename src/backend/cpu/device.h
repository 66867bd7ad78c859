// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "backend/backend.h"
#include "backend/cpu/device_usage.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/parallel.h"
#include "backend/cpu/shared_heap.h"

namespace openaclnn::backend::cpu {

// Host memory and cores, presented as a device.
class CpuDevice final : public Device {
 public:
  CpuDevice(int id, int threads)
      : id_(id),
        arena_(std::make_shared<Arena>(threads)),
        memory_(std::make_shared<MemoryPool>(DefaultCapacity(), trace::MemoryCounter::OfDevice(id),
                                             &UsageOf(id).bytes)) {
    UsageOf(id).open = 1;
  }

  [[nodiscard]] BackendKind Kind() const override { return BackendKind::kCpu; }
  [[nodiscard]] DeviceFacts Facts() const override;
  [[nodiscard]] Status Allocate(size_t bytes, void** data) override;
  void Free(void* data, size_t bytes) override;
  [[nodiscard]] MemoryInfo Memory() const override;
  [[nodiscard]] Status Share(void* data, size_t bytes, SharedMemory* shared, std::byte** pages) override;
  [[nodiscard]] Status AllocatePhysical(size_t bytes, std::shared_ptr<PhysicalMemory>* memory) override;
  [[nodiscard]] Status ImportPhysical(const SharedMemory& shared,
                                      std::shared_ptr<PhysicalMemory>* memory) override;
  [[nodiscard]] Status Copy(void* destination, const void* source, size_t bytes) override;
  [[nodiscard]] Status Fill(void* destination, int value, size_t bytes) override;
  [[nodiscard]] std::shared_ptr<Stream> CreateStream(StreamOptions options) override;
  [[nodiscard]] Status CopyRows(const RowCopy& copy) override;
  [[nodiscard]] Status FillWords(void* destination, uint32_t value, size_t words) override;
  [[nodiscard]] std::shared_ptr<Event> CreateEvent() override;
  [[nodiscard]] std::shared_ptr<Signal> CreateSignal() override;

 private:
  // The part of a block whose pages were exchanged for ones that other processes can share.
  struct SharedPart {
    std::byte* begin;
    std::shared_ptr<PageRange> pages;
  };

  [[nodiscard]] Status OutOfMemory(size_t bytes) const;
  // Allocate while memory is checked.
  [[nodiscard]] Status AllocateChecked(size_t bytes, void** data);
  // Gives a block private pages again; false if the system refuses.
  [[nodiscard]] bool EndSharing(void* data);

  const int id_;
  std::shared_ptr<Arena> arena_;
  const std::shared_ptr<MemoryPool> memory_;
  SharedHeap sharedHeap_;
  std::mutex sharedMutex_;
  std::map<void*, SharedPart> sharedBlocks_;
  std::atomic<size_t> sharedCount_{0};  // spares Free the lock where nothing is shared
};

}  // namespace openaclnn::backend::cpu
