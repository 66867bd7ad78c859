// SPDX-License-Identifier: Apache-2.0
//
// openaclnn check: a program under the checkers.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <nlohmann/json.hpp>

#include "ci_reports.h"
#include "command.h"
#include "command_line_errors.h"
#include "debug_lines.h"
#include "error.h"
#include "findings.h"
#include "suppressions.h"

namespace openaclnn::cli {
namespace {

namespace fs = std::filesystem;

// The file that findings are written to, as long as they are needed.
class ReportFile {
 public:
  ReportFile() {
    std::string name = (fs::temp_directory_path() / "openaclnn-check-XXXXXX").string();
    const int file = mkstemp(name.data());
    if (file < 0) {
      throw InputError(name + " cannot be made: " + std::strerror(errno));  // NOLINT(concurrency-mt-unsafe)
    }
    close(file);
    path_ = name;
  }
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;
  ~ReportFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }

  [[nodiscard]] const fs::path& Path() const { return path_; }

 private:
  fs::path path_;
};

// While it exists, the keys that end a program (Ctrl-C) end the checked one alone: what it did until then is
// still to be reported.
class IgnoreKeys {
 public:
  IgnoreKeys() {
    for (size_t i = 0; i < kSignals.size(); ++i) {
      before_.at(i) = std::signal(kSignals.at(i), SIG_IGN);
    }
  }
  IgnoreKeys(const IgnoreKeys&) = delete;
  IgnoreKeys& operator=(const IgnoreKeys&) = delete;
  ~IgnoreKeys() {
    for (size_t i = 0; i < kSignals.size(); ++i) {
      (void)std::signal(kSignals.at(i), before_.at(i));
    }
  }

  // Of those that were not ignored before.
  [[nodiscard]] sigset_t ForProgram() const {
    sigset_t signals;
    sigemptyset(&signals);
    for (size_t i = 0; i < kSignals.size(); ++i) {
      if (before_.at(i) != SIG_IGN) {  // NOLINT(performance-no-int-to-ptr): the macro of the C library
        sigaddset(&signals, kSignals.at(i));
      }
    }
    return signals;
  }

 private:
  static constexpr std::array<int, 2> kSignals{SIGINT, SIGQUIT};
  std::array<void (*)(int), 2> before_{};
};

struct End {
  int status = 0;      // as a shell reports it
  std::string signal;  // "SIGSEGV"; empty if the program ended by itself
};

End RunProgram(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  }
  arguments.push_back(nullptr);
  const IgnoreKeys ignoreKeys;
  const sigset_t signals = ignoreKeys.ForProgram();
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t process = 0;
  const int failure = posix_spawnp(&process, arguments[0], nullptr, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) {
    throw InputError(words[0] +
                     " cannot be run: " + std::strerror(failure));  // NOLINT(concurrency-mt-unsafe)
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFSIGNALED(status)) {
    return {WEXITSTATUS(status), ""};
  }
  constexpr int kEndedBySignal = 128;
  const char* const name = sigabbrev_np(WTERMSIG(status));
  return {kEndedBySignal + WTERMSIG(status),
          name == nullptr ? std::to_string(WTERMSIG(status)) : std::string("SIG") + name};
}

struct Options {
  bool memory = false;
  bool races = false;
  bool noLeaks = false;
  bool noDefaults = false;
  int64_t errorExitCode = kNo;
  std::vector<std::string> suppressions;
  std::string sarif;
  std::string junit;
};

// Of no choice: all.
const char* ListOf(const Options& options) {
  if (options.memory == options.races) {
    return "memory,races";
  }
  return options.memory ? "memory" : "races";
}

void WriteFile(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  if (!(file << text).flush()) {
    throw InputError(path + " cannot be written");
  }
}

Suppressions ReadSuppressions(const Options& options) {
  Suppressions suppressions;
  if (!options.noDefaults) {
    suppressions.AddDefaults();
  }
  for (const std::string& path : options.suppressions) {
    suppressions.AddFile(path);
  }
  return suppressions;
}

// Takes out what is suppressed, and adds lines to the rest. Returns how many were taken out.
size_t Suppress(std::vector<Json>* findings, const Suppressions& suppressions, DebugLines* lines) {
  const size_t before = findings->size();
  // First without lines: to find them takes long in large libraries. Patterns may name files, so once more.
  std::erase_if(*findings, [&](const Json& finding) { return suppressions.Match(finding); });
  for (Json& finding : *findings) {
    AddLines(&finding, lines);
  }
  std::erase_if(*findings, [&](const Json& finding) { return suppressions.Match(finding); });
  return before - findings->size();
}

void PrintFindings(const std::vector<Group>& groups) {
  for (const Group& group : groups) {
    std::fputs(TextOf(group).c_str(), stderr);
  }
}

