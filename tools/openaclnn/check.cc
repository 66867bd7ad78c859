// SPDX-License-Identifier: Apache-2.0
//
// openaclnn check: a program under the checkers.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "command.h"
#include "error.h"

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
  [[nodiscard]] Json Read() const {
    Json findings = Json::array();
    std::ifstream lines(path_);
    for (std::string line; std::getline(lines, line);) {
      findings.push_back(Json::parse(line));
    }
    return findings;
  }

 private:
  fs::path path_;
};

// Runs a program to its end. Returns what a shell would say of that.
int RunProgram(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  }
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int failure = posix_spawnp(&process, arguments[0], nullptr, nullptr, arguments.data(), environ);
  if (failure != 0) {
    throw InputError(words[0] +
                     " cannot be run: " + std::strerror(failure));  // NOLINT(concurrency-mt-unsafe)
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int kEndedBySignal = 128;
  return WIFSIGNALED(status) ? kEndedBySignal + WTERMSIG(status) : WEXITSTATUS(status);
}

// "2 host access, 1 leak"
std::string Kinds(const Json& findings) {
  std::map<std::string, size_t> counts;
  for (const Json& finding : findings) {
    ++counts[finding["kind"]];
  }
  std::string text;
  for (const auto& [kind, count] : counts) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
  }
  return text;
}

struct Checks {
  bool memory = false;
  bool races = false;
};

// Of no choice: all.
const char* ListOf(const Checks& chosen) {
  if (chosen.memory == chosen.races) {
    return "memory,races";
  }
  return chosen.memory ? "memory" : "races";
}

int Check(const std::vector<std::string>& program, const Checks& chosen, bool json) {
  const ReportFile report;
  // NOLINTBEGIN(concurrency-mt-unsafe): one thread
  setenv("OPENACLNN_CHECK", ListOf(chosen), 1);
  setenv("OPENACLNN_CHECK_REPORT", report.Path().c_str(), 1);
  // NOLINTEND(concurrency-mt-unsafe)
  const int status = RunProgram(program);
  const Json findings = report.Read();
  if (json) {
    Print({{"status", status}, {"findings", findings}});
  } else {
    const std::string found = findings.empty() ? "nothing" : Kinds(findings);
    std::fprintf(stderr, "openaclnn check: found %s\n", found.c_str());
  }
  return findings.empty() ? status : kNo;
}

}  // namespace

void AddCheckCommand(CLI::App& app, Outcome* outcome) {
  CLI::App* const command = AddCommand(
      app, "check",
      "Run a program and tell its mistakes with device memory and handles, and races between streams",
      outcome);
  command->prefix_command();
  const auto chosen = std::make_shared<Checks>();
  command->add_flag("--memory", chosen->memory, "Look for mistakes with device memory and handles alone");
  command->add_flag("--races", chosen->races, "Look for races between streams alone");
  AddExamples(command,
              {"openaclnn check ./my_program 100", "openaclnn check --races openaclnn python train.py"});
  command->callback([command, outcome, chosen] {
    const std::vector<std::string> program = command->remaining();
    if (program.empty()) {
      throw InputError("check: a program is required");
    }
    outcome->exitStatus = Check(program, *chosen, outcome->json);
  });
}

}  // namespace openaclnn::cli
