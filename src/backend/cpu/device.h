// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "backend/backend.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/parallel.h"

namespace openaclnn::backend::cpu {

// Host memory and cores, presented as a device.
class CpuDevice final : public Device {
 public:
  explicit CpuDevice(int threads) : arena_(std::make_shared<Arena>(threads)) {}

  [[nodiscard]] BackendKind Kind() const override { return BackendKind::kCpu; }
  [[nodiscard]] DeviceFacts Facts() const override;
  [[nodiscard]] Status Allocate(size_t bytes, void** data) override;
  void Free(void* data, size_t bytes) override;
  [[nodiscard]] Status AllocateHost(size_t bytes, void** data) override;
  void FreeHost(void* data, size_t bytes) override;
  [[nodiscard]] MemoryInfo Memory() const override;
  [[nodiscard]] Status Copy(void* destination, const void* source, size_t bytes) override;
  [[nodiscard]] Status Fill(void* destination, int value, size_t bytes) override;
  [[nodiscard]] std::shared_ptr<Stream> CreateStream(StreamOptions options) override;
  [[nodiscard]] Status CopyRows(const RowCopy& copy) override;
  [[nodiscard]] Status FillWords(void* destination, uint32_t value, size_t words) override;
  [[nodiscard]] std::shared_ptr<Event> CreateEvent() override;
  [[nodiscard]] std::shared_ptr<Signal> CreateSignal() override;

 private:
  std::shared_ptr<Arena> arena_;
  MemoryPool memory_;
  MemoryPool hostMemory_{HostCapacity()};
};

}  // namespace openaclnn::backend::cpu
