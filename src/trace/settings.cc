// SPDX-License-Identifier: Apache-2.0
#include "trace/settings.h"

#include <cstdlib>
#include <optional>

#include "trace/byte_count.h"
#include "trace/comma_list.h"

namespace openaclnn::trace {
namespace {

std::string_view Value(const char* variable) {
  const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): read at the start
  return value == nullptr ? std::string_view() : value;
}

bool Matches(std::string_view pattern, std::string_view name) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) {
    return pattern == name;
  }
  if (!name.starts_with(pattern.substr(0, star))) {
    return false;
  }
  const std::string_view rest = pattern.substr(star + 1);
  for (size_t skipped = star; skipped <= name.size(); ++skipped) {
    if (Matches(rest, name.substr(skipped))) {
      return true;
    }
  }
  return false;
}

bool MatchesOneOf(const std::vector<std::string>& patterns, std::string_view name) {
  for (const std::string& pattern : patterns) {
    if (Matches(pattern, name)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Filter::Filter(std::string_view list) {
  ForEachItem(list, [&](std::string_view pattern) {
    const bool isUnwanted = pattern.starts_with('-');
    pattern.remove_prefix(isUnwanted ? 1 : 0);
    if (!pattern.empty()) {
      (isUnwanted ? unwanted_ : wanted_).emplace_back(pattern);
    }
  });
}

bool Filter::Admits(std::string_view name) const {
  return (wanted_.empty() || MatchesOneOf(wanted_, name)) && !MatchesOneOf(unwanted_, name);
}

Settings ReadEnvironment() {
  Settings settings;
  const auto complain = [&](const char* variable, const char* expected, std::string_view got) {
    settings.problem = std::string(variable) + ": expected " + expected + ", got " + std::string(got);
  };
  const std::string_view verbose = Value("OPENACLNN_VERBOSE");
  settings.verbose = verbose == "1";
  if (!verbose.empty() && verbose != "0" && verbose != "1") {
    complain("OPENACLNN_VERBOSE", "0 or 1", verbose);
  }
  settings.path = Value("OPENACLNN_TRACE");
  if (const std::string_view limit = Value("OPENACLNN_TRACE_LIMIT"); !limit.empty()) {
    const std::optional<uint64_t> bytes = ParseByteCount(limit);
    settings.mostBytes = bytes.value_or(settings.mostBytes);
    if (!bytes) {
      complain("OPENACLNN_TRACE_LIMIT", "a number of bytes, with the suffix K, M or G if need be", limit);
    }
  }
  settings.filter = Filter(Value("OPENACLNN_TRACE_FILTER"));
  return settings;
}

}  // namespace openaclnn::trace
