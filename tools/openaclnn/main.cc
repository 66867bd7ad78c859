// SPDX-License-Identifier: Apache-2.0
//
// openaclnn, the command line: docs/command_line.md.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "command.h"
#include "completion.h"
#include "error.h"
#include "mistakes.h"

namespace openaclnn::cli {
namespace {

void AddCommands(CLI::App* app, const Words& words, Outcome* outcome) {
  app->name("openaclnn");
  app->description(
      "Operators of CANN's aclnn on the CPU, from the command line: run them on NumPy's .npy files, judge "
      "what an "
      "NPU computed, look up status codes.");
  app->set_help_flag("-h,--help", "Print this help");
  app->set_version_flag("-V,--version", "openaclnn " OPENACLNN_VERSION, "Print the version");
  app->require_subcommand(1);
  AddListCommand(*app, outcome);
  AddRunCommand(*app, words, outcome);
  AddCompareCommand(*app, outcome);
  AddStatusCommand(*app, outcome);
  AddInfoCommand(*app, outcome);
  AddBenchCommand(*app, words, outcome);
  AddPythonCommand(*app, outcome);
  AddCheckCommand(*app, outcome);
  AddCoverageCommand(*app, outcome);
  app->footer(
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

int Run(CLI::App* app, const Words& words, const Outcome& outcome) {
  // Known before the command line is: it may be what is wrong.
  const bool json = std::ranges::find(words, "--json") != words.end();
  try {
    app->parse(Words(words.rbegin(), words.rend()));  // which takes the last word first
    if (std::fflush(stdout) != 0) {
      throw InputError("standard output cannot be written");
    }
    return outcome.exitStatus;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      return app->exit(error);  // help, version
    }
    const std::string mistake = ExplainMistake(*app, words);
    PrintError((mistake.empty() ? error.what() : mistake) + "\nRun with --help for more information.",
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
  Outcome outcome;
  CLI::App app;
  // The word that is to be completed names nothing yet.
  AddCommands(&app, completes ? Words(words.begin(), words.end() - 1) : words, &outcome);
  if (completes) {
    for (const std::string& word : Completions(app, words)) {
      std::puts(word.c_str());
    }
    return kDone;
  }
  if (helps) {
    words.emplace_back("--help");
  }
  return Run(&app, words, outcome);
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
