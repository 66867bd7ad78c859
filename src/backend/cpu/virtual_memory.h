// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "backend/backend.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/shared_heap.h"

namespace openaclnn::backend::cpu {

// The granularity: physical memory and address ranges are made of whole huge pages.
inline constexpr size_t kMappingUnit = size_t{2} << 20;

class CpuPhysicalMemory final : public PhysicalMemory {
 public:
  // `pool`, which may be null, was charged for the pages and gets the charge back.
  CpuPhysicalMemory(std::shared_ptr<PageRange> pages, std::shared_ptr<MemoryPool> pool)
      : pages_(std::move(pages)), pool_(std::move(pool)) {}
  ~CpuPhysicalMemory() override;

  [[nodiscard]] size_t Bytes() const override { return pages_->Bytes(); }
  [[nodiscard]] Status Share(SharedMemory* shared) override { return pages_->Share(shared); }
  [[nodiscard]] const PageRange& Pages() const { return *pages_; }

 private:
  std::shared_ptr<PageRange> pages_;
  const std::shared_ptr<MemoryPool> pool_;
};

class CpuAddressRange final : public AddressRange {
 public:
  // kRtMemoryAllocation if the process has not that many addresses left.
  [[nodiscard]] static Status Reserve(size_t bytes, std::shared_ptr<AddressRange>* range);
  // Takes over what Reserve got from the system.
  CpuAddressRange(std::byte* base, size_t bytes) : base_(base), bytes_(bytes) {}
  ~CpuAddressRange() override;

  [[nodiscard]] std::byte* Base() const override { return base_; }
  [[nodiscard]] size_t Bytes() const override { return bytes_; }
  [[nodiscard]] Status Map(size_t offset, std::shared_ptr<PhysicalMemory> memory, bool accessible) override;
  [[nodiscard]] Status Open(size_t offset) override;
  void Unmap(size_t offset) override;

 private:
  std::byte* const base_;
  const size_t bytes_;
  std::mutex mutex_;
  std::map<size_t, std::shared_ptr<PhysicalMemory>> mapped_;  // by offset
};

}  // namespace openaclnn::backend::cpu
