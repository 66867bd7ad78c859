// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace openaclnn::cli {

// What can stand at the last of `words`, the command line so far without the program's name: subcommands,
// options, or an option's values. Empty where files belong.
[[nodiscard]] std::vector<std::string> Completions(const CLI::App& app,
                                                   const std::vector<std::string>& words);

}  // namespace openaclnn::cli
