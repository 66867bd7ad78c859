// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tests/conformance/generate.h"

namespace openaclnn::conformance {

struct Options {
  std::vector<std::string> paths;
  std::string operatorName;  // empty: all
  std::vector<int64_t> ids;  // empty: all
  int64_t minElements = 0;
  int64_t maxElements = std::numeric_limits<int64_t>::max();
  bool list = false;
  bool verbose = false;
  bool help = false;
  GenerationOptions generation;
};

extern const char* const kUsage;

/// Throws std::invalid_argument with the argument that is wrong.
Options ParseOptions(int argc, const char* const* argv);

/// The arguments that run just this case with the same data.
std::string RerunArguments(const Options& options, const std::string& path, const std::string& operatorName,
                           int64_t id);

}  // namespace openaclnn::conformance
