// SPDX-License-Identifier: Apache-2.0
//
// What the subcommands have in common, and the function of each that adds it to the command line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "catalogue/operator.h"
#include "npy.h"

namespace openaclnn::cli {

using Json = nlohmann::ordered_json;

struct Outcome {
  bool json = false;
  int exitStatus = 0;
};

// A subcommand with the options that all have.
CLI::App* AddCommand(CLI::App& parent, const std::string& name, const std::string& description,
                     Outcome* outcome);

// The words behind the program's name.
using Words = std::vector<std::string>;

// Calls `add` with the operators that a command needs as subcommands: with the one that the words name behind
// the command, with all where they name none, with none where they are another command's. Adding hundreds
// takes as long as running one.
void ForEachSubcommand(const std::string& command, const Words& words,
                       const std::function<void(const catalogue::Operator&)>& add);

// Refuses empty values, so that an empty text means an option that was not given.
[[nodiscard]] const CLI::Validator& NotEmpty();

// The paragraph "Examples:" below a command's options.
void AddExamples(CLI::App* command, const std::vector<std::string>& examples);

void AddListCommand(CLI::App& app, Outcome* outcome);
void AddRunCommand(CLI::App& app, const Words& words, Outcome* outcome);
void AddCompareCommand(CLI::App& app, Outcome* outcome);
void AddStatusCommand(CLI::App& app, Outcome* outcome);
void AddInfoCommand(CLI::App& app, Outcome* outcome);
void AddBenchCommand(CLI::App& app, const Words& words, Outcome* outcome);
void AddPythonCommand(CLI::App& app, Outcome* outcome);
void AddCheckCommand(CLI::App& app, Outcome* outcome);
void AddCoverageCommand(CLI::App& app, Outcome* outcome);

// The name of a status code, "" if it has none.
[[nodiscard]] std::string StatusName(int32_t code);

void Print(const Json& json);
// JSON has no infinities and no NaN: they are "inf", "-inf" and "nan".
[[nodiscard]] Json Number(double value);
// "1.5 GiB"
[[nodiscard]] std::string ByteText(double bytes);
// "12.3 us"
[[nodiscard]] std::string TimeText(double seconds);
[[nodiscard]] std::string NumberText(double value);

}  // namespace openaclnn::cli
