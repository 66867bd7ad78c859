// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/misspelt_variables.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/log.h"
#include "base/nearest_name.h"

namespace openaclnn::runtime {
namespace {

constexpr std::string_view kPrefix = "OPENACLNN_";

// What the library and its Python package read, without the prefix. A test compares the list with docs/environment.md.
constexpr std::array<std::string_view, 15> kKnown{"BACKEND",
                                                  "SOC",
                                                  "NUM_THREADS",
                                                  "CPU_DEVICES",
                                                  "CPU_MEMORY",
                                                  "SPIN",
                                                  "HCCL_SHARED_MEMORY",
                                                  "HCCL_CARRIER",
                                                  "CHECK_REPORT",
                                                  "FALLBACK",
                                                  "TRACE",
                                                  "TRACE_LIMIT",
                                                  "TRACE_FILTER",
                                                  "CHECK",
                                                  "VERBOSE"};

}  // namespace

void WarnOfMisspeltVariables() {
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with(kPrefix)) {
      continue;
    }
    const std::string_view variable = text.substr(0, text.find('='));
    const std::string_view name = variable.substr(kPrefix.size());
    if (std::ranges::find(kKnown, name) != kKnown.end()) {
      continue;
    }
    if (const std::string_view nearest = NearestName(name, kKnown); !nearest.empty()) {
      const std::string warning = std::string(variable) +
                                  ": the library reads no such variable; did you mean " +
                                  std::string(kPrefix) + std::string(nearest) + "?";
      log::Write(log::Module::kApi, log::Level::kWarning, log::Where::Here(), warning);
      (void)std::fputs(("openaclnn: " + warning + '\n').c_str(), stderr);
    }
  }
}

}  // namespace openaclnn::runtime
