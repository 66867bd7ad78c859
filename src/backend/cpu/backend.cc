// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/backend.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <thread>

#include "backend/cpu/virtual_memory.h"
#include "backend/registry.h"
#include "base/no_destructor.h"

namespace openaclnn::backend::cpu {
namespace {

Backend& OpenCpuBackend() {
  static NoDestructor<CpuBackend> backend;
  return *backend;
}

const BackendRegistration registration("cpu", OpenCpuBackend);

constexpr long kMostDevices = 64;
constexpr long kMostThreads = 1024;

// A whole number of at least 1 from the environment; `fallback` where the variable is unset, malformed or
// larger.
int FromEnvironment(const char* name, int fallback, long largest) {
  const char* text =
      std::getenv(name);  // NOLINT(concurrency-mt-unsafe): read once, before any thread of ours
  if (text == nullptr || *text == '\0') {
    return fallback;
  }
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(text, &end, 10);
  return *end == '\0' && errno == 0 && value >= 1 && value <= largest ? static_cast<int>(value) : fallback;
}

int Processors() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

CpuBackend::CpuBackend()
    : count_(FromEnvironment("OPENACLNN_CPU_DEVICES", 1, kMostDevices)),
      threads_(FromEnvironment("OPENACLNN_NUM_THREADS", Processors(), kMostThreads)),
      opened_(static_cast<size_t>(count_)) {}

std::shared_ptr<Device> CpuBackend::OpenDevice(int id) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<CpuDevice>& device = opened_.at(static_cast<size_t>(id));
  if (device == nullptr) {
    // The devices share the machine's cores among them.
    device = std::make_shared<CpuDevice>(id, std::max(1, threads_ / count_));
  }
  return device;
}

// Any host memory can be copied at full speed here. Pinned memory has a pool of its own for the sake of its
// addresses: a freed one is known as such.
Status CpuBackend::AllocateHost(size_t bytes, void** data) {
  void* block = hostMemory_.Allocate(bytes);
  if (block == nullptr) {
    return {code::kRtMemoryAllocation,
            "Failed to allocate " + std::to_string(bytes) + " bytes of host memory"};
  }
  *data = block;
  return Status::Ok();
}

void CpuBackend::FreeHost(void* data, size_t bytes) {
  hostMemory_.Free(data, bytes);
}

// Kernels run in the process's own address space, so there is nothing to do but to look.
Status CpuBackend::RegisterHost(void* data, size_t bytes) {
  // Looks at the mappings alone; there is nothing to write back in memory that no file is behind.
  return msync(data, bytes, MS_ASYNC) != 0 && errno == ENOMEM
             ? Status(code::kRtParamInvalid, "a part of the memory is not mapped")
             : Status::Ok();
}

void CpuBackend::UnregisterHost(void* /*data*/, size_t /*bytes*/) {}

size_t CpuBackend::Granularity() const {
  return kMappingUnit;
}

Status CpuBackend::ReserveAddresses(size_t bytes, std::shared_ptr<AddressRange>* range) {
  return CpuAddressRange::Reserve(bytes, range);
}

}  // namespace openaclnn::backend::cpu
