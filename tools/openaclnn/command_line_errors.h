// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command_line.h"

namespace openaclnn::cli {

// What is wrong with a command line that was not understood: the first word that nobody knows, with what was
// meant perhaps; else the command or the operator, or all options, that are missing. Empty if it is something
// else.
[[nodiscard]] std::string ExplainError(const Command& top, const Words& words);

// What is wrong with an option that a command does not have, and what was meant perhaps.
[[nodiscard]] std::string UnknownOption(const Command& command, const std::string& word);

// "; did you mean run?" for the one of the names that is near to a word; empty where none is.
[[nodiscard]] std::string Suggestion(const std::string& word, const std::vector<std::string>& names);

}  // namespace openaclnn::cli