void PrintSummary(const CheckReport& report, const End& end, size_t suppressed,
                  const std::string& whyNoLines) {
  std::string text = "openaclnn check: ";
  if (!end.signal.empty()) {
    text += "the program was ended by " + end.signal + "; ";
  }
  if (!report.isChecked) {
    text += "nothing was checked, because the program never called aclInit";
  } else if (report.findings.empty()) {
    text += "found nothing";
  } else {
    text += "found " + CountsOf(report.findings);
  }
  if (suppressed > 0) {
    text += " (" + std::to_string(suppressed) + " suppressed)";
  }
  if (!report.findings.empty() && !whyNoLines.empty()) {
    text += "; " + whyNoLines;
  }
  std::fprintf(stderr, "%s\n", text.c_str());
}

int Check(const std::vector<std::string>& program, const Options& options, bool json) {
  const Suppressions suppressions = ReadSuppressions(options);
  for (const std::string& path : {options.sarif, options.junit}) {
    if (!path.empty()) {
      WriteFile(path, "");  // where it cannot be written, no run is lost
    }
  }
  const ReportFile file;
  // NOLINTBEGIN(concurrency-mt-unsafe): one thread
  setenv("OPENACLNN_CHECK", ListOf(options), 1);
  setenv("OPENACLNN_CHECK_REPORT", file.Path().c_str(), 1);
  // Otherwise torch_npu calls the library from a thread of its own, which no line of Python is known for.
  setenv("TASK_QUEUE_ENABLE", "0", 0);
  // NOLINTEND(concurrency-mt-unsafe)
  const End end = RunProgram(program);
  CheckReport report = ReadReport(file.Path());
  if (options.noLeaks) {
    std::erase_if(report.findings, [](const Json& finding) { return finding["kind"] == "leak"; });
  }
  DebugLines lines;
  const size_t suppressed = Suppress(&report.findings, suppressions, &lines);
  const std::vector<Group> groups = GroupsOf(report.findings);
  if (json) {
    Json sorted = Json::array();
    for (const Group& group : groups) {
      for (const Json* const finding : group) {
        sorted.push_back(*finding);
      }
    }
    Print({{"status", end.status},
           {"signal", end.signal},
           {"checked", report.isChecked},
           {"suppressed", suppressed},
           {"findings", sorted}});
  } else {
    PrintFindings(groups);
    PrintSummary(report, end, suppressed, lines.WhyNot());
  }
  if (!options.sarif.empty()) {
    WriteFile(options.sarif, SarifOf(groups));
  }
  if (!options.junit.empty()) {
    WriteFile(options.junit, JunitOf(groups, program[0]));
  }
  // A check that checked nothing must not pass.
  const bool isBad = !report.findings.empty() || (!report.isChecked && end.status == 0);
  return isBad && options.errorExitCode != 0 ? static_cast<int>(options.errorExitCode) : end.status;
}

void AddOptions(const Command& command, Options* options) {
  constexpr int kMostExitCode = 255;
  command.AddFlag("--memory", &options->memory, "Look for errors with device memory and handles only");
  command.AddFlag("--races", &options->races, "Look for races between streams only");
  command.AddFlag("--no-leaks", &options->noLeaks, "Do not report what is never freed or destroyed");
  command
      .AddOption("--error-exitcode", &options->errorExitCode,
                 "Exit status if there is a finding, or if nothing was checked; 0: the program's own. "
                 "Default: 1")
      .Within(0, kMostExitCode)
      .TypeName("NUMBER");
  command
      .AddRepeatedOption(
          "--suppressions", &options->suppressions,
          "Do not report findings that a line KIND:PATTERN of this file matches; may be repeated")
      .TypeName("FILE");
  command.AddFlag("--no-default-suppressions", &options->noDefaults,
                  "Also report what torch_npu itself keeps until the process ends");
  command.AddOption("--sarif", &options->sarif, "Write the findings to this file as SARIF 2.1.0")
      .NotEmpty()
      .TypeName("FILE");
  command.AddOption("--junit", &options->junit, "Write the findings to this file as XML of JUnit")
      .NotEmpty()
      .TypeName("FILE");
}

}  // namespace

void AddCheckCommand(const Command& top, Outcome* outcome) {
  const Command command = AddCommand(
      top, "check",
      "Run a program and report its errors with device memory and handles, and races between streams",
      outcome);
  command.TakeRest("PROGRAM [ARGUMENT...]");
  const auto options = std::make_shared<Options>();
  AddOptions(command, options.get());
  AddExamples(command, {"openaclnn check ./my_program 100", "openaclnn check openaclnn python train.py",
                        "openaclnn check --suppressions known.txt --sarif findings.sarif -- ./my_program"});
  command.OnCall([command, outcome, options] {
    const std::vector<std::string> program = command.Rest();
    if (program.empty()) {
      throw InputError("check: a program is required");
    }
    if (program[0].starts_with('-')) {
      throw InputError(UnknownOption(command, program[0].substr(0, program[0].find('='))));
    }
    outcome->exitStatus = Check(program, *options, outcome->json);
  });
}

}  // namespace openaclnn::cli
