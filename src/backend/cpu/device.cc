// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/device.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "backend/cpu/cache_size.h"
#include "backend/cpu/event.h"
#include "backend/cpu/signal.h"
#include "backend/cpu/stream.h"

namespace openaclnn::backend::cpu {

DeviceFacts CpuDevice::Facts() const {
  return {arena_->Threads(), LastCacheBytes()};
}

Status CpuDevice::Allocate(size_t bytes, void** data) {
  void* block = memory_.Allocate(bytes);
  if (block == nullptr) {
    const MemoryInfo info = Memory();
    return {code::kRtMemoryAllocation, "Failed to allocate " + std::to_string(bytes) +
                                           " bytes of device memory (" + std::to_string(info.free) + " of " +
                                           std::to_string(info.total) + " bytes are free)"};
  }
  *data = block;
  return Status::Ok();
}

void CpuDevice::Free(void* data, size_t bytes) {
  memory_.Free(data, bytes);
}

// Any host memory can be copied at full speed here. Pinned memory has a pool of its own for the sake of its
// addresses: a freed one is known as such.
Status CpuDevice::AllocateHost(size_t bytes, void** data) {
  void* block = hostMemory_.Allocate(bytes);
  if (block == nullptr) {
    return {code::kRtMemoryAllocation,
            "Failed to allocate " + std::to_string(bytes) + " bytes of host memory"};
  }
  *data = block;
  return Status::Ok();
}

void CpuDevice::FreeHost(void* data, size_t bytes) {
  hostMemory_.Free(data, bytes);
}

MemoryInfo CpuDevice::Memory() const {
  return memory_.Info();
}

Status CpuDevice::Copy(void* destination, const void* source, size_t bytes) {
  CopyBytes(CpuContext(arena_.get()), destination, source, bytes);
  return Status::Ok();
}

Status CpuDevice::Fill(void* destination, int value, size_t bytes) {
  FillBytes(CpuContext(arena_.get()), destination, value, bytes);
  return Status::Ok();
}

Status CpuDevice::CopyRows(const RowCopy& copy) {
  CpuContext(arena_.get()).CopyRows(copy);
  return Status::Ok();
}

Status CpuDevice::FillWords(void* destination, uint32_t value, size_t words) {
  CpuContext(arena_.get()).FillWords(destination, value, words);
  return Status::Ok();
}

std::shared_ptr<Stream> CpuDevice::CreateStream(StreamOptions options) {
  const std::shared_ptr<StreamGroup> group = options.group;
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

namespace openaclnn::backend {
namespace {

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

constexpr long kMostDevices = 64;
constexpr long kMostThreads = 1024;

struct Devices {
  std::mutex mutex;
  std::vector<std::shared_ptr<Device>> opened;
  int count = FromEnvironment("OPENACLNN_CPU_DEVICES", 1, kMostDevices);
  int threads =
      FromEnvironment("OPENACLNN_NUM_THREADS",
                      std::max(1, static_cast<int>(std::thread::hardware_concurrency())), kMostThreads);
};

Devices& AllDevices() {
  static auto* const devices = new Devices;  // queued work may outlive static destruction
  return *devices;
}

}  // namespace

BackendKind SelectedBackend() {
  return BackendKind::kCpu;
}

int DeviceCount() {
  return AllDevices().count;
}

std::shared_ptr<Device> OpenDevice(int id) {
  Devices& devices = AllDevices();
  const std::lock_guard lock(devices.mutex);
  devices.opened.resize(static_cast<size_t>(devices.count));
  std::shared_ptr<Device>& device = devices.opened.at(static_cast<size_t>(id));
  if (device == nullptr) {
    // The devices share the machine's cores among them.
    device = std::make_shared<cpu::CpuDevice>(std::max(1, devices.threads / devices.count));
  }
  return device;
}

}  // namespace openaclnn::backend
