// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/errors.h"
#include "base/status.h"

namespace openaclnn::runtime {

// What aclInit's configuration file says, as far as it matters here.
struct Config {
  MessageScope messageScope = MessageScope::kThread;
  std::optional<int> defaultDevice;  // what threads use that never set a device
};

// Reads a configuration file. Options that have no effect here (dump, profiler, stack and buffer sizes) are
// checked all the same, so that a file that works here works on hardware; unknown keys are ignored.
[[nodiscard]] Status ReadConfig(const char* path, int deviceCount, Config* config);

// As ReadConfig, for the text of a file.
[[nodiscard]] Status ParseConfig(const std::string& text, int deviceCount, Config* config);

}  // namespace openaclnn::runtime
