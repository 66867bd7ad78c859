// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace openaclnn::cli {

// What is wrong with a command line that was not understood: the first word that nobody knows, with what was
// meant perhaps; else all options that are missing. Empty if it is something else.
[[nodiscard]] std::string ExplainMistake(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace openaclnn::cli
