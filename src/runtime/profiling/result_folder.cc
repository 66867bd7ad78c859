// SPDX-License-Identifier: Apache-2.0
#include "runtime/profiling/result_folder.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "runtime/core/check.h"

namespace openaclnn::runtime {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kSecond = 1'000'000'000;

Status NotWritable(const std::string& path, const std::string& problem) {
  return Mismatch(code::kInvalidFile, "profilerResultPath", "a folder that can be written",
                  path + ", " + problem);
}

Status MakeFolders(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  return error ? NotWritable(path.string(), error.message()) : Status::Ok();
}

int64_t Read(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return time.tv_sec * kSecond + time.tv_nsec;
}

// "PROF_000001_20260102030405006_": a number that counts, and the local time to the millisecond.
std::string FolderName(int64_t wall) {
  static std::atomic<uint32_t> results{0};
  const auto seconds = static_cast<std::time_t>(wall / kSecond);
  std::tm local{};
  localtime_r(&seconds, &local);
  std::array<char, 32> time{};
  std::strftime(time.data(), time.size(), "%Y%m%d%H%M%S", &local);
  std::array<char, 96> name{};
  const auto milliseconds = static_cast<int>(wall % kSecond / 1'000'000);
  std::snprintf(name.data(), name.size(), "PROF_%06u_%s%03d_%08X", ++results, time.data(), milliseconds,
                static_cast<unsigned>(getpid()));
  return name.data();
}

}  // namespace

Status PrepareResultPath(const std::string& path) {
  OPENACLNN_RETURN_IF_ERROR(MakeFolders(path));
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return NotWritable(path, "no folder");
  }
  return access(path.c_str(), W_OK | X_OK) == 0 ? Status::Ok()
                                                : NotWritable(path, std::generic_category().message(errno));
}

Status MakeResultFolder(const std::string& path, std::string* folder) {
  const int64_t wall = Read(CLOCK_REALTIME);
  const int64_t raw = Read(CLOCK_MONOTONIC_RAW);
  const fs::path made = fs::path(path) / FolderName(wall);
  OPENACLNN_RETURN_IF_ERROR(MakeFolders(made / "host" / "data"));
  std::ofstream info(made / "host" / "start_info");
  std::array<char, 32> microseconds{};
  std::snprintf(microseconds.data(), microseconds.size(), "%lld.%03d", static_cast<long long>(wall / 1000),
                static_cast<int>(wall % 1000));
  info << R"({"collectionTimeBegin": ")" << microseconds.data() << R"(", "clockMonotonicRaw": ")" << raw
       << "\"}\n";
  if (!info.flush()) {
    return NotWritable(made.string(), "host/start_info");
  }
  *folder = made.string();
  return Status::Ok();
}

Status AddDeviceFolders(const std::string& folder, const std::vector<uint32_t>& devices) {
  for (const uint32_t device : devices) {
    OPENACLNN_RETURN_IF_ERROR(MakeFolders(fs::path(folder) / ("device_" + std::to_string(device)) / "data"));
  }
  return Status::Ok();
}

std::string EventsFile(const std::string& folder) {
  return fs::path(folder) / "host" / "data" / "events.json";
}

}  // namespace openaclnn::runtime
