// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command_line.h"

namespace openaclnn::cli {

// What can stand at the last of `words`, the command line so far without the program's name: subcommands,
// options, or an option's values. Empty where files belong.
[[nodiscard]] std::vector<std::string> Completions(const Command& top, const Words& words);

}  // namespace openaclnn::cli
