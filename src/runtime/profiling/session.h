// SPDX-License-Identifier: Apache-2.0
//
// The profiler: what of a process is collected, from when to when, and into which folder. Thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace openaclnn::runtime {

// What a collection takes in.
struct ProfileConfig {
  std::vector<uint32_t> devices;
  uint64_t dataTypes = 0;
};

// kInvalidParam for devices that do not exist or are named twice, and for unknown counters.
[[nodiscard]] Status CheckProfileConfig(const uint32_t* devices, uint32_t count, int32_t metrics);

// Between these two, collections can run. The result lies in a new folder below `path`.
[[nodiscard]] Status BeginProfiler(const char* path, size_t length);
[[nodiscard]] Status EndProfiler();

// An option, for collections that begin later.
[[nodiscard]] Status SetProfilerOption(int32_t option, std::string_view value);

// A collection; `key` names its configuration.
[[nodiscard]] Status StartCollection(const void* key, const ProfileConfig& config);
[[nodiscard]] Status StopCollection(const void* key);

}  // namespace openaclnn::runtime
