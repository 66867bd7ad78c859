// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/device.h"
#include "backend/cpu/memory.h"

namespace openaclnn::backend::cpu {

// The machine's processors and its memory, as any number of devices.
class CpuBackend final : public Backend {
 public:
  CpuBackend();

  [[nodiscard]] BackendKind Kind() const override { return BackendKind::kCpu; }
  [[nodiscard]] int DeviceCount() const override { return count_; }
  [[nodiscard]] std::shared_ptr<Device> OpenDevice(int id) override;
  [[nodiscard]] Status AllocateHost(size_t bytes, void** data) override;
  void FreeHost(void* data, size_t bytes) override;
  [[nodiscard]] Status RegisterHost(void* data, size_t bytes) override;
  void UnregisterHost(void* data, size_t bytes) override;
  [[nodiscard]] size_t Granularity() const override;
  [[nodiscard]] Status ReserveAddresses(size_t bytes, std::shared_ptr<AddressRange>* range) override;

 private:
  const int count_;
  const int threads_;  // of all devices together
  std::mutex mutex_;
  std::vector<std::shared_ptr<CpuDevice>> opened_;
  MemoryPool hostMemory_{HostCapacity(), trace::MemoryCounter::OfHost()};
};

}  // namespace openaclnn::backend::cpu
