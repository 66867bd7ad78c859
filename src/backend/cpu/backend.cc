// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/backend.h"

#include <sys/mman.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "backend/cpu/device_usage.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/virtual_memory.h"
#include "backend/registry.h"
#include "base/bounded_spin.h"
#include "base/no_destructor.h"
#include "base/page_size.h"

namespace openaclnn::backend::cpu {
namespace {

Backend& OpenCpuBackend() {
  static NoDestructor<CpuBackend> backend;
  return *backend;
}

constexpr const char* kDevices = "OPENACLNN_CPU_DEVICES";
constexpr const char* kThreads = "OPENACLNN_NUM_THREADS";
constexpr const char* kMemory = "OPENACLNN_CPU_MEMORY";
constexpr int kMostThreads = 1024;

std::string_view Value(const char* variable) {
  const char* const value =
      std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): read once, before any thread of ours
  return value == nullptr ? std::string_view() : value;
}

// A whole number from 1 to `largest`; empty if it is none.
std::optional<int> ParseNumber(std::string_view text, int largest) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end && number >= 1 && number <= largest ? std::optional(number)
                                                                                 : std::nullopt;
}

Status Unusable(const char* variable, const std::string& expected) {
  return {code::kInvalidParam,
          std::string(variable) + ": expected " + expected + ", got " + std::string(Value(variable))};
}

Status CheckSettings() {
  for (const auto& [variable, largest] :
       {std::pair(kDevices, kMostDevices), std::pair(kThreads, kMostThreads)}) {
    const std::string_view value = Value(variable);
    if (!value.empty() && !ParseNumber(value, largest)) {
      return Unusable(variable, "a number from 1 to " + std::to_string(largest));
    }
  }
  const std::string_view spin = Value(BoundedSpin::kVariable);
  if (!spin.empty() && !BoundedSpin::Parse(spin)) {
    return Unusable(BoundedSpin::kVariable,
                    "a number of microseconds up to " + std::to_string(BoundedSpin::kMost.count()));
  }
  const std::string_view memory = Value(kMemory);
  return memory.empty() || ParseBytes(memory) > 0
             ? Status::Ok()
             : Unusable(kMemory, "a number of bytes, with the suffix K, M or G if need be");
}

const BackendRegistration registration("cpu", CheckSettings, OpenCpuBackend);

int Processors() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

CpuBackend::CpuBackend()
    : count_(ParseNumber(Value(kDevices), kMostDevices).value_or(1)),
      threads_(ParseNumber(Value(kThreads), kMostThreads).value_or(Processors())),
      opened_(static_cast<size_t>(count_)) {
  BoundedSpin::Limit();
}

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
  const size_t before = reinterpret_cast<uintptr_t>(data) % kPage;
  // Looks at the mappings alone; there is nothing to write back in memory that no file is behind.
  return msync(static_cast<std::byte*>(data) - before, bytes + before, MS_ASYNC) != 0 && errno == ENOMEM
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
