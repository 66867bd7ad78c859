// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/errors.h"
#include "base/status.h"
#include "runtime/settings/device_limits.h"

namespace openaclnn::runtime {

// What aclInit's configuration file says, as far as it matters here.
struct Config {
  MessageScope messageScope = MessageScope::kThread;
  std::optional<int> defaultDevice;  // what threads use that never set a device
  LimitValues limits = kDefaultLimits;
  std::vector<std::string> withoutEffect;  // sections that ask for what is not provided here
};

[[nodiscard]] Status ReadConfigFile(const char* path, std::string* text);

// Options that have no effect here (dump, profiler, queue length) are checked all the same, so that a file
// that works here works on hardware; unknown keys are ignored.
[[nodiscard]] Status ParseConfig(const std::string& text, int deviceCount, Config* config);

}  // namespace openaclnn::runtime
