// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/device_usage.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <system_error>

#include "base/memory_file.h"
#include "base/no_destructor.h"

namespace openaclnn::backend::cpu {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "openaclnn-devices";

struct Table {
  // A child of fork inherits the file, but has no device open: the table is that of this process alone.
  int32_t process = getpid();
  std::array<DeviceUsage, kMostDevices> devices;
};
static_assert(std::atomic<size_t>::is_always_lock_free && std::atomic<uint32_t>::is_always_lock_free,
              "processes share the table");

Table* MakeTable() {
  static NoDestructor<std::shared_ptr<MemoryFile>> file;  // open for as long as the process lives
  if (MemoryFile::Create(kFile, &*file).IsOk() && (*file)->Grow(sizeof(Table))) {
    void* const memory =
        mmap(nullptr, sizeof(Table), PROT_READ | PROT_WRITE, MAP_SHARED, (*file)->Descriptor(), 0);
    if (memory != MAP_FAILED) {
      return new (memory) Table;
    }
  }
  static NoDestructor<Table> alone;
  return &*alone;
}

std::optional<int32_t> NumberIn(const fs::path& path) {
  const std::string name = path.filename().string();
  int32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? std::optional(number) : std::nullopt;
}

std::optional<ProcessUsage> ReadTable(int32_t process, int32_t descriptor) {
  std::shared_ptr<MemoryFile> file;
  if (!MemoryFile::Open(process, descriptor, kFile, &file).IsOk()) {
    return std::nullopt;
  }
  Table table;
  // Another version of the library may have another table.
  if (file->Bytes() != sizeof table || !file->Read(0, static_cast<void*>(&table), sizeof table) ||
      table.process != process) {
    return std::nullopt;
  }
  ProcessUsage usage{process, {}};
  for (int device = 0; device < kMostDevices; ++device) {
    const DeviceUsage& entry = table.devices.at(static_cast<size_t>(device));
    if (entry.open != 0) {
      usage.devices.push_back({device, entry.bytes});
    }
  }
  return usage;
}

}  // namespace

DeviceUsage& UsageOf(int device) {
  static Table* const table = MakeTable();
  return table->devices.at(static_cast<size_t>(device));
}

std::vector<ProcessUsage> ReadUsage() {
  std::vector<ProcessUsage> found;
  std::error_code ignored;  // processes end while this looks, and those of other users cannot be read
  for (const fs::directory_entry& process : fs::directory_iterator("/proc", ignored)) {
    const std::optional<int32_t> number = NumberIn(process.path());
    if (!number) {
      continue;
    }
    fs::directory_iterator descriptors(process.path() / "fd", ignored);
    for (; !ignored && descriptors != fs::directory_iterator(); descriptors.increment(ignored)) {
      const std::optional<ProcessUsage> usage =
          ReadTable(*number, NumberIn(descriptors->path()).value_or(-1));
      if (usage) {
        found.push_back(*usage);
        break;
      }
    }
    ignored.clear();
  }
  std::ranges::sort(found, {}, &ProcessUsage::process);
  return found;
}

}  // namespace openaclnn::backend::cpu
