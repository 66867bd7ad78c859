// SPDX-License-Identifier: Apache-2.0
//
// What the environment asks for: OPENACLNN_TRACE and OPENACLNN_VERBOSE, and what is left out of both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace openaclnn::trace {

// Which calls and tasks are recorded, by patterns of names in which * stands for anything: those that match
// one of them and none that begins with a minus. Without patterns, or with the latter ones alone, all others.
class Filter {
 public:
  Filter() = default;
  // "aclnn*,-aclnnAdd": empty parts say nothing.
  explicit Filter(std::string_view list);

  [[nodiscard]] bool AdmitsAll() const { return wanted_.empty() && unwanted_.empty(); }
  [[nodiscard]] bool Admits(std::string_view name) const;

 private:
  std::vector<std::string> wanted_;
  std::vector<std::string> unwanted_;
};

struct Settings {
  bool verbose = false;
  std::string path;  // of the timeline, as it was given; empty: none
  uint64_t mostBytes = UINT64_MAX;
  Filter filter;
  std::string problem;  // a value that cannot be used, by its variable; empty: there is none
};

// Of the environment as it is now. What cannot be used counts as unset.
[[nodiscard]] Settings ReadEnvironment();

}  // namespace openaclnn::trace
