// SPDX-License-Identifier: Apache-2.0
//
// What the subcommands have in common, and the function of each that adds it to the command line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "catalogue/catalogue.h"
#include "command_line.h"

namespace openaclnn::cli {

using Json = nlohmann::ordered_json;

struct Outcome {
  bool json = false;
  int exitStatus = 0;
};

// A subcommand with the options that all have.
Command AddCommand(const Command& parent, const std::string& name, const std::string& description,
                   Outcome* outcome);

// Calls `add` with the operators that a command needs as subcommands: with the one that the words name behind
// the command, with all where they name none and do not ask for the help, with none where they are another command's. Adding hundreds
// takes as long as running one.
void ForEachSubcommand(const std::string& command, const Words& words,
                       const std::function<void(const catalogue::Operator&)>& add);

// The paragraph "Examples:" below a command's options.
void AddExamples(const Command& command, const std::vector<std::string>& examples);

void AddListCommand(const Command& top, Outcome* outcome);
void AddRunCommand(const Command& top, const Words& words, Outcome* outcome);
void AddCompareCommand(const Command& top, Outcome* outcome);
void AddStatusCommand(const Command& top, Outcome* outcome);
void AddInfoCommand(const Command& top, Outcome* outcome);
void AddBenchCommand(const Command& top, const Words& words, Outcome* outcome);
void AddPythonCommand(const Command& top, Outcome* outcome);
void AddCheckCommand(const Command& top, Outcome* outcome);
void AddCoverageCommand(const Command& top, Outcome* outcome);
void AddTraceCommand(const Command& top, Outcome* outcome);

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
