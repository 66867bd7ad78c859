// SPDX-License-Identifier: Apache-2.0
//
// openaclnn, the command line: docs/command_line.md.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "command.h"
#include "command_line.h"
#include "command_line_errors.h"
#include "completion.h"
#include "error.h"

namespace openaclnn::cli {
namespace {

void AddCommands(const Command& top, const Words& words, Outcome* outcome) {
  AddListCommand(top, outcome);
  AddRunCommand(top, words, outcome);
  AddCompareCommand(top, outcome);
  AddStatusCommand(top, outcome);
  AddInfoCommand(top, outcome);
  AddBenchCommand(top, words, outcome);
  AddPythonCommand(top, outcome);
  AddCheckCommand(top, outcome);
  AddCoverageCommand(top, outcome);
  AddTraceCommand(top, outcome);
  top.AddFooter(
      "Examples:\n"
      "  openaclnn list mse_loss_backward\n"
      "  openaclnn run mse_loss_backward --grad-output g.npy --self x.npy --target t.npy -o out.npy\n"
      "  openaclnn compare npu.npy out.npy\n"
      "  openaclnn status 161002\n\n"
      "Every command has --help with examples, and --json.\n"
      "Exit status: 0 done; 1 outside the tolerance, or refused or failed by the library; 2 a wrong command "
      "line, "
      "or a\n"
      "file that cannot be read or written.");
}

void PrintError(const std::string& message, const LibraryError* library, bool json) {
  std::fprintf(stderr, "openaclnn: %s\n", message.c_str());
  if (json) {
    Json error{{"message", message}};
    if (library != nullptr) {
      error["function"] = library->Function();
      error["status"] = library->Code();
      error["status_name"] = StatusName(library->Code());
      error["library_message"] = library->what();
    }
    Print({{"error", error}});
  }
}

int Run(CommandLine* line, const Words& words, const Outcome& outcome) {
  // Known before the command line is: it may be what is wrong.
  const bool json = std::ranges::find(words, "--json") != words.end();
  try {
    if (!line->Run(words)) {
      return kDone;
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw InputError("standard output cannot be written");
    }
    return outcome.exitStatus;
  } catch (const CommandLineError& error) {
    const std::string explanation = ExplainError(line->Top(), words);
    PrintError((explanation.empty() ? error.what() : explanation) + "\nRun with --help for more information.",
               nullptr, json);
    return kUnusable;
  } catch (const InputError& error) {
    PrintError(error.what(), nullptr, json);
    return kUnusable;
  } catch (const LibraryError& error) {
    const std::string returned =
        error.Function() + " returned " + std::to_string(error.Code()) + " " + StatusName(error.Code());
    PrintError(error.Words().empty() ? returned + "\n" + error.what() : error.Words() + "\n" + returned,
               &error, json);
    return kNo;
  } catch (const std::bad_alloc&) {
    PrintError("out of memory", nullptr, json);
    return kNo;
  }
}

int RunProgram(int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  const bool completes = argc > 2 && first == "complete";  // for the shell, not for people
  const bool helps = first == "help";                      // of a command: openaclnn help run
  Words words(argv + std::min(argc, completes || helps ? 2 : 1), argv + argc);
  if (helps) {
    words.emplace_back("--help");
  }
  Outcome outcome;
  CommandLine line(
      "openaclnn",
      "Operators of CANN's aclnn on the CPU, from the command line: run them on NumPy's .npy files, "
      "judge what an NPU computed, look up status codes.",
      OPENACLNN_VERSION);
  // The word that is to be completed names nothing yet.
  AddCommands(line.Top(), completes ? Words(words.begin(), words.end() - 1) : words, &outcome);
  if (completes) {
    for (const std::string& word : Completions(line.Top(), words)) {
      std::puts(word.c_str());
    }
    return kDone;
  }
  return Run(&line, words, outcome);
}

}  // namespace
}  // namespace openaclnn::cli

int main(int argc, char** argv) {
  try {
    return openaclnn::cli::RunProgram(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "openaclnn: %s\n", error.what());
  }
  return openaclnn::cli::kNo;
}
