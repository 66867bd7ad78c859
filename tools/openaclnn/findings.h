// SPDX-License-Identifier: Apache-2.0
//
// What the checkers of the library found: read, put in order, grouped, and written for persons.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command.h"
#include "debug_lines.h"

namespace openaclnn::cli {

struct CheckReport {
  bool isChecked = false;  // a process called aclInit under the checkers
  std::vector<Json> findings;
};

// Reads the file that OPENACLNN_CHECK_REPORT named.
[[nodiscard]] CheckReport ReadReport(const std::filesystem::path& path);

[[nodiscard]] bool IsKind(const std::string& kind);
[[nodiscard]] std::string KindNames();  // with commas

// The stacks of the calls that a finding is about: of a race both, otherwise one.
[[nodiscard]] std::vector<const Json*> StacksOf(const Json& finding);
// The frame that a finding is reported at; null if it has none.
[[nodiscard]] const Json* PlaceOf(const Json& finding);

// Adds file, line and function to the frames of all stacks, where they are known.
void AddLines(Json* finding, DebugLines* lines);

// Findings that one function of the program is the reason of. The first stands for all.
using Group = std::vector<const Json*>;
// Races first, leaks last.
[[nodiscard]] std::vector<Group> GroupsOf(const std::vector<Json>& findings);

// One sentence for all findings of a group.
[[nodiscard]] std::string SentenceOf(const Group& group);
[[nodiscard]] std::string TextOf(const Json& frame);
[[nodiscard]] std::string TextOf(const Group& group);
// "1 race, 18 leaks"
[[nodiscard]] std::string CountsOf(const std::vector<Json>& findings);

}  // namespace openaclnn::cli
