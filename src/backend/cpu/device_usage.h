// SPDX-License-Identifier: Apache-2.0
//
// What processes have in use on each device: every process keeps a table of it in a file that is memory only, which
// other processes of the same user find through /proc. npu-smi prints it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace openaclnn::backend::cpu {

constexpr int kMostDevices = 64;

struct DeviceUsage {
  std::atomic<size_t> bytes{0};
  std::atomic<uint32_t> open{0};  // 1 as soon as the process has the device open
};

// The entry of this process. Where the system gives no file, it is one that no other process sees.
[[nodiscard]] DeviceUsage& UsageOf(int device);

struct ProcessUsage {
  struct Entry {
    int device;
    size_t bytes;
  };
  int32_t process;
  std::vector<Entry> devices;  // that it has open
};

// Of all processes that this user may see, ascending by their numbers.
[[nodiscard]] std::vector<ProcessUsage> ReadUsage();

}  // namespace openaclnn::backend::cpu
