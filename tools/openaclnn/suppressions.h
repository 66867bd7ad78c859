// SPDX-License-Identifier: Apache-2.0
//
// Which findings of the checkers are known, and not reported. docs/checkers.md describes the files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command.h"

namespace openaclnn::cli {

class Suppressions {
 public:
  // Those that torch_npu itself needs.
  void AddDefaults();
  // Throws InputError if the file cannot be read, or has a line that is none.
  void AddFile(const std::filesystem::path& path);

  [[nodiscard]] bool Match(const Json& finding) const;

 private:
  enum class Where { kAnyFrame, kCaller, kText };
  struct Rule {
    std::string kind;  // "*" for all
    Where where;
    std::string pattern;
  };

  void Add(const std::string& line, const std::string& place);

  std::vector<Rule> rules_;
};

}  // namespace openaclnn::cli
