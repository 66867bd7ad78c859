// SPDX-License-Identifier: Apache-2.0
#include "runtime/profiling/options.h"

#include <array>
#include <charconv>
#include <string>

#include "acl/acl_prof.h"
#include "runtime/core/check.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kLongestValue = 256;

// An option whose value is a number.
struct NumberOption {
  int32_t option;
  uint64_t least;
  uint64_t most;
  const char* unit;
};
constexpr std::array kNumberOptions = {
    NumberOption{ACL_PROF_STORAGE_LIMIT, 200, 4'294'967'295, "MB"},
    NumberOption{ACL_PROF_SYS_HARDWARE_MEM_FREQ, 1, 100, "Hz"},
    NumberOption{ACL_PROF_SYS_INTERCONNECTION_FREQ, 1, 50, "Hz"},
};

std::optional<uint64_t> ParseNumber(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isNumber = error == std::errc() && end == text.data() + text.size();
  return isNumber ? std::optional(number) : std::nullopt;
}

}  // namespace

Status CheckProfilerOption(int32_t option, std::string_view value, std::optional<uint64_t>* bytes) {
  constexpr int32_t kUnused = 2;
  if (option <= ACL_PROF_ARGS_MIN || option >= ACL_PROF_ARGS_MAX || option == kUnused) {
    return Mismatch(code::kInvalidParam, "configType", "an option of aclprofConfigType",
                    std::to_string(option));
  }
  if (value.empty() || value.size() > kLongestValue) {
    return Mismatch(code::kInvalidParam, "configLength", "1 to " + std::to_string(kLongestValue),
                    std::to_string(value.size()));
  }
  if (option == ACL_PROF_LLC_MODE && value != "read" && value != "write") {
    return Mismatch(code::kInvalidParam, "config", "read or write", value);
  }
  for (const NumberOption& known : kNumberOptions) {
    if (known.option != option) {
      continue;
    }
    const std::optional<uint64_t> number = ParseNumber(value);
    if (!number || *number < known.least || *number > known.most) {
      return Mismatch(code::kInvalidParam, "config",
                      std::to_string(known.least) + " to " + std::to_string(known.most) + " " + known.unit,
                      value);
    }
    if (option == ACL_PROF_STORAGE_LIMIT) {
      *bytes = *number << 20;
    }
  }
  return Status::Ok();
}

}  // namespace openaclnn::runtime
